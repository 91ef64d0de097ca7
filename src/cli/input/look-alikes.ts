/**
 * Characters that typeset texts, chats and mails have where a command line has others. Numbers and ids with them are read, because
 * they have one meaning; flags and quotes are refused by name, because a shell has already split their words otherwise.
 */
import { usageError } from "./usage.ts";
import type { AppError } from "../../errors.ts";

const DASHES = new Map([
  ["\u2010", "a hyphen of typography"],
  ["\u2011", "a non-breaking hyphen"],
  ["\u2012", "a figure dash"],
  ["\u2013", "an en dash"],
  ["\u2014", "an em dash"],
  ["\u2015", "a horizontal bar"],
  ["\u2212", "a minus sign"],
  ["\ufe58", "a small em dash"],
  ["\ufe63", "a small hyphen"],
  ["\uff0d", "a full-width hyphen"],
]);
const DASH = `[${[...DASHES.keys()].join("")}]`;

/** A flag after a dash, in lower case: `—limit`, `–-limit=5`, `-–limit`. */
const DASHED_FLAG = new RegExp(`^(?:${DASH}{1,2}-?|-${DASH})([a-z][a-z-]+)(?==|\\s|$)`, "u");

/** Blanks at which no shell splits. */
const FIXED_BLANK = /[\u00a0\u2007\u202f\u3000]/;

/** A text within typographic quotes, or one whose quote ends in a later word. */
const QUOTED = /^(?:[“”„‟][^“”„‟]*[“”„‟]?|[‘’‚‛].*[‘’‚‛])$/u;

/** Refuses words before `--` whose look-alikes changed the meaning of the line. Shows no value of a flag, which may be a key. */
export function requirePlainWords(words: readonly string[]): void {
  const end = words.indexOf("--");
  const typed = end === -1 ? words : words.slice(0, end);
  const fault = typed.map(findLookAlike).find((found) => found !== undefined);
  if (fault !== undefined) throw fault;
}

function findLookAlike(word: string, at: number): AppError | undefined {
  const [start, name] = DASHED_FLAG.exec(word) ?? [];
  if (start !== undefined) {
    const dash = start.split("").find((char) => DASHES.has(char))!;
    return usageError(
      `${JSON.stringify(start)} begins with ${DASHES.get(dash)}, but a flag begins with two hyphens`,
      `Type --${name}`,
    );
  }
  const [first = ""] = word.split("=", 1);
  const isCommand = at === 0 || first.startsWith("--");
  if (isCommand && FIXED_BLANK.test(first)) {
    const plain = first.split(FIXED_BLANK);
    return usageError(
      `${JSON.stringify(plain[0])} is followed by a non-breaking blank`,
      "Type a plain blank there",
    );
  }
  const value = first.startsWith("--") ? word.slice(first.length + 1) : word;
  if (!QUOTED.test(value)) return undefined;
  const inner = value.replaceAll(/[“”„‟‘’‚‛]/gu, "");
  const isWhole = inner.length === value.length - 2;
  return usageError(
    `${value[0]} is a typographic quote, which no shell removes`,
    `Type straight quotes: "${inner}${isWhole ? "" : " ..."}"`,
  );
}

/** Returns a text with the characters of a keyboard in place of those that look like them, for numbers, times and words. */
export const toPlainText = (text: string): string =>
  text
    .replaceAll(new RegExp(DASH, "gu"), "-")
    .replaceAll(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u3001\u060c]/g, ",")
    .replaceAll(new RegExp(FIXED_BLANK, "g"), " ")
    .replaceAll(/[\u200b\u200e\u200f\ufeff]/g, "")
    .trim();

/** An id in the marks of a list, such as `"1a2b3c4d",` or `["1a2b3c4d"]`. An id has no blank; a name may have any character. */
const MARKED_ID = /^[["'“”‘’`\s]*([\w.:/-]{4,}(?:,\w+)*)["'“”‘’`\],;\s]*$/u;

/** Returns an id without the quotes, commas and brackets of the list that it was copied from. */
export const cleanId = (text: string): string => MARKED_ID.exec(text)?.[1] ?? text;
