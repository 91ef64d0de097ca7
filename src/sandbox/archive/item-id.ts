import type { Collect } from "./collect.ts";
import { PRODUCT_TYPES, type ProductType } from "./product-types.ts";

/** Everything of a collect that its items' ids say. */
export type NamedCollect = Pick<Collect, "id" | "platform" | "startMs" | "type" | "polarization">;

/**
 * Id of the STAC item of one product of a collect: `VENDOR-04_20260301T101112_SP_GEO_HH_1a2b3c4d`. The last part is the
 * first of the collect's id.
 */
export function itemId(collect: NamedCollect, productType: string): string {
  const start = new Date(collect.startMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const { code } = collect.type;
  const short = collect.id.slice(0, 8);
  return `${collect.platform.toUpperCase()}_${start}_${code}_${productType}_${collect.polarization}_${short}`;
}

const SHAPE = /_\d{8}T\d{6}_[A-Z]+_([A-Z]+)_[A-Z]{2}_([0-9a-f]{8})$/;

/** The parts of an item id that lead to its collect; undefined when no archive item is named so. */
export function readItemId(id: string): { productType: ProductType; shortId: string } | undefined {
  const [, product, shortId = ""] = SHAPE.exec(id) ?? [];
  const productType = PRODUCT_TYPES.find((type) => type === product);
  return productType === undefined ? undefined : { productType, shortId };
}
