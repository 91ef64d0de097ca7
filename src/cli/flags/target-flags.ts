/**
 * The target of a request: a point, a ring, a geometry or a file. The properties of a Feature become those of the
 * request.
 */
import { AppError } from "../../errors.ts";
import { KEEP_ONE } from "../../geo/area-geojson.ts";
import type { Feature, Geometry, Polygon } from "../../geo/geojson.ts";
import { readPositions } from "../../geo/position-text.ts";
import { givenFlags, readAreaDocument, requireOneArea, type AreaOptions } from "./area-flags.ts";
import type { Context } from "../context.ts";
import { flag } from "./flag.ts";
import { readCentre } from "./place-flags.ts";
import { type Reader, path, text } from "../../domain/readers.ts";

/** Reads `lon,lat lon,lat ...`: the ring as typed; the body's rules check that it is closed. */
const ring: Reader<Polygon> = (given) => {
  const read = readPositions(given);
  if (read.ok && read.positions.length > 0)
    return { ok: true, value: { type: "Polygon", coordinates: [read.positions] } };
  const rule = 'must be positions, longitude first, such as "14.2,40.6 14.5,40.6 14.5,40.9 14.2,40.6"';
  return {
    ok: false,
    code: "GEOMETRY_COORDINATES_INVALID",
    ...(read.ok ? { rule } : { rule: `${rule}: ${read.reason}`, next: read.next }),
  };
};

export const polygonFlag = () =>
  flag("--polygon <ring>", "ring: 'lon,lat lon,lat ...', first position repeated", ring);
export const geometryFlag = () =>
  flag("--geometry <area>", "GeoJSON, WKT or KML: the text, @file, or - for stdin", text);
export const targetFileFlag = () =>
  flag("-f, --file <path>", "Feature, geometry, WKT or KML file (- for stdin)", path);

export interface TargetOptions extends Omit<AreaOptions, "intersects"> {
  polygon?: Polygon;
  geometry?: string;
}

export interface GivenTarget {
  geometry?: Geometry;
  /** The complete feature, if a feature was given. */
  feature?: Feature;
  /** The flag that gave the target. */
  flag?: string;
}

/** Returns the flags of this run that give a target. */
export const givenTargets = ({ point, place, polygon, geometry, file }: TargetOptions): string[] =>
  givenFlags({
    "--point": point,
    "--place": place,
    "--polygon": polygon,
    "--geometry": geometry,
    "--file": file,
  });

export async function readTarget(context: Context, options: TargetOptions): Promise<GivenTarget> {
  const flagName = requireOneArea(givenTargets(options));
  const centre = await readCentre(context, options);
  if (flagName === undefined) return {};
  const { polygon, geometry, file } = options;
  const area = await readAreaDocument(context, { file, text: geometry, flagName }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.next !== KEEP_ONE || file === undefined) throw error;
    throw error.restated(error.message, { next: "Add --each to request every feature" });
  });
  return {
    geometry: centre ?? polygon ?? area!.geometry,
    flag: flagName,
    feature: area?.feature,
  };
}
