import type { Position } from "./geojson.ts";
import { comparePositions, isSamePlace, sideOf } from "./orient.ts";
import type { RingFault } from "./ring-fault.ts";

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
