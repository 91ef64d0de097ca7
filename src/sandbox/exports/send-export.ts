import { open } from "node:fs/promises";
import type { ExportFormat } from "../../contract/vocabulary.ts";
import type { Reply } from "../http/exchange.ts";
import { Refusal } from "../http/refusal.ts";
import { sendPart } from "../http/send-part.ts";
import { EXPORT_PREFIX } from "../http/signed-paths.ts";
import type { SandboxParts } from "../sandbox-parts.ts";
import { advance } from "../tasking/advance.ts";

const MEDIA_TYPES: Record<ExportFormat, string> = {
  geoparquet: "application/vnd.apache.parquet",
  gpkg: "application/geopackage+sqlite3",
  "shp.zip": "application/zip",
};

const SLICE_BYTES = 1024 * 1024;

/** Answers GET and HEAD of an export file whose signature has been checked. Errors: 404 for a name that is not on offer, 416. */
export async function sendExport(
  sandbox: SandboxParts,
  method: string,
  pathname: string,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  await advance(sandbox);
  const name = pathname.slice(EXPORT_PREFIX.length).split("/").map(decodeURIComponent).join("/");
  const { runningWeekCounts } = sandbox.settings.read();
  const files = await sandbox.exports.list(sandbox.clock.now(), runningWeekCounts);
  const file = files.find((candidate) => candidate.name === name);
  if (file === undefined) throw new Refusal(404, "EXPORT_FILE_NOT_FOUND", `no export file ${name}`);
  const shelved = await sandbox.exports.fetch(file);
  const { path, length } = shelved;
  const description = {
    length,
    etag: await sandbox.exports.etagOf(shelved),
    mediaType: MEDIA_TYPES[file.exportFormat],
    lastModifiedMs: file.asOfMs,
  };
  return sendPart(description, method, headers, (start, end) => readSlices(path, start, end));
}

async function* readSlices(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (let at = start; at < end;) {
      const slice = Buffer.allocUnsafe(Math.min(SLICE_BYTES, end - at));
      const { bytesRead } = await file.read(slice, 0, slice.byteLength, at);
      if (bytesRead === 0) throw new Error(`${path} ends before byte ${end}`);
      yield slice.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
