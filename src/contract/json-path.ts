/** Body paths as people write them: `properties.collectConstraints.offNadirMin`, `items[2].granuleId`, `query["vendor:collect_id"]`. */
import { nameOfKind } from "./json-object.ts";

export type PathKey = string | number;
export type PathResult = { ok: true; path: PathKey[] } | { ok: false; reason: string };

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
export const MAX_INDEX = 9_999;
const SEGMENT = /(?:^|(?<=[^.])\.)([^.[\]"]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** Reads a path; names with dots or brackets are written `["a.b"]`. */
export function parseBodyPath(text: string): PathResult {
  const path: PathKey[] = [];
  let end = 0;
  while (end < text.length) {
    SEGMENT.lastIndex = end;
    const match = SEGMENT.exec(text);
    if (match === null) return { ok: false, reason: `cannot be read from "${text.slice(end)}" on` };
    end = SEGMENT.lastIndex;
    const [, name, index, quoted] = match;
    const key = index === undefined ? (name ?? parseQuotedName(quoted as string)) : Number(index);
    if (key === undefined) return { ok: false, reason: `has a bad quoted name ${quoted}` };
    if (typeof key === "string" && FORBIDDEN.has(key)) return { ok: false, reason: `may not name ${key}` };
    if (typeof key === "number" && key > MAX_INDEX)
      return { ok: false, reason: `has an index above ${MAX_INDEX}` };
    path.push(key);
  }
  return path.length === 0 ? { ok: false, reason: "is empty" } : { ok: true, path };
}

/** Returns the path as text. */
export function formatPath(path: readonly PathKey[]): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (/[.[\]"]/.test(key) || key === "") text += `[${JSON.stringify(key)}]`;
    else text += text === "" ? key : `.${key}`;
  }
  return text;
}

/** Returns the value at the path, or undefined. Inherited properties are ignored. */
export function getPath(root: unknown, path: readonly PathKey[]): unknown {
  let current = root;
  for (const key of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<PathKey, unknown>)[key];
  }
  return current;
}

/**
 * Returns a copy with the value at the path. Missing objects and arrays are created; other values on the path are
 * replaced.
 */
export function setPath(root: unknown, path: readonly PathKey[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === "string" && FORBIDDEN.has(key)) throw new Error(`a path may not name ${key}`);
  const container = copyContainer(root, key);
  const child = Object.hasOwn(container, key) ? (container as Record<PathKey, unknown>)[key] : undefined;
  (container as Record<PathKey, unknown>)[key] = setPath(child, rest, value);
  return container;
}

/** Returns a copy without the path's field; an array closes the gap. Unchanged when the field is missing. */
export function removePath(root: unknown, path: readonly PathKey[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof root !== "object" || root === null || !Object.hasOwn(root, key))
    return root;
  const copy = (Array.isArray(root) ? [...root] : { ...root }) as Record<PathKey, unknown>;
  if (rest.length > 0) copy[key] = removePath(copy[key], rest);
  else if (Array.isArray(copy) && typeof key === "number") copy.splice(key, 1);
  else delete copy[key];
  return copy;
}

function copyContainer(root: unknown, key: PathKey): object {
  if (Array.isArray(root)) return typeof key === "number" ? fill([...root], key) : {};
  if (typeof root === "object" && root !== null && typeof key === "string") return { ...root };
  return typeof key === "number" ? fill([], key) : {};
}

/** Returns the array with nulls up to an index: JSON has no holes. */
function fill(array: unknown[], index: number): unknown[] {
  while (array.length < index) array.push(null);
  return array;
}

function parseQuotedName(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

const DIGITS = /^(?:0|[1-9]\d*)$/;

/**
 * Returns the path with its types in `root`: digits on a list are an index. It refuses steps that would replace an
 * existing value: a name on a list, an index on an object, any step into a text or a number. A missing value (or
 * null) accepts any step.
 */
export function placePath(root: unknown, path: readonly PathKey[]): PathResult {
  const placed: PathKey[] = [];
  let here = root;
  for (const key of path) {
    const step = stepOn(here, key);
    if (step === undefined) return refuse(placed, here, key);
    const members = here as Record<PathKey, unknown> | null | undefined;
    here = members && Object.hasOwn(members, step) ? members[step] : undefined;
    placed.push(step);
  }
  return { ok: true, path: placed };
}

function stepOn(here: unknown, key: PathKey): PathKey | undefined {
  if (here === undefined || here === null) return key;
  if (Array.isArray(here)) {
    const index = typeof key === "string" && DIGITS.test(key) ? Number(key) : key;
    return typeof index === "number" && index <= MAX_INDEX ? index : undefined;
  }
  return typeof here === "object" && typeof key === "string" ? key : undefined;
}

function refuse(placed: readonly PathKey[], here: unknown, key: PathKey): PathResult {
  const place = placed.length === 0 ? "the body" : formatPath(placed);
  const step = typeof key === "number" ? `an index [${key}]` : `a member ${JSON.stringify(key)}`;
  return { ok: false, reason: `${place} is ${nameOfKind(here)}, which cannot contain ${step}` };
}
