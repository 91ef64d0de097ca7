/** Returns JSON with sorted keys, so that equal data is equal text. Properties without a value are skipped. */
export function toCanonicalJson(value: unknown): string {
  if (value === undefined) return "null";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${toCanonicalJson(member)}`);
  return `{${members.join(",")}}`;
}
