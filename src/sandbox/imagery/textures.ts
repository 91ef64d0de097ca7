import { backscatterOf } from "./backscatter.ts";
import { hashAt, unitAt } from "./noise.ts";

/** Pixels of one cell at one level; complex pixels are two int16 seen as one 32-bit number. */
export type Pixels = Uint16Array | Uint32Array;

/** Ready cells, made when first shown and then kept: 170 KB each at 256 pixels, and about 50 in an ordinary scene. */
export interface Textures {
  at(textureNumber: number, level: number): Pixels;
}

const kept = new Map<string, Textures>();

/** Amplitudes of a detected product (four looks), with all overview levels. The same for every collect. */
export function detectedTextures(cell: number): Textures {
  return keep(`detected ${cell}`, () => {
    const backscatter = backscatterOf(cell);
    const speckle = detectedSpeckle();
    return (number) => halvings(detect(backscatter(number), speckle, number), cell);
  });
}

/** Complex samples of a single look, full resolution only. */
export function complexTextures(cell: number): Textures {
  return keep(`complex ${cell}`, () => {
    const backscatter = backscatterOf(cell);
    const speckle = complexSpeckle();
    return (number) => [scatter(backscatter(number), speckle, number)];
  });
}

// The one memory of this folder. It holds what is computed from the arguments alone, so nobody can tell it is there.
function keep(key: string, prepare: () => (textureNumber: number) => Pixels[]): Textures {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const make = prepare();
  const cells: Pixels[][] = [];
  const textures: Textures = {
    at: (number, level) => {
      const levels = (cells[number] ??= make(number));
      const pixels = levels[level];
      if (pixels === undefined) throw new RangeError(`no level ${level} in ${key}`);
      return pixels;
    },
  };
  kept.set(key, textures);
  return textures;
}

/** Draws from a distribution, to pick from at random: a thousand times cheaper than to draw anew for each pixel. */
const DRAWS = 65_536;

/** Above 0, at most 1: fit for a logarithm. */
const draw = (at: number, which: number): number => 1 - unitAt(which, at, 9);

/** A look's intensity is exponentially distributed; this is the root of the mean of four. */
function detectedSpeckle(): Float32Array {
  return Float32Array.from({ length: DRAWS }, (_, at) =>
    Math.sqrt(-Math.log(draw(at, 0) * draw(at, 1) * draw(at, 2) * draw(at, 3)) / 4),
  );
}

/** Real and imaginary part in turn: exponential intensity, any phase. */
function complexSpeckle(): Float32Array {
  return Float32Array.from({ length: 2 * DRAWS }, (_, at) => {
    const pair = at >> 1;
    const phase = 2 * Math.PI * draw(pair, 5);
    return Math.sqrt(-Math.log(draw(pair, 4))) * (at % 2 === 0 ? Math.cos(phase) : Math.sin(phase));
  });
}

function detect(means: Float32Array, speckle: Float32Array, number: number): Uint16Array {
  const pixels = new Uint16Array(means.length);
  for (let at = 0; at < pixels.length; at += 1) {
    const amplitude = Math.round(means[at]! * speckle[hashAt(number, at, 1) % DRAWS]!);
    // Zero is kept for "no data".
    pixels[at] = Math.max(1, Math.min(65_535, amplitude));
  }
  return pixels;
}

function scatter(means: Float32Array, speckle: Float32Array, number: number): Uint32Array {
  const parts = new Int16Array(2 * means.length);
  const clamp = (part: number): number => Math.max(-32_768, Math.min(32_767, Math.round(part)));
  for (let at = 0; at < means.length; at += 1) {
    const pair = 2 * (hashAt(number, at, 2) % DRAWS);
    parts[2 * at] = clamp(means[at]! * speckle[pair]!);
    parts[2 * at + 1] = clamp(means[at]! * speckle[pair + 1]!);
  }
  return new Uint32Array(parts.buffer);
}

/** The cell, and again and again the means of 2 x 2 pixels, down to one pixel. */
function halvings(full: Uint16Array, cell: number): Uint16Array[] {
  const levels = [full];
  for (let side = cell / 2; side >= 1; side /= 2) {
    const finer = levels.at(-1)!;
    const coarser = new Uint16Array(side * side);
    for (let at = 0; at < coarser.length; at += 1) {
      const from = Math.floor(at / side) * 4 * side + (at % side) * 2;
      const sum = finer[from]! + finer[from + 1]! + finer[from + 2 * side]! + finer[from + 2 * side + 1]!;
      coarser[at] = Math.max(1, Math.round(sum / 4));
    }
    levels.push(coarser);
  }
  return levels;
}
