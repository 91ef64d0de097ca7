import Flatbush from "flatbush";
import { boundsAround, doBoundsMeet, type Bounds } from "./bounds.ts";
import type { Position, SimpleGeometry } from "./geojson.ts";
import { isBetween, meetSegments, sideOf } from "./orient.ts";
import { positionsOf } from "./polygon.ts";

/**
 * Reports whether two geometries share a point. Exact on the flat longitude-latitude plane; edges count, the inside of a hole does not. Takes
 * valid geometries, cut at the antimeridian.
 */
export function intersects(geometry: SimpleGeometry, footprint: SimpleGeometry): boolean {
  return prepareIntersects(geometry)(footprint);
}

/** Returns `intersects` with one side prepared, for comparing an area with very many footprints. */
export function prepareIntersects(geometry: SimpleGeometry): (footprint: SimpleGeometry) => boolean {
  const parts = partsOf(geometry);
  return (footprint) => {
    const others = partsOf(footprint);
    return others.some((other) => parts.some((part) => doPartsMeet(other, part)));
  };
}

/** One part of a geometry, ready to be compared many times. */
export interface Part {
  kind: "point" | "line" | "area";
  /** The rings of an area, the line, or the point alone. */
  lines: readonly (readonly Position[])[];
  edges: EdgeIndex;
  box: Bounds;
}

/** Returns the points, lines and areas of a geometry. */
function partsOf(geometry: SimpleGeometry): Part[] {
  switch (geometry.type) {
    case "Point":
    case "MultiPoint":
      return positionsOf(geometry).map((position) => makePart("point", [[position]]));
    case "LineString":
      return [makePart("line", [geometry.coordinates])];
    case "MultiLineString":
      return geometry.coordinates.map((line) => makePart("line", [line]));
    case "Polygon":
      return [makePart("area", geometry.coordinates)];
    default:
      return geometry.coordinates.map((rings) => makePart("area", rings));
  }
}

/** Reports whether two parts share a point. Edges and vertices belong to an area, holes do not. */
function doPartsMeet(one: Part, other: Part): boolean {
  if (!doBoundsMeet(one.box, other.box)) return false;
  // When no edges meet, each part is completely inside or outside the other, and one vertex decides.
  return (
    (other.kind === "area" && isInside(one.lines[0]![0]!, other)) ||
    (one.kind === "area" && isInside(other.lines[0]![0]!, one)) ||
    doEdgesMeet(one, other)
  );
}

/** Reports whether a position is inside an area or on its edge. Counts the edges that a ray to the east crosses. */
export function isInside(position: Position, area: Part): boolean {
  const [x, y] = position as [number, number];
  let isOdd = false;
  const isOnEdge = area.edges.some(x, y, Infinity, y, (from, to) => {
    const [low, high] = from[1]! < to[1]! ? [from, to] : [to, from];
    if (y < low[1]! || y > high[1]!) return false;
    const side = sideOf(low, high, position);
    if (side === 0) {
      if (isBetween(from, to, position)) return true;
    } else if (side > 0 && y < high[1]!) {
      // Half-open in latitude, so that a vertex on the ray counts once.
      isOdd = !isOdd;
    }
    return false;
  });
  return isOnEdge || isOdd;
}

function doEdgesMeet(one: Part, other: Part): boolean {
  for (const line of one.lines) {
    // A point counts as an edge of no length.
    for (let at = Math.min(1, line.length - 1); at < line.length; at++) {
      const [from, to] = [line[Math.max(0, at - 1)]!, line[at]!];
      if (doesEdgeMeet(from, to, other)) return true;
    }
  }
  return false;
}

function doesEdgeMeet(from: Position, to: Position, part: Part): boolean {
  const [west, east] = from[0]! < to[0]! ? [from[0]!, to[0]!] : [to[0]!, from[0]!];
  const [south, north] = from[1]! < to[1]! ? [from[1]!, to[1]!] : [to[1]!, from[1]!];
  if (!doBoundsMeet([west, south, east, north], part.box)) return false;
  return part.edges.some(west, south, east, north, (a, b) => meetSegments(from, to, a, b) !== undefined);
}

export function makePart(kind: Part["kind"], lines: readonly (readonly Position[])[]): Part {
  return { kind, lines, edges: new EdgeIndex(lines), box: boundsAround(lines.flat()) };
}

/** Below this many edges a plain loop is quicker than a tree. */
const TREE_FROM = 32;

type Visit = (from: Position, to: Position) => boolean;

/** Finds edges of lines or rings by box; a line of one position is an edge of no length. Immutable. */
class EdgeIndex {
  private readonly edges: [Position, Position][] = [];
  private readonly tree: Flatbush | undefined;

  constructor(lines: readonly (readonly Position[])[]) {
    for (const line of lines) {
      if (line.length === 1) this.edges.push([line[0]!, line[0]!]);
      for (let at = 1; at < line.length; at++) this.edges.push([line[at - 1]!, line[at]!]);
    }
    if (this.edges.length < TREE_FROM) return;
    this.tree = new Flatbush(this.edges.length);
    for (const [from, to] of this.edges) {
      const [west, east] = from[0]! < to[0]! ? [from[0]!, to[0]!] : [to[0]!, from[0]!];
      const [south, north] = from[1]! < to[1]! ? [from[1]!, to[1]!] : [to[1]!, from[1]!];
      this.tree.add(west, south, east, north);
    }
    this.tree.finish();
  }

  /** Reports whether `visit` returns true for some edge whose box may touch the given box. Without a tree, all edges are visited. */
  some(west: number, south: number, east: number, north: number, visit: Visit): boolean {
    if (this.tree === undefined) return this.edges.some(([from, to]) => visit(from, to));
    let isFound = false;
    this.tree.search(west, south, east, north, (at) => {
      const [from, to] = this.edges[at]!;
      isFound ||= visit(from, to);
      return false;
    });
    return isFound;
  }
}
