import { type Collect, itemId, type ItemProduct } from "./collect.ts";

const digits = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replaceAll(/\D/g, "");

/**
 * Returns the item id in the form used in the field: `VENDOR_C04_SP_GEO_HH_20260301101112_20260301101130`, with the
 * first and the last second of the collect.
 */
export function longItemId(
  { platform, startMs, endMs, type, polarization }: Collect,
  productType: string,
): string {
  const satellite = platform.toUpperCase().replace(/-(\d+)$/, "_C$1");
  const span = `${digits(startMs)}_${digits(endMs)}`;
  return `${satellite}_${type.code}_${productType}_${polarization}_${span}`;
}

/** Returns the item id in the notation of the setting `idStyle`. */
export const shownItemId = (
  collect: Collect,
  productType: string,
  idStyle: "short" | "long" = "short",
): string => (idStyle === "long" ? longItemId : itemId)(collect, productType);

const SHAPE = /_[A-Z]+_([A-Z]+)_[A-Z]{2}_(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_\d{14}$/;

/** Returns the product and the first second of an item from its long id; undefined for any other text. */
export function readLongId(id: string): { productType: ItemProduct; startMs: number } | undefined {
  const [, productType, ...parts] = SHAPE.exec(id) ?? [];
  if (productType === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const startMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return { productType: productType as ItemProduct, startMs };
}
