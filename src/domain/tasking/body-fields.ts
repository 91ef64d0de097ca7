/** A command's flags as a table: the body path of each option, for building bodies and for reporting faults. */
import { parseBodyPath, setPath, type PathKey } from "../../contract/json-path.ts";

/** Option in commander's form -> body path: `{ offNadirMin: "properties.collectConstraints.offNadirMin" }`. */
export type BodyFields = Readonly<Record<string, string>>;

/** Returns the keys of a path in our own tables. */
export function parseOwnPath(path: string): readonly PathKey[] {
  const result = parseBodyPath(path);
  if (!result.ok) throw new Error(`the path ${path} ${result.reason}`);
  return result.path;
}

/** Merges the values of options into a body; absent options change nothing. */
export function mergeFields(
  body: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
  fields: BodyFields,
): Record<string, unknown> {
  let result: unknown = body;
  for (const [option, path] of Object.entries(fields)) {
    if (given[option] !== undefined) result = setPath(result, parseOwnPath(path), given[option]);
  }
  return result as Record<string, unknown>;
}
