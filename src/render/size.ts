const UNITS = ["kB", "MB", "GB", "TB", "PB", "EB"] as const;

/** Bytes for people, in powers of 1000: `512 B`, `1.2 MB`. The same in every locale. */
export function sizeText(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return "?";
  if (bytes < 999.5) return `${Math.round(bytes)} B`;
  let value = bytes / 1000;
  let unit = 0;
  // 999.95 would print as 1000.0.
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(1)} ${UNITS[unit]}`;
}

/** Bytes per second for people: `3.4 MB/s`. */
export const rateText = (bytesPerSecond: number): string => `${sizeText(bytesPerSecond)}/s`;
