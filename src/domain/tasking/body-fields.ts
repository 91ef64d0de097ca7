/** A command's flags as a table: which option fills which path of the body. Building and naming faults both read it. */
import { bracketPath, getPath, parseBodyPath, setPath, type PathKey } from "../../contract/json-path.ts";

/** Option as commander names it -> body path: `{ offNadirMin: "properties.collectConstraints.offNadirMin" }`. */
export type BodyFields = Readonly<Record<string, string>>;

const parsed = new Map<string, readonly PathKey[]>();

/** The keys of a path that stands in our own tables. */
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

/** `offNadirMin` -> `--off-nadir-min`. */
export const flagName = (option: string): string =>
  `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Lays what the flags gave over a body; a flag that was not given changes nothing. */
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
 * Path -> flag, for naming faults: the flag that filled a member or that would fill a missing one. A member that
 * came with the body has no flag here: the source of the body is named instead.
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
