/**
 * Returns the lines that contain each word of the typed text. A comma separates words like a space, because Space
 * ticks a line in a list with several choices.
 */
import type { Choice } from "../world.ts";

export interface Searched {
  choice: Choice;
  /** The text that is searched. */
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
