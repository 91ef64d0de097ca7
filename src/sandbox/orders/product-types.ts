import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import type { Settings } from "../settings.ts";

/** Why a product type cannot be ordered, in words; undefined when it can. */
// Spec silent: how an unknown product type is refused. We answer like one that is marked unavailable.
export function findProductTypeFault(
  productType: string,
  { unavailableProductTypes }: Pick<Settings, "unavailableProductTypes">,
): string | undefined {
  if (!(PRODUCT_TYPES as readonly string[]).includes(productType)) {
    return `${productType} is no known product type; known are ${PRODUCT_TYPES.join(", ")}`;
  }
  return unavailableProductTypes.includes(productType) ? `${productType} is marked unavailable` : undefined;
}
