/** Attributes of the export files, the matching catalog properties, and their columns of product types. */
import { toProperty, toInterfaceValue } from "../item-names.ts";
import type { WhereClause } from "../where.ts";

/** Attribute by property; `vendor:` is a placeholder for the prefix of the operator's own properties. */
const PROPERTIES = {
  datetime: "datetime",
  "sar:instrument_mode": "mode",
  "sar:observation_direction": "observ_dir",
  "sar:polarizations": "polariztn",
  "sat:orbit_state": "orbt_state",
  "view:off_nadir": "look_angle",
  "view:look_angle": "look_angle",
  "view:incidence_angle": "incd_angle",
  "vendor:squint_angle": "sqnt_angle",
  "vendor:orbital_plane": "orbt_plane",
  "vendor:num_looks": "num_looks",
  "vendor:collect_id": "id",
} as const;

/** Attributes from which items are built, in addition to the products. */
export const ITEM_ATTRIBUTES: readonly string[] = [...new Set(Object.values(PROPERTIES)), "url"];

/** The column that lists a collect's products; the catalog's table uses this name for another column. */
const PRODUCTS = "products";

/**
 * Renames properties in conditions to the attributes of the files; attributes, and properties that no file has, keep
 * their names.
 */
export function toAttributes(clauses: readonly WhereClause[], vendorPrefix: string): WhereClause[] {
  const named = new Map<string, string>(
    Object.entries(PROPERTIES).map(([property, name]) => [toDialectName(property, vendorPrefix), name]),
  );
  return clauses.map((clause) => {
    if (clause.name === PRODUCTS) return clause;
    const property = toProperty(clause.name);
    const plain = toDialectName(property, vendorPrefix);
    return { ...clause, name: named.get(plain) ?? plain, value: toInterfaceValue(property, clause.value) };
  });
}

/** Returns the catalog's properties from attributes; missing attributes are skipped. */
export function toProperties(
  attributes: Readonly<Record<string, unknown>>,
  vendorPrefix: string,
): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [property, name] of Object.entries(PROPERTIES)) {
    const value = attributes[name] ?? undefined;
    if (value === undefined || property === "view:look_angle") continue;
    properties[toDialectName(property, vendorPrefix)] = property === "sar:polarizations" ? [value] : value;
  }
  return properties;
}

/**
 * The product types with a column, in the order of the interface. A column contains the STAC identifier of an
 * existing product.
 */
export const PRODUCT_COLUMNS = ["SLC", "GEO", "GEC", "SICD", "SIDD", "CPHD"] as const;

const toDialectName = (property: string, vendorPrefix: string): string =>
  property.replace(/^vendor:/, `${vendorPrefix}:`);
