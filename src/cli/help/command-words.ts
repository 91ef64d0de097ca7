import type { Reader } from "../../domain/readers.ts";

/**
 * A command line to words, without any shell: blanks separate, quotes keep together, a backslash takes the next
 * character as it is (within single quotes nothing is special). Nothing is expanded.
 */
export const commandWords: Reader<string[]> = (text) => {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === "\\" && quote !== "'") {
      at += 1;
      if (at === text.length) return { ok: false, rule: "ends in a backslash" };
      word = (word ?? "") + text[at];
    } else if (character === quote) quote = "";
    else if (quote === "" && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else if (quote === "" && /\s/u.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== "") return { ok: false, rule: `has a ${quote} without its other half` };
  if (word !== undefined) words.push(word);
  if ((words[0] ?? "") === "") return { ok: false, rule: "must name a program" };
  return { ok: true, value: words };
};
