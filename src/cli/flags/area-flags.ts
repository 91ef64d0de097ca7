/** The area of interest: a point, a place, a file (`swath help formats`) or a document on the command line. */
import { AppError, inputError } from "../../errors.ts";
import { readWrittenPosition } from "../../geo/position-text.ts";
import type { Geometry, Point } from "../../geo/geojson.ts";
import { mapPositions, listPositions, listSingleParts } from "../../geo/polygon.ts";
import { findDecimalCommaReading, findPositionFault } from "../../geo/position.ts";
import type { Context } from "../context.ts";
import type { Area, Taking } from "../../geo/area-geojson.ts";
import { flag } from "./flag.ts";
import { readCentre, type CentreOptions } from "./place-flags.ts";
import { type Reader, readNumber, readPathOrText } from "../../domain/readers.ts";
import { advice, flagName, keepOne, typed, type Hint } from "../../hint.ts";

/** Reads numbers separated by commas. */
const numbers: Reader<number[]> = (given) => {
  const parts = given.split(",").map((part) => part.trim());
  const bad = parts.find((part) => !readNumber(part).ok);
  if (bad !== undefined)
    return {
      ok: false,
      rule:
        bad === "" && parts.indexOf(bad) === parts.length - 1
          ? "must be numbers separated by commas (none follows the last comma)"
          : `must be numbers separated by commas (${JSON.stringify(bad)} is not one)`,
    };
  return { ok: true, value: parts.map(Number) };
};

/** Returns numbers with commas between them, of a text with blanks or semicolons; its commas may be those of decimals. */
function joinNumbers(given: string, counts: readonly number[]): string | undefined {
  const words = given.split(/[\s;]+/).flatMap((word) => word.replace(/,$/, "") || []);
  const readings = [words.map((word) => word.replace(",", ".")), words.flatMap((word) => word.split(","))];
  return readings
    .find((parts) => counts.includes(parts.length) && parts.every((part) => readNumber(part).ok))
    ?.join(",");
}

/** Returns the next step after numbers that cannot be read: the typed ones with commas, else an example. */
function suggestNumbers(
  name: "--point" | "--bbox",
  given: string,
  { counts, example, order }: { counts: readonly number[]; example: string; order?: string },
): Hint {
  const joined = joinNumbers(given, counts);
  return joined === undefined
    ? advice`For example: ${typed(name, example)}${order === undefined ? "" : ` (${order})`}`
    : advice`Write commas between the numbers: ${typed(name, joined)}`;
}

/** Reads longitude and latitude in degrees, or a latitude and a longitude with their letters. */
const point: Reader<Point> = (given) => {
  const code = "GEOMETRY_COORDINATES_INVALID";
  const written = readWrittenPosition(given);
  if (written !== undefined)
    return written.ok
      ? { ok: true, value: { type: "Point", coordinates: written.position } }
      : {
          ok: false,
          rule: written.reason,
          code,
          next: advice`For example: ${typed("--point", "38.71N 9.14W")}`,
        };
  const read = numbers(given);
  if (!read.ok)
    return {
      ...read,
      code,
      next: suggestNumbers("--point", given, {
        counts: [2, 3],
        example: "-9.14,38.71",
        order: "longitude, latitude",
      }),
    };
  const parts = given.split(",").map((part) => part.trim());
  const fault = findPositionFault(read.value, parts);
  const meant = findDecimalCommaReading(parts);
  const next = meant === undefined ? {} : { next: advice`Decimal comma? ${typed("--point", meant)}` };
  // The rules of the body know about fewer numbers.
  if (fault !== undefined && parts.length > 3) return { ok: false, rule: fault, code, ...next };
  return { ok: true, value: { type: "Point", coordinates: read.value } };
};

export const pointFlag = () =>
  flag("--point <lon,lat>", 'a point, longitude first, or "38.71N 9.14W"', point);
export const bboxFlag = () =>
  flag("--bbox <w,s,e,n>", "box: west, south, east, north (6 numbers with heights)", (given: string) => {
    const read = numbers(given);
    const code = "BBOX_INVALID" as const;
    if (!read.ok) {
      const next = suggestNumbers("--bbox", given, { counts: [4, 6], example: "-9.5,38.5,-9,39" });
      return { ...read, code, next };
    }
    const parts = given.split(",").map((part) => part.trim());
    const [corner, opposite] = [parts.slice(0, 4), parts.slice(4)].map((four) =>
      findDecimalCommaReading(four),
    );
    if (parts.length !== 8 || corner === undefined || opposite === undefined) return read;
    return {
      ok: false,
      rule: "has 8 numbers, not 4 or 6",
      code,
      next: advice`Decimal comma? ${typed("--bbox", `${corner},${opposite}`)}`,
    };
  });
export const fileFlag = () =>
  flag("-f, --file <path>", "GeoJSON, KML, GeoPackage, shapefile; - for stdin", readPathOrText);

export interface AreaOptions extends CentreOptions {
  file?: string;
}

/** Returns the flags of this run that give an area. */
export const listGivenAreas = (options: AreaOptions): string[] =>
  (["point", "place", "file"] as const).filter((name) => options[name] !== undefined).map(flagName);

/** Returns the flag that gives an area; two are an error, since either could be meant. */
export function requireOneArea(flags: readonly string[]): string | undefined {
  if (flags.length < 2) return flags[0];
  const message = `${flags.join(" and ")} both give an area`;
  throw inputError([
    { code: "INPUT_AMBIGUOUS", path: "", flag: flags[0]!, message, next: keepOne(...flags) },
  ]);
}

/** Returns the given area, or undefined. All features of a file are one area. */
export async function readAreaFlags(context: Context, options: AreaOptions): Promise<Geometry | undefined> {
  const givenBy = requireOneArea(listGivenAreas(options));
  const centre = await readCentre(context, options);
  const geometry =
    centre ??
    (options.file === undefined ? undefined : (await readAreaFile(context, options.file, "all")).geometry);
  return geometry && removeHeights(context, geometry, givenBy ?? "");
}

/** Reads the area of `--file`, a path or a text, and notes what was changed. */
export async function readAreaFile(context: Context, file: string, taking: Taking): Promise<Area> {
  const [{ locateAreas }, { readArea }] = await Promise.all([
    import("../input/read-value.ts"),
    import("../../footprints/read-areas.ts"),
  ]);
  const area = await readArea(await locateAreas(context, file, "--file"), taking).catch(
    async (error: unknown) => {
      throw await namePlace(file, error);
    },
  );
  for (const note of area.notes) context.notes.note(`--file: ${note}`);
  return area;
}

/** Returns the error for a missing file with --place as the next step, if a place has this name. */
async function namePlace(file: string, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "INPUT_NOT_READABLE") return error;
  if ((error.cause as NodeJS.ErrnoException | undefined)?.code !== "ENOENT") return error;
  const { resolvePlace } = await import("../../places/resolve-place.ts");
  const found = await resolvePlace(file);
  const isPlace = found.kind === "one" || (found.kind === "several" && !found.isBeginning);
  if (!isPlace) return error;
  return error.restated(error.message, {
    next: advice`A place has this name: ${typed("--place", file)}`,
    cause: error.cause,
  });
}

/** Removes heights, which areas on the ground do not have; a note reports this. */
function removeHeights<G extends Geometry>({ notes }: Context, geometry: G, source: string): G {
  const [first, ...others] = listSingleParts(geometry)
    .flatMap(listPositions)
    .filter((position) => position.length > 2);
  if (first !== undefined) {
    const count = others.length + 1;
    const dropped = count === 1 ? `the altitude ${first[2]} was` : `${count} altitudes were`;
    notes.warn(`${source}: ${dropped} dropped`);
  }
  return mapPositions(geometry, (position) => position.slice(0, 2));
}
