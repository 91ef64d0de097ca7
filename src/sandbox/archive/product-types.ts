/** Product types that a collect is delivered in, in the order of their names, which is the order of their item ids. */
export const PRODUCT_TYPES = ["CPHD", "GEC", "GEO", "SICD", "SIDD", "SLC"] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** What an item may hold: a delivered product, or the analytic one (vessel detections) that only an order makes. */
export type ItemProduct = ProductType | "VS";

/** Share of the collects that have each product type in the archive; GEO always exists. */
export const PRODUCT_SHARES: Readonly<Record<ProductType, number>> = {
  CPHD: 0.35,
  GEC: 0.75,
  GEO: 1,
  SICD: 0.7,
  SIDD: 0.45,
  SLC: 0.85,
};

/** The product types of a bit mask whose bits stand in the order of `PRODUCT_TYPES`. */
export function productTypesOf(mask: number): ProductType[] {
  return PRODUCT_TYPES.filter((_type, bit) => (mask & (1 << bit)) !== 0);
}
