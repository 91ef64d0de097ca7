import { groupedText } from "../../counted.ts";
import type { Collect } from "../archive/collect.ts";
import type { SandboxSettings } from "../settings.ts";

/** Returns the price in cents of one product of one collect. */
// Spec silent: prices of archive items. The sandbox has a table by product type with a factor for the mode; open data
// is free.
export function priceCents(
  collect: Collect,
  productType: string,
  { priceTable }: Pick<SandboxSettings, "priceTable">,
): number {
  if (collect.collectionId === "vendor-open-data") return 0;
  const base = priceTable[productType] ?? 0;
  const factor = priceTable[`mode.${collect.type.collectMode}`] ?? 1;
  return Math.round(base * factor * 100);
}

// Spec silent: the currency format. The sandbox writes $1,234.00.
export function formatCents(cents: number): string {
  return `$${groupedText(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;
}
