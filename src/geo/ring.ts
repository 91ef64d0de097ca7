import type { Position } from "./geojson.ts";
import { isSamePlace } from "./orient.ts";
import { findVertexFault, orderVertices } from "./ring-vertices.ts";
import { sweepRing } from "./ring-sweep.ts";
import { formatPosition } from "./position.ts";
import { ringTheShorterWay } from "./shorter-way.ts";
import type { RingFault } from "./ring-fault.ts";

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
