/** Did you mean: the nearest known word, when it is near enough to be a slip of the finger. */
import { distance } from "fastest-levenshtein";

const fold = (word: string): string => word.toLowerCase().replaceAll(/[-_ ]/g, "");

/**
 * The known word that `typed` was probably meant to be: equal but for case, `-` and `_`, or at most two edits away
 * (one for words of four letters or fewer). Undefined when nothing is that near.
 */
export function closest(typed: string, known: Iterable<string>): string | undefined {
  const wanted = fold(typed);
  let best: string | undefined;
  let bestDistance = wanted.length <= 4 ? 2 : 3;
  for (const word of known) {
    const folded = fold(word);
    const edits = folded === wanted ? 0 : Math.max(1, distance(wanted, folded));
    if (edits < bestDistance) {
      best = word;
      bestDistance = edits;
    }
  }
  return best;
}
