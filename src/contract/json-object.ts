/** JSON objects whose properties are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else an empty one: for rules and readers that look deeper than their own level. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** What a JSON value is, in the words that messages use: "a list", "an object", "a text", "a number", "true", "null". */
export function nameOfKind(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  if (typeof value === "number") return "a number";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
