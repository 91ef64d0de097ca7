/** Compares the attributes of a footprint with the conditions of `--where`. */
import type { Attribute, Attributes } from "./footprint.ts";

export interface Comparison {
  /** Name of the attribute in the file. */
  name: string;
  operator: "=" | "==" | "<" | "<=" | ">" | ">=" | "^=" | "*=";
  value: string | number | boolean;
}

/** Compares like the catalog: numbers with numbers, text with text; a missing attribute meets no condition. */
export const holdsAll =
  (comparisons: readonly Comparison[]) =>
  (attributes: Attributes): boolean =>
    comparisons.every(({ name, operator, value }) => compare(attributes[name] ?? null, operator, value));

function compare(found: Attribute, operator: Comparison["operator"], wanted: Comparison["value"]): boolean {
  if (found === null) return false;
  const value = typeof found === "string" ? String(wanted) : wanted;
  if (typeof value !== typeof found) return false;
  switch (operator) {
    case "=":
    case "==":
      return found === value;
    case "<":
      return found < value;
    case "<=":
      return found <= value;
    case ">":
      return found > value;
    case ">=":
      return found >= value;
    case "^=":
      return String(found).startsWith(String(value));
    case "*=":
      return String(found).includes(String(value));
  }
}
