/**
 * Text from the service made harmless: it can move no cursor, start no line, reverse no reading order, hide nothing
 * and command no CI runner. What is taken out stays visible as an escape, in the style of string literals.
 */

// Default_Ignorable_Code_Point holds the bidi controls, the zero-width characters and the tag characters. The sixteen
// variation selectors stay: they choose between two drawings of the character before them and carry no width.
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\ufff9-\ufffb]|(?![\ufe00-\ufe0f])\p{DI}/u;
const UNSAFE_EVERYWHERE = new RegExp(UNSAFE.source, "gu");
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

const NAMED: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function visible(character: string): string {
  const named = NAMED[character];
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
}

/** Replaces every character that does not simply stand on the line. */
export function replaceUnsafe(text: string, replacement: (character: string) => string): string {
  return PRINTABLE_ASCII.test(text) ? text : text.replace(UNSAFE_EVERYWHERE, replacement);
}

// Runners act on `::name` at the start of a line (blanks before it do not count) and on `##[name]`, `##vso[name]` and
// their like anywhere in it.
const LEADING_COMMAND = /^(\s*):(?=:)/;
const EMBEDDED_COMMAND = /#(?=#[a-z]*\[)/gi;

/** Whether a runner would read a command in this text, were it alone on a line. */
export const isRunnerCommand = (text: string): boolean => /^\s*::|##[a-z]*\[/i.test(text);

/** Breaks the commands that a runner would find in the middle of a line. */
export const breakEmbeddedCommands = (text: string, hash: string): string =>
  text.includes("##") ? text.replace(EMBEDDED_COMMAND, () => hash) : text;

/** One line of harmless text that shows what was there. Meant for whole cells: a leading `::` is broken too. */
export function safeText(text: string): string {
  const shown = replaceUnsafe(text, visible).replace(LEADING_COMMAND, "$1\\x3a");
  return breakEmbeddedCommands(shown, "\\x23");
}
