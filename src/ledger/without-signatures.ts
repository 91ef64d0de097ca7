const DEEPEST = 64;
const URL_WITH_QUERY = /(\bhttps?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/gi;
const USER_INFO = /(\bhttps?:\/\/)[^\s/?#"'<>]*@/gi;

/**
 * A copy of JSON data in which no URL has a query, a fragment or a password: a body made from search results may carry
 * signed links, and the journal outlives them.
 */
export function withoutSignatures(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.replace(USER_INFO, "$1").replace(URL_WITH_QUERY, "$1");
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) return value.map((element) => withoutSignatures(element, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withoutSignatures(member, depth + 1)]),
  );
}
