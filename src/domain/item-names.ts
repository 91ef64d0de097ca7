/** Maps people's names of item properties (column headings) to the interface's names. */
import { QUERYABLES } from "../contract/vocabulary.ts";

type Queryable = (typeof QUERYABLES)[number];

/** Properties by column name. */
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

/** Units of numeric columns: headings contain them, and a typed heading may. */
export const UNIT_OF_COLUMN = {
  incidence: "°",
  inc: "°",
  resolution: "m",
} as const satisfies Partial<Record<keyof typeof PROPERTY_OF_COLUMN, string>>;

export const UNITS: readonly string[] = [...new Set(Object.values(UNIT_OF_COLUMN))];

/** Returns a heading as a name: `INC` for `INC °`. */
export function stripUnit(head: string): string {
  const unit = UNITS.find((each) => head.endsWith(` ${each}`));
  return unit === undefined ? head : head.slice(0, -unit.length - 1);
}

/** Abbreviations of a scene's geometry in narrow tables, by property. */
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

/** Returns a word's abbreviation, if there is one; any other value unchanged. */
export const shortenWord = (full: unknown): unknown => SHORT.get(full) ?? full;

/** The words of a property that tables abbreviate. */
export const listLongWords = (property: string): string[] =>
  Object.hasOwn(SHORT_WORDS, property) ? Object.values(SHORT_WORDS[property]!) : [];

/** Returns a value in the interface's form: abbreviations are expanded, and known words have its case. */
export function toInterfaceValue<T>(property: string, value: T): T | string {
  const words = Object.hasOwn(SHORT_WORDS, property) ? SHORT_WORDS[property]! : {};
  if (typeof value !== "string") return value;
  const typed = value.toLowerCase();
  const meant = Object.entries(words).find((pair) => pair.some((word) => word.toLowerCase() === typed));
  return meant?.[1] ?? value;
}

const BELOW_PROPERTIES = /^properties\./;

/**
 * Returns the property for a column's name, in any case, or for a path below `properties`; any other name is returned
 * unchanged.
 */
export function toProperty(name: string): string {
  const plain = name.replace(BELOW_PROPERTIES, "");
  const column = plain.toLowerCase();
  return Object.hasOwn(PROPERTY_OF_COLUMN, column)
    ? PROPERTY_OF_COLUMN[column as keyof typeof PROPERTY_OF_COLUMN]
    : plain;
}

/** Returns `acme:squint_angle` in the interface's form, for an operator whose prefix is `acme`. */
export const toInterfaceName = (name: string, vendorPrefix: string): string =>
  name.startsWith(`${vendorPrefix}:`) ? `vendor${name.slice(vendorPrefix.length)}` : name;

/** Columns whose fields in the interface are not queryable properties, or have another form. */
const SORT_PATH_OF_COLUMN: Readonly<Record<string, string>> = {
  time: "properties.datetime",
  scene: "properties.vendor:collect_id",
};

/** Fields of the item itself by which a search sorts. */
const OWN_PROPERTIES = ["id", "collection"];

/** Names by which this machine sorts, because the service cannot. */
export const SORTED_HERE: readonly string[] = ["covers", "price"];

/** Every sortable name, without `properties.`. */
export const SORTABLE: readonly string[] = [
  ...OWN_PROPERTIES,
  "datetime",
  ...Object.keys(PROPERTY_OF_COLUMN),
  ...Object.keys(SORT_PATH_OF_COLUMN),
  ...QUERYABLES,
];

/**
 * Returns the path by which a search sorts. Wire names stay as typed, since deployments differ in whether they
 * require the prefix `properties.`; names of columns become the interface's paths.
 */
export function toSortPath(name: string): string {
  const column = name.toLowerCase();
  if (OWN_PROPERTIES.includes(column)) return column;
  if (Object.hasOwn(SORT_PATH_OF_COLUMN, column)) return SORT_PATH_OF_COLUMN[column]!;
  return Object.hasOwn(PROPERTY_OF_COLUMN, column) || (column === "datetime" && name !== column)
    ? `properties.${toProperty(column)}`
    : name;
}
