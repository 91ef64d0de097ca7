/** The short forms of words for the geometry of a scene or a pass, for tables that have no room for the words. */
import { SHORT_WORDS } from "../domain/item-names.ts";

const SHORT = new Map<unknown, string>(
  Object.values(SHORT_WORDS).flatMap((words) =>
    Object.entries(words).map(([short, full]): [string, string] => [full, short]),
  ),
);

/** The short form of a word that has one; any other value as it is. */
export const shortWord = (full: unknown): unknown => SHORT.get(full) ?? full;
