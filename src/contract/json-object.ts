/** JSON objects whose properties are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, else an empty object: for rules and readers of nested values. */
export function toJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns the value of a JSON text; undefined for any other text. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the kind of a JSON value for messages: "a list", "an object", "a text", "a number", "true", "null". */
export function nameOfKind(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  if (typeof value === "number") return "a number";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

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
