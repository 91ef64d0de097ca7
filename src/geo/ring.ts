import type { Position } from "./geojson.ts";
import { isSamePlace, comparePositions, sideOf } from "./orient.ts";
import { formatPosition } from "./position.ts";
import { ringTheShorterWay } from "./shorter-way.ts";
import { type RingFault, sweepRing } from "./ring-sweep.ts";

export type RingResult =
  | { ok: true; ring: Position[]; notes: string[] }
  | { ok: false; fault: RingFault; notes: string[] };

/**
 * Decides exactly whether a ring is a simple closed line: closed, at least four positions, no crossing, no touching,
 * no overlap, no spike, an area; its edges take the shorter way round the globe. Takes positions that `checkPosition` accepted. A vertex repeated on the spot is
 * harmless; `ring` comes back without it. Takes n log n time, whatever the shape.
 */
export function checkRing(given: readonly Position[]): RingResult {
  const notes: string[] = [];
  const closure = closureFault(given);
  if (closure !== undefined) return { ok: false, fault: closure, notes };

  // Judged as it is reckoned with: an edge from 179 to -179 meets what lies across the antimeridian, not around it.
  const positions = ringTheShorterWay(given);
  const vertices: Position[] = [];
  const sources: number[] = [];
  for (let at = 0; at < positions.length - 1; at++) {
    // The segment that leaves the last of several equal positions is the one that goes somewhere.
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
  const dropped = positions.length - 1 - vertices.length;
  if (dropped > 0) notes.push(`dropped ${dropped} repeated ${dropped === 1 ? "position" : "positions"}`);

  const order = orderVertices(vertices);
  const fault = findVertexFault(vertices, order) ?? sweepRing(vertices, order);
  if (fault !== undefined)
    return { ok: false, fault: inSourceTerms(fault, sources, given.length - 2), notes };
  return { ok: true, ring: [...vertices, vertices[0]!], notes };
}

function closureFault(positions: readonly Position[]): RingFault | undefined {
  const [first] = positions;
  const last = positions.at(-1);
  if (first === undefined || last === undefined) return { kind: "too-few", message: "has no positions" };
  if (!isSamePlace(first, last)) {
    const ends = `starts at ${formatPosition(first)} and ends at ${formatPosition(last)}`;
    return {
      kind: "not-closed",
      at: last,
      message: `is not closed: it ${ends}; repeat the first position at the end`,
    };
  }
  if (positions.length >= 4) return undefined;
  return { kind: "too-few", message: `has ${positions.length} positions; a closed ring has at least 4` };
}

/** Segment numbers of the reduced ring become those of the ring as given. */
function inSourceTerms(fault: RingFault, sources: readonly number[], lastSegment: number): RingFault {
  const verb = {
    crossing: "crosses itself",
    touch: "touches itself",
    overlap: "runs over itself",
    spike: "folds back on itself",
  };
  if (fault.segments === undefined || !(fault.kind in verb)) return fault;
  // What closes a ring around a pole stands after the last segment that was given, and belongs to it.
  const [one, other] = fault.segments
    .map((segment) => Math.min(sources[segment]!, lastSegment))
    .sort((a, b) => a - b) as [number, number];
  const at = fault.at && onGlobe(fault.at);
  const place = at === undefined ? "" : ` at ${formatPosition(at)}`;
  const message = `${verb[fault.kind as keyof typeof verb]}${place} (segments ${one} and ${other})`;
  return { ...fault, ...(at && { at }), segments: [one, other], message };
}

/** A longitude that ran on past 180 is written as people know it. */
const onGlobe = ([longitude = 0, latitude = 0]: Position): Position =>
  Math.abs(longitude) <= 180
    ? [longitude, latitude]
    : [longitude - 360 * Math.round(longitude / 360), latitude];

/**
 * Faults that show at the vertices alone: no area, a spike, or one place visited twice. `vertices` is the ring without
 * its closing position and without neighbours on the same spot, `order` its vertices from west to east. Messages are completed by the caller.
 */
export function findVertexFault(
  vertices: readonly Position[],
  order: readonly number[],
): RingFault | undefined {
  if (isOnOneLine(vertices))
    return { kind: "zero-area", message: "has no area: all its positions lie on one line" };
  return findSpike(vertices) ?? findRepeatedPlace(vertices, order);
}

function isOnOneLine(vertices: readonly Position[]): boolean {
  const [first, second] = vertices;
  if (first === undefined || second === undefined) return true;
  return vertices.every((vertex) => sideOf(first, second, vertex) === 0);
}

function findSpike(vertices: readonly Position[]): RingFault | undefined {
  const count = vertices.length;
  for (let at = 0; at < count; at++) {
    const before = vertices[(at + count - 1) % count]!;
    const tip = vertices[at]!;
    const after = vertices[(at + 1) % count]!;
    const isFold = comparePositions(before, tip) < 0 === comparePositions(after, tip) < 0;
    if (isFold && sideOf(before, tip, after) === 0) {
      return { kind: "spike", at: tip, segments: [(at + count - 1) % count, at], message: "" };
    }
  }
  return undefined;
}

function findRepeatedPlace(vertices: readonly Position[], order: readonly number[]): RingFault | undefined {
  for (let rank = 1; rank < order.length; rank++) {
    const [one, other] = [order[rank - 1]!, order[rank]!];
    if (isSamePlace(vertices[one]!, vertices[other]!)) {
      return { kind: "touch", at: vertices[one]!, segments: [one, other], message: "" };
    }
  }
  return undefined;
}

/** Numbers of the vertices from west to east, and from south to north on one meridian. */
export function orderVertices(vertices: readonly Position[]): number[] {
  const order = vertices.map((_, at) => at);
  return order.sort((a, b) => comparePositions(vertices[a]!, vertices[b]!) || a - b);
}
