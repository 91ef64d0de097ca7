/**
 * Computes the number of terminal columns of a text. The tables come from Unicode through the engine's own
 * properties, and not from Intl.Segmenter, whose first use costs more than a whole table of ASCII.
 */

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

// Matches one visible unit: a flag, a keycap, an emoji with its modifiers and joined parts, or a character with its
// marks. Letters joined by ZWJ (Indic, Arabic) are separate units, and the joiner belongs to the preceding letter.
const UNIT =
  /\p{RI}\p{RI}|[#*0-9]\ufe0f?\u20e3|\p{ExtPict}(?:\p{EMod}|\ufe0f)?(?:\u200d\p{ExtPict}(?:\p{EMod}|\ufe0f)?)*[\p{M}\p{Cf}]*|[\s\S][\p{M}\p{Cf}\u1160-\u11ff]*/gu;

const TAKES_NOTHING = /^[\p{Mn}\p{Me}\p{Cc}\p{Cf}\u1160-\u11ff]/u;
const DRAWN_AS_EMOJI =
  /^(?:\p{RI}\p{RI}|[#*0-9]\ufe0f?\u20e3|\p{EPres}|\p{ExtPict}\ufe0f|\p{ExtPict}\p{EMod})/u;

// East Asian Width W and F, from UAX #11, in whole blocks where the gaps are unassigned.
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;

function measureUnit(unit: string): number {
  if (DRAWN_AS_EMOJI.test(unit)) return 2;
  if (TAKES_NOTHING.test(unit)) return 0;
  return WIDE.test(unit) ? 2 : 1;
}

const splitUnits = (text: string): readonly string[] => text.match(UNIT) ?? [];

/** Returns the number of columns of a text without control sequences. */
export function measureWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  return splitUnits(text).reduce((width, unit) => width + measureUnit(unit), 0);
}

/** Pads with blanks to `width` columns; a longer text stays unchanged. */
export function pad(text: string, width: number, align: "left" | "right" = "left"): string {
  const blanks = " ".repeat(Math.max(0, width - measureWidth(text)));
  return align === "left" ? text + blanks : blanks + text;
}

/** Cuts to at most `width` columns, never through a character, and marks the cut with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (measureWidth(text) <= width) return text;
  return width < 1 ? "" : `${fitToWidth(splitUnits(text), width - 1).join("")}…`;
}

/** Cuts at the start, because long paths differ at their end. */
export function cutStart(text: string, width: number): string {
  if (measureWidth(text) <= width) return text;
  return width < 1
    ? ""
    : `…${fitToWidth(splitUnits(text).toReversed(), width - 1)
        .toReversed()
        .join("")}`;
}

/** Returns the first units that fit. */
function fitToWidth(units: readonly string[], width: number): readonly string[] {
  let used = 0;
  const end = units.findIndex((unit) => (used += measureUnit(unit)) > width);
  return end < 0 ? units : units.slice(0, end);
}

interface WrapOptions {
  width: number;
  /** Blanks before the first line. */
  indent?: number;
  /** Blanks before the following lines; default: `indent`. */
  hangingIndent?: number;
}

function wrapLine(line: string, width: number, first: string, following: string): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/ +/).filter((part) => part !== "")) {
    const margin = lines.length === 0 ? first : following;
    if (current !== "" && measureWidth(`${margin}${current} ${word}`) > width) {
      lines.push(margin + current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  lines.push(current === "" ? "" : (lines.length === 0 ? first : following) + current);
  return lines;
}

/** Wraps prose to lines of at most `width` columns. A longer word is not broken, so that readers can copy it. */
export function wrap(text: string, { width, indent = 0, hangingIndent = indent }: WrapOptions): string {
  const first = " ".repeat(indent);
  const following = " ".repeat(hangingIndent);
  return text
    .split("\n")
    .flatMap((line, index) => wrapLine(line, width, index === 0 ? first : following, following))
    .join("\n");
}
