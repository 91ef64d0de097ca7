/** The simulated constellation: its satellites, its imaging types, and the image of a collect. */
import { type Satellite, makeSatellite } from "../orbit/elements.ts";
import { type Footprint, computeFootprint } from "../orbit/footprint.ts";
import { type ImagePlane, outlineImage, computeImagePlane } from "../orbit/image-plane.ts";
import { computeState } from "../orbit/propagation.ts";

/** Inclination class, degrees. */
export type OrbitalPlane = 45 | 53 | 97;

export interface FleetSatellite extends Satellite {
  readonly plane: OrbitalPlane;
}

/** Epoch of the fictitious elements, 2025-01-01: without drag they are valid for decades before and after. */
const EPOCH_MS = 1_735_689_600_000;

/** Revolutions at 525 km above the equator. */
const REVOLUTIONS_PER_DAY = 15.137;
const ECCENTRICITY = 3e-4;

/** Plane, inclination, right ascension of the ascending node, mean anomaly (degrees). */
const ORBITS: readonly (readonly [OrbitalPlane, number, number, number])[] = [
  [45, 45, 12, 5],
  [45, 45, 132, 47],
  [45, 45, 252, 89],
  [53, 53, 33, 21],
  [53, 53, 123, 201],
  [53, 53, 213, 66],
  [53, 53, 303, 246],
  [97, 97.5, 358, 10],
  [97, 97.5, 58, 130],
  [97, 97.5, 118, 250],
];

/** The fleet: 45 x3, 53 x4, 97.5 x3 degrees. The elements are fictitious and belong to no real satellite. */
export const SATELLITES: readonly FleetSatellite[] = ORBITS.map(
  ([plane, inclination, ascendingNode, meanAnomaly], index) => ({
    plane,
    ...makeSatellite(index, {
      name: `SANDBOX ${index + 1}`,
      catalogNumber: 90_001 + index,
      epochMs: EPOCH_MS,
      revolutionsPerDay: REVOLUTIONS_PER_DAY,
      eccentricity: ECCENTRICITY,
      inclination,
      ascendingNode,
      argumentOfPerigee: 90,
      meanAnomaly,
    }),
  }),
);

/** Returns `platform` of the items, such as `vendor-04`. `vendor` is the operator's name. */
export const formatPlatform = (satellite: number, vendor = "vendor"): string =>
  `${vendor}-${String(satellite + 1).padStart(2, "0")}`;

type CollectMode = "spotlight" | "sliding_spotlight" | "stripmap";

/**
 * The imaging parameters of a collection type. Names and numbers follow the types that the interface mentions
 * (spotlight, spotlight_wide, stripmap_100).
 */
export interface ImagingType {
  /** Name of the collection type, as in `GET /collectiontypes`. */
  readonly name: string;
  /** `sar:instrument_mode` of the items and `collectMode` of the tasks. */
  readonly collectMode: CollectMode;
  /** The mode's part of an item id: short, letters only. */
  readonly code: string;
  /** Looks in azimuth of the detected products. */
  readonly numLooks: number;
  /** Slant range resolution in metres. */
  readonly resolutionRangeMetres: number;
  readonly resolutionAzimuthMetres: number;
  /** Size on the ground across the track, in kilometres. */
  readonly widthKm: number;
  /** Size on the ground along the track, in kilometres. */
  readonly lengthKm: number;
  /** Seconds for which the radar images the scene. */
  readonly durationSeconds: number;
  /** Share of the archive with this type; the shares add up to 1. */
  readonly share: number;
}

const TYPE_COLUMNS = [
  "name",
  "collectMode",
  "code",
  "numLooks",
  "resolutionRangeMetres",
  "resolutionAzimuthMetres",
  "widthKm",
  "lengthKm",
  "durationSeconds",
  "share",
] as const;

type TypeRow = readonly [string, CollectMode, string, number, number, number, number, number, number, number];

const TYPE_ROWS: readonly TypeRow[] = [
  ["spotlight", "spotlight", "SP", 9, 0.3, 0.5, 5, 5, 18, 0.34],
  ["spotlight_ultra", "spotlight", "SU", 9, 0.25, 0.25, 5, 5, 32, 0.1],
  ["spotlight_wide", "sliding_spotlight", "SS", 4, 0.6, 0.8, 10, 10, 12, 0.2],
  ["stripmap_20", "stripmap", "SM", 1, 0.8, 1.2, 10, 20, 5, 0.14],
  ["stripmap_50", "stripmap", "SM", 1, 0.8, 1.2, 10, 50, 9, 0.12],
  ["stripmap_100", "stripmap", "SM", 1, 0.8, 1.2, 10, 100, 16, 0.1],
];

export const IMAGING_TYPES: readonly ImagingType[] = TYPE_ROWS.map(
  (row) => Object.fromEntries(TYPE_COLUMNS.map((column, at) => [column, row[at]])) as unknown as ImagingType,
);

/**
 * Returns the type with that name; a hyphen counts as an underscore, and `parallel_` is ignored because it does not
 * change a single image.
 */
export function findImagingType(name: string): ImagingType | undefined {
  const plain = name.replaceAll("-", "_").replace(/^parallel_/, "");
  return IMAGING_TYPES.find((type) => type.name === plain);
}

/** Inputs of a collect's image, for the archive and for tasks. */
export interface ImagedCollect {
  /** Position in the constellation. */
  satellite: number;
  /** The moment at which the satellite sees the centre. */
  timeMs: number;
  center: readonly [longitude: number, latitude: number];
  type: ImagingType;
}

/** Share of the collect during which the beam of a sliding spotlight moves over the scene. */
const SLIDING_SHARE = 0.5;

export function collectImage({ satellite, timeMs, center, type }: ImagedCollect): ImagePlane {
  const flown = SATELLITES[satellite];
  if (flown === undefined) throw new RangeError(`no satellite ${satellite + 1}`);
  const { widthKm, lengthKm, collectMode, durationSeconds } = type;
  const sliding = collectMode === "sliding_spotlight" ? SLIDING_SHARE * durationSeconds : 0;
  const sweep = collectMode === "stripmap" ? "strip" : sliding;
  return computeImagePlane({ center, widthKm, lengthKm, sweep }, computeState(flown, timeMs));
}

/** Returns the footprint of a collect: the outline of its image on the ground. */
export function collectFootprint(collect: ImagedCollect): Footprint {
  return computeFootprint(outlineImage(collectImage(collect)), collect.center);
}
