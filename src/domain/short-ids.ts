/** Ids as people shorten them: to their beginning, or to the name of what they stand for. */

export interface Named {
  id: string;
  name?: string | undefined;
}

/** Fewer characters would soon mean something else. */
export const FEWEST_CHARACTERS = 4;

/** Taken as it is, without a search: a UUID, which can be nothing shorter than itself, and what is too short. */
export const isAsTyped = (word: string): boolean =>
  word.length < FEWEST_CHARACTERS ||
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(word);

/** Whether a word may be the beginning of an id. */
export const mayBeginId = (word: string): boolean => /^[\w-]+$/.test(word);

/** Whether it looks so much like one that it is hardly a name: hexadecimal digits alone. */
export const looksLikeId = (word: string): boolean =>
  mayBeginId(word) && /^[0-9a-f]+(?:-[0-9a-f]*)*$/i.test(word);

/** The same, and long enough to be searched for by the beginning of an id. */
export const isIdOrBegin = (word: string): boolean => word.length >= FEWEST_CHARACTERS && looksLikeId(word);

const WITH_PRODUCTS = /^(.+?):([A-Za-z][\w-]*(?:,[A-Za-z][\w-]*)*)$/;

/** A word and the products that it names, if any: `3:GEO,GEC`, `1a2b3c4d:GEO`. */
export function withProducts(word: string): { id: string; types?: string } {
  const [, id, types] = WITH_PRODUCTS.exec(word) ?? [];
  return id === undefined || types === undefined ? { id: word } : { id, types };
}

const SHORT = 8;

/** The beginning of each id that no other of them has, and at least 8 characters of it. */
export function shortForms(ids: readonly string[]): (id: string) => string {
  const longest = Math.max(SHORT, ...ids.map(({ length }) => length));
  let length = SHORT;
  const count = new Set(ids).size;
  while (length < longest && new Set(ids.map((id) => id.slice(0, length))).size < count) length += 1;
  return (id) => (mayBeginId(id) ? id.slice(0, length) : id);
}

/** What a word may stand for: the one with that id, else all whose id begins so or that have that name. */
export function meantBy<T extends Named>(word: string, among: readonly T[]): T[] {
  const whole = among.find(({ id }) => id === word);
  if (whole !== undefined) return [whole];
  const small = word.toLowerCase();
  const mayBegin = mayBeginId(word);
  return among.filter(
    ({ id, name }) => name?.toLowerCase() === small || (mayBegin && id.toLowerCase().startsWith(small)),
  );
}
