import type { Settings } from "../settings.ts";

/** Product types whose files the sandbox can write. */
export const DELIVERABLE_TYPES: readonly string[] = ["GEO", "GEC", "SLC", "VS"];

/** Known to the interface, listed in the archive, but not written by this sandbox yet. */
export const UNWRITTEN_TYPES: readonly string[] = ["SICD", "SIDD", "CPHD"];

/** Why a product type cannot be ordered, in words; undefined when it can. */
// Spec silent: how an unknown product type is refused. We answer like one that is marked unavailable.
export function findProductTypeFault(
  productType: string,
  { unavailableProductTypes }: Pick<Settings, "unavailableProductTypes">,
): string | undefined {
  if (UNWRITTEN_TYPES.includes(productType)) {
    return `${productType} is not delivered by this sandbox yet; it delivers ${DELIVERABLE_TYPES.join(", ")}`;
  }
  if (!DELIVERABLE_TYPES.includes(productType)) {
    return `${productType} is no known product type; known are ${[...DELIVERABLE_TYPES, ...UNWRITTEN_TYPES].join(", ")}`;
  }
  return unavailableProductTypes.includes(productType) ? `${productType} is marked unavailable` : undefined;
}
