/**
 * Searches the service for the result of a request with an unknown outcome. Only reads, a bounded number of times,
 * and never sends the request again.
 */
import type { Client } from "../../client/client.ts";
import { endpointOf } from "../../contract/endpoints.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import { judgeCandidates } from "../../domain/tasking/reconcile.ts";
import { provesDecision, REVIEW } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import type { Moment, Reconcile, Reconciled } from "../../ledger/settle-intent.ts";
import { idInPath } from "../../ledger/subject.ts";
import type { Clock } from "../../time/clock.ts";
import type { Dialect } from "../../contract/dialect.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { searchSubmitted } from "./search-submitted.ts";

export interface ReconcileParts {
  client: () => Promise<Client>;
  dialect: Dialect;
  clock: Clock;
  /** The second Ctrl-C. */
  signal: AbortSignal;
  /** The first Ctrl-C: only one check is made, and pauses end. */
  firstInterrupt: AbortSignal;
  note: (message: string) => void;
}

/** Pauses before each check, because the service may still process the request after the failure. */
const PAUSES_MS = [0, 2000, 5000, 10_000] as const;

export function reconciler(parts: ReconcileParts): Reconcile {
  return async (record, taken, when) => {
    const check = checkOf(parts, record, taken, when);
    if (check === undefined) return undefined;
    parts.note(
      when === "now"
        ? "No reply came. Checking whether the service received the request"
        : "The outcome of an earlier request is unknown. Searching for it",
    );
    let finding: Reconciled | undefined;
    for (const pauseMs of when === "later" ? PAUSES_MS.slice(0, 1) : PAUSES_MS) {
      if (finding !== undefined && parts.firstInterrupt.aborted) break;
      try {
        if (pauseMs > 0)
          await parts.clock.sleep(pauseMs, AbortSignal.any([parts.signal, parts.firstInterrupt]));
        finding = await check();
      } catch (error) {
        if (parts.signal.aborted || error === parts.firstInterrupt.reason) break;
        if (!(error instanceof AppError)) throw error;
        finding = { outcome: "unknown", because: `the search for it failed too (${error.message})` };
      }
      if (finding.outcome === "found") break;
    }
    finding ??= { outcome: "unknown", because: "interrupted before the search" };
    if (when !== "now" && finding.outcome !== "found") parts.note(`Journal ${record.id}: ${finding.because}`);
    return finding;
  };
}

function checkOf(
  parts: ReconcileParts,
  record: IntentRecord,
  taken: ReadonlySet<string>,
  when: Moment,
): (() => Promise<Reconciled>) | undefined {
  const { kind, path } = record;
  const { record: noun, decides } = endpointOf(kind).journal ?? {};
  // The interface has no list of orders, so orders cannot be searched.
  if (noun === undefined || noun === "order") return undefined;
  if (decides === true) return () => checkStatus(parts, record, noun, when);
  return async () => {
    const { records, isComplete, skewMs } = await searchSubmitted(parts, noun, record);
    const candidates = records.filter(
      (found) => !taken.has(found.id ?? "") && !isOlder(found, record, skewMs),
    );
    const sent = { kind, originalId: idInPath(path), body: record.body };
    const verdict = judgeCandidates(sent, candidates);
    if (verdict.outcome === "found" && verdict.record.id !== undefined && isComplete)
      return { outcome: "found", id: verdict.record.id, found: verdict.record.source };
    if (verdict.outcome === "absent" && isComplete)
      return { outcome: "absent", because: "a search does not find it", isFree: false };
    return { outcome: "unknown", because: UNDECIDED[isComplete ? verdict.outcome : "incomplete"] };
  };
}

/** Some services store only the minute, and `Date` counts seconds. */
const SUBMITTED_BEFORE_MS = 60_000;

/**
 * Returns whether a record existed before the request was sent: then it belongs to another request, even with equal
 * fields.
 */
function isOlder(
  { submissionTime }: RequestRecord,
  { sendingAt, preparedAt }: IntentRecord,
  skewMs: number | undefined,
): boolean {
  const at = submissionTime === undefined ? undefined : parseTimestamp(submissionTime);
  if (skewMs === undefined || at?.ok !== true) return false;
  return at.ms < (sendingAt ?? preparedAt) + skewMs - SUBMITTED_BEFORE_MS;
}

const UNDECIDED = {
  found: "a search finds one without an id",
  absent: "a search does not find it",
  several: "a search finds several that match",
  unclear: "a search finds one whose fields cannot all be compared",
  incomplete: "a search finds too many to compare",
} as const;

/** An approval creates nothing, so the status of the request is checked. */
async function checkStatus(
  { client, signal }: ReconcileParts,
  record: IntentRecord,
  noun: "task" | "repeat",
  when: Moment,
): Promise<Reconciled> {
  const id = idInPath(record.path);
  const { getTask, getRepeat } = await client();
  const found =
    noun === "task"
      ? await getTask({ params: { taskingrequestId: id }, signal })
      : await getRepeat({ params: { repeatrequestId: id }, signal });
  const { status: code } = found;
  if (code === undefined) return { outcome: "unknown", because: "its status cannot be read" };
  // Spec silent: the states before `review`. We treat a request that has not reached review as not approved. Right after
  // the failure the approval may still arrive.
  if (code === REVIEW || code === "received")
    return { outcome: "absent", because: `it is still in ${code}`, isFree: when !== "now" };
  if (code === "rejected") return { outcome: "absent", because: "it is rejected", isFree: true };
  if (!provesDecision(code, "approve"))
    return { outcome: "unknown", because: `it is ${code}, with or without an approval` };
  return { outcome: "found", id, found: found.source };
}
