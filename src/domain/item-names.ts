/** What people call the properties of an item (the heads of its tables) and what the interface calls them. */
import { QUERYABLES } from "../contract/vocabulary.ts";

type Queryable = (typeof QUERYABLES)[number];

/** Properties by the names of their columns. */
export const PROPERTY_OF_COLUMN = {
  product: "sar:product_type",
  mode: "sar:instrument_mode",
  orbit: "sat:orbit_state",
  look: "sar:observation_direction",
  incidence: "view:incidence_angle",
  inc: "view:incidence_angle",
  products: "sar:product_type",
  resolution: "sar:resolution_range",
} as const satisfies Record<string, Queryable>;

/** What their numbers are in: the heads of tables name it, and a head may be typed with it. */
export const UNIT_OF_COLUMN = {
  incidence: "°",
  inc: "°",
  resolution: "m",
} as const satisfies Partial<Record<keyof typeof PROPERTY_OF_COLUMN, string>>;

const UNITS: readonly string[] = Object.values(UNIT_OF_COLUMN);

/** A head as a name: `INC` of `INC °`. */
export function withoutUnit(head: string): string {
  const unit = UNITS.find((each) => head.endsWith(` ${each}`));
  return unit === undefined ? head : head.slice(0, -unit.length - 1);
}

/** Words for the geometry of a scene in the short forms that narrow tables show, by property. */
export const SHORT_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "sat:orbit_state": { asc: "ascending", desc: "descending" },
  "sar:observation_direction": { R: "right", L: "left" },
  "sar:instrument_mode": { strip: "stripmap", spot: "spotlight", slide: "sliding_spotlight" },
};

const SHORT = new Map<unknown, string>(
  Object.values(SHORT_WORDS).flatMap((words) =>
    Object.entries(words).map(([short, full]): [string, string] => [full, short]),
  ),
);

/** The short form of a word that has one; any other value as it is. */
export const shortWord = (full: unknown): unknown => SHORT.get(full) ?? full;

/** A value as the interface writes it: for the short form of a word the word. */
export function valueMeant<T>(property: string, value: T): T | string {
  const words = Object.hasOwn(SHORT_WORDS, property) ? SHORT_WORDS[property]! : {};
  return typeof value === "string" && Object.hasOwn(words, value) ? words[value]! : value;
}

const BELOW_PROPERTIES = /^properties\./;

/** The property that a column's name, in any case, or a path below `properties` means; any other name is a property's own. */
export function propertyNamed(name: string): string {
  const plain = name.replace(BELOW_PROPERTIES, "");
  const column = plain.toLowerCase();
  return Object.hasOwn(PROPERTY_OF_COLUMN, column)
    ? PROPERTY_OF_COLUMN[column as keyof typeof PROPERTY_OF_COLUMN]
    : plain;
}

/** `acme:squint_angle` as the interface writes it, for an operator whose prefix is `acme`. */
export const inInterface = (name: string, vendorPrefix: string): string =>
  name.startsWith(`${vendorPrefix}:`) ? `vendor${name.slice(vendorPrefix.length)}` : name;

/** Names of columns that the interface knows by names outside of its queryable properties, or in another form. */
const SORT_PATH_OF_COLUMN: Readonly<Record<string, string>> = {
  time: "properties.datetime",
  scene: "properties.vendor:collect_id",
};

/** Properties of an item itself that a search sorts by. */
const OWN_PROPERTIES = ["id", "collection"];

/** Every name by which a search sorts, without `properties.`. */
export const SORTABLE: readonly string[] = [
  ...OWN_PROPERTIES,
  "datetime",
  ...Object.keys(PROPERTY_OF_COLUMN),
  ...Object.keys(SORT_PATH_OF_COLUMN),
  ...QUERYABLES,
];

/**
 * The path that a search sorts by: wire names as they are typed, since deployments differ in whether they want
 * `properties.` before them; names of columns as the interface writes paths.
 */
export function sortPath(name: string): string {
  const column = name.toLowerCase();
  if (OWN_PROPERTIES.includes(column)) return column;
  if (Object.hasOwn(SORT_PATH_OF_COLUMN, column)) return SORT_PATH_OF_COLUMN[column]!;
  return Object.hasOwn(PROPERTY_OF_COLUMN, column) || (column === "datetime" && name !== column)
    ? `properties.${propertyNamed(column)}`
    : name;
}
