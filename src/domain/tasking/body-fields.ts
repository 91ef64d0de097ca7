/** A command's flags as a table: the body path of each option, for building bodies and for reporting faults. */
import { bracketPath, getPath, parseBodyPath, setPath, type PathKey } from "../../contract/json-path.ts";

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

/** Converts `offNadirMin` to `--off-nadir-min`. */
export const flagName = (option: string): string =>
  `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Merges the values of flags into a body; absent flags change nothing. */
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

/**
 * Returns path -> flag for faults: the flag that gave a field, or that could give a missing one. Fields of a given
 * body have no flag here: the source of the body is reported instead.
 */
export function flagsOfFields(
  base: object,
  given: Readonly<Record<string, unknown>>,
  fields: BodyFields,
): Record<string, string> {
  const flags: Record<string, string> = {};
  for (const [option, path] of Object.entries(fields)) {
    const keys = keysOf(path);
    if (given[option] !== undefined || getPath(base, keys) === undefined)
      flags[bracketPath(keys)] = flagName(option);
  }
  return flags;
}
