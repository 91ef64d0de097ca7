import type { Picture } from "../decode-picture.ts";

export type ColourDepth = "truecolor" | "256";

/** Minimum opacity of a visible pixel. */
const VISIBLE = 128;
const RESET = "\u001b[0m";

/**
 * Draws two rows of pixels in one line of text: the upper half of a cell is its foreground, the lower its background.
 */
export function drawBlocks({ width, height, pixels }: Picture, depth: ColourDepth): string {
  const colourOf = depth === "truecolor" ? trueColour : colourOf256;
  const at = (x: number, y: number): string | undefined => {
    const first = (y * width + x) * 4;
    if (y >= height || pixels[first + 3]! < VISIBLE) return undefined;
    return colourOf(pixels[first]!, pixels[first + 1]!, pixels[first + 2]!);
  };
  const lines: string[] = [];
  for (let y = 0; y < height; y += 2) {
    let line = "";
    let foreground: string | undefined;
    let background: string | undefined;
    for (let x = 0; x < width; x += 1) {
      const [upper, lower] = [at(x, y), at(x, y + 1)];
      const [ink, ground, glyph]: readonly [string | undefined, string | undefined, string] =
        upper === undefined && lower === undefined
          ? [foreground, undefined, " "]
          : upper === undefined
            ? [lower, undefined, "▄"]
            : [upper, lower, "▀"];
      if (ground === undefined && background !== undefined) line += "\u001b[49m";
      else if (ground !== background) line += `\u001b[48;${ground!}m`;
      if (ink !== undefined && ink !== foreground) line += `\u001b[38;${ink}m`;
      [foreground, background] = [ink, ground];
      line += glyph;
    }
    lines.push(`${line.trimEnd()}${RESET}`);
  }
  return `${lines.join("\n")}\n`;
}

const trueColour = (red: number, green: number, blue: number): string => `2;${red};${green};${blue}`;

const LEVELS: readonly number[] = [0, 95, 135, 175, 215, 255];
const GRAY_STEP = 10;

/** Returns the nearest of xterm's 6 x 6 x 6 colours and 24 grays. */
function colourOf256(red: number, green: number, blue: number): string {
  const level = (value: number): number =>
    LEVELS.reduce(
      (best: number, one, at) => (Math.abs(one - value) < Math.abs(LEVELS[best]! - value) ? at : best),
      0,
    );
  const [r, g, b] = [level(red), level(green), level(blue)];
  const gray = Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / GRAY_STEP)));
  const distance = (x: number, y: number, z: number): number =>
    (x - red) ** 2 + (y - green) ** 2 + (z - blue) ** 2;
  const grayLevel = 8 + GRAY_STEP * gray;
  const isGray = distance(grayLevel, grayLevel, grayLevel) < distance(LEVELS[r]!, LEVELS[g]!, LEVELS[b]!);
  return `5;${isGray ? 232 + gray : 16 + 36 * r + 6 * g + b}`;
}
