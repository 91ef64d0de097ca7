/**
 * Draws a picture as text for a terminal: with one of two graphics protocols, or as coloured blocks, which every
 * terminal supports.
 */
import { encodePng, type Picture } from "./decode-picture.ts";

export const IMAGE_PROTOCOLS = ["kitty", "iterm", "blocks"] as const;
export type ImageProtocol = (typeof IMAGE_PROTOCOLS)[number];

export interface PictureScreen {
  protocol: ImageProtocol;
  depth: ColourDepth;
  /** The available size, in cells. */
  columns: number;
  rows: number;
}

/** The size of a cell in pixels, for terminals that do not scale pictures: small enough for any font. */
const CELL = { width: 8, height: 16 } as const;

/** Returns the picture, ending with a line break. */
export async function drawPicture(picture: Picture, screen: PictureScreen): Promise<string> {
  const { protocol, columns, rows } = screen;
  if (protocol === "blocks") {
    const [width, height] = fitSize(picture, columns, rows * 2);
    return drawBlocks(scalePicture(picture, width, height), screen.depth);
  }
  const [width, height] = fitSize(picture, columns * CELL.width, rows * CELL.height);
  // The terminal enlarges a small picture, so only a large one is scaled here.
  const isLarger = width > picture.width;
  const png = await encodePng(isLarger ? picture : scalePicture(picture, width, height));
  const cells = Math.max(1, Math.round(width / CELL.width));
  return protocol === "kitty" ? writeKittyImage(png, cells) : writeItermImage(png, cells);
}

/** Maximum length of data in one command of the kitty protocol. */
const KITTY_PIECE = 4096;

function writeKittyImage(png: Buffer, cells: number): string {
  const data = png.toString("base64");
  const pieces = data.match(new RegExp(`.{1,${KITTY_PIECE}}`, "gs")) ?? [];
  // With `q=2` the terminal sends no response. A response would stay in stdin.
  const commands = pieces.map((piece, at) => {
    const more = at + 1 < pieces.length ? 1 : 0;
    const keys = at === 0 ? `a=T,f=100,q=2,c=${cells},m=${more}` : `m=${more}`;
    return `\u001b_G${keys};${piece}\u001b\\`;
  });
  return `${commands.join("")}\n`;
}

const writeItermImage = (png: Buffer, cells: number): string =>
  `\u001b]1337;File=inline=1;size=${png.length};width=${cells};preserveAspectRatio=1:${png.toString("base64")}\u0007\n`;

/** Returns the picture at that size: each pixel is the mean of its source pixels, weighted by opacity. */
export function scalePicture(from: Picture, width: number, height: number): Picture {
  if (from.width === width && from.height === height) return from;
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor((y * from.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * from.height) / height));
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor((x * from.width) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * from.width) / width));
      let [red, green, blue, opacity] = [0, 0, 0, 0];
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) {
          const at = (row * from.width + column) * 4;
          const weight = from.pixels[at + 3]!;
          red += from.pixels[at]! * weight;
          green += from.pixels[at + 1]! * weight;
          blue += from.pixels[at + 2]! * weight;
          opacity += weight;
        }
      }
      if (opacity === 0) continue;
      const at = (y * width + x) * 4;
      pixels[at] = Math.round(red / opacity);
      pixels[at + 1] = Math.round(green / opacity);
      pixels[at + 2] = Math.round(blue / opacity);
      pixels[at + 3] = Math.round(opacity / ((bottom - top) * (right - left)));
    }
  }
  return { width, height, pixels };
}

/** Returns the largest size of the same shape that fits, in whole pixels. */
export function fitSize({ width, height }: Picture, mostWidth: number, mostHeight: number): [number, number] {
  const scale = Math.min(mostWidth / width, mostHeight / height);
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

export type ColourDepth = "truecolor" | "256";

/** Minimum opacity of a visible pixel. */
const VISIBLE = 128;
const RESET = "\u001b[0m";

/**
 * Draws two rows of pixels in one line of text: the upper half of a cell is its foreground, the lower its background.
 */
export function drawBlocks({ width, height, pixels }: Picture, depth: ColourDepth): string {
  const colourOf = depth === "truecolor" ? formatTrueColour : chooseColourOf256;
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
      let [ink, ground, glyph] = [upper, lower, "▀"];
      if (upper === undefined) [ink, ground, glyph] = [lower, undefined, "▄"];
      if (upper === undefined && lower === undefined) [ink, glyph] = [foreground, " "];
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

const formatTrueColour = (red: number, green: number, blue: number): string => `2;${red};${green};${blue}`;

const LEVELS: readonly number[] = [0, 95, 135, 175, 215, 255];
const GRAY_STEP = 10;

/** Returns the nearest of xterm's 6 x 6 x 6 colours and 24 grays. */
function chooseColourOf256(red: number, green: number, blue: number): string {
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
