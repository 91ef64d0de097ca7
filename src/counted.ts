/** Counts and long lists for people, the same in every layer and every locale. */

/** `1,312`, `1,312.50`. */
export function groupedText(value: number | string): string {
  const [whole = "", ...fraction] = String(value).split(".");
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
}

/** `1 file`, `1,312 files`. */
export const countText = (count: number, noun: string): string =>
  `${groupedText(count)} ${noun}${count === 1 ? "" : "s"}`;

/** `and 1,312 more`. */
export const moreText = (count: number): string => `and ${groupedText(count)} more`;

/** The first texts of a list, and the number of the others in place of them. */
export const firstTexts = (texts: readonly string[], most: number): string[] =>
  texts.length <= most ? [...texts] : [...texts.slice(0, most), moreText(texts.length - most)];

/** `a, b, and 3 more`. */
export const listText = (texts: readonly string[], most: number): string =>
  firstTexts(texts, most).join(", ");

/** Follows the first of `count` things: ` (and 3 more)`. */
export const othersText = (count: number): string => (count > 1 ? ` (${moreText(count - 1)})` : "");
