import type { Collect } from "../archive/collect.ts";
import type { ProductType } from "../archive/product-types.ts";

/** What a picture depends on. Neither the row in the archive nor who may see a collect changes a byte. */
export type Scene = Pick<
  Collect,
  | "id"
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
  /** `tiny`: some hundred kilobytes. `real`: the sampling of the collection type, up to several gigabytes. */
  size: "tiny" | "real";
  /** With `real`: side in metres of the square that rasters cover, in place of the footprint. */
  spotSizeMetres?: number;
}

/** Largest side of a raster: 256-pixel cells shrink to one pixel in its last overview. */
export const MAX_SIDE_PIXELS = 65_536;
