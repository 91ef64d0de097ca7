import {
  attemptOf,
  idInFileName,
  isAside,
  stemOf,
  type IntentRecord,
  type IntentState,
  type IsAlive,
  type ReadRecord,
} from "./intent-record.ts";
import type { OrderedItem } from "../domain/buying/purchase.ts";
import { orderedItemsOf } from "./intent-details.ts";
import type { RecordFiles } from "./record-files.ts";

export interface JournalEntry {
  record: IntentRecord;
  /** The state to show: `sending` is `unknown` if its process has ended. */
  state: IntentState;
  /** True if it blocks the same intent. */
  isOpen: boolean;
  /** True while a running process works on it. */
  isInFlight: boolean;
}

export interface JournalListing {
  /** Newest first. */
  entries: JournalEntry[];
  /** Unreadable files with the reason; they are not changed. */
  unreadable: { file: string; problem: string }[];
}

const isTemporary = (name: string): boolean => name.startsWith(".") && name.endsWith(".tmp");

/** Reports whether a listing shows this file: a record, or a file that is not the journal's. */
export const isListed = (name: string): boolean => !isTemporary(name) && !isAside(name);

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

/** Reports whether a record was sent and perhaps accepted. Earlier attempts at the same intent then no longer block it. */
export function passesEarlier(read: ReadRecord, nowMs: number, isAlive: IsAlive): boolean {
  const state = openStateOf(read, nowMs, isAlive);
  return state !== "refused" && state !== "dead" && read.record?.details?.orderStatus !== "rejected";
}

/** The latest attempt at each intent that was sent and perhaps accepted. */
export class SentAttempts {
  readonly #latest = new Map<string, number>();

  add(id: string): void {
    this.#latest.set(stemOf(id), Math.max(attemptOf(id), this.#latest.get(stemOf(id)) ?? 0));
  }

  /** Reports whether a later attempt at the same intent was sent. */
  hasLater(id: string): boolean {
    return attemptOf(id) < (this.#latest.get(stemOf(id)) ?? 0);
  }
}

/** Reads the complete journal. An unreadable file is reported, and does not affect other files. */
export async function readHistory(
  files: RecordFiles,
  nowMs: number,
  isAlive: IsAlive,
): Promise<JournalListing> {
  const records: IntentRecord[] = [];
  const unreadable: JournalListing["unreadable"] = [];
  const sent = new SentAttempts();
  for (const file of (await files.names()).sort()) {
    const id = idInFileName(file);
    if (id === undefined) {
      if (isListed(file)) unreadable.push({ file, problem: "not a journal file" });
      continue;
    }
    const { record, problem = "" } = (await files.read(id)) ?? {};
    if (record) {
      records.push(record);
      if (passesEarlier({ record }, nowMs, isAlive)) sent.add(id);
    } else if (problem !== "") unreadable.push({ file, problem });
  }
  const entries = records.map((record) => entryOf(record, sent.hasLater(record.id), nowMs, isAlive));
  entries.sort((a, b) => newestFirst(a.record, b.record));
  return { entries, unreadable };
}

/** Returns a record with its current state. `isPassed`: a later attempt at the same intent was sent. */
export function entryOf(
  record: IntentRecord,
  isPassed: boolean,
  nowMs: number,
  isAlive: IsAlive,
): JournalEntry {
  const meaning = openStateOf({ record }, nowMs, isAlive);
  // A request whose process died while sending has an unknown outcome.
  const state = meaning === "unresolved" ? "unknown" : record.state;
  const isOpen = !isPassed && (state === "sending" || state === "unknown");
  return { record, state, isOpen, isInFlight: meaning === "in-flight" };
}

type Dated = Pick<IntentRecord, "id" | "preparedAt">;

export const newestFirst = (a: Dated, b: Dated): number =>
  b.preparedAt - a.preparedAt || attemptOf(b.id) - attemptOf(a.id) || (a.id < b.id ? -1 : 1);

/**
 * Returns the items that an order must deliver: those of the order result, else those of the body. Empty for an order of
 * a task whose result has none.
 */
export const expectedItems = ({ details, body }: IntentRecord): readonly OrderedItem[] =>
  details?.items ?? orderedItemsOf(body) ?? [];

const lastMoment = ({ preparedAt, sendingAt, closedAt, resolvedAt }: IntentRecord): number =>
  Math.max(preparedAt, sendingAt ?? 0, closedAt ?? 0, resolvedAt ?? 0);

/** Returns the intent of a record. Two equal members of a batch are two intents. */
const intentOf = ({ fingerprint, details }: IntentRecord): string => `${fingerprint} ${details?.batch}`;

/**
 * Returns the records that are no longer needed: older than the limit, ended, and not the latest attempt at their
 * intent, by which the next run recognises a repetition. Open records stay, however old.
 */
export function prunable(entries: readonly JournalEntry[], beforeMs: number): IntentRecord[] {
  const latest = new Map<string, number>();
  for (const { record } of entries)
    latest.set(intentOf(record), Math.max(attemptOf(record.id), latest.get(intentOf(record)) ?? 0));
  return entries
    .filter(
      ({ record, state, isOpen }) =>
        !isOpen &&
        (state === "confirmed" || state === "refused") &&
        attemptOf(record.id) !== latest.get(intentOf(record)) &&
        lastMoment(record) < beforeMs,
    )
    .map(({ record }) => record);
}
