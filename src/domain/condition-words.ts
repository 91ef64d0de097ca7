/** The words of a condition such as `orbit=asc`: names of properties, and values of those that have few. */
import { PRODUCT_TYPES, QUERYABLES } from "../contract/vocabulary.ts";
import { PROPERTY_OF_COLUMN, SHORT_WORDS, toProperty } from "./item-names.ts";

const EQUATION = /^([^<>=]+={1,2})[^=]*$/;

/** Returns the names of properties and columns, or after `orbit=` the conditions with each known value. */
export function listConditions(typed: string): string[] {
  const [, start] = EQUATION.exec(typed) ?? [];
  if (start === undefined) return [...Object.keys(PROPERTY_OF_COLUMN), ...QUERYABLES];
  return listValues(toProperty(start.replace(/=+$/, ""))).map((value) => `${start}${value}`);
}

function listValues(property: string): readonly string[] {
  if (property === PROPERTY_OF_COLUMN.product) return PRODUCT_TYPES;
  return Object.hasOwn(SHORT_WORDS, property) ? Object.values(SHORT_WORDS[property]!) : [];
}
