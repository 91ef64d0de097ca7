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

// Runners act on `::name` at the start of a line, also after blanks. They act on `##[name]` and `##vso[name]` anywhere
// in a line.
const LEADING_COMMAND = /^(\s*):(?=:)/;
const EMBEDDED_COMMAND = /#(?=#[a-z]*\[)/gi;

/** Returns whether a runner would find a command in this text on its own line. */
export const isRunnerCommand = (text: string): boolean => /^\s*::|##[a-z]*\[/i.test(text);

/** Breaks the commands that a runner would find in the middle of a line. */
export const breakEmbeddedCommands = (text: string, hash: string): string =>
  text.includes("##") ? text.replace(EMBEDDED_COMMAND, () => hash) : text;

/** Returns one line of safe text. A `::` at its start is broken also, because a cell may begin a line. */
export function escapeText(text: string): string {
  const shown = replaceUnsafe(text, escapeCharacter).replace(LEADING_COMMAND, "$1\\x3a");
  return breakEmbeddedCommands(shown, "\\x23");
}

// The braille pattern without a dot looks like a blank.
const BLANKS = /[\p{Zs}\u2800]{2,}|(?! )[\p{Zs}\u2800]/gu;

/**
 * Returns safe text for a line that people read, with one blank for each run of blanks of any kind. A long run would
 * wrap the rest of the text, which could then be mistaken for a line of the program.
 */
export const escapeLine = (text: string): string =>
  escapeText(PRINTABLE_ASCII.test(text) && !text.includes("  ") ? text : text.replaceAll(BLANKS, " "));

/**
 * Does the same as `escapeLine` for a line with columns. Runs of two blanks stay. Longer runs stay only in a line that
 * begins with blanks, whose cells were escaped by `escapeLine`.
 */
export const escapeColumns = (text: string): string =>
  escapeText(text.startsWith("  ") ? text : text.replaceAll(LONG_BLANKS, " "));

const LONG_BLANKS = /[\p{Zs}\u2800]{3,}|(?! )[\p{Zs}\u2800]+/gu;

/** Returns the name of a folder for the end of a sentence, where `.` would be read as a full stop. */
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
  // JSON.stringify escapes line ends in strings, so raw ones occur only between tokens.
  const escaped = replaceUnsafe(text, (character) =>
    character === "\n" ? character : escapeUnits(character),
  );
  return breakEmbeddedCommands(escaped, "\\u0023");
}
