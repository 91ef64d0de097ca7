import type { SchedulingRequest } from "./request.ts";

/** An interval during which a satellite is busy with a collect. */
export interface Busy {
  requestId: string;
  satellite: number;
  startMs: number;
  endMs: number;
  /** The request, if it is flexible and not collected yet. */
  movable?: SchedulingRequest | undefined;
}

/** Gap between two collects of one satellite, in which it turns to the other target. */
export const GAP_MS = 60_000;

/** The bookings of all satellites. */
export class Timeline {
  readonly #satellites = new Map<number, Busy[]>();

  /** Returns all bookings that are less than the gap away from a collect between the two moments. */
  blockers({ satellite, startMs, endMs }: Pick<Busy, "satellite" | "startMs" | "endMs">): Busy[] {
    const bookings = this.#satellites.get(satellite) ?? [];
    return bookings.filter((busy) => busy.startMs < endMs + GAP_MS && busy.endMs > startMs - GAP_MS);
  }

  book(busy: Busy): void {
    const bookings = this.#satellites.get(busy.satellite);
    if (bookings === undefined) this.#satellites.set(busy.satellite, [busy]);
    else bookings.push(busy);
  }

  free(requestId: string): void {
    for (const [satellite, bookings] of this.#satellites) {
      this.#satellites.set(
        satellite,
        bookings.filter((busy) => busy.requestId !== requestId),
      );
    }
  }
}
