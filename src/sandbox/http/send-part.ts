import type { Reply } from "./exchange.ts";
import { Refusal } from "./refusal.ts";

/** The properties of a file that its response needs. */
interface SentFile {
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
