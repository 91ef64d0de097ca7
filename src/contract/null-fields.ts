import { isJsonObject } from "./json-object.ts";

/** Conditions of a search: a null in them is an operand, and a removed condition would widen the search. */
const CONDITION_FIELDS: ReadonlySet<string> = new Set(["query", "filter"]);

// Spec silent: `null` in an optional field. We treat it as absent.
/** Removes null fields from a body. Elements of lists and the conditions of a search stay. */
export function removeNulls(value: unknown, kept: ReadonlySet<string> = CONDITION_FIELDS): unknown {
  if (Array.isArray(value)) return value.map((element) => removeNulls(element, new Set()));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [name, kept.has(name) ? member : removeNulls(member, new Set())]),
  );
}
