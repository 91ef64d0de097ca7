import { attemptOf, idInFileName, isAside, type IntentRecord, type IntentState } from "./intent-record.ts";
import { type IsAlive, openStateOf, passesEarlier, shownState } from "./open-state.ts";
import { type OrderedItem, orderedItemsOf } from "./intent-details.ts";
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

/** Reads the complete journal. An unreadable file is reported, and does not affect other files. */
export async function readHistory(
  files: RecordFiles,
  nowMs: number,
  isAlive: IsAlive,
): Promise<JournalListing> {
  const records: IntentRecord[] = [];
  const unreadable: JournalListing["unreadable"] = [];
  const latest = new Map<string, number>();
  for (const file of (await files.names()).sort()) {
    const id = idInFileName(file);
    if (id === undefined) {
      if (isListed(file)) unreadable.push({ file, problem: "not a journal file" });
      continue;
    }
    const stem = id.slice(0, 16);
    const { record, problem = "" } = (await files.read(id)) ?? {};
    if (record) {
      records.push(record);
      if (passesEarlier({ record }, nowMs, isAlive))
        latest.set(stem, Math.max(attemptOf(id), latest.get(stem) ?? 0));
    } else if (problem !== "") unreadable.push({ file, problem });
  }
  const entries = records.map((record) => {
    const isPassed = attemptOf(record.id) < (latest.get(record.id.slice(0, 16)) ?? 0);
    return entryOf(record, isPassed, nowMs, isAlive);
  });
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
  const state = shownState(record, nowMs, isAlive);
  const isInFlight = openStateOf({ record }, nowMs, isAlive) === "in-flight";
  return { record, state, isOpen: !isPassed && (state === "sending" || state === "unknown"), isInFlight };
}

type Dated = Pick<IntentRecord, "id" | "preparedAt">;

export const newestFirst = (a: Dated, b: Dated): number =>
  b.preparedAt - a.preparedAt || attemptOf(b.id) - attemptOf(a.id) || (a.id < b.id ? -1 : 1);

/**
 * Returns the items that an order must deliver: those of the order result, else those of the body. Empty for an order of
 * a task whose result names none.
 */
export const expectedItems = ({ details, body }: IntentRecord): readonly OrderedItem[] =>
  details?.items ?? orderedItemsOf(body) ?? [];

const lastMoment = ({ preparedAt, sendingAt, closedAt, resolvedAt }: IntentRecord): number =>
  Math.max(preparedAt, sendingAt ?? 0, closedAt ?? 0, resolvedAt ?? 0);

/**
 * Returns the records that are no longer needed: older than the limit, ended, and not the latest attempt at their
 * intent, by which the next run recognises a repetition. Open records stay, however old.
 */
export function prunable(entries: readonly JournalEntry[], beforeMs: number): IntentRecord[] {
  const latest = new Map<string, number>();
  for (const { record } of entries)
    latest.set(record.fingerprint, Math.max(attemptOf(record.id), latest.get(record.fingerprint) ?? 0));
  return entries
    .filter(
      ({ record, state, isOpen }) =>
        !isOpen &&
        (state === "confirmed" || state === "refused") &&
        attemptOf(record.id) !== latest.get(record.fingerprint) &&
        lastMoment(record) < beforeMs,
    )
    .map(({ record }) => record);
}
