import type { Feature, SimpleGeometry } from "./geojson.ts";
import { AppError } from "../errors.ts";

/** An area or point as the user gave it. The rules of the request that it goes into are checked later. */
export interface Area {
  geometry: SimpleGeometry;
  /** The whole feature, with its other members, when the text was one (or a collection of one). */
  feature?: Feature<SimpleGeometry>;
  format: "feature" | "geometry" | "collection" | "wkt" | "kml";
  /** What was tolerated or changed on the way, in words. */
  notes: string[];
}

/** The error for an input that is readable but no single area: what it holds instead, and what to give. */
export function notGeoJson(what: string, found: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", "INPUT_NOT_GEOJSON", `${what} holds ${found}, not one area`, { hint, cause });
}
