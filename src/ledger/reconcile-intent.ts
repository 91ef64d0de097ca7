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

export type Moment = "now" | "soon" | "later";

/**
 * `taken` are ids that other intents of this journal have: none of them is what was lost.
 * `when` is "now" right after the failure and "soon" in another run within the minute, when the service may still be at
 * work, and "later" after that.
 * Undefined for what cannot be searched, such as orders.
 */
export type Reconcile = (
  record: IntentRecord,
  taken: ReadonlySet<string>,
  when: Moment,
) => Promise<Reconciled | undefined>;

/** Ids that the journal knows under other intents. */
async function takenIds({ files, now, isAlive }: LedgerWorld, except: IntentRecord): Promise<Set<string>> {
  const { entries } = await readHistory(files, now(), isAlive);
  return new Set(
    entries.flatMap(({ record }) =>
      record.id === except.id || record.resultId === undefined ? [] : [record.resultId],
    ),
  );
}

/** Looks at the service, and writes down what it says. A look that fails leaves the outcome unknown. */
export async function settleIntent(
  world: LedgerWorld,
  record: IntentRecord,
  reconcile: Reconcile,
  when: Moment,
  save: (settled: IntentRecord) => Promise<void>,
): Promise<Reconciled | undefined> {
  const taken = await takenIds(world, record).catch(() => undefined);
  if (taken === undefined) return undefined;
  const finding = await reconcile(record, taken, when);
  const settled = finding && settledBy(record, finding, world.now());
  if (settled) await save(settled);
  return finding;
}

/** The record as it stands once the look has found out; undefined when it has not. */
function settledBy(record: IntentRecord, finding: Reconciled, nowMs: number): IntentRecord | undefined {
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
