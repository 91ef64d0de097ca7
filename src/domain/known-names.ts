/**
 * Open vocabularies: a name close to a known one is taken for a slip and refused with the suggestion; a name far from
 * all of them is somebody's new word, sent with a warning.
 */
import type { Fault } from "../errors.ts";
import { closest } from "./closest.ts";

export interface NameFinding {
  fault?: Fault;
  warning?: string;
}

export interface NamePlace {
  path: string;
  /** What such a name is, for the message: "queryable property". */
  kind: string;
}

export function checkName(name: string, known: readonly string[], { path, kind }: NamePlace): NameFinding {
  if (known.includes(name)) return {};
  const meant = closest(name, known);
  if (meant === undefined)
    return { warning: `${name} is not a ${kind} that the interface lists; it is sent as it is` };
  const rule = `a ${kind}: ${known.join(", ")}`;
  return {
    fault: {
      code: "ENUM_INVALID",
      path,
      value: name,
      rule,
      message: `${JSON.stringify(name)} is not a known ${kind}`,
      hint: `Did you mean ${meant}? (--no-validate sends it as it is)`,
    },
  };
}
