import type { Connection } from "./connection.ts";
import { leftOf } from "./segment-plan.ts";

/** What is known of the request under way on a connection. */
type Flowing = Pick<Connection, "segment"> & Partial<Pick<Connection, "sample" | "writing">>;

/** How long a connection may be stuck at first. */
const PATIENCE_MS = 2000;
/** A connection that is alone cannot be compared with others: it must receive nothing, and for longer. */
const ALONE = 2.5;
/** Another connection begins with a round trip or two, and may be as slow: the gain must be worth that. */
const WORTH = 3;

/** Which connections of a file are so slow that another one should fetch what they have left. */
export class SlowConnections {
  #received = { bytes: 0, ms: 0 };
  /** More than one has fetched it: what is usual is known. */
  #hadSeveral = false;
  /** Doubles with each time, so that a line that is slow throughout is not begun anew for ever. */
  #patienceMs = PATIENCE_MS;

  noteSeveral(): void {
    this.#hadSeveral = true;
  }

  noteBytes({ sample }: Connection, nowMs: number, bytes: number): void {
    this.#received.bytes += bytes;
    this.#received.ms += sample?.note(nowMs, bytes) ?? 0;
  }

  /** Those to be replaced now; they are not named again for a while. */
  take(connections: Iterable<Connection>, nowMs: number): Connection[] {
    const usual = this.#received.bytes / this.#received.ms;
    const slow = [...connections].filter((connection) =>
      this.#hadSeveral
        ? isStuck(connection, nowMs, this.#patienceMs, usual)
        : isSilent(connection, nowMs, this.#patienceMs),
    );
    if (slow.length > 0) this.#patienceMs *= 2;
    return slow;
  }
}

/**
 * True when what a connection has left is better begun anew by another one than waited for: that would take longer than
 * `patienceMs`, and many times as long as at `usual` bytes per millisecond. One that waits for us is not stuck.
 */
export function isStuck(
  { segment, sample, writing }: Flowing,
  nowMs: number,
  patienceMs: number,
  usual: number,
): boolean {
  if (sample === undefined || writing !== undefined || nowMs - sample.sinceMs < patienceMs) return false;
  const expectedMs = leftOf(segment) / sample.rate(nowMs);
  return expectedMs > Math.max(patienceMs, (WORTH * leftOf(segment)) / usual);
}

/** True when one that has brought something brings nothing at all any more. */
export function isSilent(
  { sample, writing }: Pick<Flowing, "sample" | "writing">,
  nowMs: number,
  patienceMs: number,
): boolean {
  return writing === undefined && (sample?.idleMs(nowMs) ?? 0) >= patienceMs * ALONE;
}
