/** Compares the attributes of a footprint with the conditions of `--where`. */
import type { WhereClause } from "../domain/where.ts";
import type { Attribute, Attributes } from "./footprint.ts";

/** Compares like the catalog: numbers with numbers, text with text; a missing attribute meets no condition. */
export const holdsAll =
  (conditions: readonly WhereClause[]) =>
  (attributes: Attributes): boolean =>
    conditions.every(({ name, operator, value }) => compare(attributes[name] ?? null, operator, value));

function compare(found: Attribute, operator: WhereClause["operator"], wanted: WhereClause["value"]): boolean {
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
