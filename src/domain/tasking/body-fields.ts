/** A command's flags as a table: the body path of each option, for building bodies and for reporting faults. */
import { parseBodyPath, setPath, type PathKey } from "../../contract/json-path.ts";

/** Option in commander's form -> body path: `{ offNadirMin: "properties.collectConstraints.offNadirMin" }`. */
export type BodyFields = Readonly<Record<string, string>>;

const parsed = new Map<string, readonly PathKey[]>();

/** Returns the keys of a path in our own tables. */
export function keysOf(path: string): readonly PathKey[] {
  let keys = parsed.get(path);
  if (keys === undefined) {
    const result = parseBodyPath(path);
    if (!result.ok) throw new Error(`the path ${path} ${result.reason}`);
    keys = result.path;
    parsed.set(path, keys);
  }
  return keys;
}

/** Merges the values of options into a body; absent options change nothing. */
export function layFields(
  body: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
  fields: BodyFields,
): Record<string, unknown> {
  let result: unknown = body;
  for (const [option, path] of Object.entries(fields)) {
    if (given[option] !== undefined) result = setPath(result, keysOf(path), given[option]);
  }
  return result as Record<string, unknown>;
}
