/**
 * Open vocabularies: a name close to a known one is taken for a slip and refused with the suggestion; a name far from
 * all of them is somebody's new word, sent with a warning.
 */
import type { Fault } from "../errors.ts";
import { closest } from "./closest.ts";

export interface NameFinding {
  fault?: Fault;
  warning?: Fault;
}

export interface NamePlace {
  path: string;
  /** What such a name is, for the message: "queryable property". */
  kind: string;
}

/** As many names as an error can list and still be read. */
const SHORT_LIST = 8;

export function checkName(name: string, known: readonly string[], { path, kind }: NamePlace): NameFinding {
  if (known.includes(name)) return {};
  const meant = closest(name, known);
  const base = { code: "ENUM_INVALID", path, value: name, rule: `one of ${known.join(", ")}` } as const;
  if (meant === undefined) {
    return {
      warning: { ...base, message: `${name} is not a ${kind} that the interface lists` },
    };
  }
  const all = known.length <= SHORT_LIST ? ` (${known.join(", ")})` : "";
  const message = `${JSON.stringify(name)} is not a known ${kind}${all}`;
  return { fault: { ...base, message, hint: `Did you mean ${meant}? (--no-validate sends it as it is)` } };
}
