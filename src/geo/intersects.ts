import Flatbush from "flatbush";
import { measureBounds, doBoundsMeet, type Bounds } from "./bounds.ts";
import type { Position, SimpleGeometry } from "./geojson.ts";
import { isBetween, findSegmentMeeting, findSide } from "./orient.ts";
import { listPositions, listSingleParts } from "./polygon.ts";

/**
 * Returns a test whether a geometry shares a point with a footprint. Edges belong to an area, and the inside of a hole
 * does not. The test is exact on the flat longitude-latitude plane. Takes valid geometries, cut at the antimeridian.
 */
export function prepareIntersects(geometry: SimpleGeometry): (footprint: SimpleGeometry) => boolean {
  const parts = splitForIntersects(geometry);
  return (footprint) => {
    const others = splitForIntersects(footprint);
    return others.some((other) => parts.some((part) => doPartsMeet(other, part)));
  };
}

/** One part of a geometry, ready to be compared many times. */
export interface Part {
  isArea: boolean;
  edges: EdgeIndex;
  box: Bounds;
}

const splitForIntersects = (geometry: SimpleGeometry): Part[] =>
  listSingleParts(geometry).map((part) =>
    part.type === "Polygon" ? makePart(part.coordinates, true) : makePart([listPositions(part)], false),
  );

/** Reports whether two parts share a point. Edges and vertices belong to an area, holes do not. */
function doPartsMeet(one: Part, other: Part): boolean {
  if (!doBoundsMeet(one.box, other.box)) return false;
  // If no edges meet, each part is completely inside or outside the other, so that one vertex decides.
  return (
    (other.isArea && isInside(one.edges.list[0]![0], other)) ||
    (one.isArea && isInside(other.edges.list[0]![0], one)) ||
    doEdgesMeet(one, other)
  );
}

/** Reports whether a position is inside an area or on its edge. Counts the edges that a ray to the east crosses. */
export function isInside(position: Position, area: Part): boolean {
  const [x, y] = position as [number, number];
  let isOdd = false;
  const isOnEdge = area.edges.some([x, y, Infinity, y], (from, to) => {
    const [low, high] = from[1]! < to[1]! ? [from, to] : [to, from];
    if (y < low[1]! || y > high[1]!) return false;
    const side = findSide(low, high, position);
    if (side === 0) {
      if (isBetween(from, to, position)) return true;
    } else if (side > 0 && y < high[1]!) {
      // The edge includes one of its two latitudes, so that a vertex on the ray counts once.
      isOdd = !isOdd;
    }
    return false;
  });
  return isOnEdge || isOdd;
}

function doEdgesMeet(one: Part, other: Part): boolean {
  return one.edges.list.some(([from, to]) => {
    const box = measureEdge(from, to);
    return (
      doBoundsMeet(box, other.box) &&
      other.edges.some(box, (a, b) => findSegmentMeeting(from, to, a, b) !== undefined)
    );
  });
}

/** Returns a part from the rings of an area, from a line, or from a point. */
export function makePart(lines: readonly (readonly Position[])[], isArea: boolean): Part {
  return { isArea, edges: new EdgeIndex(lines), box: measureBounds(lines.flat()) };
}

/** Number of edges from which a tree is faster than a plain loop. */
const TREE_FROM = 32;

/** `at` is the number of the edge among all of the lines. */
type Visit = (from: Position, to: Position, at: number) => boolean;

const measureEdge = (from: Position, to: Position): Bounds => [
  Math.min(from[0]!, to[0]!),
  Math.min(from[1]!, to[1]!),
  Math.max(from[0]!, to[0]!),
  Math.max(from[1]!, to[1]!),
];

/** Finds edges of lines or rings by box; a line of one position is an edge of no length. Immutable. */
class EdgeIndex {
  readonly list: readonly (readonly [Position, Position])[];
  private readonly tree: Flatbush | undefined;

  constructor(lines: readonly (readonly Position[])[]) {
    this.list = lines.flatMap((line) =>
      line.length === 1
        ? [[line[0]!, line[0]!] as const]
        : line.slice(1).map((to, at) => [line[at]!, to] as const),
    );
    if (this.list.length < TREE_FROM) return;
    this.tree = new Flatbush(this.list.length);
    for (const [from, to] of this.list) this.tree.add(...measureEdge(from, to));
    this.tree.finish();
  }

  /** Reports whether `visit` returns true for some edge whose box may touch the given box. Without a tree, all edges are visited. */
  some(box: Readonly<Bounds>, visit: Visit): boolean {
    if (this.tree === undefined) return this.list.some(([from, to], at) => visit(from, to, at));
    let isFound = false;
    this.tree.search(...box, (at) => {
      const [from, to] = this.list[at]!;
      isFound ||= visit(from, to, at);
      return false;
    });
    return isFound;
  }
}
