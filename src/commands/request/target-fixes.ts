/** Next steps after faults of a target, with the file, the flags and the positions of this run. */
import type { Fault } from "../../errors.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { POLYGON_TYPE } from "../../contract/vocabulary.ts";
import type { Position } from "../../geo/geojson.ts";
import { writeOgr2ogr } from "../../geo/ogr2ogr.ts";
import { formatPosition } from "../../geo/position.ts";
import { advice, typed, type Hint } from "../../hint.ts";
import { isDocumentText } from "../../domain/readers.ts";
import type { CreateOptions } from "./create-flags.ts";

/** Returns the next step of a fault of the target; undefined if its code alone has one. */
export function findTargetFix(
  { code, value }: Fault,
  geometry: unknown,
  { file, radius, each }: CreateOptions,
): Hint | undefined {
  if (code === "POLYGON_COLLECTION_TYPE" && radius !== undefined)
    return advice`Type: ${typed("--type", POLYGON_TYPE)}, or leave out --radius`;
  if (code !== "GEOMETRY_TYPE_UNSUPPORTED" || typeof value !== "string") return undefined;
  if (/^(?:Multi)?LineString$/.test(value)) {
    const middle = findMiddlePosition(geometry);
    return middle === undefined
      ? "Draw an area around the line"
      : advice`Draw an area around the line, or give a point of it: ${typed("--point", formatPosition(middle))}`;
  }
  if (!/^Multi|^GeometryCollection$/.test(value)) return undefined;
  const explode = explodeFile(file);
  const request = typed("--each", "--file", MADE);
  return each === true
    ? advice`Make a feature of each part: ${explode}, then ${request}`
    : advice`Make a feature of each part, and request each: ${explode}, then ${request}`;
}

const MADE = "parts.geojson";

function explodeFile(file: string | undefined) {
  const isFile = file !== undefined && file !== "-" && !isDocumentText(file);
  const [path = "", layer] = (isFile ? file : "area.geojson").split("|layername=");
  return writeOgr2ogr(["-explodecollections"], MADE, path, layer);
}

/** Returns the middle vertex of a line, or of the first of several. */
function findMiddlePosition(geometry: unknown): Position | undefined {
  const { type, coordinates } = toJsonObject(geometry);
  const lines: unknown = type === "MultiLineString" ? coordinates : [coordinates];
  const line: unknown = Array.isArray(lines) ? lines[0] : undefined;
  const position: unknown = Array.isArray(line) ? line[Math.floor(line.length / 2)] : undefined;
  const isPosition = Array.isArray(position) && position.slice(0, 2).every((one) => typeof one === "number");
  return isPosition ? (position as Position) : undefined;
}
