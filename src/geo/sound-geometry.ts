/**
 * Validates geometries from a service before they are used: types of RFC 7946, finite numbers on the globe, rings of at
 * least four positions. Geometries with very many corners are simplified, because measuring and drawing slow down with
 * each corner.
 */
import type { Fault } from "../errors.ts";
import { measureBounds } from "./bounds.ts";
import type { Geometry, GeometryCollection, Position, SimpleGeometry } from "./geojson.ts";
import { isRegion, listPositions, listSingleParts } from "./polygon.ts";
import { findPositionFault } from "./position.ts";
import { quote } from "./quote.ts";

/** Maximum number of corners of an accepted geometry. */
const MAX_READ = 1_000_000;
/** A geometry with more corners is simplified to about this many. */
const MAX_CORNERS = 2000;
/** Maximum longitude, two turns of the globe. Shapes across the antimeridian may continue past 180 degrees. */
const MAX_LONGITUDE = 720;

export type GeometryReading =
  | { geometry: Geometry; isSimplified: boolean }
  /** The fault as a clause: "the Polygon has no coordinates". */
  | { fault: string };

export function readGeometry(value: unknown): GeometryReading {
  const fault = describeGeometryFault(value);
  if (fault !== undefined) return { fault };
  const geometry = value as Geometry;
  const corners = countCorners(geometry);
  if (corners > MAX_READ) return { fault: "the geometry has more than 1,000,000 corners" };
  if (corners <= MAX_CORNERS) return { geometry, isSimplified: false };
  return { geometry: simplifyGeometry(geometry, MAX_CORNERS), isSimplified: true };
}

/** Describes why a value is not a geometry of RFC 7946 on the globe; undefined when it is one. */
export function describeGeometryFault(value: unknown): string | undefined {
  const { type, geometries } = (value ?? {}) as Partial<GeometryCollection>;
  if (type === "GeometryCollection") {
    if (!Array.isArray(geometries) || geometries.length === 0)
      return "the GeometryCollection has no geometries";
    return geometries.map(describeGeometryFault).find((fault) => fault !== undefined);
  }
  const fault = findGeometryFault(value, "", { readsExtra: true });
  if (fault !== undefined) return fault.message;
  const geometry = value as SimpleGeometry;
  const positions = listPositions(geometry);
  if (positions.length === 0) return `the ${type} has no positions`;
  const least = isRegion(geometry) ? 4 : 2;
  if (listLines(geometry).some((line) => line.length < least))
    return `the ${type} has a ring or a line of fewer than ${least} positions`;
  const far = positions.find(([x = 0, y = 0]) => Math.abs(x) > MAX_LONGITUDE || Math.abs(y) > 90);
  return far && `the position ${far[0]},${far[1]} is not on the globe`;
}

/** Returns the lines of a geometry, and the rings of its polygons. */
const listLines = (geometry: SimpleGeometry): Position[][] =>
  listSingleParts(geometry).flatMap((part) =>
    part.type === "Polygon" ? part.coordinates : part.type === "LineString" ? [part.coordinates] : [],
  );

/** Simplifies a geometry with more than `most` corners. If there are very many parts, only the largest stay. */
export function simplifyGeometry(geometry: Geometry, most: number): Geometry {
  const corners = countCorners(geometry);
  if (corners <= most) return geometry;
  const share = most / corners;
  switch (geometry.type) {
    case "GeometryCollection": {
      const parts = keepLargest(geometry.geometries, most, countCorners);
      const roomOf = (part: Geometry): number => Math.max(5, Math.floor(share * countCorners(part)));
      return {
        type: "GeometryCollection",
        geometries: parts.map((part) => simplifyGeometry(part, roomOf(part))),
      };
    }
    case "MultiPolygon": {
      const parts = keepLargest(geometry.coordinates, most, ([outside = []]) => measureWidth(outside));
      return { type: "MultiPolygon", coordinates: parts.map((rings) => reduceRings(rings, share)) };
    }
    case "Polygon":
      return { type: "Polygon", coordinates: reduceRings(geometry.coordinates, share) };
    case "MultiLineString": {
      const lines = keepLargest(geometry.coordinates, most, measureWidth);
      const coordinates = lines.map((line) => reducePositions(line, line.length * share));
      return { type: "MultiLineString", coordinates };
    }
    case "LineString":
      return { type: "LineString", coordinates: reducePositions(geometry.coordinates, most) };
    case "MultiPoint":
      return { type: "MultiPoint", coordinates: geometry.coordinates.slice(0, most) };
    default:
      return geometry;
  }
}

/** Returns the largest parts in their order. Each can then keep at least four corners. */
function keepLargest<Part>(
  parts: readonly Part[],
  most: number,
  sizeOf: (part: Part) => number,
): readonly Part[] {
  const count = Math.max(1, Math.floor(most / 4));
  if (parts.length <= count) return parts;
  const sizes = parts.map((part, at) => [at, sizeOf(part)] as const).sort(([, a], [, b]) => b - a);
  const kept = new Set(sizes.slice(0, count).map(([at]) => at));
  return parts.filter((_, at) => kept.has(at));
}

/** Returns the outer ring and the largest holes. */
function reduceRings(rings: readonly Position[][], share: number): Position[][] {
  const [outside = [], ...holes] = rings;
  const corners = rings.reduce((sum, { length }) => sum + length, 0);
  const kept = [outside, ...keepLargest(holes, corners * share, measureWidth)];
  return kept.map((ring) => reducePositions(ring, ring.length * share));
}

function measureWidth(line: readonly Position[]): number {
  const [west, , east] = measureBounds(line);
  return east - west;
}

/**
 * Returns the most significant corners of a line in one pass (largest triangle three buckets): the two ends, and one
 * corner of each run. That corner forms the largest triangle with the previous kept corner and the middle of the next run.
 */
function reducePositions(line: readonly Position[], wanted: number): Position[] {
  const most = Math.max(5, Math.floor(wanted));
  if (line.length <= most) return [...line];
  const size = (line.length - 2) / (most - 2);
  const startOf = (run: number): number => Math.min(line.length - 1, 1 + Math.floor(run * size));
  const kept = [line[0]!];
  for (let run = 0; run < most - 2; run += 1) {
    const [start, end, after] = [startOf(run), startOf(run + 1), startOf(run + 2)];
    const [fromX = 0, fromY = 0] = kept.at(-1)!;
    const [toX, toY] = findMiddle(line, end, Math.max(after, end + 1));
    let [best, largest] = [start, -1];
    for (let at = start; at < end; at += 1) {
      const [x = 0, y = 0] = line[at]!;
      const area = Math.abs((fromX - toX) * (y - fromY) - (fromX - x) * (toY - fromY));
      if (area > largest) [best, largest] = [at, area];
    }
    kept.push(line[best]!);
  }
  kept.push(line.at(-1)!);
  return kept;
}

function findMiddle(line: readonly Position[], start: number, end: number): [number, number] {
  let [x, y] = [0, 0];
  for (let at = start; at < end; at += 1) {
    x += line[at]![0]!;
    y += line[at]![1]!;
  }
  return [x / (end - start), y / (end - start)];
}

export const countCorners = (geometry: Geometry): number =>
  listSingleParts(geometry).reduce((sum, part) => sum + listPositions(part).length, 0);

/** Number of arrays around each position, by geometry type. */
export const COORDINATE_LEVELS: Record<SimpleGeometry["type"], number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

export const SIMPLE_GEOMETRY_TYPES = Object.keys(COORDINATE_LEVELS) as SimpleGeometry["type"][];

/**
 * Checks that a value has the shape of a GeoJSON geometry: known type, correct nesting, positions of two or three finite
 * numbers. Range, rings and allowed types are checked later. `path` is the path of the value. With `readsExtra`, a
 * position may have any further numbers, as RFC 7946 allows. A service does not write decimal commas by mistake.
 */
export function findGeometryFault(
  value: unknown,
  path: string,
  options: { readsExtra?: boolean } = {},
): Fault | undefined {
  const { readsExtra = false } = options;
  if (typeof value !== "object" || value === null) {
    const kind = value === null ? "null" : `a ${typeof value}`;
    const message = value === undefined ? "the Feature has no geometry" : `the geometry is ${kind}`;
    return { code: "GEOMETRY_TYPE_UNSUPPORTED", path, message, next: "Give a Point or Polygon" };
  }
  const { type, coordinates, geometries } = value as Record<string, unknown>;
  if (type === "GeometryCollection")
    return findPartFault(geometries, `${path}${path === "" ? "" : "."}`, options);
  const known = SIMPLE_GEOMETRY_TYPES.find((name) => name === type);
  if (known === undefined) return makeTypeFault(type, `${path}${path === "" ? "" : "."}type`);
  const place = `${path}${path === "" ? "" : "."}coordinates`;
  return findCoordinatesFault(coordinates, { type: known, readsExtra }, COORDINATE_LEVELS[known], place);
}

/** Maximum depth of collections in collections. */
export const MAX_DEPTH = 8;

function findPartFault(
  geometries: unknown,
  path: string,
  options: { readsExtra?: boolean },
): Fault | undefined {
  const code = "GEOMETRY_TYPE_UNSUPPORTED";
  if (!Array.isArray(geometries) || geometries.length === 0)
    return {
      code,
      path: `${path}geometries`,
      message: "the GeometryCollection has no geometries",
      next: "Give a Point or Polygon",
    };
  if (path.split("geometries[").length > MAX_DEPTH)
    return { code, path, message: `the GeometryCollection nests deeper than ${MAX_DEPTH} levels` };
  for (const [at, geometry] of (geometries as unknown[]).entries()) {
    const fault = findGeometryFault(geometry, `${path}geometries[${at}]`, options);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function makeTypeFault(type: unknown, path: string): Fault {
  const code = "GEOMETRY_TYPE_UNSUPPORTED";
  if (typeof type !== "string") return { code, path, message: "the geometry has no type", value: type };
  const meant = SIMPLE_GEOMETRY_TYPES.find((name) => name.toLowerCase() === type.trim().toLowerCase());
  const hint =
    meant === undefined ? `GeoJSON knows ${SIMPLE_GEOMETRY_TYPES.join(", ")}` : `write it "${meant}"`;
  return { code, path, message: `${quote(type)} is not a GeoJSON geometry type`, value: type, next: hint };
}

interface Shape {
  type: SimpleGeometry["type"];
  readsExtra: boolean;
}

function findCoordinatesFault(value: unknown, shape: Shape, levels: number, path: string): Fault | undefined {
  const { type, readsExtra } = shape;
  const code = "GEOMETRY_COORDINATES_INVALID";
  if (!Array.isArray(value)) {
    const message = value === undefined ? `the ${type} has no coordinates` : `${path} is not an array`;
    return { code, path, message };
  }
  const items: unknown[] = value;
  if (levels === 0) {
    const next = "A position is [longitude, latitude]";
    if (Array.isArray(items[0]))
      return { code, path, message: `${path} has more brackets than a ${type} has`, next };
    const reason = findPositionFault(readsExtra ? items.slice(0, 2) : items);
    return reason === undefined ? undefined : { code, path, message: `${path} ${reason}`, next };
  }
  if (typeof items[0] === "number") {
    return { code, path, message: `${path} has fewer brackets than a ${type} has`, next: hintAtShape(type) };
  }
  for (const [at, item] of items.entries()) {
    const fault = findCoordinatesFault(item, shape, levels - 1, `${path}[${at}]`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function hintAtShape(type: string): string | undefined {
  return type === "Polygon" ? "A Polygon is a list of rings: [[[lon, lat], [lon, lat], ...]]" : undefined;
}
