/**
 * Draws a picture as text for a terminal: with one of two graphics protocols, or as coloured blocks, which every
 * terminal supports.
 */
import { encodePng, type Picture } from "./decode-picture.ts";
import { type ColourDepth, drawBlocks } from "./picture/blocks.ts";
import { fitSize, scalePicture } from "./picture/scale.ts";

export const IMAGE_PROTOCOLS = ["kitty", "iterm", "blocks"] as const;
export type ImageProtocol = (typeof IMAGE_PROTOCOLS)[number];

export interface PictureScreen {
  protocol: ImageProtocol;
  depth: ColourDepth;
  /** The size for the picture, in cells. */
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
  // A picture is not enlarged before it is sent: the terminal scales it.
  const isLarger = width > picture.width;
  const png = await encodePng(isLarger ? picture : scalePicture(picture, width, height));
  const cells = Math.max(1, Math.round(width / CELL.width));
  return protocol === "kitty" ? kittyImage(png, cells) : itermImage(png, cells);
}

/** Maximum length of data in one command of the kitty protocol. */
const KITTY_PIECE = 4096;

function kittyImage(png: Buffer, cells: number): string {
  const data = png.toString("base64");
  const pieces = data.match(new RegExp(`.{1,${KITTY_PIECE}}`, "gs")) ?? [];
  // q=2: the terminal sends no response, which would stay in stdin.
  const commands = pieces.map((piece, at) => {
    const more = at + 1 < pieces.length ? 1 : 0;
    const keys = at === 0 ? `a=T,f=100,q=2,c=${cells},m=${more}` : `m=${more}`;
    return `\u001b_G${keys};${piece}\u001b\\`;
  });
  return `${commands.join("")}\n`;
}

const itermImage = (png: Buffer, cells: number): string =>
  `\u001b]1337;File=inline=1;size=${png.length};width=${cells};preserveAspectRatio=1:${png.toString("base64")}\u0007\n`;
