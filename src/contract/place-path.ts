/** A body path held against the body that it is to change: what each step means there, or why it means nothing. */
import { bracketPath, MAX_INDEX, type PathKey } from "./json-path.ts";
import { nameOfKind } from "./value-kind.ts";

export type PlacedPath = { ok: true; path: PathKey[] } | { ok: false; reason: string; hint: string };

const DIGITS = /^(?:0|[1-9]\d*)$/;

/**
 * The path as it is meant in `root`: digits on a list are an index. Refused is a step that what stands there cannot
 * take, for setting it would put another thing in its place: a name on a list, an index on an object, any step into a
 * text or a number. What is missing (or null) takes any step.
 */
export function placePath(root: unknown, path: readonly PathKey[]): PlacedPath {
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

function refuse(placed: readonly PathKey[], here: unknown, key: PathKey): PlacedPath {
  const place = placed.length === 0 ? "the body" : bracketPath(placed);
  const step = typeof key === "number" ? `an index [${key}]` : `a member ${JSON.stringify(key)}`;
  const hint = Array.isArray(here)
    ? `Name an element by its index, from 0 to ${MAX_INDEX}: ${place}[0]`
    : typeof here === "object"
      ? `Name a member: ${bracketPath([...placed, String(key)])}`
      : `Set ${place} itself to put another value in its place`;
  return { ok: false, reason: `${place} is ${nameOfKind(here)}, which has no place for ${step}`, hint };
}
