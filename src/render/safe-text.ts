/**
 * Makes text from the service safe: it cannot move the cursor, start a line, reverse the reading order, hide text or
 * command a CI runner. Removed characters stay visible as escapes, in the style of string literals.
 */

// Default_Ignorable_Code_Point contains the bidi controls, the zero-width characters and the tag characters. The
// sixteen variation selectors stay: they select a glyph of the preceding character and have no width.
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\ufff9-\ufffb]|(?![\ufe00-\ufe0f])\p{DI}/u;
const UNSAFE_EVERYWHERE = new RegExp(UNSAFE.source, "gu");
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

const NAMED: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  const named = NAMED[character];
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
}

/** Replaces every character that is not plainly visible on its line. */
export function replaceUnsafe(text: string, replacement: (character: string) => string): string {
  return PRINTABLE_ASCII.test(text) ? text : text.replace(UNSAFE_EVERYWHERE, replacement);
}

// Runners act on `::name` at the start of a line (after any blanks) and on `##[name]`, `##vso[name]` and similar
// anywhere in it.
const LEADING_COMMAND = /^(\s*):(?=:)/;
const EMBEDDED_COMMAND = /#(?=#[a-z]*\[)/gi;

/** Returns whether a runner would find a command in this text on its own line. */
export const isRunnerCommand = (text: string): boolean => /^\s*::|##[a-z]*\[/i.test(text);

/** Breaks the commands that a runner would find in the middle of a line. */
export const breakEmbeddedCommands = (text: string, hash: string): string =>
  text.includes("##") ? text.replace(EMBEDDED_COMMAND, () => hash) : text;

/** Returns one line of safe text. For whole cells: a leading `::` is broken as well. */
export function escapeText(text: string): string {
  const shown = replaceUnsafe(text, escapeCharacter).replace(LEADING_COMMAND, "$1\\x3a");
  return breakEmbeddedCommands(shown, "\\x23");
}

// The braille pattern without a dot looks like a blank.
const BLANKS = /[\p{Zs}\u2800]{2,}|(?! )[\p{Zs}\u2800]/gu;

/**
 * Returns safe text for a line that people read, with one blank for each run of blanks of any kind: a long run would move the rest
 * to the beginning of a line, where it could pass for another line.
 */
export const escapeLine = (text: string): string =>
  escapeText(PRINTABLE_ASCII.test(text) && !text.includes("  ") ? text : text.replaceAll(BLANKS, " "));

/**
 * Returns a line as `lineText` does, except that the columns of our own lines stay apart: two blanks anywhere, and more in a line
 * that begins with them, whose cells are results of `lineText`.
 */
export const escapeColumns = (text: string): string =>
  escapeText(text.startsWith("  ") ? text : text.replaceAll(LONG_BLANKS, " "));

const LONG_BLANKS = /[\p{Zs}\u2800]{3,}|(?! )[\p{Zs}\u2800]+/gu;

/** Returns a folder for the end of a sentence, where a lone dot would be read as a full stop. */
export const formatFolder = (path: string): string =>
  path === "." ? "the current folder" : escapeText(path);

const escapeUnits = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");

/**
 * Returns JSON with the same data as `JSON.stringify`. Every character that could act on a terminal or a CI
 * runner is escaped as `\uXXXX`. The only control characters are the line ends of an indented document.
 */
export function escapeJson(value: unknown, indent?: number): string {
  const text = (JSON.stringify(value, undefined, indent) as string | undefined) ?? "null";
  // Raw line ends occur between tokens only: inside strings JSON.stringify has escaped them already.
  const escaped = replaceUnsafe(text, (character) =>
    character === "\n" ? character : escapeUnits(character),
  );
  return breakEmbeddedCommands(escaped, "\\u0023");
}
