/** Ids as people shorten them: to their beginning, or to the name of what they stand for. */

export interface Named {
  id: string;
  name?: string | undefined;
}

/** Fewer characters would soon mean something else. */
export const FEWEST_CHARACTERS = 4;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Taken as it is, without a search: a UUID, which can be nothing shorter than itself, and what is too short. */
export const isAsTyped = (word: string): boolean => word.length < FEWEST_CHARACTERS || UUID.test(word);

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

/** Characters that tell ids apart by eye. */
export const SHORT_LENGTH = 8;

/** The beginning of each id that no other of them has, and at least 8 characters of it. */
export function shortForms(ids: readonly string[]): (id: string) => string {
  const longest = Math.max(SHORT_LENGTH, ...ids.map(({ length }) => length));
  let length = SHORT_LENGTH;
  const count = new Set(ids).size;
  while (length < longest && new Set(ids.map((id) => id.slice(0, length))).size < count) length += 1;
  return (id) => (mayBeginId(id) ? id.slice(0, length) : id);
}

/**
 * What a word may stand for: what has that id or that name; where nothing has that id, what begins so too. A UUID is an
 * id, whatever else has it as its name.
 */
export function meantBy<T extends Named>(word: string, among: readonly T[]): T[] {
  const small = word.toLowerCase();
  const whole = among.find(({ id }) => id === word);
  if (whole !== undefined && UUID.test(word)) return [whole];
  const mayBegin = whole === undefined && mayBeginId(word);
  return among.filter(
    (one) =>
      one === whole ||
      one.name?.toLowerCase() === small ||
      (mayBegin && one.id.toLowerCase().startsWith(small)),
  );
}
