import { AppError } from "../errors.ts";

/** The error for an input that is readable but no single area: what it holds instead, and what to give. */
export function notGeoJson(what: string, found: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", "INPUT_NOT_GEOJSON", `${what} holds ${found}, not one area`, { hint, cause });
}
