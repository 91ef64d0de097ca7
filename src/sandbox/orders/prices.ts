import type { Collect } from "../archive/collect.ts";
import type { SandboxSettings } from "../settings.ts";

/** Cents of one product of one collect. */
// Spec silent: prices. We have a table by product type with a factor for the mode; open data costs nothing.
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

// Spec silent: the currency format. We write $1,234.00.
export function formatCents(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(?:\d{3})+$)/gu, ",");
  return `$${whole}.${String(cents % 100).padStart(2, "0")}`;
}
