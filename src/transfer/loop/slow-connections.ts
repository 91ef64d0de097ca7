import type { Connection } from "./connection.ts";
import { leftOf } from "./segment-plan.ts";

/** The state of a connection's running request. */
type Flowing = Pick<Connection, "segment"> & Partial<Pick<Connection, "flow" | "writing">>;

/** Milliseconds that a connection may be stuck at first. */
const PATIENCE_MS = 2000;
/**
 * A single connection cannot be compared with others: it is stuck when it receives nothing for this factor
 * longer.
 */
const ALONE = 2.5;
/** Required gain as a factor: a new connection costs a round trip or two, and may be as slow. */
const WORTH = 3;

/** Finds the connections of a file that are so slow that another should fetch their rest. */
export class SlowConnections {
  #received = { bytes: 0, ms: 0 };
  /** Several connections have fetched the file: the usual rate is known. */
  #hadSeveral = false;
  /** Doubles each time, so that a slow network does not cause endless replacements. */
  #patienceMs = PATIENCE_MS;

  noteSeveral(): void {
    this.#hadSeveral = true;
  }

  noteBytes({ flow }: Connection, nowMs: number, bytes: number): void {
    this.#received.bytes += bytes;
    this.#received.ms += flow?.note(nowMs, bytes) ?? 0;
  }

  /** Returns the connections to replace now; they are not returned again for a while. */
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
 * Reports whether a new connection would fetch the rest of a segment much faster. The rest takes longer than
 * `patienceMs`, and many times longer than at `usual` bytes per millisecond. A connection that waits for the
 * disk is not stuck.
 */
export function isStuck(
  { segment, flow, writing }: Flowing,
  nowMs: number,
  patienceMs: number,
  usual: number,
): boolean {
  if (flow === undefined || writing !== undefined || nowMs - flow.sinceMs < patienceMs) return false;
  const expectedMs = leftOf(segment) / flow.rate(nowMs);
  return expectedMs > Math.max(patienceMs, (WORTH * leftOf(segment)) / usual);
}

/** Reports whether a connection that has received bytes no longer receives any. */
export function isSilent(
  { flow, writing }: Pick<Flowing, "flow" | "writing">,
  nowMs: number,
  patienceMs: number,
): boolean {
  return writing === undefined && (flow?.idleMs(nowMs) ?? 0) >= patienceMs * ALONE;
}
