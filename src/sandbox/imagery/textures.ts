import { listTextureCorners, type Mosaic, numberTextures } from "./mosaic.ts";
import { hashAt, hashToUnit } from "../random.ts";

/** Pixels of one cell at one level. Complex pixels are two int16, accessed as one 32-bit number. */
type Pixels = Uint16Array | Uint32Array;

/** Prepared cells, made on first use and kept: 170 KB each at 256 pixels, and about 50 in a typical scene. */
export interface Textures {
  at: (textureNumber: number, level: number) => Pixels;
  /** Returns the full resolution in the byte order of NITF and CPHD; read-only. */
  bigEndian: (textureNumber: number) => Uint8Array;
}

const kept = new Map<string, Textures>();

/** Returns amplitudes of a detected product (four looks), with all overview levels. All collects share them. */
export function makeDetectedTextures(cell: number): Textures {
  return keep(`detected ${cell}`, () => {
    const backscatter = computeBackscatter(cell);
    const speckle = makeDetectedSpeckle();
    return (number) => makeHalvings(detect(backscatter(number), speckle, number), cell);
  });
}

/** Returns complex samples of a single look, full resolution only. */
export function makeComplexTextures(cell: number): Textures {
  return keep(`complex ${cell}`, () => {
    const backscatter = computeBackscatter(cell);
    const speckle = makeComplexSpeckle();
    return (number) => [scatter(backscatter(number), speckle, number)];
  });
}

// The only module state of this folder: a cache of values that depend only on their arguments.
function keep(key: string, prepare: () => (textureNumber: number) => Pixels[]): Textures {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const make = prepare();
  const cells: Pixels[][] = [];
  const swapped: Uint8Array[] = [];
  const at: Textures["at"] = (number, level) => {
    const levels = (cells[number] ??= make(number));
    const pixels = levels[level];
    if (pixels === undefined) throw new RangeError(`no level ${level} in ${key}`);
    return pixels;
  };
  const bigEndian: Textures["bigEndian"] = (number) => {
    const { buffer, byteOffset, byteLength } = at(number, 0);
    return (swapped[number] ??= Buffer.from(new Uint8Array(buffer, byteOffset, byteLength)).swap16());
  };
  const textures: Textures = { at, bigEndian };
  kept.set(key, textures);
  return textures;
}

/** Number of prepared samples of a distribution: picking one is a thousand times cheaper than computing one. */
const DRAWS = 65_536;

/** Returns a number above 0 and at most 1, so that it has a logarithm. */
const draw = (at: number, which: number): number => 1 - hashToUnit(which, at, 9);

/** Returns the root of the mean of four intensities; the intensity of one look is exponentially distributed. */
function makeDetectedSpeckle(): Float32Array {
  return Float32Array.from({ length: DRAWS }, (_, at) =>
    Math.sqrt(-Math.log(draw(at, 0) * draw(at, 1) * draw(at, 2) * draw(at, 3)) / 4),
  );
}

/** Returns real and imaginary part in turn: exponential intensity, random phase. */
function makeComplexSpeckle(): Float32Array {
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
    // Zero is reserved for "no data".
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

/** Returns the cell and its overviews: means of 2 x 2 pixels, repeated down to one pixel. */
function makeHalvings(full: Uint16Array, cell: number): Uint16Array[] {
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

/** Mean amplitude of water, land and built-up ground, in digital numbers. */
const MEAN_AMPLITUDE = [95, 430, 1250] as const;
const TURN = 2 * Math.PI;
/** Smaller cells have lower hills, which would otherwise make a pattern. */
const WHOLE_RELIEF_PIXELS = 16;

/** Returns mean amplitudes over a cell, row by row, of the texture with that number. */
type Backscatter = (textureNumber: number) => Float32Array;

/**
 * Returns the amplitudes of a cell. Along its edges they depend only on the corners there, so that neighbours match;
 * the differences between variants fade out towards the edges.
 */
function computeBackscatter(cell: number): Backscatter {
  const shares = Array.from({ length: cell }, (_, at) => (at + 0.5) / cell);
  const waves = Float32Array.from({ length: cell * cell }, (_, at) =>
    computeShoreWave(shares[at % cell]!, shares[Math.floor(at / cell)]!),
  );
  return (textureNumber) => {
    const { corners, variant } = listTextureCorners(textureNumber);
    const [nw, ne, sw, se] = corners;
    const steepness = Math.min(1, cell / WHOLE_RELIEF_PIXELS);
    const relief = shares.map((u) => steepness * 4 * u * (1 - u) * Math.sin(TURN * (u + variant * 0.21)));
    const amplitudes = new Float32Array(cell * cell);
    for (let y = 0; y < cell; y += 1) {
      const v = shares[y]!;
      const reliefAcross = 0.35 * relief[(y * 3 + variant * 5) % cell]! * 4 * v * (1 - v);
      for (let x = 0; x < cell; x += 1) {
        const u = shares[x]!;
        const smooth = (nw * (1 - u) + ne * u) * (1 - v) + (sw * (1 - u) + se * u) * v;
        const amplitude = computeMeanAmplitude(smooth + waves[y * cell + x]!);
        const glint = amplitude > 900 && hashToUnit(textureNumber, x, y) > 0.992 ? 6 : 1;
        amplitudes[y * cell + x] = amplitude * (1 + reliefAcross * relief[x]!) * glint;
      }
    }
    return amplitudes;
  };
}

/** Bends the shores. Periodic over one cell in both directions, and below 0.5, so that plain cells stay plain. */
function computeShoreWave(u: number, v: number): number {
  return (
    0.1 * Math.sin(TURN * (u + v)) * Math.cos(TURN * 2 * v) +
    0.07 * Math.sin(TURN * (3 * u - v)) +
    0.05 * Math.cos(TURN * (5 * v + 2 * u))
  );
}

function computeMeanAmplitude(ground: number): number {
  const clamped = Math.min(1.999, Math.max(0, ground));
  const below = Math.floor(clamped);
  const share = Math.min(1, Math.max(0, (clamped - below - 0.42) / 0.16));
  const from = MEAN_AMPLITUDE[below] ?? 0;
  return from + ((MEAN_AMPLITUDE[below + 1] ?? from) - from) * share;
}

/** Copying short rows by hand is faster than making two views for each. */
const SHORT_ROW_PIXELS = 24;

/**
 * Returns the texture of a tile that consists of one cell: shared, read-only bytes. Large rasters are therefore made
 * at the speed of a copy.
 */
export function composeWholeTile(
  mosaic: Mosaic,
  textures: Textures,
  tileX: number,
  tileY: number,
): Pixels | undefined {
  if (mosaic.tile !== mosaic.cell) return undefined;
  const [number] = numberTextures(mosaic, tileX, tileY, 1, 1);
  return textures.at(number!, 0);
}

/** Copies the cells of one tile of one level into `into`, row by row, also past the image's edge. */
export function composeTile<P extends Pixels>(
  mosaic: Mosaic,
  textures: Textures,
  level: number,
  tileX: number,
  tileY: number,
  into: P,
): P {
  const { tile } = mosaic;
  const side = mosaic.cell >> level;
  const across = tile / side;
  const numbers = numberTextures(mosaic, tileX * across, tileY * across, across, across);
  for (const [at, number] of numbers.entries()) {
    const pixels = textures.at(number, level);
    const corner = Math.floor(at / across) * side * tile + (at % across) * side;
    for (let row = 0; row < side; row += 1) {
      const target = corner + row * tile;
      const source = row * side;
      if (side > SHORT_ROW_PIXELS) {
        into.set(pixels.subarray(source, source + side), target);
      } else {
        for (let column = 0; column < side; column += 1) into[target + column] = pixels[source + column]!;
      }
    }
  }
  return into;
}
