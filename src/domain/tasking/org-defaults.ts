/** Converts words to an organization's default product types. */
import type { Findings } from "../findings.ts";
import { readProductTypes, toUpperCaseType } from "./product-types.ts";

export interface DefaultProductType {
  productType: string;
  required: boolean;
}

export interface OrgDefaults extends Findings {
  list: DefaultProductType[];
}

const PATH = "defaultProductTypes";

/** Merges the flags into a given list; of a repeated type the last one applies. */
export function mergeOrgDefaults(
  base: readonly DefaultProductType[],
  { required, optional }: { required: readonly string[]; optional: readonly string[] },
): OrgDefaults {
  const found: Findings = { notes: [], faults: [], warnings: [] };
  const must = readProductTypes(required, PATH, found, "required");
  const may = readProductTypes(optional, PATH, found, "optional");
  for (const type of must.filter((type) => may.includes(type))) {
    const rule = "a product type is either required or optional";
    const message = `${type} is given as required and as optional`;
    found.faults.push({ code: "USAGE", path: PATH, option: "optional", value: type, rule, message });
  }
  const named = new Set([...must, ...may]);
  const given = base.map((element) => correctCase(element, found.notes));
  const list = [
    ...given.filter(({ productType }) => !named.has(productType)),
    ...must.map((productType) => ({ productType, required: true })),
    ...may.filter((type) => !must.includes(type)).map((productType) => ({ productType, required: false })),
  ];
  if (!list.some(({ productType }) => productType === "GEO")) {
    list.unshift({ productType: "GEO", required: true });
    found.notes.push("added GEO (required), which the system always requires");
  }
  return { list, ...found };
}

/** Returns an element of a given list; other values stay unchanged, and the rule of the body refuses them. */
function correctCase(element: DefaultProductType, notes: string[]): DefaultProductType {
  const { productType } = element;
  const type = typeof productType === "string" ? toUpperCaseType(productType) : productType;
  if (type === productType) return element;
  notes.push(`product type ${productType} was taken as ${type}`);
  return { ...element, productType: type };
}
