import type { Position } from "./geojson.ts";
import { comparePositions, sideOf } from "./orient.ts";
import { meetSegments } from "./segment-pair.ts";
import { SweepOrder, type Slot } from "./sweep-order.ts";

/**
 * The westernmost kind of trouble between segments of a ring, found by the sweep of Shamos and Hoey (1976): a line
 * moves east over the vertices, and only segments that become neighbours under it are compared. Up to the first
 * meeting of segments their order under the line is fixed, and the predicates are exact, so the answer is too.
 *
 * Takes a ring without closing position, repeated places, spikes; `order` is its vertices from west to east.
 */
export function sweepRing(vertices: readonly Position[], order: readonly number[]): RingFault | undefined {
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

  /** Both segments begin here. */
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

  /** One segment ends here and the other takes its slot. */
  private carryOn(slot: Slot, ending: number, beginning: number, at: number): RingFault | undefined {
    const here = this.order.at(slot);
    if (here !== ending) return touch(this.vertices[at]!, here ?? ending, at);
    this.order.replace(slot, beginning);
    return (
      this.compare(this.order.before(slot), beginning) ?? this.compare(beginning, this.order.after(slot))
    );
  }

  /** Both segments end here: their neighbours become neighbours. */
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
    // Neighbours along the ring share their vertex and, spikes being out, nothing else.
    if ((one + 1) % count === other || (other + 1) % count === one) return undefined;
    const [a, b] = [this.vertices[one]!, this.vertices[(one + 1) % count]!];
    const [c, d] = [this.vertices[other]!, this.vertices[(other + 1) % count]!];
    const meeting = meetSegments(a, b, c, d);
    if (meeting === undefined) return undefined;
    return { kind: meeting.kind, at: meeting.at, segments: [one, other], message: "" };
  }

  /** 1 when the vertex lies above the segment, -1 below, 0 on it; up is north, and west for a segment due north. */
  private sideOfSegment(segment: number, vertex: Position): -1 | 0 | 1 {
    const from = this.vertices[segment]!;
    const to = this.vertices[(segment + 1) % this.vertices.length]!;
    return comparePositions(from, to) < 0 ? sideOf(from, to, vertex) : sideOf(to, from, vertex);
  }
}

function touch(at: Position, one: number, other: number): RingFault {
  return { kind: "touch", at, segments: [one, other], message: "" };
}

/** One thing that makes a ring no valid outline of an area. */
export interface RingFault {
  kind: "too-few" | "not-closed" | "zero-area" | "spike" | "touch" | "overlap" | "crossing";
  /** The fault as a clause about the ring: "crosses itself at 14.2,40.8 (segments 0 and 2)". */
  message: string;
  /** Where it happens, when it happens at one position. */
  at?: Position;
  /** The two segments that meet; segment n goes from position n of the ring, as given, to the next. */
  segments?: readonly [number, number];
}
