import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import type { BodyFault } from "../http/refusal.ts";
import type { Settings } from "../settings.ts";
import type { Organization } from "../store/organizations-table.ts";
import type { RequestProperties } from "./tasking-request.ts";

type Config = RequestProperties["processingConfig"];

interface ProductRules {
  organization: Organization;
  settings: Pick<Settings, "unavailableProductTypes">;
}

const PATH = "properties.processingConfig.productTypes";

const unique = (types: readonly string[]): string[] => [...new Set(types.map((type) => type.toUpperCase()))];

const lockedTypes = ({ defaultProductTypes }: Organization): string[] =>
  defaultProductTypes.filter(({ required }) => required).map(({ productType }) => productType);

/** Why nobody may choose a product type, in words; undefined when one may. */
export function findTypeFault(
  productType: string,
  { organization, settings }: ProductRules,
): string | undefined {
  if (!(PRODUCT_TYPES as readonly string[]).includes(productType)) {
    return `${productType} is no known product type; known are ${PRODUCT_TYPES.join(", ")}`;
  }
  const unavailable = [...settings.unavailableProductTypes, ...organization.unavailableProductTypes];
  return unavailable.includes(productType)
    ? `${productType} is marked unavailable by an Org Manager`
    : undefined;
}

/**
 * The product types of a new request: those given and those the organization locks, or the organization's defaults.
 * Faults: PRODUCT_TYPE_UNAVAILABLE for a given one.
 */
export function chooseProducts(given: unknown, rules: ProductRules, faults: BodyFault[]): Config {
  const lockedProductTypes = lockedTypes(rules.organization);
  if (!Array.isArray(given)) {
    const defaults = rules.organization.defaultProductTypes.map(({ productType }) => productType);
    const productTypes = defaults.filter(
      (type) => lockedProductTypes.includes(type) || findTypeFault(type, rules) === undefined,
    );
    return { productTypes, lockedProductTypes };
  }
  const chosen = unique(given as string[]);
  for (const [index, type] of chosen.entries()) {
    const message = lockedProductTypes.includes(type) ? undefined : findTypeFault(type, rules);
    if (message !== undefined)
      faults.push({ code: "PRODUCT_TYPE_UNAVAILABLE", path: `${PATH}[${index}]`, message });
  }
  return { productTypes: unique([...chosen, ...lockedProductTypes]), lockedProductTypes };
}

/**
 * The product types of a request that exists, after an update. Faults: PRODUCT_TYPE_LOCKED for one that was locked when
 * the request was made and is left out, PRODUCT_TYPE_UNAVAILABLE for one that comes in.
 */
export function changeProducts(
  given: readonly string[],
  before: Config,
  rules: ProductRules,
  faults: BodyFault[],
): Config {
  const chosen = unique(given);
  for (const type of before.lockedProductTypes.filter((locked) => !chosen.includes(locked))) {
    const message = `${type} is always included: the organization requires it`;
    faults.push({ code: "PRODUCT_TYPE_LOCKED", path: PATH, message });
  }
  for (const [index, type] of chosen.entries()) {
    const message = before.productTypes.includes(type) ? undefined : findTypeFault(type, rules);
    if (message !== undefined)
      faults.push({ code: "PRODUCT_TYPE_UNAVAILABLE", path: `${PATH}[${index}]`, message });
  }
  return { ...before, productTypes: chosen };
}
