/**
 * What a text typed into a list leaves of it: the lines that hold each of its words. A comma separates words as a space
 * does, since Space ticks in a list of which any number can be chosen.
 */
import type { Choice } from "../world.ts";

export interface Searched {
  choice: Choice;
  /** What is searched. */
  text: string;
}

export function findChoices(list: readonly Searched[]): (typed: string) => Choice[] {
  const lines = list.map(({ choice, text }) => ({ choice, text: text.toLowerCase() }));
  return (typed) => {
    const words = typed
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean);
    return lines.filter(({ text }) => words.every((word) => text.includes(word))).map(({ choice }) => choice);
  };
}
