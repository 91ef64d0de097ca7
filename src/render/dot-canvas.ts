/**
 * A grid of characters on which lines are drawn with dots: two by four in a braille character, one in a plain
 * character.
 */
import type { Paint, Style } from "./paint.ts";

export type Layer = "coast" | "area" | "shape";

interface Size {
  width: number;
  height: number;
  isAscii: boolean;
}

/** Bit of the dot at x, y in a braille character. */
const BRAILLE = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

const PLAIN: Readonly<Record<Layer, string>> = { coast: ".", area: "+", shape: "#" };
const RANK: Readonly<Record<Layer, number>> = { coast: 0, shape: 1, area: 2 };

/** Number of dots in a dash of an area, and in the gap after it. */
const DASH = 3;

/** Reports whether a dot of a line is drawn. Even without colours, coasts are dotted, areas dashed, and shapes solid. */
const isDrawn = (layer: Layer, count: number): boolean =>
  layer === "shape" || (layer === "coast" ? count % 2 === 0 : count % (2 * DASH) < DASH);

/** Returns a sample of each layer for a legend. */
export const sampleOf = (layer: Layer, isAscii: boolean): string =>
  isAscii
    ? PLAIN[layer]
    : { coast: "\u2802\u2802\u2802", area: "\u2824\u2804\u2824", shape: "\u2824\u2824\u2824" }[layer];

/** One pen draws one line of many edges: its dashes continue from edge to edge. */
export interface Pen {
  layer: Layer;
  style?: Style | undefined;
  /** The last dot, drawn or not, and the number of dots before it. */
  last?: { x: number; y: number; count: number };
}

interface Cell {
  bits: number;
  layer: Layer;
  style: Style | undefined;
  text?: string;
}

export class DotCanvas {
  private readonly cells: (Cell | undefined)[];
  private readonly size: Size;
  private readonly paint: Paint;

  constructor({ paint, ...size }: Size & { paint: Paint }) {
    this.size = size;
    this.paint = paint;
    this.cells = Array.from({ length: size.width * size.height });
  }

  /** Returns the number of dots that fit, for square dots: a character is twice as high as it is wide. */
  static dots({ width, height }: Size): [wide: number, high: number] {
    return [width * 2, height * 4];
  }

  /** Draws a line between two dots; dots outside of the canvas are skipped. */
  line([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], pen: Pen): void {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))));
    for (let step = 0; step <= steps; step++) {
      const x = Math.floor(x1 + ((x2 - x1) * step) / steps);
      const y = Math.floor(y1 + ((y2 - y1) * step) / steps);
      // A short edge may begin and end on one dot, which would count twice in a dash.
      if (pen.last?.x === x && pen.last.y === y) continue;
      const count = pen.last === undefined ? 0 : pen.last.count + 1;
      pen.last = { x, y, count };
      this.dot(x, y, pen, isDrawn(pen.layer, count));
    }
  }

  private dot(x: number, y: number, { layer, style }: Pen, isSeen: boolean): void {
    if (!isSeen && layer !== "area") return;
    const [wide, high] = DotCanvas.dots(this.size);
    if (x < 0 || y < 0 || x >= wide || y >= high) return;
    const place = (y >> 2) * this.size.width + (x >> 1);
    const cell = (this.cells[place] ??= { bits: 0, layer, style });
    // No other layer draws into the characters of an area, which would not be visible among footprints.
    if (layer !== "area" && cell.layer === "area") return;
    if (layer === "area" && cell.layer !== "area") cell.bits = 0;
    if (isSeen) cell.bits |= BRAILLE[y & 3]![x & 1]!;
    if (RANK[layer] < RANK[cell.layer]) return;
    cell.layer = layer;
    cell.style = style;
  }

  /** Returns whether anything of a layer is visible. */
  shows(layer: Layer): boolean {
    return this.cells.some((cell) => cell?.layer === layer && cell.bits > 0);
  }

  /** Writes a text around a dot, or nearby if another text is in the way. Returns false if there is no space. */
  write([x, y]: readonly [number, number], text: string, style?: Style): boolean {
    const [column, row] = [Math.floor(x / 2 - text.length / 2 + 0.5), Math.floor(y / 4)];
    for (const [right, down] of NEARBY) {
      const [left, line] = [column + right * (text.length + 1), row + down];
      if (!this.isFree(left, line, text.length)) continue;
      for (const [at, character] of Array.from(text).entries())
        this.cells[line * this.size.width + left + at] = { bits: 0, layer: "shape", style, text: character };
      return true;
    }
    return false;
  }

  /** Texts need a gap between them, or two labels would look like one. */
  private isFree(left: number, row: number, length: number): boolean {
    const { width, height } = this.size;
    if (row < 0 || row >= height || left < 0 || left + length > width) return false;
    for (let at = Math.max(0, left - 1); at <= Math.min(width - 1, left + length); at++)
      if (this.cells[row * width + at]?.text !== undefined) return false;
    return true;
  }

  toString(): string {
    const { width, height } = this.size;
    return Array.from({ length: height }, (_, row) =>
      this.writeCanvasLine(this.cells.slice(row * width, (row + 1) * width)),
    ).join("\n");
  }

  /** Neighbours of one style are painted together. */
  private writeCanvasLine(cells: readonly (Cell | undefined)[]): string {
    let [line, run, runStyle] = ["", "", undefined as Style | undefined];
    const end = cells.findLastIndex((cell) => cell !== undefined) + 1;
    const flush = (): void => {
      line += runStyle === undefined ? run : this.paint(runStyle, run);
      run = "";
    };
    for (const cell of cells.slice(0, end)) {
      const style = cell === undefined ? undefined : chooseStyle(cell);
      if (style !== runStyle) flush();
      runStyle = style;
      run += cell === undefined ? " " : (cell.text ?? this.sign(cell));
    }
    flush();
    return line;
  }

  private sign({ bits, layer }: Cell): string {
    if (bits === 0) return " ";
    return this.size.isAscii ? PLAIN[layer] : String.fromCodePoint(0x2800 + bits);
  }
}

/** Offsets of up to two texts to the side and two lines up or down, the nearest first. */
const NEARBY = [0, -1, 1, -2, 2]
  .flatMap((down) => [0, 1, -1, 2, -2].map((right) => [right, down] as const))
  .toSorted(([x1, y1], [x2, y2]) => Math.hypot(x1, y1) - Math.hypot(x2, y2));

function chooseStyle({ layer, style }: Cell): Style | undefined {
  if (layer === "coast") return "dim";
  return layer === "area" ? "bold" : style;
}
