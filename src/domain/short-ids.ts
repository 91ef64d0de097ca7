/** Ids as people shorten them: to their beginning, or to the name of their object. */
import { advice, swath } from "../hint.ts";

export interface Named {
  id: string;
  name?: string | undefined;
}

/** Minimum length of the beginning of an id; a shorter one would soon be ambiguous. A name has no minimum. */
export const MIN_CHARACTERS = 4;

/** A short word with a hyphen or digits only, such as `t-1`, is rather an id than the beginning of a name. */
const SHORT_NAME = /^(?=.*\p{L})[\p{L}\d]+$/u;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (word: string): boolean => UUID.test(word);

/**
 * Returns whether a word is used unchanged, without a search: a UUID, which is complete, or a word that is too short
 * for the beginning of an id and cannot be a name.
 */
export const isAsTyped = (word: string, hasNames = false): boolean =>
  UUID.test(word) || (word.length < MIN_CHARACTERS && !(hasNames && SHORT_NAME.test(word)));

/** Returns whether a word may be the beginning of an id. */
export const canBeginId = (word: string): boolean => word.length >= MIN_CHARACTERS && /^[\w-]+$/.test(word);

/** Returns whether a word may be the beginning of an id and is hardly a name: hexadecimal digits only. */
export const isLikelyId = (word: string): boolean =>
  canBeginId(word) && /^[0-9a-f]+(?:-[0-9a-f]*)*$/i.test(word);

const WITH_PRODUCTS = /^(.+?):([A-Za-z][\w-]*(?:,[A-Za-z][\w-]*)*)$/;

/** Splits a word from its product types, if any: `1a2b3c4d:GEO,GEC`. */
export function splitProducts(word: string): { id: string; types?: string } {
  const [, id, types] = WITH_PRODUCTS.exec(word) ?? [];
  return id === undefined || types === undefined ? { id: word } : { id, types };
}

/** Number of characters that distinguish ids by eye. */
export const SHORT_LENGTH = 8;

/** Returns the unique beginning of each id, with at least `least` characters. */
export function makeShortener(ids: readonly string[], least = SHORT_LENGTH): (id: string) => string {
  const longest = Math.max(least, ...ids.map(({ length }) => length));
  let length = least;
  const count = new Set(ids).size;
  while (length < longest && new Set(ids.map((id) => id.slice(0, length))).size < count) length += 1;
  return (id) => (canBeginId(id) ? id.slice(0, length) : id);
}

/**
 * Returns the matches of a word: by id or name; without a match by id, also by the beginning of an id; without any
 * equal id or name, also by the beginning of a name. A UUID is always an id, even if it is also a name.
 */
export function matchWord<T extends Named>(word: string, among: readonly T[]): T[] {
  const small = word.toLowerCase();
  const whole = among.find(({ id }) => id === word);
  if (whole !== undefined && UUID.test(word)) return [whole];
  const isNamed = ({ name }: T): boolean => name?.toLowerCase() === small;
  const mayBegin = whole === undefined && canBeginId(word);
  const mayBeginName = whole === undefined && !among.some(isNamed);
  return among.filter(
    (one) =>
      one === whole ||
      isNamed(one) ||
      (mayBegin && one.id.toLowerCase().startsWith(small)) ||
      (mayBeginName && one.name?.toLowerCase().startsWith(small) === true),
  );
}

/** The next step after an item that is not known. */
export const SHORT_IDS = advice`Short ids are in the column SCENE: ${swath`catalog search`}`;
