import { takeShorterWayOfRing } from "./antimeridian.ts";
import { measureBounds } from "./bounds.ts";
import type { Position } from "./geojson.ts";
import { comparePositions, isSamePlace, findSegmentMeeting, findSide } from "./orient.ts";
import { formatPosition, wrapLongitude } from "./position.ts";

/** A reason why a ring is not a valid outline of an area. */
export interface RingFault {
  kind: "too-few" | "not-closed" | "zero-area" | "spike" | "touch" | "overlap" | "crossing";
  /** The fault as a clause about the ring: "crosses itself at 14.2,40.8 (segments 0 and 2)". */
  message: string;
  /** Position of the fault, if it is at one position. */
  at?: Position;
  /** The two segments that meet. Segment n begins at position n of the given ring. */
  segments?: readonly [number, number];
}

/**
 * Finds why a ring is not a valid outline; undefined for a valid one. A valid ring is closed, has at least four positions,
 * and does not cross, touch or overlap itself. Edges take the shorter way round the globe. Takes positions that
 * `checkPosition` accepted. Consecutive repeats are harmless.
 */
export function findRingFault(given: readonly Position[]): RingFault | undefined {
  const closure = findClosureFault(given);
  if (closure !== undefined) return closure;

  // The ring is checked as it is used: an edge from 179 to -179 crosses the antimeridian.
  const positions = takeShorterWayOfRing(given);
  const vertices: Position[] = [];
  const sources: number[] = [];
  for (let at = 0; at < positions.length - 1; at++) {
    // The segment after equal positions starts at the last of them.
    if (vertices.length > 0 && isSamePlace(vertices.at(-1)!, positions[at]!))
      sources[sources.length - 1] = at;
    else {
      vertices.push(positions[at]!);
      sources.push(at);
    }
  }
  while (vertices.length > 1 && isSamePlace(vertices[0]!, vertices.at(-1)!)) {
    vertices.pop();
    sources.pop();
  }
  if (isOnOneLine(vertices))
    return { kind: "zero-area", message: "has no area: all its positions lie on one line" };
  const fault = findSpike(vertices) ?? findMeeting(vertices);
  return fault && withGivenSegments(fault, sources, given.length - 2);
}

function findClosureFault(positions: readonly Position[]): RingFault | undefined {
  const [first] = positions;
  const last = positions.at(-1);
  if (first === undefined || last === undefined) return { kind: "too-few", message: "has no positions" };
  if (!isSamePlace(first, last)) {
    const ends = `starts at ${formatPosition(first)} and ends at ${formatPosition(last)}`;
    return {
      kind: "not-closed",
      at: last,
      message: `is not closed: it ${ends}`,
    };
  }
  if (positions.length >= 4) return undefined;
  return { kind: "too-few", message: `has ${positions.length} positions; a closed ring has at least 4` };
}

/** Two segments of the reduced ring that meet. */
interface SegmentPair {
  kind: "spike" | "touch" | "overlap" | "crossing";
  at: Position;
  segments: readonly [number, number];
}

const VERBS = {
  crossing: "crosses itself",
  touch: "touches itself",
  overlap: "runs over itself",
  spike: "folds back on itself",
} as const;

/** Converts segment numbers of the reduced ring to those of the given ring. */
function withGivenSegments(
  { kind, at: [longitude = 0, latitude = 0], segments }: SegmentPair,
  sources: readonly number[],
  lastSegment: number,
): RingFault {
  // The edges that close a ring around a pole belong to the last given segment.
  const [one, other] = segments
    .map((segment) => Math.min(sources[segment]!, lastSegment))
    .sort((a, b) => a - b) as [number, number];
  const at = [wrapLongitude(longitude), latitude];
  const message = `${VERBS[kind]} at ${formatPosition(at)} (segments ${one} and ${other})`;
  return { kind, at, segments: [one, other], message };
}

function isOnOneLine(vertices: readonly Position[]): boolean {
  const [first, second] = vertices;
  if (first === undefined || second === undefined) return true;
  return vertices.every((vertex) => findSide(first, second, vertex) === 0);
}

function findSpike(vertices: readonly Position[]): SegmentPair | undefined {
  const count = vertices.length;
  for (let at = 0; at < count; at++) {
    const before = vertices[(at + count - 1) % count]!;
    const tip = vertices[at]!;
    const after = vertices[(at + 1) % count]!;
    const isFold = comparePositions(before, tip) < 0 === comparePositions(after, tip) < 0;
    if (isFold && findSide(before, tip, after) === 0)
      return { kind: "spike", at: tip, segments: [(at + count - 1) % count, at] };
  }
  return undefined;
}

/**
 * Finds two segments of a ring that meet, the westernmost first. Segments are visited from west to east, and each is
 * compared with the earlier ones that reach its own west. Takes a ring without closing position, repeated positions and
 * spikes, in which neighbours share only their vertex.
 */
function findMeeting(vertices: readonly Position[]): SegmentPair | undefined {
  const count = vertices.length;
  const edges = vertices.map((from, at) => {
    const to = vertices[(at + 1) % count]!;
    const [west, south, east, north] = measureBounds([from, to]);
    return { at, from, to, west, south, east, north };
  });
  edges.sort((one, other) => one.west - other.west || one.at - other.at);
  let before: typeof edges = [];
  for (const edge of edges) {
    before = before.filter(({ east }) => east >= edge.west);
    for (const other of before) {
      if (other.south > edge.north || other.north < edge.south) continue;
      const steps = Math.abs(edge.at - other.at);
      if (steps === 1 || steps === count - 1) continue;
      const meeting = findSegmentMeeting(edge.from, edge.to, other.from, other.to);
      if (meeting !== undefined) return { ...meeting, segments: [edge.at, other.at] };
    }
    before.push(edge);
  }
  return undefined;
}
