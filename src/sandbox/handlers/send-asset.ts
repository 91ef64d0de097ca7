import { createReadStream } from "node:fs";
import { readLongId } from "../archive/collect.ts";
import type { ExportFormat } from "../../contract/vocabulary.ts";
import type { Reply, SandboxRequest } from "../http/exchange.ts";
import { notFound, Refusal } from "../http/refusal.ts";
import { sendPart } from "../http/send-part.ts";
import { ASSET_PREFIX, checkSignature, EXPORT_PREFIX } from "../http/signed-paths.ts";
import { isPicture } from "./item-assets.ts";
import { readSections, type Slices } from "../imagery/file-sections.ts";
import { advance } from "../tasking/advance.ts";
import type { SandboxParts } from "./call.ts";

/** Handles GET and HEAD of one signed file, without credentials. Errors: 403, 404, 405, 416. */
export async function sendAsset(
  sandbox: SandboxParts,
  { method, headers }: SandboxRequest,
  pathname: string,
  query: string,
  isExpired: boolean,
): Promise<Reply> {
  if (method !== "GET" && method !== "HEAD") {
    throw new Refusal(405, "METHOD_NOT_ALLOWED", `files support GET and HEAD, not ${method}`, [], {
      allow: "GET, HEAD",
    });
  }
  const nowMs = sandbox.clock.now();
  const settings = sandbox.settings.read();
  const isUnsigned = query === "" && settings.thumbnails === "public" && !pathname.startsWith(EXPORT_PREFIX);
  // The signature is checked first, so that an unsigned request cannot find out which files exist.
  const verdict = checkSignature(sandbox.store.meta.need("secret"), pathname, query, nowMs);
  if (verdict === "invalid" && !isUnsigned) throw notSigned();
  if (verdict === "expired" || isExpired) {
    throw new Refusal(
      403,
      "SIGNED_URL_EXPIRED",
      "the signed URL has expired; fetch the download result again",
    );
  }
  if (pathname.startsWith(EXPORT_PREFIX)) return sendExport(sandbox, method, pathname, headers);
  const [granuleId = "", fileName = ""] = pathname
    .slice(ASSET_PREFIX.length)
    .split("/")
    .slice(1)
    .map(decodeURIComponent);
  const holdings = await sandbox.holdings();
  // Both forms of ids are read.
  const idStyle = readLongId(granuleId) === undefined ? "short" : "long";
  const plainId = holdings.plainIdOf(granuleId, nowMs);
  const granule = holdings.findGranule(plainId, nowMs);
  const files = granule === undefined ? [] : holdings.filesOf(granule, { ...settings, idStyle });
  const file = files.find((one) => one.fileName === fileName);
  if (isUnsigned && (file === undefined || !isPicture(file))) throw notSigned();
  if (file === undefined) throw notFound(`no file ${fileName} of item ${granuleId}`);
  const { sections } = file;
  const sent = settings.itemForm === "recorded" ? { ...file, mediaType: "binary/octet-stream" } : file;
  const reply = sendPart(sent, method, headers, (start, end) => asAsync(readSections(sections, start, end)));
  // Asked for by the second link of a recorded asset.
  if (query.endsWith("=attachment"))
    reply.headers = { ...reply.headers, "content-disposition": "attachment" };
  return reply;
}

const notSigned = (): Refusal =>
  new Refusal(
    403,
    "SIGNATURE_INVALID",
    "the URL is not signed, or it was altered; take it from the download result",
  );

/** Yields slices one at a time, when the client has consumed the previous one. */
async function* asAsync(slices: Slices): AsyncGenerator<Uint8Array, void, Uint8Array | undefined> {
  yield* slices;
}

const MEDIA_TYPES: Record<ExportFormat, string> = {
  geoparquet: "application/vnd.apache.parquet",
  gpkg: "application/geopackage+sqlite3",
  "shp.zip": "application/zip",
};

const SLICE_BYTES = 1024 * 1024;

/** Handles GET and HEAD of an export file whose signature has been checked. Errors: 404 for an unknown name, 416. */
async function sendExport(
  sandbox: SandboxParts,
  method: string,
  pathname: string,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  await advance(sandbox);
  const name = pathname.slice(EXPORT_PREFIX.length).split("/").map(decodeURIComponent).join("/");
  const files = await sandbox.exports.list(sandbox.clock.now(), sandbox.settings.read());
  const file = files.find((candidate) => candidate.name === name);
  if (file === undefined) throw notFound(`no export file ${name}`, "EXPORT_FILE_NOT_FOUND");
  const cached = await sandbox.exports.fetch(file);
  const { path, length } = cached;
  const description = {
    length,
    etag: await sandbox.exports.etagOf(cached),
    mediaType: MEDIA_TYPES[file.exportFormat],
    lastModifiedMs: file.asOfMs,
  };
  return sendPart(description, method, headers, (start, end) => readSlices(path, start, end));
}

/** Opens the file when the first slice is read. */
async function* readSlices(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { start, end: end - 1, highWaterMark: SLICE_BYTES });
}
