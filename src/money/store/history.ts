import { setImmediate as nextTurn } from "node:timers/promises";
import { attemptOf, idInFileName, isAside, type IntentRecord, type IntentState } from "../record.ts";
import { openStateOf, type Present } from "./open-state.ts";
import type { RecordFiles } from "./files.ts";
import { isLockName } from "./lock.ts";
import { passesEarlier, SentAttempts } from "./sent-attempts.ts";
import { otherFile, type UnreadableFile } from "./other-files.ts";

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
  unreadable: UnreadableFile[];
}

const isTemporary = (name: string): boolean => name.startsWith(".") && name.endsWith(".tmp");

/** Reports whether a listing shows this file: a record, or a file that is not the journal's. */
export const isListed = (name: string): boolean => !isTemporary(name) && !isAside(name) && !isLockName(name);

/** Records that are read without a turn of the event loop: signals are delivered in it, and a held lock is renewed. */
const AT_ONCE = 500;

/** Reads the complete journal. An unreadable file is reported, and does not affect other files. */
export async function readHistory(files: RecordFiles, present: Present): Promise<JournalListing> {
  const records: IntentRecord[] = [];
  const unreadable: JournalListing["unreadable"] = [];
  const sent = new SentAttempts();
  for (const file of (await files.names()).sort()) {
    const id = idInFileName(file);
    if (id === undefined) {
      const other = isListed(file) ? otherFile(files, file) : undefined;
      if (other !== undefined) unreadable.push(other);
      continue;
    }
    const { record, problem = "" } = (await files.read(id)) ?? {};
    if (record) {
      records.push(record);
      if (records.length % AT_ONCE === 0) await nextTurn();
      if (passesEarlier({ record }, present)) sent.add(record);
    } else if (problem !== "") unreadable.push({ file, problem, mayBeRecord: true });
  }
  const entries = records.map((record) => toJournalEntry(record, sent.hasLater(record.id, record), present));
  entries.sort((a, b) => newestFirst(a.record, b.record));
  return { entries, unreadable };
}

/** Returns a record with its current state. `isPassed`: a later attempt at the same intent was sent. */
export function toJournalEntry(record: IntentRecord, isPassed: boolean, present: Present): JournalEntry {
  const meaning = openStateOf({ record }, present);
  // A request whose process died while sending has an unknown outcome.
  const state = meaning === "unresolved" ? "unknown" : record.state;
  const isOpen = !isPassed && (state === "sending" || state === "unknown");
  return { record, state, isOpen, isInFlight: meaning === "in-flight" };
}

type Dated = Pick<IntentRecord, "id" | "preparedAt">;

export const newestFirst = (a: Dated, b: Dated): number =>
  b.preparedAt - a.preparedAt || attemptOf(b.id) - attemptOf(a.id) || (a.id < b.id ? -1 : 1);

const lastMoment = ({ preparedAt, sendingAt, closedAt, resolvedAt }: IntentRecord): number =>
  Math.max(preparedAt, sendingAt ?? 0, closedAt ?? 0, resolvedAt ?? 0);

/**
 * Returns the intent of a record. Requests of two profiles are two intents, and so are requests of `--each` that were typed
 * otherwise: a rerun finds each of them by what was typed.
 */
const intentOf = ({ fingerprint, profile, details = {} }: IntentRecord): string =>
  JSON.stringify([fingerprint, profile, details.batch]);

/**
 * Returns the records that are no longer needed: older than the limit, ended, and not the latest attempt at their
 * intent, by which the next run recognises a repetition. The latest accepted attempt stays as well, and open records stay, however old.
 */
export function prunable(entries: readonly JournalEntry[], beforeMs: number): IntentRecord[] {
  const latest = latestAttempts(entries);
  const accepted = latestAttempts(entries.filter(({ state }) => state === "confirmed"));
  return entries
    .filter(
      ({ record, state, isOpen }) =>
        !isOpen &&
        (state === "confirmed" || state === "refused") &&
        attemptOf(record.id) !== latest.get(intentOf(record)) &&
        attemptOf(record.id) !== accepted.get(intentOf(record)) &&
        lastMoment(record) < beforeMs,
    )
    .map(({ record }) => record);
}

/** Returns the number of the latest attempt at each intent. */
function latestAttempts(entries: readonly JournalEntry[]): Map<string, number> {
  const latest = new Map<string, number>();
  for (const { record } of entries)
    latest.set(intentOf(record), Math.max(attemptOf(record.id), latest.get(intentOf(record)) ?? 0));
  return latest;
}
