import type { Mosaic } from "./mosaic.ts";
import { seedOf } from "./noise.ts";
import { type ImageryProduct, type ImagerySize, OVERSAMPLING, type Scene } from "./scene.ts";

/** The samples of an image that lies along the radar's own directions. */
export interface RadarPlane {
  rangeCount: number;
  azimuthCount: number;
  /** Metres between samples, in the slant or in the ground plane. */
  rangeSpacing: number;
  azimuthSpacing: number;
}

const LEAST_SIDE = 16;
const TINY_SIDE = { slant: 256, ground: 384 } as const;

/**
 * Samples for a scene: few (`tiny`), as many as the collection type resolves (`real`), or as many as a number of bytes
 * holds. `bytesOf` gives the length of the file for a number of samples.
 */
export function planRadarPlane(
  scene: Scene,
  { size, spotSizeMetres }: ImagerySize,
  plane: "slant" | "ground",
  bytesOf: (rangeCount: number, azimuthCount: number) => number,
): RadarPlane {
  const { widthKm, lengthKm, resolutionRangeMetres, resolutionAzimuthMetres } = scene.type;
  const spot = size === "real" ? spotSizeMetres : undefined;
  const onGround = spot ?? widthKm * 1000;
  const isSlant = plane === "slant";
  const rangeMetres = isSlant ? onGround * Math.sin((scene.incidenceAngleDegrees * Math.PI) / 180) : onGround;
  const azimuthMetres = spot ?? lengthKm * 1000;
  // Detected pixels are square.
  const coarser = Math.max(resolutionRangeMetres, resolutionAzimuthMetres);
  const fullRange = rangeMetres / (isSlant ? resolutionRangeMetres / OVERSAMPLING : coarser);
  const fullAzimuth = azimuthMetres / (isSlant ? resolutionAzimuthMetres / OVERSAMPLING : coarser);
  const counts = (scale: number): [range: number, azimuth: number] => [
    Math.max(LEAST_SIDE, Math.round(fullRange * scale)),
    Math.max(LEAST_SIDE, Math.round(fullAzimuth * scale)),
  ];
  const [rangeCount, azimuthCount] = counts(
    size === "tiny"
      ? TINY_SIDE[plane] / Math.max(fullRange, fullAzimuth)
      : size === "real"
        ? 1
        : largestScale(size, (scale) => bytesOf(...counts(scale))),
  );
  return {
    rangeCount,
    azimuthCount,
    rangeSpacing: rangeMetres / rangeCount,
    azimuthSpacing: azimuthMetres / azimuthCount,
  };
}

/** The mosaic of a radar image; each format decides which axis is its width. */
export function mosaicOf(
  scene: Scene,
  product: ImageryProduct,
  { size }: ImagerySize,
  width: number,
  height: number,
): Mosaic {
  return {
    ...(size === "tiny" ? { tile: 128, cell: 16 } : { tile: 256, cell: 256 }),
    width,
    height,
    longestPixels: Math.max(width, height),
    groundSeed: seedOf(scene.id),
    speckleSeed: seedOf(`${scene.id} ${product}`),
  };
}

/** The largest scale (of sides: bytes grow with its square) at which a file is at most that long. */
export function largestScale(mostBytes: number, bytesAt: (scale: number) => number): number {
  let [fits, exceeds] = [1e-4, 1e4];
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(fits * exceeds);
    if (bytesAt(middle) <= mostBytes) fits = middle;
    else exceeds = middle;
  }
  return fits;
}
