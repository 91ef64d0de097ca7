/** A response head that needs no parser: the body is exactly `length` bytes. */
export interface PlainHead {
  status: number;
  headers: Record<string, string>;
  /** Bytes of the body. */
  length: number;
  /** Position of the body. */
  bodyStart: number;
  /** True when the server keeps the connection open. */
  isKept: boolean;
  /** Set when the body was taken. */
  isTaken?: true;
}

const MAX_HEAD_BYTES = 64 * 1024;
const MAX_HEADER_COUNT = 256;
const STATUS_LINE = /^HTTP\/1\.1 ([2-5]\d\d)(?: [\t\x20-\x7e]*)?$/;
const HEADER_LINE = /([\w!#$%&'*+.^`|~-]+):[\t ]*((?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?)[\t ]*\r\n/y;
const WITHOUT_BODY = new Set([204, 205, 304]);
/** Headers that change the meaning of the bytes after the head. */
const ODD_HEADERS = ["transfer-encoding", "upgrade", "trailer"];

/**
 * Reads a head. "more" = it is incomplete; "odd" = anything except the plainest response with one Content-Length. A real parser must judge that:
 * nothing is guessed here.
 */
export function readPlainHead(bytes: Buffer): PlainHead | "more" | "odd" {
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf("\r\n\r\n");
  if (end === -1) return bytes.length >= MAX_HEAD_BYTES ? "odd" : "more";
  const text = bytes.toString("latin1", 0, end + 2);
  const statusEnd = text.indexOf("\r\n");
  const status = Number(STATUS_LINE.exec(text.slice(0, statusEnd))?.[1]);
  if (Number.isNaN(status) || WITHOUT_BODY.has(status)) return "odd";
  const headers = Object.create(null) as Record<string, string>;
  HEADER_LINE.lastIndex = statusEnd + 2;
  for (let count = 0; HEADER_LINE.lastIndex < text.length; count++) {
    const [, name, value] = HEADER_LINE.exec(text) ?? [];
    if (name === undefined || value === undefined || count === MAX_HEADER_COUNT) return "odd";
    const key = name.toLowerCase();
    const before = headers[key];
    if (before !== undefined && key === "content-length") return "odd";
    headers[key] = before === undefined ? value : `${before}, ${value}`;
  }
  const length = headers["content-length"] ?? "";
  const isCoded = !/^(?:identity)?$/i.test(headers["content-encoding"] ?? "");
  if (!/^\d{1,15}$/.test(length) || isCoded || ODD_HEADERS.some((name) => headers[name] !== undefined)) {
    return "odd";
  }
  const connection = (headers["connection"] ?? "keep-alive").toLowerCase();
  return { status, headers, length: Number(length), bodyStart: end + 4, isKept: connection === "keep-alive" };
}
