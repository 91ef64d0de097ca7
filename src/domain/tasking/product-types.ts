/** Product types as people type them -> the list that is sent. */
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { checkName } from "../known-names.ts";

export interface ProductTypeList {
  types: string[];
  notes: string[];
  faults: Fault[];
  warnings: Fault[];
}

/** Upper case, each once, in order; a near miss of a known name is a fault, a far one a warning. */
export function productTypeList(given: readonly string[], path: string, flag?: string): ProductTypeList {
  const list: ProductTypeList = { types: [], notes: [], faults: [], warnings: [] };
  for (const text of given) {
    const type = upperCase(text);
    if (type !== text) list.notes.push(`product type ${text} was taken as ${type}`);
    if (list.types.includes(type)) {
      list.notes.push(`product type ${type} was given twice and is sent once`);
      continue;
    }
    list.types.push(type);
    const { fault, warning } = checkName(type, PRODUCT_TYPES, { path, kind: "product type" });
    if (fault !== undefined) list.faults.push({ ...fault, flag });
    if (warning !== undefined) list.warnings.push({ ...warning, flag });
  }
  return list;
}

/** ASCII only: no language has a say in a vocabulary. */
const upperCase = (text: string): string =>
  text.trim().replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());

/** The fault of a list without GEO, with the flags that would mend it. */
export function missingGeo(types: readonly string[], path: string, flag: string): Fault | undefined {
  if (types.includes("GEO")) return undefined;
  return {
    code: "GEO_REQUIRED",
    path,
    flag,
    value: [...types],
    rule: "GEO is required by the system and must always be included",
    message: `the product types ${types.join(", ")} do not include GEO`,
    hint: `Type: ${flag} ${["GEO", ...types].join(",")}`,
  };
}

/** A task's list after additions and removals. */
export function changedProductTypes(
  current: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] {
  return [...new Set([...current, ...add])].filter((type) => !remove.includes(type));
}
