import type { PlannedCollect, SchedulingRequest } from "./request.ts";

/** An existing plan. `movable` is its request, if it is flexible and not collected yet. */
export interface Commitment {
  requestId: string;
  collects: readonly Pick<PlannedCollect, "satellite" | "startMs" | "endMs">[];
  movable?: SchedulingRequest;
}

/** Gap between two collects of one satellite, in which it turns to the other target. */
export const GAP_MS = 60_000;

/** An interval during which a satellite is busy. */
interface Busy {
  requestId: string;
  startMs: number;
  endMs: number;
  /** The request, if it may be moved. */
  movable: SchedulingRequest | undefined;
}

/** The bookings of all satellites. */
export interface Timeline {
  /** Returns all bookings that are less than the gap away from a collect between the two moments. */
  blockers(satellite: number, startMs: number, endMs: number): Busy[];
  book(commitment: Commitment): void;
  free(requestId: string): void;
}

export function createTimeline(commitments: readonly Commitment[]): Timeline {
  const satellites = new Map<number, Busy[]>();
  const timeline: Timeline = {
    blockers: (satellite, startMs, endMs) =>
      (satellites.get(satellite) ?? []).filter(
        (busy) => busy.startMs < endMs + GAP_MS && busy.endMs > startMs - GAP_MS,
      ),
    book({ requestId, collects, movable }) {
      for (const { satellite, startMs, endMs } of collects) {
        const list = satellites.get(satellite) ?? [];
        list.push({ requestId, startMs, endMs, movable });
        satellites.set(satellite, list);
      }
    },
    free(requestId) {
      for (const [satellite, list] of satellites) {
        satellites.set(
          satellite,
          list.filter((busy) => busy.requestId !== requestId),
        );
      }
    },
  };
  for (const commitment of commitments) timeline.book(commitment);
  return timeline;
}
