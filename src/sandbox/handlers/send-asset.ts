import { createReadStream } from "node:fs";
import type { ExportFormat } from "../../contract/vocabulary.ts";
import { readLongId } from "../archive/collect.ts";
import { makeNotFound, Refusal, type Reply, type SandboxRequest } from "../http/reply.ts";
import { ASSET_PREFIX, checkSignature, EXPORT_PREFIX } from "../http/signed-paths.ts";
import { readSections, type Slices } from "../imagery/product-file.ts";
import { advance } from "../tasking/advance.ts";
import type { SandboxParts } from "./call.ts";
import { isPicture } from "./item-assets.ts";

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
  if (verdict === "invalid" && !isUnsigned) throw makeNotSigned();
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
  const plainId = holdings.readPlainId(granuleId, nowMs);
  const granule = holdings.findGranule(plainId, nowMs);
  const files = granule === undefined ? [] : holdings.listFiles(granule, { ...settings, idStyle });
  const file = files.find((one) => one.fileName === fileName);
  if (isUnsigned && (file === undefined || !isPicture(file))) throw makeNotSigned();
  if (file === undefined) throw makeNotFound(`no file ${fileName} of item ${granuleId}`);
  const { sections } = file;
  const sent = settings.itemForm === "recorded" ? { ...file, mediaType: "binary/octet-stream" } : file;
  const reply = sendPart(sent, method, headers, (start, end) => toAsync(readSections(sections, start, end)));
  // The second link of a recorded asset asks for a download.
  if (query.endsWith("=attachment"))
    reply.headers = { ...reply.headers, "content-disposition": "attachment" };
  return reply;
}

const makeNotSigned = (): Refusal =>
  new Refusal(
    403,
    "SIGNATURE_INVALID",
    "the URL is not signed, or it was altered; take it from the download result",
  );

/** Yields slices one at a time, when the client has consumed the previous one. */
async function* toAsync(slices: Slices): AsyncGenerator<Uint8Array, void, Uint8Array | undefined> {
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
  if (file === undefined) throw makeNotFound(`no export file ${name}`, "EXPORT_FILE_NOT_FOUND");
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

/** The properties of a file that its response needs. */
interface SentFile {
  length: number;
  /** The strong entity tag, in quotes. */
  etag: string;
  mediaType: string;
  lastModifiedMs?: number;
}

/** Returns the response to GET or HEAD of a file, whole or in part, or 304. Errors: 416. */
export function sendPart(
  { length, etag, mediaType, lastModifiedMs }: SentFile,
  method: string,
  requested: Readonly<Record<string, string>>,
  read: (start: number, end: number) => AsyncIterable<Uint8Array>,
): Reply {
  const modified: Record<string, string> =
    lastModifiedMs === undefined ? {} : { "last-modified": new Date(lastModifiedMs).toUTCString() };
  if (isKnown(requested["if-none-match"], etag))
    return { status: 304, headers: { etag, ...modified }, body: new Uint8Array() };
  const part = findPart(requested["range"], requested["if-range"], etag, length);
  const headers: Record<string, string> = { etag, "accept-ranges": "bytes", ...modified };
  if (part === "outside") {
    headers["content-range"] = `bytes */${length}`;
    throw new Refusal(416, "SERVICE_REJECTED", `the file has ${length} bytes`, [], headers);
  }
  const { start, end } = part ?? { start: 0, end: length };
  if (part !== undefined) headers["content-range"] = `bytes ${start}-${end - 1}/${length}`;
  headers["content-type"] = mediaType;
  headers["content-length"] = String(end - start);
  const body = method === "HEAD" ? new Uint8Array() : read(start, end);
  return { status: part === undefined ? 200 : 206, headers, body };
}

/** Reports whether `If-None-Match` has the tag; it compares weakly (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim())) === true;

const ONE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/iu;

/**
 * Returns the bytes from `start` (inclusive) to `end` (exclusive) that `Range` and `If-Range` select (RFC 9110, 14.2,
 * 13.1.5), or "outside". Returns undefined, which means the whole file, for malformed headers, other units and lists
 * of several ranges: the whole file is a valid response to all of them.
 */
function findPart(
  header: string | undefined,
  ifRange: string | undefined,
  etag: string,
  length: number,
): { start: number; end: number } | "outside" | undefined {
  const [, first = "", last = ""] = ONE_RANGE.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  // A date or a weak validator never proves that the bytes are the same.
  if (ifRange !== undefined && ifRange.trim() !== etag) return undefined;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  const start = first === "" ? Math.max(0, length - Number(last)) : Number(first);
  if (start >= length) return "outside";
  return { start, end: first === "" || last === "" ? length : Math.min(length, Number(last) + 1) };
}
