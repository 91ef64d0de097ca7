/** Counts and long lists for people, identical in every layer and every locale. */

/** Returns `1,312`, `1,312.50`. */
export function groupedText(value: number | string): string {
  const [whole = "", ...fraction] = String(value).split(".");
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
}

/** Returns `1 file`, `1,312 files`. */
export const countText = (count: number, noun: string): string =>
  `${groupedText(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Returns `and 1,312 more`. */
export const moreText = (count: number): string => `and ${groupedText(count)} more`;

/** Returns the first texts of a list, and the number of the others. */
export const firstTexts = (texts: readonly string[], most: number): string[] =>
  texts.length <= most ? [...texts] : [...texts.slice(0, most), moreText(texts.length - most)];

/** Returns `a, b, and 3 more`. */
export const listText = (texts: readonly string[], most: number): string =>
  firstTexts(texts, most).join(", ");

/** Returns text after the first of `count` things: ` (and 3 more)`. */
export const othersText = (count: number): string => (count > 1 ? ` (${moreText(count - 1)})` : "");

const BYTE_UNITS = ["kB", "MB", "GB", "TB", "PB", "EB"] as const;

/** Returns bytes for people, in powers of 1000: `512 B`, `1.2 MB`, in every locale. */
export function sizeText(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return "?";
  if (bytes < 999.5) return `${Math.round(bytes)} B`;
  let value = bytes / 1000;
  let unit = 0;
  // With one decimal, 999.95 would be written as 1000.0.
  while (value >= 999.95 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(1)} ${BYTE_UNITS[unit]}`;
}
