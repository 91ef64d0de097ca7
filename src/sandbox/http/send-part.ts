import type { Reply } from "./exchange.ts";
import { Refusal } from "./refusal.ts";

/** The properties of a file that its response needs. */
export interface SentFile {
  length: number;
  /** Strong and quoted. */
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

/** Reports whether `If-None-Match` has the tag; it compares weakly (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim())) === true;

/** The part of a file in a response: bytes from `start` (inclusive) to `end` (exclusive). */
interface ResolvedRange {
  status: 200 | 206 | 416;
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/iu;

/**
 * Reads `Range` and `If-Range` (RFC 9110, 14.2, 13.1.5). Ignores malformed headers, other units and lists of
 * several ranges: the whole file is a valid response to all of them. `etag` is strong and quoted.
 */
export function resolveRange(
  header: string | undefined,
  ifRange: string | undefined,
  etag: string,
  length: number,
): ResolvedRange {
  const whole: ResolvedRange = { status: 200, start: 0, end: length };
  const [, first, last] = ONE_RANGE.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return whole;
  // A date or a weak validator never proves that the bytes are the same.
  if (ifRange !== undefined && ifRange.trim() !== etag) return whole;

  if (first === "") {
    const start = Math.max(0, length - Number(last));
    return start < length ? { status: 206, start, end: length } : unsatisfiable;
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return whole;
  if (start >= length) return unsatisfiable;
  return { status: 206, start, end: last === "" ? length : Math.min(length, Number(last) + 1) };
}

const unsatisfiable: ResolvedRange = { status: 416, start: 0, end: 0 };

/** Returns `Content-Range` for a 206 or a 416; undefined for a 200, which has none. */
export function contentRange(range: ResolvedRange, length: number): string | undefined {
  if (range.status === 200) return undefined;
  return range.status === 416 ? `bytes */${length}` : `bytes ${range.start}-${range.end - 1}/${length}`;
}
