const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  magenta: [35, 39],
  blue: [34, 39],
} as const satisfies Record<string, readonly [on: number, off: number]>;

export type Style = keyof typeof CODES;

/** Puts a style on a text. The style carries no meaning: without colour the words are unchanged. */
export type Paint = (style: Style, text: string) => string;

const ESC = "\u001b[";

/** The painter of one stream. Whether that stream wants colour is decided by the caller. */
export function createPaint(colour: boolean): Paint {
  if (!colour) return (_style, text) => text;
  return (style, text) => {
    const [on, off] = CODES[style];
    return text === "" ? "" : `${ESC}${on}m${text}${ESC}${off}m`;
  };
}
