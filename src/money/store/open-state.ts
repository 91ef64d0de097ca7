/** The meaning of a record now: a process may still work on it, or has ended. */
import type { IntentRecord, IsAlive, ReadRecord } from "../record.ts";

/**
 * The current meaning of a record. `dead` never sent anything and never will; `in-flight` belongs to a running process;
 * `unresolved` may have been accepted; the others are final.
 */
type OpenState = "dead" | "in-flight" | "unresolved" | "confirmed" | "refused";

/** The clocks and processes of this machine. */
export interface Present {
  now: () => number;
  isAlive: IsAlive;
  /** Returns the service's clock minus ours by the last response of this run; undefined before it. */
  skewMs?: (() => number | undefined) | undefined;
}

// Two small writes lead from prepared to sending. After this time, the process id belongs to another process.
const PREPARED_FOR_MS = 60_000;

// No request waits this long. After this time, the process id belongs to another process.
const SENDING_FOR_MS = 24 * 3_600_000;

/**
 * Returns the milliseconds since a moment of a record, by the one of two clocks, ours and the service's, that shows less: a clock
 * that is set ahead ends nothing.
 */
export function elapsedMs(
  sinceMs: number,
  { skewMs: skewThen }: Pick<IntentRecord, "skewMs">,
  { now, skewMs }: Pick<Present, "now" | "skewMs">,
): number {
  const ours = now() - sinceMs;
  const skewNow = skewMs?.();
  return skewThen === undefined || skewNow === undefined ? ours : Math.min(ours, ours + skewNow - skewThen);
}

/** Judges one record. An unreadable record may be anything, so it counts as unresolved. */
export function openStateOf({ record }: ReadRecord, present: Present): OpenState {
  if (record === undefined || record.state === "unknown") return "unresolved";
  const { state, pid, preparedAt, sendingAt = preparedAt } = record;
  if (state === "prepared") {
    const isFresh = elapsedMs(preparedAt, record, present) < PREPARED_FOR_MS;
    return isFresh && present.isAlive(pid) ? "in-flight" : "dead";
  }
  if (state === "sending") {
    const isFresh = elapsedMs(sendingAt, record, present) < SENDING_FOR_MS;
    return isFresh && present.isAlive(pid) ? "in-flight" : "unresolved";
  }
  return state;
}
