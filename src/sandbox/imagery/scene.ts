import type { Collect, ProductType } from "../archive/collect.ts";

/** What a picture depends on. Neither the row in the archive nor who may see a collect changes a byte. */
export type Scene = Pick<
  Collect,
  | "id"
  | "satellite"
  | "platform"
  | "orbitalPlane"
  | "datetimeMs"
  | "startMs"
  | "endMs"
  | "observationDirection"
  | "orbitState"
  | "lookAngleDegrees"
  | "incidenceAngleDegrees"
  | "azimuthDegrees"
  | "squintAngleDegrees"
  | "type"
  | "polarization"
  | "center"
  | "geometry"
>;

/** The delivered product types and the analytic one, `VS` (vessel detections). */
export type ImageryProduct = ProductType | "VS";

/** How large products are. */
export interface ImagerySize {
  /**
   * `tiny`: some hundred kilobytes. `real`: the sampling of the collection type, up to several gigabytes. A number: data
   * files of at most that many bytes, and as near to it as whole tiles and lines allow.
   */
  size: "tiny" | "real" | number;
  /** With `real`: side in metres of the square that rasters cover, in place of the footprint. */
  spotSizeMetres?: number;
}

/** Samples per resolution cell: a little more than one, as focused images have. */
export const OVERSAMPLING = 1.25;

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
