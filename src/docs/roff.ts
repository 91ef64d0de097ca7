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

/** Plain text, which can be copied. No line begins with a control character. */
export const roff = (text: string): string =>
  text
    .replaceAll(/[\\'`^~-]/g, (sign) => SIGNS[sign]!)
    .replaceAll(
      /[^\n -~]/gu,
      (sign) => `\\[u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`,
    )
    .replaceAll(/^(?=\.)/gm, String.raw`\&`);

/** A macro's argument, in one word. */
const argument = (text: string): string => `"${roff(text).replaceAll('"', String.raw`\(dq`)}"`;

/** The date is empty: a page depends on its sources only. Text is neither justified nor hyphenated. */
export const title = (name: string, source: string, manual: string): string =>
  `.TH ${argument(name)} 1 "" ${argument(source)} ${argument(manual)}\n.ad l\n.nh`;

export const section = (heading: string, ...parts: readonly string[]): string =>
  headed(`.SH ${argument(heading)}`, parts);

export const subsection = (heading: string, ...parts: readonly string[]): string =>
  headed(`.SS ${argument(heading)}`, parts);

/** A heading begins a paragraph. */
const headed = (heading: string, parts: readonly string[]): string =>
  `${heading}\n${parts.join("\n").replace(/^\.PP\n/, "")}`;

export const bold = (text: string): string => String.raw`\fB${roff(text)}\fR`;

/** A paragraph; the text may contain code between backticks. */
export const paragraph = (text: string): string => `.PP\n${inline(text)}`;

/** Terms with descriptions. */
export const terms = (rows: readonly (readonly [term: string, meaning: string])[]): string =>
  rows.map(([term, meaning]) => `.TP\n${bold(term)}\n${inline(meaning)}`).join("\n");

/** Shell lines, as typed. */
export const shellLines = (lines: readonly string[]): string =>
  [".PP", ".nf", ...lines.map(roff), ".fi"].join("\n");

const inline = (text: string): string =>
  text
    .split(/`([^`]*)`/)
    .map((part, at) => (at % 2 === 1 ? bold(part) : roff(part)))
    .join("");
