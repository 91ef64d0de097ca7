import type { Feature, SimpleGeometry } from "./geojson.ts";
import { AppError } from "../errors.ts";

/** An area or point from the user. The rules of its request are checked later. */
export interface Area {
  geometry: SimpleGeometry;
  /** The whole feature, with its other properties, when the text was one (or a collection of one). */
  feature?: Feature<SimpleGeometry>;
  /** Notes on tolerated or changed parts. */
  notes: string[];
}

/** Returns the error for a readable input that is not a single area: its content, and what to give. */
export function notGeoJson(what: string, found: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", "INPUT_NOT_GEOJSON", `${what} contains ${found}, not one area`, {
    next: hint,
    cause,
  });
}
