/** Attributes of the export files, and the properties of the catalog that say the same. */
import type { WhereClause } from "../../domain/where.ts";

const PROPERTIES: Readonly<Record<string, string>> = {
  "sar:instrument_mode": "mode",
  "sar:observation_direction": "observ_dir",
  "sat:orbit_state": "orbt_state",
  "view:incidence_angle": "incd_angle",
  "vendor:squint_angle": "sqnt_angle",
  "vendor:collect_id": "id",
};

/** The attribute that a name on the command line means: its own, or that of a property of the catalog. */
export const attributeNamed = (name: string): string =>
  Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name]! : name;

export const inAttributes = (clauses: readonly WhereClause[]): WhereClause[] =>
  clauses.map((clause) => ({ ...clause, name: attributeNamed(clause.name) }));

/** Properties of the catalog from attributes, in the catalog's names. */
export function propertiesOf(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found = Object.entries(PROPERTIES).map(([property, name]) => [property, attributes[name]] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== null));
}
