/** Finds the nearest known word, if it is near enough to be a typing error. */
import { distance } from "fastest-levenshtein";
import type { Hint } from "../hint.ts";

/** Returns a word without case, `-`, `_` and blanks. */
export const fold = (word: string): string => word.toLowerCase().replaceAll(/[-_ ]/g, "");

/**
 * Returns the known word that `typed` was probably meant to be. It is equal except for case, `-` and `_`, or at most
 * two edits away (one for words of up to four letters, none for a single letter). Undefined when no word is that
 * near.
 */
export const findClosest = (typed: string, known: Iterable<string>): string | undefined =>
  listClosest(typed, known)[0];

/** Returns all known words with the smallest distance, in their order. */
export function listClosest(typed: string, known: Iterable<string>): string[] {
  const wanted = fold(typed);
  let nearest: string[] = [];
  let least = wanted.length > 4 ? 2 : wanted.length > 1 ? 1 : 0;
  for (const word of known) {
    const folded = fold(word);
    const edits = folded === wanted ? 0 : isSwap(wanted, folded) ? 1 : Math.max(1, distance(wanted, folded));
    if (edits > least) continue;
    if (edits < least) nearest = [];
    least = edits;
    nearest.push(word);
  }
  return nearest;
}

/** Returns whether two neighbouring letters are swapped: one typing error, although two edits. */
function isSwap(typed: string, known: string): boolean {
  if (typed.length !== known.length) return false;
  let at = 0;
  while (at < typed.length && typed[at] === known[at]) at += 1;
  return (
    typed[at] === known[at + 1] && typed[at + 1] === known[at] && typed.slice(at + 2) === known.slice(at + 2)
  );
}

/** A longer list may have names that are no words, and new ones. */
const MAX_CHOICES = 8;

/** Returns the only name of a short list that has the consonants of an abbreviation in their order: `flexible` for `flx`. */
export function findAbbreviated(name: string, known: readonly string[]): string | undefined {
  if (known.length > MAX_CHOICES || !/^[b-df-hj-np-tv-xz]{3,}$/i.test(name)) return undefined;
  const letters = new RegExp(`^${name.split("").join(".*")}`, "i");
  const [only, ...others] = known.filter((one) => letters.test(one));
  return others.length === 0 ? only : undefined;
}

/** The next step of a fault: the word that was probably meant. */
export const didYouMean = (meant: string | undefined): { next?: Hint } =>
  meant === undefined ? {} : { next: `Did you mean ${meant}?` };
