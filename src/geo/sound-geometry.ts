/**
 * Validates geometries from a service before they are used: kinds of RFC 7946, finite numbers on the globe, rings of at least four positions.
 * Geometries with very many corners are simplified, because measuring and drawing time grows with the corners.
 */
import type { Geometry, Position } from "./geojson.ts";
import { quote } from "./quote.ts";

/** Maximum number of corners of an accepted geometry. */
const MOST_READ = 1_000_000;
/** A geometry with more corners is simplified to about this many. */
export const MOST_CORNERS = 2000;
/** Two turns of the globe: shapes across the antimeridian may continue past 180 degrees. */
const MOST_LONGITUDE = 720;

export type GeometryReading =
  | { geometry: Geometry; isSimplified: boolean }
  /** The fault, as a continuation of "its geometry". */
  | { fault: string };

export function readGeometry(value: unknown): GeometryReading {
  const count = { corners: 0 };
  const fault = geometryFault(value, count);
  if (fault !== undefined) return { fault };
  const geometry = value as Geometry;
  if (count.corners <= MOST_CORNERS) return { geometry, isSimplified: false };
  return { geometry: simplified(geometry, MOST_CORNERS), isSimplified: true };
}

/** Depth of the positions of each kind, and the minimum number of positions per list. */
const KINDS: Readonly<Record<string, readonly [depth: number, least: number]>> = {
  Point: [0, 1],
  MultiPoint: [1, 1],
  LineString: [1, 2],
  MultiLineString: [2, 2],
  Polygon: [2, 4],
  MultiPolygon: [3, 4],
};

interface Count {
  corners: number;
}

function geometryFault(value: unknown, count: Count): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "is no object";
  const { type, coordinates, geometries } = value as Record<string, unknown>;
  if (type === "GeometryCollection") {
    if (!Array.isArray(geometries) || geometries.length === 0) return "is a collection without geometries";
    for (const part of geometries) {
      const fault = geometryFault(part, count);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  const kind = typeof type === "string" && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined)
    return typeof type === "string" ? `has the unknown type ${quote(type)}` : "has no type";
  const [depth, least] = kind;
  return coordinatesFault(coordinates, depth, least, count);
}

function coordinatesFault(value: unknown, depth: number, least: number, count: Count): string | undefined {
  if (!Array.isArray(value)) return "has something else than lists of numbers as coordinates";
  if (depth === 0) return positionFault(value, count);
  if (value.length === 0) return "has an empty list of coordinates";
  if (depth === 1 && value.length < least) return `has a ring or a line of fewer than ${least} positions`;
  for (const part of value as unknown[]) {
    const fault = coordinatesFault(part, depth - 1, least, count);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function positionFault([longitude, latitude]: unknown[], count: Count): string | undefined {
  if (!isFiniteNumber(longitude) || !isFiniteNumber(latitude))
    return "has a position that is not two numbers";
  if (Math.abs(longitude) > MOST_LONGITUDE || Math.abs(latitude) > 90)
    return `has the position ${longitude},${latitude}, which is not on the globe`;
  count.corners += 1;
  return count.corners > MOST_READ ? "has more than 1,000,000 corners" : undefined;
}

const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

/** Simplifies a geometry with more than `most` corners; of very many parts only the largest stay. */
export function simplified(geometry: Geometry, most: number): Geometry {
  const corners = cornersOf(geometry);
  if (corners <= most) return geometry;
  const share = most / corners;
  switch (geometry.type) {
    case "GeometryCollection": {
      const parts = largest(geometry.geometries, most, cornersOf);
      const roomOf = (part: Geometry): number => Math.max(5, Math.floor(share * cornersOf(part)));
      return { type: "GeometryCollection", geometries: parts.map((part) => simplified(part, roomOf(part))) };
    }
    case "MultiPolygon": {
      const parts = largest(geometry.coordinates, most, ([outside = []]) => widthOf(outside));
      return { type: "MultiPolygon", coordinates: parts.map((rings) => fewerRings(rings, share)) };
    }
    case "Polygon":
      return { type: "Polygon", coordinates: fewerRings(geometry.coordinates, share) };
    case "MultiLineString": {
      const lines = largest(geometry.coordinates, most, widthOf);
      const coordinates = lines.map((line) => fewerPositions(line, line.length * share));
      return { type: "MultiLineString", coordinates };
    }
    case "LineString":
      return { type: "LineString", coordinates: fewerPositions(geometry.coordinates, most) };
    case "MultiPoint":
      return { type: "MultiPoint", coordinates: geometry.coordinates.slice(0, most) };
    default:
      return geometry;
  }
}

/** Returns the largest parts in their order, as many as can keep four corners each. */
function largest<Part>(
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
function fewerRings(rings: readonly Position[][], share: number): Position[][] {
  const [outside = [], ...holes] = rings;
  const corners = rings.reduce((sum, { length }) => sum + length, 0);
  const kept = [outside, ...largest(holes, corners * share, widthOf)];
  return kept.map((ring) => fewerPositions(ring, ring.length * share));
}

const widthOf = (line: readonly Position[]): number => {
  let [west, east] = [Infinity, -Infinity];
  for (const [x = 0] of line) [west, east] = [Math.min(west, x), Math.max(east, x)];
  return east - west;
};

/**
 * Keeps the most significant corners of a line (largest triangle three buckets): its two ends, and one of each run. From a run, the corner with
 * the largest triangle stays, formed with the previous kept corner and the middle of the next run. One pass for any line.
 */
function fewerPositions(line: readonly Position[], wanted: number): Position[] {
  const most = Math.max(5, Math.floor(wanted));
  if (line.length <= most) return [...line];
  const size = (line.length - 2) / (most - 2);
  const startOf = (run: number): number => Math.min(line.length - 1, 1 + Math.floor(run * size));
  const kept = [line[0]!];
  for (let run = 0; run < most - 2; run += 1) {
    const [start, end, after] = [startOf(run), startOf(run + 1), startOf(run + 2)];
    const [fromX = 0, fromY = 0] = kept.at(-1)!;
    const [toX, toY] = middleOf(line, end, Math.max(after, end + 1));
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

function middleOf(line: readonly Position[], start: number, end: number): [number, number] {
  let [x, y] = [0, 0];
  for (let at = start; at < end; at += 1) {
    x += line[at]![0]!;
    y += line[at]![1]!;
  }
  return [x / (end - start), y / (end - start)];
}

export function cornersOf(geometry: Geometry): number {
  switch (geometry.type) {
    case "GeometryCollection":
      return geometry.geometries.reduce((sum, part) => sum + cornersOf(part), 0);
    case "Point":
      return 1;
    case "MultiPoint":
    case "LineString":
      return geometry.coordinates.length;
    case "MultiLineString":
    case "Polygon":
      return geometry.coordinates.reduce((sum, { length }) => sum + length, 0);
    default:
      return geometry.coordinates.reduce(
        (sum, rings) => sum + rings.reduce((all, { length }) => all + length, 0),
        0,
      );
  }
}
