/**
 * Settles an intent with an unknown outcome, by a search of the service or by a person. The caller does the search.
 */
import { idKey } from "../../contract/id-key.ts";
import { approvedUnasked } from "../unasked-approval.ts";
import { recordOf } from "../../domain/price/price.ts";
import { AppError } from "../../errors.ts";
import type { JournalEntry } from "./history.ts";
import type { IntentRecord } from "../record.ts";
import { elapsedMs, type Present } from "./open-state.ts";
import { journalReader } from "./read.ts";
import type { LedgerWorld } from "./files.ts";

export type Reconciled =
  /** Exactly one record matches every field that was sent. */
  | { outcome: "found"; id: string; found: unknown }
  /** It does not exist. `isFree`: this is proven, so the same intent may be sent again without a question. */
  | { outcome: "absent"; because: string; isFree: boolean }
  | { outcome: "unknown"; because: string };

export type Moment = "now" | "soon" | "later";

/** The service may still process a request for this long after it was sent. */
const STILL_AT_WORK_MS = 60_000;

/** Returns the moment of a search in another run, by the clock that shows less time since the request. */
export function momentOf(record: IntentRecord, present: Pick<Present, "now" | "skewMs">): Moment {
  const { preparedAt, sendingAt = preparedAt, closedAt = sendingAt } = record;
  return elapsedMs(closedAt, record, present) < STILL_AT_WORK_MS ? "soon" : "later";
}

/**
 * Searches the service for the result of a request; undefined if it cannot be searched, such as an order.
 * `taken` has the ids of other intents of this journal, as `idKey`: none of them is the lost one. `when` is "now" right
 * after the failure. It is "soon" in another run within the minute, while the service may still be at work,
 * and "later" after that.
 */
export type Reconcile = (
  record: IntentRecord,
  taken: ReadonlySet<string>,
  when: Moment,
) => Promise<Reconciled | undefined>;

/** Returns the ids that belong to other intents of the journal. */
async function takenIds(world: LedgerWorld, { id: except }: IntentRecord): Promise<Set<string>> {
  const { open, closed } = await journalReader(world)({ except });
  return new Set(
    [...open.map(({ record }) => record), ...closed].flatMap(({ resultId }) =>
      resultId === undefined ? [] : idKey(resultId),
    ),
  );
}

/** Searches the service, and records the result. After a failed search the outcome stays unknown. */
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

/** Returns the record with the result of a search; undefined without a result. */
function settledBy(record: IntentRecord, finding: Reconciled, nowMs: number): IntentRecord | undefined {
  if (finding.outcome === "found")
    return withApproval(withOutcome(record, { resultId: finding.id, by: "search" }, nowMs), finding.found);
  if (finding.outcome === "absent" && finding.isFree)
    return withOutcome(record, { notCreated: true, by: "search", reason: finding.because }, nowMs);
  return undefined;
}

/** Returns the record of a free request as one that spends, if the service approved it by itself. */
export function withApproval(record: IntentRecord, found: unknown): IntentRecord {
  const approved = record.effect === "write" ? approvedUnasked(record.kind, found) : undefined;
  if (approved === undefined) return record;
  return { ...record, effect: "spend", details: { ...record.details, ...recordOf(approved.price) } };
}

export type Resolution =
  /** It was accepted, with this id. */
  | { resultId: string; by: "hand" | "search" }
  /** It was not accepted, so the same intent may be sent again. */
  | { notCreated: true; by: "hand" | "search"; reason?: string };

/** Returns the record with its outcome. Only an unknown outcome can be resolved. */
export function resolvedRecord(
  { record, state }: JournalEntry,
  finding: Resolution,
  nowMs: number,
): IntentRecord {
  if (state === "sending" || state === "prepared") throw stillOnItsWay(record);
  if (state !== "unknown") throw alreadyKnown(record);
  return withOutcome(record, finding, nowMs);
}

function withOutcome(record: IntentRecord, finding: Resolution, nowMs: number): IntentRecord {
  const { reason: _why, ...rest } = record;
  const { closedAt = nowMs } = record;
  const settled = { ...rest, resolvedBy: finding.by, closedAt, resolvedAt: nowMs };
  if ("resultId" in finding) return { ...settled, state: "confirmed", resultId: finding.resultId };
  const found = finding.by === "hand" ? "marked as not created" : "not created";
  return { ...settled, state: "refused", reason: finding.reason ?? found };
}

const stillOnItsWay = (record: IntentRecord): AppError =>
  new AppError("local", "INTENT_OPEN", `journal ${record.id} is being sent by process ${record.pid}`, {
    data: { intentId: record.id, state: record.state },
  });

function alreadyKnown(record: IntentRecord): AppError {
  const what =
    record.state === "confirmed"
      ? `is confirmed already, with the id ${record.resultId}`
      : `is ${record.state} already: ${record.reason ?? "nothing was created"}`;
  return new AppError("local", "CONFLICT", `journal ${record.id} ${what}; nothing was changed`, {
    data: { intentId: record.id, state: record.state, ...(record.resultId && { id: record.resultId }) },
  });
}
