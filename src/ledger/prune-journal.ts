/** Which records may go. */
import { attemptOf } from "./intent-record.ts";
import type { IntentRecord } from "./intent-record.ts";
import type { JournalEntry } from "./history.ts";

const lastMoment = ({ preparedAt, sendingAt, closedAt, resolvedAt }: IntentRecord): number =>
  Math.max(preparedAt, sendingAt ?? 0, closedAt ?? 0, resolvedAt ?? 0);

/**
 * The records that nothing needs any more: older than the limit, ended, and not the latest attempt at their intent,
 * which is what tells the next run that it is a repetition. What is open stays, however old.
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
