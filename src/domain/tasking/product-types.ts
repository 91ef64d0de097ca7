/** Converts typed product types to the list to send. */
import type { BodyOf } from "../../contract/schemas.ts";
import { PRODUCT_TYPES, SEEN_PRODUCT_TYPES, TYPE_OF_FORMAT } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import type { Findings } from "../findings.ts";
import { checkName, type NameFinding } from "../known-names.ts";

/**
 * Returns types in upper case, without repetition, in order; a near miss of a known name is a fault, any other
 * unknown name a warning.
 */
export function readProductTypes(
  given: readonly string[],
  path: string,
  { notes, faults, warnings }: Findings,
  option?: string,
): string[] {
  const types: string[] = [];
  for (const text of given) {
    const type = toUpperCaseType(text);
    const { fault, warning } = checkProductType(type, path);
    if (fault === undefined && type !== text) notes.push(`product type ${text} was taken as ${type}`);
    if (types.includes(type)) {
      notes.push(`product type ${type} was given twice and is sent once`);
      continue;
    }
    types.push(type);
    if (fault !== undefined) faults.push({ ...fault, option });
    if (warning !== undefined) warnings.push({ ...warning, option });
  }
  return types;
}

/** Shorter names are as near to a new type as to a misspelt one. */
const MIN_NEAR = 3;

/**
 * Checks a product type in upper case. A near miss of a known name is a fault; a name that may be a real type of the service is a
 * warning, and is sent.
 */
export function checkProductType(type: string, path: string): NameFinding {
  const { fault, warning } = checkName(type, PRODUCT_TYPES, {
    path,
    kind: "product type",
    aliases: TYPE_OF_FORMAT,
  });
  if (fault === undefined) return { ...(warning !== undefined && { warning }) };
  const seen: readonly string[] = SEEN_PRODUCT_TYPES;
  if (type.length >= MIN_NEAR && !seen.includes(type)) return { fault };
  const { next, ...rest } = fault;
  const isKnown = seen.includes(type);
  const message = `${JSON.stringify(type)} is not a product type that the interface lists (${PRODUCT_TYPES.join(", ")}); it is sent as it is`;
  return { warning: { ...rest, message, ...(!isKnown && next !== undefined && { next }) } };
}

/** ASCII only, so that the result does not depend on the language. */
export const toUpperCaseType = (text: string): string =>
  text.trim().replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());

/** Returns a list of product types with GEO, which the interface requires in each, and notes when it was missing. */
export function addGeo(types: readonly string[], notes: string[]): string[] {
  if (types.includes("GEO")) return [...types];
  notes.push("added GEO to the product types, which the system always requires");
  return ["GEO", ...types];
}

/** The whole new list, or the changes of a task's list. */
export type ProductChange = { types: string[] } | { add: string[]; remove: string[] };

/** Only this field: other fields of a task cannot be changed. */
export const makeUpdateBody = (productTypes: string[]): BodyOf<"updateTask"> => ({
  properties: { processingConfig: { productTypes } },
});

export const UPDATED_TYPES = "properties.processingConfig.productTypes";

export interface ProductChangeDraft extends Findings {
  change: ProductChange;
  /** The body to validate before a task is read. */
  body: BodyOf<"updateTask">;
}

/** Returns the change of a task's product types. `types` is the whole list, which `add` and `remove` change. */
export function draftProductChange({
  types,
  add = [],
  remove = [],
}: {
  types?: readonly string[] | undefined;
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
}): ProductChangeDraft {
  const found: Findings = { notes: [], faults: [], warnings: [] };
  const read = (given: readonly string[], option: string): string[] =>
    readProductTypes(given, UPDATED_TYPES, found, option);
  if (types === undefined) {
    const change = { add: read(add, "add"), remove: read(remove, "remove") };
    if (change.remove.includes("GEO")) found.faults.push({ ...REQUIRED, option: "remove" });
    // The list itself is validated after the task was read; faults of the names are reported before.
    return { change, body: makeUpdateBody(["GEO", ...change.add]), ...found };
  }
  const list = addGeo(read(types, "productType"), found.notes);
  return { change: { types: list }, body: makeUpdateBody(list), ...found };
}

const REQUIRED: Fault = {
  code: "GEO_REQUIRED",
  path: UPDATED_TYPES,
  value: "GEO",
  rule: "GEO is required by the system and must always be included",
  message: "GEO cannot be removed: the system requires it",
};

/** Returns a task's list after additions and removals. */
export function changeProductTypes(
  current: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] {
  return [...new Set([...current, ...add])].filter((type) => !remove.includes(type));
}
