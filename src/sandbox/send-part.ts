import type { Reply } from "./exchange.ts";
import { contentRange, resolveRange } from "./imagery/range.ts";
import { Refusal } from "./refusal.ts";

/** A file as a reply describes it. */
export interface SentFile {
  length: number;
  /** Strong and quoted. */
  etag: string;
  mediaType: string;
  lastModifiedMs?: number;
}

/** The reply to GET or HEAD of a file, whole or in part; 304 to who has it already. Errors: 416. */
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
  const range = resolveRange(requested["range"], requested["if-range"], etag, length);
  const { status, start, end } = range;
  const headers: Record<string, string> = { etag, "accept-ranges": "bytes", ...modified };
  const coverage = contentRange(range, length);
  if (coverage !== undefined) headers["content-range"] = coverage;
  if (status === 416) {
    throw new Refusal(416, "SERVICE_REJECTED", `the file has ${length} bytes`, [], headers);
  }
  headers["content-type"] = mediaType;
  headers["content-length"] = String(end - start);
  return { status, headers, body: method === "HEAD" ? new Uint8Array() : read(start, end) };
}

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim())) === true;
