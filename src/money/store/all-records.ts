/** The complete journal: every record is read in full, to be shown, pruned or moved. A purchase reads it by the index (`read.ts`). */
import { setImmediate as nextTurn } from "node:timers/promises";
import { parseAttempt, findIdInName, type IntentRecord } from "../record.ts";
import {
  compareByNewest,
  mayPassEarlier,
  SentAttempts,
  toJournalEntry,
  type JournalEntry,
  type Present,
} from "./open-state.ts";
import type { RecordFiles } from "./files.ts";
import { describeOtherFile, type UnreadableFile } from "./damage.ts";

export interface JournalListing {
  /** Newest first. */
  entries: JournalEntry[];
  /** Unreadable files with the reason; they are not changed. */
  unreadable: UnreadableFile[];
}

/** Records that are read without a turn of the event loop: signals are delivered in it, and a held lock is renewed. */
const AT_ONCE = 500;

/** Reads the complete journal. An unreadable file is reported, and does not affect other files. */
export async function readAllRecords(files: RecordFiles, present: Present): Promise<JournalListing> {
  const records: IntentRecord[] = [];
  const unreadable: JournalListing["unreadable"] = [];
  const sent = new SentAttempts();
  for (const file of (await files.listNames()).sort()) {
    const id = findIdInName(file);
    if (id === undefined) {
      const other = describeOtherFile(files, file);
      if (other !== undefined) unreadable.push(other);
      continue;
    }
    const { record, problem = "" } = (await files.read(id)) ?? {};
    if (record) {
      records.push(record);
      if (records.length % AT_ONCE === 0) await nextTurn();
      if (mayPassEarlier({ record }, present)) sent.add(record);
    } else if (problem !== "") unreadable.push({ file, problem, mayBeRecord: true });
  }
  const entries = records.map((record) => toJournalEntry(record, sent.hasLater(record.id, record), present));
  entries.sort((a, b) => compareByNewest(a.record, b.record));
  return { entries, unreadable };
}

const findLastMs = ({ preparedAt, sendingAt, closedAt, resolvedAt }: IntentRecord): number =>
  Math.max(preparedAt, sendingAt ?? 0, closedAt ?? 0, resolvedAt ?? 0);

/**
 * Returns the intent of a record. Equal requests of two profiles are two intents. Requests of `--each` that were typed differently are
 * also two intents, because a rerun finds each request by its typed form.
 */
const makeIntentKey = ({ fingerprint, profile, details = {} }: IntentRecord): string =>
  JSON.stringify([fingerprint, profile, details.batch]);

/**
 * Returns the records that are no longer needed: older than the limit, ended, and not the latest attempt at their
 * intent, by which the next run recognises a repetition. The latest accepted attempt stays as well, and open records stay, however old.
 */
export function findPrunable(entries: readonly JournalEntry[], beforeMs: number): IntentRecord[] {
  const latest = findLatestAttempts(entries);
  const accepted = findLatestAttempts(entries.filter(({ state }) => state === "confirmed"));
  return entries
    .filter(
      ({ record, state, isOpen }) =>
        !isOpen &&
        (state === "confirmed" || state === "refused") &&
        parseAttempt(record.id) !== latest.get(makeIntentKey(record)) &&
        parseAttempt(record.id) !== accepted.get(makeIntentKey(record)) &&
        findLastMs(record) < beforeMs,
    )
    .map(({ record }) => record);
}

/** Returns the number of the latest attempt at each intent. */
function findLatestAttempts(entries: readonly JournalEntry[]): Map<string, number> {
  const latest = new Map<string, number>();
  for (const { record } of entries)
    latest.set(
      makeIntentKey(record),
      Math.max(parseAttempt(record.id), latest.get(makeIntentKey(record)) ?? 0),
    );
  return latest;
}
