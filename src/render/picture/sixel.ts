import type { Picture } from "../decode-picture.ts";

/** Levels of red, green and blue; their product and the grays fit into the 256 registers of a terminal. */
const STEPS = [5, 6, 5] as const;
/** A pixel is gray if its components differ by less. */
const NEARLY_GRAY = 12;
const VISIBLE = 128;

/** Returns the picture as sixels (DEC's format: six rows of pixels per band). Transparent pixels stay unchanged. */
export function drawSixel({ width, height, pixels }: Picture): string {
  const registers = new Map<number, number>();
  const palette: string[] = [];
  const indices = new Int16Array(width * height).fill(-1);
  for (let at = 0; at < indices.length; at += 1) {
    if (pixels[at * 4 + 3]! < VISIBLE) continue;
    const [red, green, blue] = quantise(pixels[at * 4]!, pixels[at * 4 + 1]!, pixels[at * 4 + 2]!);
    const key = (red * 101 + green) * 101 + blue;
    let register = registers.get(key);
    if (register === undefined) {
      register = registers.size;
      registers.set(key, register);
      palette.push(`#${register};2;${red};${green};${blue}`);
    }
    indices[at] = register;
  }
  const bands: string[] = [];
  for (let top = 0; top < height; top += 6) bands.push(drawBand(indices, width, height, top));
  return `\u001bP0;1;0q"1;1;${width};${height}${palette.join("")}${bands.join("-")}\u001b\\\n`;
}

/** Draws one colour after another, each from the left; equal columns are counted. */
function drawBand(indices: Int16Array, width: number, height: number, top: number): string {
  const rows = Math.min(6, height - top);
  const columns = new Map<number, Uint8Array>();
  for (let row = 0; row < rows; row += 1) {
    for (let x = 0; x < width; x += 1) {
      const register = indices[(top + row) * width + x]!;
      if (register < 0) continue;
      let bits = columns.get(register);
      if (bits === undefined) columns.set(register, (bits = new Uint8Array(width)));
      bits[x]! |= 1 << row;
    }
  }
  return [...columns].map(([register, bits]) => `#${register}${runs(bits)}`).join("$");
}

function runs(bits: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bits.length;) {
    let end = at + 1;
    while (end < bits.length && bits[end] === bits[at]) end += 1;
    const glyph = String.fromCharCode(63 + bits[at]!);
    text += end - at > 3 ? `!${end - at}${glyph}` : glyph.repeat(end - at);
    at = end;
  }
  return text;
}

/** Returns the components in percent, reduced to few colours. */
function quantise(red: number, green: number, blue: number): readonly [number, number, number] {
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < NEARLY_GRAY) {
    const gray = Math.round(((red + green + blue) / 765) * 100);
    return [gray, gray, gray];
  }
  const step = (value: number, steps: number): number =>
    Math.round((Math.round((value / 255) * (steps - 1)) * 100) / (steps - 1));
  return [step(red, STEPS[0]), step(green, STEPS[1]), step(blue, STEPS[2])];
}
