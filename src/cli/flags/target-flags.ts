/**
 * The target of a request: a point, a place or a document. The properties of a Feature become those of the request.
 */
import { AppError } from "../../errors.ts";
import { KEEP_ONE, type Taking } from "../../geo/area-geojson.ts";
import type { Feature, Geometry } from "../../geo/geojson.ts";
import { listGivenAreas, readAreaFile, requireOneArea, type AreaOptions } from "./area-flags.ts";
import type { Context } from "../context.ts";
import { flag } from "./flag.ts";
import { readCentre } from "./place-flags.ts";
import { readPathOrText } from "../../domain/readers.ts";

export const targetFileFlag = () =>
  flag("-f, --file <path>", "GeoJSON, KML, GeoPackage, shapefile; - for stdin", readPathOrText);

export interface GivenTarget {
  geometry?: Geometry;
  /** The complete feature, if a feature was given. */
  feature?: Feature;
  /** The attributes of a placemark or of a row of a table. */
  attributes?: Readonly<Record<string, unknown>>;
  /** The flag that gave the target. */
  flag?: string;
}

/** Reads the target, which is one feature of a file unless all are taken. */
export async function readTarget(
  context: Context,
  options: AreaOptions,
  taking: Taking = "one",
): Promise<GivenTarget> {
  const flagName = requireOneArea(listGivenAreas(options));
  const geometry = await readCentre(context, options);
  if (flagName === undefined) return {};
  if (geometry !== undefined) return { geometry, flag: flagName };
  const area = await readAreaFile(context, options.file!, taking).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.next !== KEEP_ONE) throw error;
    throw error.restated(error.message, { next: "Add --each to request every feature" });
  });
  const { feature, attributes } = area;
  return {
    geometry: area.geometry,
    flag: flagName,
    ...(feature && { feature }),
    ...(attributes && { attributes }),
  };
}
