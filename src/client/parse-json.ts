/** Responses of this service are much flatter; a deeper one could overflow the stack of recursive code. */
const MAX_DEPTH = 64;

export type JsonResult = { ok: true; value: unknown } | { ok: false; problem: string };

/** Parses the bytes of a response: UTF-8, JSON, at most 64 levels deep, every number finite. */
export function parseJson(bytes: Uint8Array): JsonResult {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: "not UTF-8" };
  }
  try {
    const value = JSON.parse(text) as unknown;
    const problem = problemIn(value, 0);
    return problem === undefined ? { ok: true, value } : { ok: false, problem };
  } catch {
    return { ok: false, problem: "not JSON" };
  }
}

/** Returns the first fault: a deeper level, or an infinite number (1e999 parses as Infinity and would be written as null). */
function problemIn(value: unknown, depth: number): string | undefined {
  if (value === Infinity || value === -Infinity) return "a number that is too large";
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === MAX_DEPTH) return `nested more than ${MAX_DEPTH} levels deep`;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    const problem = problemIn(member, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
