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

/** Applies a style to a text. The style has no meaning: without colour the words are unchanged. */
export type Paint = (style: Style, text: string) => string;

const ESC = "\u001b[";

/** Returns the painter of one stream. The caller decides whether the stream supports colour. */
export function createPaint(colour: boolean): Paint {
  if (!colour) return (_style, text) => text;
  return (style, text) => {
    const [on, off] = CODES[style];
    return text === "" ? "" : `${ESC}${on}m${text}${ESC}${off}m`;
  };
}
