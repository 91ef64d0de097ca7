import { toGeodetic, type Vector } from "../../orbit/ellipsoid.ts";
import { findSampleGround, placeOf, sampleOf, type ImagePlane } from "../../orbit/image-plane.ts";
import type { ItemProduct } from "../archive/collect.ts";
import { collectImage } from "../fleet.ts";
import { hashSeed } from "../random.ts";
import type { GeoRaster } from "./geo-raster.ts";
import { tileAndCell, type GroundPlace, type Mosaic } from "./mosaic.ts";
import { memoize } from "./product-file.ts";
import { findLargestScale, OVERSAMPLING, type ImagerySize, type Scene } from "./view-geometry.ts";

/** The samples of an image that is aligned with the radar's own directions. */
export interface RadarPlane {
  image: ImagePlane;
  /** Direction of the range samples: in the slant or in the ground plane. */
  rowUnit: Vector;
  rangeCount: number;
  azimuthCount: number;
  /** Metres between samples, in the slant or in the ground plane. */
  rangeSpacing: number;
  azimuthSpacing: number;
  /** The sample at the scene's centre. */
  centreRange: number;
  centreAzimuth: number;
}

const MIN_SIDE = 16;
const TINY_SIDE = { slant: 256, ground: 384 } as const;

/** The plane of the samples, and the part of the outer samples (edge or centre) at the corners of the footprint. */
interface Lattice {
  plane: "slant" | "ground";
  corners: "samples" | "edges";
}

/**
 * Plans the samples of a scene: few (`tiny`), the collection type's resolution (`real`), or the largest number for a
 * file size. `bytesOf` returns the length of the file for a number of samples.
 */
export function planRadarPlane(
  scene: Scene,
  size: ImagerySize,
  { plane, corners }: Lattice,
  bytesOf: (rangeCount: number, azimuthCount: number) => number,
): RadarPlane {
  const { type, satellite, datetimeMs, center } = scene;
  const { resolutionRangeMetres, resolutionAzimuthMetres } = type;
  const image = collectImage({ satellite, timeMs: datetimeMs, center, type });
  const isSlant = plane === "slant";
  const { near, far, first, last } = isSlant ? measureSlantExtent(image) : measureGroundExtent(image);
  // Detected pixels are square.
  const coarser = Math.max(resolutionRangeMetres, resolutionAzimuthMetres);
  const fullRange = (far - near) / (isSlant ? resolutionRangeMetres / OVERSAMPLING : coarser);
  const fullAzimuth = (last - first) / (isSlant ? resolutionAzimuthMetres / OVERSAMPLING : coarser);
  const across = (scale: number): number => countSamples(fullRange * scale, corners);
  const along = (scale: number): number => countSamples(fullAzimuth * scale, corners);
  let scale = 1;
  if (size === "tiny") scale = TINY_SIDE[plane] / Math.max(fullRange, fullAzimuth);
  if (typeof size === "number") scale = findLargestScale(size, (each) => bytesOf(across(each), along(each)));
  const rangeCount = across(scale);
  // Tiles come in whole rows: if one more range sample would exceed the size, azimuth uses the remaining bytes.
  const azimuthCount = along(
    typeof size === "number" ? findLargestScale(size, (each) => bytesOf(rangeCount, along(each))) : scale,
  );
  const fewer = corners === "samples" ? 1 : 0;
  const rangeSpacing = (far - near) / (rangeCount - fewer);
  const azimuthSpacing = (last - first) / (azimuthCount - fewer);
  const rim = (1 - fewer) / 2;
  return {
    image,
    rowUnit: isSlant ? image.rowUnit : image.groundRowUnit,
    rangeCount,
    azimuthCount,
    rangeSpacing,
    azimuthSpacing,
    centreRange: isSlant ? (rangeCount - 1) / 2 : -near / rangeSpacing - rim,
    centreAzimuth: isSlant ? (azimuthCount - 1) / 2 : -first / azimuthSpacing - rim,
  };
}

/**
 * Returns the number of samples along a side. With corners on samples it is odd, so that one sample is at the
 * centre, to which SICD refers its grid.
 */
function countSamples(wanted: number, corners: Lattice["corners"]): number {
  const count = Math.max(MIN_SIDE, Math.round(wanted));
  return corners === "samples" && count % 2 === 0 ? count - 1 : count;
}

/** Edges of an image, in metres from the scene's centre. */
interface Extent {
  near: number;
  far: number;
  first: number;
  last: number;
}

const measureSlantExtent = ({ halfRowKm, halfColumnKm }: ImagePlane): Extent => ({
  near: -halfRowKm * 1000,
  far: halfRowKm * 1000,
  first: -halfColumnKm * 1000,
  last: halfColumnKm * 1000,
});

/** Returns the rectangle of the ground plane whose corners are nearest to those of the footprint. */
export function measureGroundExtent(image: ImagePlane): Extent {
  const [a, b, c, d] = CORNERS.map(([row, column]) =>
    sampleOf(
      image,
      findSampleGround(image, row * image.halfRowKm, column * image.halfColumnKm),
      image.groundRowUnit,
    ).map((km) => km * 500),
  ) as [number[], number[], number[], number[]];
  return { near: a[0]! + b[0]!, far: c[0]! + d[0]!, first: a[1]! + d[1]!, last: b[1]! + c[1]! };
}

/** Rows and columns of corners, clockwise on the ground from the first sample of the first row. */
const CORNERS = [
  [-1, -1],
  [-1, 1],
  [1, 1],
  [1, -1],
] as const;

type Corner = readonly [longitude: number, latitude: number];

/** The corners, in the order of SICD and NITF: clockwise from the first sample of the first row, the upper left. */
export type ImageCorners = readonly [Corner, Corner, Corner, Corner];

/** Returns the corners of the image, which are those of the footprint. */
export function findCorners({ image }: RadarPlane): ImageCorners {
  return CORNERS.map(([row, column]) =>
    placeOf(image, row * image.halfRowKm, column * image.halfColumnKm).map(
      (degrees) => Math.round(degrees * 1e6) / 1e6,
    ),
  ) as unknown as ImageCorners;
}

/** Samples per side at which the sensor model is computed; all others are interpolated. */
const NODES = 5;

/**
 * Returns the position of a sample in the geocoded raster, in pixels. Samples are counted from the outer edge of the
 * first one. A polynomial through 25 places of the sensor model is accurate to a millimetre.
 */
function createPlacing(
  plane: RadarPlane,
  ground: GeoRaster,
): (range: number, azimuth: number) => [x: number, y: number] {
  const { image, rowUnit, rangeCount, azimuthCount } = plane;
  const nodes = Array.from({ length: NODES ** 2 }, (_, at) => {
    const range = ((at % NODES) / (NODES - 1)) * rangeCount - 0.5 - plane.centreRange;
    const azimuth = (Math.floor(at / NODES) / (NODES - 1)) * azimuthCount - 0.5 - plane.centreAzimuth;
    const km = [(range * plane.rangeSpacing) / 1000, (azimuth * plane.azimuthSpacing) / 1000] as const;
    const [x, y] = ground.frame.toMap(...toGeodetic(findSampleGround(image, ...km, rowUnit)));
    return [
      (x - ground.originX) / ground.spacingMetres,
      (ground.originY - y) / ground.spacingMetres,
    ] as const;
  });
  return (range, azimuth) => {
    const down = computeWeights(range / rangeCount);
    const along = computeWeights(azimuth / azimuthCount);
    let [x, y] = [0, 0];
    for (const [at, node] of nodes.entries()) {
      const weight = down[at % NODES]! * along[Math.floor(at / NODES)]!;
      x += weight * node[0];
      y += weight * node[1];
    }
    return [x, y];
  };
}

/** Returns Lagrange's weights of equally spaced nodes from 0 to 1. */
function computeWeights(share: number): number[] {
  const at = share * (NODES - 1);
  return Array.from({ length: NODES }, (_, node) => {
    let weight = 1;
    for (let other = 0; other < NODES; other += 1) {
      if (other !== node) weight *= (at - other) / (node - other);
    }
    return weight;
  });
}

/**
 * Returns the place of a radar image's mosaic: its pixels show the geocoded raster there. `turn` converts a pixel to
 * range and azimuth samples.
 */
export function onGround(
  ground: GeoRaster,
  plane: RadarPlane,
  turn: (x: number, y: number) => readonly [range: number, azimuth: number],
): GroundPlace {
  const placed = memoize(() => createPlacing(plane, ground));
  return { ...ground.place, at: (x, y) => ground.place.at(...placed()(...turn(x, y))) };
}

/** Returns the mosaic of a radar image; each format decides which axis is its width. */
export function makePlaneMosaic(
  scene: Scene,
  product: ItemProduct,
  size: ImagerySize,
  width: number,
  height: number,
): Mosaic {
  return {
    ...tileAndCell(size, Math.max(width, height)),
    width,
    height,
    longestPixels: Math.max(width, height),
    speckleSeed: hashSeed(`${scene.id} ${product}`),
  };
}
