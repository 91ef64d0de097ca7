/**
 * `vendor:` in an identifier is a placeholder for the operator's name: it is written as the dialect
 * specifies, and read with any prefix.
 */
import { isJsonObject } from "./json-object.ts";

const PLACEHOLDER = "vendor:";

/**
 * Returns the wire name: `vendor:collect_id` becomes `<prefix>:collect_id`. A leading `-` or `+` and `properties.`
 * stay.
 */
export function toWireName(name: string, prefix: string): string {
  return name.replace(/^([+-]?(?:properties\.)?)vendor:/, (_whole, lead: string) => `${lead}${prefix}:`);
}

/** Returns whether a filter has a property of the operator. */
export const hasVendorName = (query: unknown): boolean =>
  isJsonObject(query) && Object.keys(query).some((name) => toWireName(name, "") !== name);

/** Returns the catalog search with every `vendor:` property renamed, in `query` and in both forms of `sortby`. */
export function toWireSearch<B extends { query?: unknown; sortby?: unknown }>(body: B, prefix: string): B {
  const { query, sortby } = body;
  const rewritten = { ...body };
  if (isJsonObject(query)) {
    rewritten.query = Object.fromEntries(
      Object.entries(query).map(([name, comparison]) => [toWireName(name, prefix), comparison]),
    );
  }
  if (typeof sortby === "string") {
    rewritten.sortby = sortby
      .split(",")
      .map((field) => toWireName(field, prefix))
      .join(",");
  } else if (Array.isArray(sortby)) {
    rewritten.sortby = sortby.map((entry: unknown) => {
      const field = (entry as { field?: unknown } | null)?.field;
      return typeof field === "string" ? { ...(entry as object), field: toWireName(field, prefix) } : entry;
    });
  }
  return rewritten;
}

/** Returns the property `<any prefix>:<name>` of an item, e.g. `collect_id`; the prefix `vendor` takes precedence. */
export function readVendorMember(
  properties: Readonly<Record<string, unknown>> | null | undefined,
  name: string,
): unknown {
  if (properties === null || properties === undefined) return undefined;
  const own = PLACEHOLDER + name;
  if (Object.hasOwn(properties, own)) return properties[own];
  const key = Object.keys(properties).find((candidate) => candidate.endsWith(`:${name}`));
  return key === undefined ? undefined : properties[key];
}
