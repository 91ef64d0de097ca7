/** The part of a file that a reply carries: bytes `start` up to, not including, `end`. */
interface ResolvedRange {
  status: 200 | 206 | 416;
  start: number;
  end: number;
}

const ONE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/iu;

/**
 * Reads `Range` and `If-Range` as RFC 9110 (14.2, 13.1.5) says. What is malformed, in another unit, or a list of several
 * ranges is ignored: the whole file is a legal answer to all of them. `etag` is strong and quoted.
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

/** Value of `Content-Range` for a 206 or a 416; undefined for a 200, which has none. */
export function contentRange(range: ResolvedRange, length: number): string | undefined {
  if (range.status === 200) return undefined;
  return range.status === 416 ? `bytes */${length}` : `bytes ${range.start}-${range.end - 1}/${length}`;
}
