/**
 * Checks names of open vocabularies. A name close to a known one is a typing error and refused with a suggestion. A
 * name far from all of them may be new in the service: it is sent with a warning.
 */
import type { Fault } from "../errors.ts";
import { findClosest } from "./closest.ts";

export interface NameFinding {
  fault?: Fault;
  warning?: Fault;
}

export interface NamePlace {
  path: string;
  /** The kind of name, for the message: "queryable property". */
  kind: string;
  /** The source of the known names, for the message. Default: the interface. */
  source?: string;
  /** Other names for the same things, such as those of columns. */
  aliases?: Readonly<Record<string, string>>;
}

/** Maximum number of names in a readable error. */
const SHORT_LIST = 8;

export function checkName(
  name: string,
  known: readonly string[],
  { path, kind, source = "that the interface lists", aliases = {} }: NamePlace,
): NameFinding {
  if (known.includes(name)) return {};
  const meant = findMeantName(name, known, aliases);
  const base = { code: "ENUM_INVALID", path, value: name, rule: `one of ${known.join(", ")}` } as const;
  const all = known.length <= SHORT_LIST ? ` (${known.join(", ")})` : "";
  if (meant === undefined) {
    const article = /^[aeio]/.test(kind) ? "an" : "a";
    const message = `${JSON.stringify(name)} is not ${article} ${kind} ${source}${all}`;
    return { warning: { ...base, message } };
  }
  const message = `${JSON.stringify(name)} is not a known ${kind}${all}`;
  return { fault: { ...base, message, next: `Did you mean ${meant}?` } };
}

/** Returns the known name that was probably meant. */
export const findMeantName = (
  name: string,
  known: readonly string[],
  aliases: Readonly<Record<string, string>>,
): string | undefined =>
  findClosest(name, known) ?? findWithPrefix(name, known) ?? findByAlias(name, aliases);

const readPrefix = (name: string): string => (name.includes(":") ? name.slice(0, name.indexOf(":") + 1) : "");

/**
 * Returns `view:incidence_angle` for `incidence_angle`, or for another known prefix; an unknown prefix is a new word.
 */
function findWithPrefix(name: string, known: readonly string[]): string | undefined {
  const prefix = readPrefix(name);
  if (prefix !== "" && !known.some((one) => one.startsWith(prefix))) return undefined;
  const bare = name.slice(prefix.length);
  const withPrefix = known.filter((one) => readPrefix(one) !== "");
  const bareNames = withPrefix.map((one) => one.slice(readPrefix(one).length));
  const meant = findClosest(bare, bareNames);
  return meant === undefined ? undefined : withPrefix[bareNames.indexOf(meant)];
}

function findByAlias(name: string, aliases: Readonly<Record<string, string>>): string | undefined {
  const meant = findClosest(name, Object.keys(aliases));
  return meant === undefined ? undefined : aliases[meant];
}
