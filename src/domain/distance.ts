/** Reads a distance: `5km`, `800m`, `3nmi`. */
import type { Reader } from "./readers.ts";

const KILOMETRES: Readonly<Record<string, number>> = { m: 0.001, km: 1, nmi: 1.852, mi: 1.609344 };
const MAX_KM = 5000;

/** Kilometres. */
export const readDistance: Reader<number> = (given) => {
  const [, number = "", unit = ""] = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*([a-z]+)\s*$/i.exec(given) ?? [];
  const kilometres = Number(number) * (KILOMETRES[unit.toLowerCase()] ?? Number.NaN);
  if (number !== "" && kilometres > 0 && kilometres <= MAX_KM) return { ok: true, value: kilometres };
  const rule = `must be a distance such as 5km, 800m or 3nmi, up to ${MAX_KM} km`;
  const isBare = unit === "" && Number(given) > 0 && Number(given) <= MAX_KM;
  if (!isBare) return { ok: false, rule };
  const meant = `${given.trim()}km`;
  return { ok: false, rule, next: `Did you mean ${meant}?` };
};
