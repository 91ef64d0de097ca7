/** What a JSON value is, in the words that messages use: "a list", "an object", "a text", "a number", "true", "null". */
export function nameOfKind(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  if (typeof value === "number") return "a number";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
