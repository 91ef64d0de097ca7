/** Responses of this service are much flatter; a deeper one could overflow the stack of recursive code. */
const MAX_DEPTH = 64;

/** A number with this many digits, or such an exponent, may not be finite. */
const HUGE_DIGITS = 300;
const HUGE_EXPONENT = /^[eE]\+?\d{3}/;

export type JsonResult = { ok: true; value: unknown } | { ok: false; problem: string };

/** Parses the bytes of a response: UTF-8, JSON, at most 64 levels deep, every number finite. */
export function parseJson(bytes: Uint8Array): JsonResult {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: "not UTF-8" };
  }
  const { isTooDeep, mayHoldInfinite } = scan(text);
  if (isTooDeep) return { ok: false, problem: `nested more than ${MAX_DEPTH} levels deep` };
  try {
    const value: unknown = mayHoldInfinite ? JSON.parse(text, refuseInfinite) : JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, problem: error instanceof RangeError ? error.message : "not JSON" };
  }
}

/** Refuses infinite numbers: 1e999 parses as Infinity and would be written as null. Most texts need no reviver. */
function refuseInfinite(_key: string, member: unknown): unknown {
  if (member === Infinity || member === -Infinity) throw new RangeError("a number beyond all bounds");
  return member;
}

interface Scan {
  isTooDeep: boolean;
  mayHoldInfinite: boolean;
}

/** Checks only the text outside of strings: an id such as `3e123` is not a number, and needs no reviver. */
function scan(text: string): Scan {
  let depth = 0;
  let digits = 0;
  let mayHoldInfinite = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x30 && code <= 0x39) {
      digits += 1;
      if (digits >= HUGE_DIGITS) mayHoldInfinite = true;
      continue;
    }
    if (code === 0x22) index = endOfString(text, index);
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) return { isTooDeep: true, mayHoldInfinite };
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (digits > 0 && (code === 0x65 || code === 0x45)) {
      mayHoldInfinite ||= HUGE_EXPONENT.test(text.slice(index, index + 5));
    }
    digits = 0;
  }
  return { isTooDeep: false, mayHoldInfinite };
}

/** Returns the end of the string that begins at `start`, or the end of an unterminated text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === 0x5c) first -= 1;
  return (at - first) % 2 === 1;
}
