/** What a look at the service says about an intent whose outcome is unknown. The looking itself is the caller's. */
import type { IntentRecord } from "./intent-record.ts";
import type { LedgerWorld } from "./ledger-world.ts";
import { readHistory } from "./history.ts";
import { standingOf } from "./open-state.ts";
import { stemOf } from "./intent-record.ts";

export type Reconciled =
  /** Exactly one thing matches every field that was sent. */
  | { outcome: "found"; id: string; found: unknown }
  /** It is not there. `isFree`: this is proven, so the same intent may be sent again without being asked. */
  | { outcome: "absent"; because: string; isFree: boolean }
  | { outcome: "unknown"; because: string };

/**
 * `taken` are ids that other intents of this journal have: none of them is what was lost.
 * `when` is "now" right after the failure, when the service may still be at work, and "later" in another run.
 * Undefined for what cannot be searched, such as orders.
 */
export type Reconcile = (
  record: IntentRecord,
  taken: ReadonlySet<string>,
  when: "now" | "later",
) => Promise<Reconciled | undefined>;

/** Ids that the journal knows under other intents. */
export async function takenIds(
  { files, now, isAlive }: LedgerWorld,
  except: IntentRecord,
): Promise<Set<string>> {
  const { entries } = await readHistory(files, now(), isAlive);
  return new Set(
    entries.flatMap(({ record }) =>
      record.id === except.id || record.resultId === undefined ? [] : [record.resultId],
    ),
  );
}

/** The record as it stands once the look has found out; undefined when it has not. */
export function settledBy(
  record: IntentRecord,
  finding: Reconciled,
  nowMs: number,
): IntentRecord | undefined {
  const { reason: _why, ...rest } = record;
  const settled = {
    ...rest,
    resolvedBy: "search",
    closedAt: record.closedAt ?? nowMs,
    resolvedAt: nowMs,
  } as const;
  if (finding.outcome === "found") return { ...settled, state: "confirmed", resultId: finding.id };
  if (finding.outcome === "absent" && finding.isFree)
    return { ...settled, state: "refused", reason: finding.because };
  return undefined;
}

/** The latest attempt at this intent, when nobody knows what became of it. */
export async function unresolvedAttempt(
  { files, now, isAlive }: LedgerWorld,
  fingerprint: string,
): Promise<IntentRecord | undefined> {
  const [id] = await files.attemptsOf(stemOf(fingerprint));
  const read = id === undefined ? undefined : await files.read(id);
  if (read?.record === undefined || read.record.fingerprint !== fingerprint) return undefined;
  return standingOf(read, now(), isAlive) === "unresolved" ? read.record : undefined;
}
