/** No reply of this service comes near this depth; a hostile one would blow the stack of whatever walks it. */
const MAX_DEPTH = 64;

const HUGE_NUMBER = /\d[eE]\+?\d{3}|\d{300}/;

export type JsonResult = { ok: true; value: unknown } | { ok: false; problem: string };

/** Parses the bytes of a reply: UTF-8, JSON, at most 64 levels deep, every number finite. */
export function parseJson(bytes: Uint8Array): JsonResult {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: "not UTF-8" };
  }
  if (isDeeperThan(text, MAX_DEPTH))
    return { ok: false, problem: `nested more than ${MAX_DEPTH} levels deep` };
  try {
    const isSuspect = HUGE_NUMBER.test(text);
    const value: unknown = isSuspect ? JSON.parse(text, refuseInfinite) : JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, problem: error instanceof RangeError ? error.message : "not JSON" };
  }
}

/** 1e999 parses as Infinity and would be written back as null. Most texts hold nothing that needs the slow look. */
function refuseInfinite(_key: string, member: unknown): unknown {
  if (member === Infinity || member === -Infinity) throw new RangeError("a number beyond all bounds");
  return member;
}

function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}
