/** The roff syntax that the man pages need: macros of man(7), which groff and mandoc read. */

/** Signs that groff replaces by typographic ones, which a shell does not read. */
const SIGNS: Readonly<Record<string, string>> = {
  "\\": String.raw`\e`,
  "-": String.raw`\-`,
  "'": String.raw`\(aq`,
  "`": String.raw`\(ga`,
  "^": String.raw`\(ha`,
  "~": String.raw`\(ti`,
};

/** Returns plain text that readers can copy. No line begins with a control character. */
export const escapeRoff = (text: string): string =>
  text
    .replaceAll(/[\\'`^~-]/g, (sign) => SIGNS[sign]!)
    .replaceAll(
      /[^\n -~]/gu,
      (sign) => `\\[u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`,
    )
    .replaceAll(/^(?=\.)/gm, String.raw`\&`);

/** A macro's argument, in one word. */
const quoteArgument = (text: string): string => `"${escapeRoff(text).replaceAll('"', String.raw`\(dq`)}"`;

/** Returns the title of a page. Its date is empty, so that the page changes only with its sources. */
export const writeTitle = (name: string, source: string, manual: string): string =>
  `.TH ${quoteArgument(name)} 1 "" ${quoteArgument(source)} ${quoteArgument(manual)}\n.ad l\n.nh`;

export const writeSection = (heading: string, ...parts: readonly string[]): string =>
  writeUnderHeading(`.SH ${quoteArgument(heading)}`, parts);

export const writeSubsection = (heading: string, ...parts: readonly string[]): string =>
  writeUnderHeading(`.SS ${quoteArgument(heading)}`, parts);

const writeUnderHeading = (heading: string, parts: readonly string[]): string =>
  `${heading}\n${parts.join("\n").replace(/^\.PP\n/, "")}`;

export const writeBold = (text: string): string => String.raw`\fB${escapeRoff(text)}\fR`;

/** A paragraph; the text may contain code between backticks. */
export const writeParagraph = (text: string): string => `.PP\n${writeInline(text)}`;

/** Terms with descriptions. */
export const writeTerms = (rows: readonly (readonly [term: string, meaning: string])[]): string =>
  rows.map(([term, meaning]) => `.TP\n${writeBold(term)}\n${writeInline(meaning)}`).join("\n");

/** Shell lines, as typed. */
export const writeShellLines = (lines: readonly string[]): string =>
  [".PP", ".nf", ...lines.map(escapeRoff), ".fi"].join("\n");

const writeInline = (text: string): string =>
  text
    .split(/`([^`]*)`/)
    .map((part, at) => (at % 2 === 1 ? writeBold(part) : escapeRoff(part)))
    .join("");
