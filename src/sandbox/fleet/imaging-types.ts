/**
 * The imaging parameters of each collection type: collect mode, looks, resolution and ground size. Names and numbers
 * follow the types that the interface mentions (spotlight, spotlight_wide, stripmap_100).
 */

type CollectMode = "spotlight" | "sliding_spotlight" | "stripmap";

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

const columns = [
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

type Row = readonly [string, CollectMode, string, number, number, number, number, number, number, number];

const rows: readonly Row[] = [
  ["spotlight", "spotlight", "SP", 9, 0.3, 0.5, 5, 5, 18, 0.34],
  ["spotlight_ultra", "spotlight", "SU", 9, 0.25, 0.25, 5, 5, 32, 0.1],
  ["spotlight_wide", "sliding_spotlight", "SS", 4, 0.6, 0.8, 10, 10, 12, 0.2],
  ["stripmap_20", "stripmap", "SM", 1, 0.8, 1.2, 10, 20, 5, 0.14],
  ["stripmap_50", "stripmap", "SM", 1, 0.8, 1.2, 10, 50, 9, 0.12],
  ["stripmap_100", "stripmap", "SM", 1, 0.8, 1.2, 10, 100, 16, 0.1],
];

export const IMAGING_TYPES: readonly ImagingType[] = rows.map(
  (row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])) as unknown as ImagingType,
);

/**
 * Returns the type with that name; a hyphen counts as an underscore, and `parallel_` is ignored because it does not
 * change a single image.
 */
export function imagingTypeNamed(name: string): ImagingType | undefined {
  const plain = name.replaceAll("-", "_").replace(/^parallel_/, "");
  return IMAGING_TYPES.find((type) => type.name === plain);
}
