import { isJsonObject } from "./json-object.ts";

/** Conditions of a search: a null in them is an operand, and a removed condition would widen the search. */
const CONDITION_FIELDS: ReadonlySet<string> = new Set(["query", "filter"]);

// Spec silent: `null` in an optional field. We treat it as absent.
/** Removes null fields from a body. Elements of lists and the conditions of a search stay. */
export function withoutNulls(value: unknown): unknown {
  return strip(value, CONDITION_FIELDS);
}

function strip(value: unknown, keptWhole: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => strip(element, NO_FIELDS));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, keptWhole.has(name) ? member : strip(member, NO_FIELDS)]),
  );
}

const NO_FIELDS: ReadonlySet<string> = new Set();
