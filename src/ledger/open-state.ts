import type { IntentRecord, IntentState, ReadRecord } from "./intent-record.ts";

/** Returns true if a process of this machine is running. */
export type IsAlive = (pid: number) => boolean;

/**
 * The current meaning of a record. `dead` never sent anything and never will; `in-flight` belongs to a running process;
 * `unresolved` may have been accepted; the others are final.
 */
export type OpenState = "dead" | "in-flight" | "unresolved" | "confirmed" | "refused";

// Two small writes lead from prepared to sending. After this time, the process id belongs to another process.
const PREPARED_FOR_MS = 60_000;

// No request waits this long. After this time, the process id belongs to another process.
const SENDING_FOR_MS = 24 * 3_600_000;

/** Judges one record. An unreadable record may be anything, so it counts as unresolved. */
export function openStateOf({ record }: ReadRecord, nowMs: number, isAlive: IsAlive): OpenState {
  if (record === undefined || record.state === "unknown") return "unresolved";
  if (record.state === "prepared") {
    const isFresh = nowMs - record.preparedAt < PREPARED_FOR_MS;
    return isFresh && isAlive(record.pid) ? "in-flight" : "dead";
  }
  if (record.state === "sending") {
    const isFresh = nowMs - (record.sendingAt ?? record.preparedAt) < SENDING_FOR_MS;
    return isFresh && isAlive(record.pid) ? "in-flight" : "unresolved";
  }
  return record.state;
}

/**
 * Whether earlier attempts at the same intent stay behind this one: it was sent, on purpose, and accepted or perhaps
 * accepted. One that bought nothing says nothing of those before it.
 */
export function passesEarlier(read: ReadRecord, nowMs: number, isAlive: IsAlive): boolean {
  const state = openStateOf(read, nowMs, isAlive);
  return state !== "refused" && state !== "dead" && read.record?.details?.orderStatus !== "rejected";
}

/** Returns the state to show: a request whose process died while sending has an unknown outcome. */
export function shownState(record: IntentRecord, nowMs: number, isAlive: IsAlive): IntentState {
  return openStateOf({ record }, nowMs, isAlive) === "unresolved" ? "unknown" : record.state;
}
