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
