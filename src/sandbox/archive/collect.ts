import type { MultiPolygon, Polygon } from "../../geo/geojson.ts";
import type { ImagingType } from "../fleet/imaging-types.ts";
import type { OrbitalPlane } from "../fleet/satellites.ts";
import type { ProductType } from "./product-types.ts";

// Spec silent: the names of the collections. We have one for what is sold and one for what is free.
export type CollectionId = "vendor-archive" | "vendor-open-data";

/** Who alone may see a collect, and until when. */
export interface Holdback {
  organizationId: string;
  kind: "30_day" | "1_year" | "permanent";
  /** Milliseconds since 1970; Infinity when the collect never becomes public. */
  untilMs: number;
}

/** One look of one satellite at one scene: plain data, the same for an archive collect and for a tasked one. */
export interface Collect {
  /** Row in the archive that made it; -1 for a collect of a task. */
  index: number;
  /** UUID-shaped, `vendor:collect_id` of its items. */
  id: string;
  /** Position in the constellation. */
  satellite: number;
  /** `sat:platform` name of that satellite, such as `vendor-04`. */
  platform: string;
  orbitalPlane: OrbitalPlane;
  /** The moment at which the angles below hold: item `datetime`, between start and end. */
  datetimeMs: number;
  startMs: number;
  endMs: number;
  observationDirection: "left" | "right";
  orbitState: "ascending" | "descending";
  /** Angle at the satellite between nadir and the scene centre (off-nadir). */
  lookAngleDegrees: number;
  /** Angle at the scene centre between up and the satellite. */
  incidenceAngleDegrees: number;
  /** Direction from the scene centre to the satellite, clockwise from north, 0 to 360. */
  azimuthDegrees: number;
  /** Forward of broadside is positive. */
  squintAngleDegrees: number;
  /** Collection type with its mode (`type.collectMode`), looks, resolutions and ground size. */
  type: ImagingType;
  polarization: "HH" | "VV";
  /** `[longitude, latitude]` on the WGS84 ellipsoid, where the beam centre meets it. */
  center: [longitude: number, latitude: number];
  /** Footprint: counter-clockwise, split at the antimeridian (then a MultiPolygon). */
  geometry: Polygon | MultiPolygon;
  /** West, south, east, north; west is larger than east across the antimeridian. */
  bbox: [west: number, south: number, east: number, north: number];
  /** Product types that exist; GEO always does. */
  productTypes: ProductType[];
  collectionId: CollectionId;
  /** Undefined when the collect was never held back. */
  holdback: Holdback | undefined;
}
