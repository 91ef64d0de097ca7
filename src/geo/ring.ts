import { countText } from "../counted.ts";
import { ringTheShorterWay } from "./antimeridian.ts";
import type { Position } from "./geojson.ts";
import { comparePositions, isSamePlace, meetSegments, sideOf } from "./orient.ts";
import { formatPosition } from "./position.ts";

/** A reason why a ring is not a valid outline of an area. */
export interface RingFault {
  kind: "too-few" | "not-closed" | "zero-area" | "spike" | "touch" | "overlap" | "crossing";
  /** The fault as a clause about the ring: "crosses itself at 14.2,40.8 (segments 0 and 2)". */
  message: string;
  /** Position of the fault, if it is at one position. */
  at?: Position;
  /** The two segments that meet; segment n goes from position n of the ring, as given, to the next. */
  segments?: readonly [number, number];
}

export type RingResult =
  | { ok: true; ring: Position[]; notes: string[] }
  | { ok: false; fault: RingFault; notes: string[] };

/**
 * Checks exactly whether a ring is a simple closed line with an area. It must be closed, have four positions
 * or more, and not cross, touch or overlap itself. Edges take the shorter way round the globe. Takes
 * positions that `checkPosition` accepted. Consecutive repeats are harmless; the returned `ring` has none.
 * Takes n log n time, whatever the shape.
 */
export function checkRing(given: readonly Position[]): RingResult {
  const notes: string[] = [];
  const closure = closureFault(given);
  if (closure !== undefined) return { ok: false, fault: closure, notes };

  // Checked as it is used: an edge from 179 to -179 crosses the antimeridian, and does not go round the globe.
  const positions = ringTheShorterWay(given);
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
  const dropped = positions.length - 1 - vertices.length;
  if (dropped > 0) notes.push(`dropped ${countText(dropped, "repeated position")}`);

  const order = orderVertices(vertices);
  const fault = findVertexFault(vertices, order) ?? sweepRing(vertices, order);
  if (fault !== undefined)
    return { ok: false, fault: withGivenSegments(fault, sources, given.length - 2), notes };
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

/** Converts segment numbers of the reduced ring to those of the given ring. */
function withGivenSegments(fault: RingFault, sources: readonly number[], lastSegment: number): RingFault {
  const verb = {
    crossing: "crosses itself",
    touch: "touches itself",
    overlap: "runs over itself",
    spike: "folds back on itself",
  };
  if (fault.segments === undefined || !(fault.kind in verb)) return fault;
  // The edges that close a ring around a pole belong to the last given segment.
  const [one, other] = fault.segments
    .map((segment) => Math.min(sources[segment]!, lastSegment))
    .sort((a, b) => a - b) as [number, number];
  const at = fault.at && onGlobe(fault.at);
  const place = at === undefined ? "" : ` at ${formatPosition(at)}`;
  const message = `${verb[fault.kind as keyof typeof verb]}${place} (segments ${one} and ${other})`;
  return { ...fault, ...(at && { at }), segments: [one, other], message };
}

/** Wraps a longitude past 180 for messages. */
const onGlobe = ([longitude = 0, latitude = 0]: Position): Position =>
  Math.abs(longitude) <= 180
    ? [longitude, latitude]
    : [longitude - 360 * Math.round(longitude / 360), latitude];

/**
 * Finds faults at the vertices alone: no area, a spike, or one position visited twice. `vertices` is the ring without its closing position and
 * consecutive repeats, `order` its vertices from west to east. The caller completes the messages.
 */
function findVertexFault(vertices: readonly Position[], order: readonly number[]): RingFault | undefined {
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

/** Returns the numbers of the vertices from west to east, and from south to north on one meridian. */
function orderVertices(vertices: readonly Position[]): number[] {
  const order = vertices.map((_, at) => at);
  return order.sort((a, b) => comparePositions(vertices[a]!, vertices[b]!) || a - b);
}

/**
 * Finds the westernmost fault between segments of a ring by the sweep of Shamos and Hoey (1976). A line moves
 * east over the vertices, and only segments that become neighbours under it are compared. Up to the first
 * meeting of segments their order under the line is fixed. The predicates are exact, so the result is exact.
 * Takes a ring without closing position, repeated positions and spikes; `order` is its vertices from west to
 * east.
 */
function sweepRing(vertices: readonly Position[], order: readonly number[]): RingFault | undefined {
  const sweep = new RingSweep(vertices);
  for (const at of order) {
    const fault = sweep.visit(at);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

class RingSweep {
  private readonly order = new SweepOrder();

  constructor(private readonly vertices: readonly Position[]) {}

  visit(at: number): RingFault | undefined {
    const count = this.vertices.length;
    const vertex = this.vertices[at]!;
    // Segment n runs from vertex n to the next, so the two at this vertex carry its own number and the one before.
    const [incoming, outgoing] = [(at + count - 1) % count, at];
    const beginsIncoming = comparePositions(vertex, this.vertices[incoming]!) < 0;
    const beginsOutgoing = comparePositions(vertex, this.vertices[(at + 1) % count]!) < 0;
    const slot = this.order.find(
      (segment) => segment !== incoming && segment !== outgoing && this.sideOfSegment(segment, vertex) > 0,
    );
    if (beginsIncoming && beginsOutgoing) return this.open(slot, incoming, outgoing);
    if (!beginsIncoming && !beginsOutgoing) return this.close(slot, incoming, outgoing);
    return beginsOutgoing
      ? this.carryOn(slot, incoming, outgoing, at)
      : this.carryOn(slot, outgoing, incoming, at);
  }

  /** Adds two segments that begin at this vertex. */
  private open(slot: Slot, incoming: number, outgoing: number): RingFault | undefined {
    const vertex = this.vertices[outgoing]!;
    const [below, above] = [this.order.before(slot), this.order.at(slot)];
    if (above !== undefined && this.sideOfSegment(above, vertex) === 0) return touch(vertex, above, outgoing);
    const next = this.vertices[(outgoing + 1) % this.vertices.length]!;
    const isOutgoingUpper = sideOf(vertex, this.vertices[incoming]!, next) > 0;
    const [lower, upper] = isOutgoingUpper ? [incoming, outgoing] : [outgoing, incoming];
    this.order.insert(slot, lower, upper);
    return this.compare(below, lower) ?? this.compare(upper, above);
  }

  /** Replaces a segment that ends here by the one that begins here. */
  private carryOn(slot: Slot, ending: number, beginning: number, at: number): RingFault | undefined {
    const here = this.order.at(slot);
    if (here !== ending) return touch(this.vertices[at]!, here ?? ending, at);
    this.order.replace(slot, beginning);
    return (
      this.compare(this.order.before(slot), beginning) ?? this.compare(beginning, this.order.after(slot))
    );
  }

  /** Removes two segments that end at this vertex: their neighbours become neighbours. */
  private close(slot: Slot, incoming: number, outgoing: number): RingFault | undefined {
    const below = this.order.before(slot);
    let rest = slot;
    for (let ended = 0; ended < 2; ended++) {
      const here = this.order.at(rest);
      if (here !== incoming && here !== outgoing)
        return touch(this.vertices[outgoing]!, here ?? incoming, outgoing);
      rest = this.order.remove(rest);
    }
    return this.compare(below, this.order.at(rest));
  }

  private compare(one: number | undefined, other: number | undefined): RingFault | undefined {
    if (one === undefined || other === undefined) return undefined;
    const count = this.vertices.length;
    // Neighbours along the ring share only their vertex, because spikes are excluded.
    if ((one + 1) % count === other || (other + 1) % count === one) return undefined;
    const [a, b] = [this.vertices[one]!, this.vertices[(one + 1) % count]!];
    const [c, d] = [this.vertices[other]!, this.vertices[(other + 1) % count]!];
    const meeting = meetSegments(a, b, c, d);
    if (meeting === undefined) return undefined;
    return { kind: meeting.kind, at: meeting.at, segments: [one, other], message: "" };
  }

  /** Returns 1 when the vertex is above the segment, -1 below, 0 on it; up is north, and west for a segment due north. */
  private sideOfSegment(segment: number, vertex: Position): -1 | 0 | 1 {
    const from = this.vertices[segment]!;
    const to = this.vertices[(segment + 1) % this.vertices.length]!;
    return comparePositions(from, to) < 0 ? sideOf(from, to, vertex) : sideOf(to, from, vertex);
  }
}

function touch(at: Position, one: number, other: number): RingFault {
  return { kind: "touch", at, segments: [one, other], message: "" };
}

/** Segments per block; a longer block is halved. Blocks make insertion cheap without a balanced tree. */
const BLOCK = 256;

/** A position in the order: block, and index in it. After the last segment it is the end of the last block. */
interface Slot {
  block: number;
  index: number;
}

/** The segments under a sweep line, from south to north: found by bisection, changed in place. */
class SweepOrder {
  /** No block is empty, except the only one. */
  private readonly blocks: number[][] = [[]];

  /** Returns the first slot whose segment is not below; `isBelow` is true, then false, along the order. */
  find(isBelow: (segment: number) => boolean): Slot {
    const block = bisect(this.blocks.length - 1, (at) => isBelow(this.blocks[at]!.at(-1)!));
    const segments = this.blocks[block]!;
    return { block, index: bisect(segments.length, (at) => isBelow(segments[at]!)) };
  }

  at({ block, index }: Slot): number | undefined {
    return this.blocks[block]![index];
  }

  before({ block, index }: Slot): number | undefined {
    return index > 0 ? this.blocks[block]![index - 1] : this.blocks[block - 1]?.at(-1);
  }

  after({ block, index }: Slot): number | undefined {
    const segments = this.blocks[block]!;
    return index + 1 < segments.length ? segments[index + 1] : this.blocks[block + 1]?.[0];
  }

  replace({ block, index }: Slot, segment: number): void {
    this.blocks[block]![index] = segment;
  }

  insert({ block, index }: Slot, lower: number, upper: number): void {
    const segments = this.blocks[block]!;
    segments.splice(index, 0, lower, upper);
    if (segments.length > BLOCK) this.blocks.splice(block + 1, 0, segments.splice(BLOCK >> 1));
  }

  /** Removes the segment and returns the slot of its successor. */
  remove({ block, index }: Slot): Slot {
    const segments = this.blocks[block]!;
    segments.splice(index, 1);
    if (segments.length === 0 && this.blocks.length > 1) {
      this.blocks.splice(block, 1);
      const isPastEnd = block === this.blocks.length;
      return isPastEnd ? { block: block - 1, index: this.blocks[block - 1]!.length } : { block, index: 0 };
    }
    const isLast = index === segments.length && block + 1 < this.blocks.length;
    return isLast ? { block: block + 1, index: 0 } : { block, index };
  }
}

/** Returns the first number below `count` for which `isBefore` is false, or `count`. */
function bisect(count: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
