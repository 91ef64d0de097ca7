/**
 * Searches the service for the result of a request with an unknown outcome. Only reads, a bounded number of times,
 * and never sends the request again.
 */
import type { Client } from "../client/client.ts";
import { readTimestampMs } from "../contract/body-values.ts";
import { getEndpoint, readPathId } from "../contract/endpoints.ts";
import { toIdKey } from "../contract/id-key.ts";
import type { RequestRecord } from "../contract/read-record.ts";
import { judgeCandidates } from "../domain/tasking/reconcile.ts";
import { provesDecision, REVIEW } from "../domain/tasking/request-states.ts";
import { toWireRequestSearch } from "../domain/wire-dialect.ts";
import { AppError } from "../errors.ts";
import type { IntentRecord } from "./record.ts";
import type { Journal } from "./journal.ts";
import { removeChosenName } from "./recorded-purchase.ts";
import { toSettledRecord, type Moment, type Reconcile, type Reconciled } from "./outcome.ts";
import { measureElapsedMs, type Present } from "./store/open-state.ts";
import type { ResponseInfo } from "../client/build-request.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import { readClockSkew } from "../time/http-date.ts";
import { formatTimestamp } from "../time/timestamp.ts";
import type { MoneyContext } from "./context.ts";

/** A run with its client. */
type Searching = Pick<MoneyContext, "dialect" | "clock" | "events" | "interruption"> & {
  client: () => Promise<Client>;
};

/** Pauses before each check, because the service may still process the request after the failure. */
const PAUSES_MS = [0, 2000, 5000, 10_000] as const;

/** Searches for the result. The first Ctrl-C ends pauses, so that only one check is made; the second one ends the search. */
export async function reconcile(
  run: Searching,
  ...[record, taken, when]: Parameters<Reconcile>
): Promise<Reconciled | undefined> {
  const { clock, events, interruption } = run;
  const { pressSignal, giveUpSignal } = interruption;
  const check = checkOf(run, record, taken, when);
  if (check === undefined) return undefined;
  events.note(
    when === "now"
      ? `${record.status === undefined ? "No response came" : "The response proves nothing"}. Checking whether the service received the request`
      : "The outcome of an earlier request is unknown. Searching for it",
  );
  let finding: Reconciled | undefined;
  for (const pauseMs of when === "later" ? PAUSES_MS.slice(0, 1) : PAUSES_MS) {
    if (finding !== undefined && pressSignal.aborted) break;
    try {
      if (pauseMs > 0) await clock.sleep(pauseMs, AbortSignal.any([giveUpSignal, pressSignal]));
      finding = await check();
    } catch (error) {
      if (giveUpSignal.aborted || error === pressSignal.reason) break;
      if (!(error instanceof AppError)) throw error;
      finding = { outcome: "unknown", because: `the search for it failed too (${error.message})` };
    }
    if (finding.outcome === "found") break;
  }
  finding ??= { outcome: "unknown", because: "interrupted before the search" };
  if (when !== "now" && finding.outcome !== "found") events.note(`Journal ${record.id}: ${finding.because}`);
  return finding;
}

function checkOf(
  run: Searching,
  record: IntentRecord,
  taken: ReadonlySet<string>,
  when: Moment,
): (() => Promise<Reconciled>) | undefined {
  const { kind, path } = record;
  const { record: noun, decides } = getEndpoint(kind).journal ?? {};
  // The interface has no list of orders, so orders cannot be searched.
  if (noun === undefined || noun === "order") return undefined;
  if (decides === true) return () => checkStatus(run, record, noun, when);
  return async () => {
    const { records, isComplete, skewMs } = await searchSubmitted(run, noun, record);
    const candidates = records.filter(
      (found) => !taken.has(toIdKey(found.id ?? "")) && !isOlder(found, record, skewMs),
    );
    const sent = { kind, originalId: readPathId(path), body: removeChosenName(record) };
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
  const submittedMs = readTimestampMs(submissionTime);
  if (skewMs === undefined || submittedMs === undefined) return false;
  return submittedMs < (sendingAt ?? preparedAt) + skewMs - SUBMITTED_BEFORE_MS;
}

const UNDECIDED = {
  found: "a search finds one without an id",
  absent: "a search does not find it",
  several: "a search finds several that match",
  unclear: "a search finds one whose fields cannot all be compared",
  incomplete: "a search finds too many to compare",
} as const;

/** Checks the status of a request: its approval creates nothing that could be found. */
async function checkStatus(
  { client, interruption: { giveUpSignal: signal } }: Searching,
  record: IntentRecord,
  noun: "task" | "repeat",
  when: Moment,
): Promise<Reconciled> {
  const id = readPathId(record.path);
  const { getTask, getRepeat } = await client();
  const found =
    noun === "task"
      ? await getTask({ params: { taskingrequestId: id }, signal })
      : await getRepeat({ params: { repeatrequestId: id }, signal });
  const { status: code } = found;
  if (code === undefined) return { outcome: "unknown", because: "its status cannot be read" };
  // Spec silent: the states before `review`. We treat a request that has not reached review as not approved. Within a minute
  // of the request, the approval may still arrive.
  if (code === REVIEW || code === "received") {
    const isFree = when === "later";
    const because = `it is still in ${code}${when === "soon" ? ", and its approval may still arrive: try again in a minute" : ""}`;
    return { outcome: "absent", because, isFree };
  }
  if (code === "rejected") return { outcome: "absent", because: "it is rejected", isFree: true };
  if (!provesDecision(code, "approve"))
    return { outcome: "unknown", because: `it is ${code}, with or without an approval` };
  return { outcome: "found", id, found: found.source };
}

interface Submitted {
  records: RequestRecord[];
  /** False when there were more than a search reads. */
  isComplete: boolean;
  /** The service's clock minus ours at the time of the request; undefined when unknown. */
  skewMs: number | undefined;
}

const MARGIN_MS = 5 * 60_000;
/** `Date` counts seconds, so a smaller difference is ignored. */
const SKEW_THAT_COUNTS_MS = 2000;
const MAX_PAGES = 4;

/** Finds all requests that were submitted around the time of a request, by the service's clock. */
async function searchSubmitted(
  run: Searching,
  noun: "task" | "repeat",
  sent: IntentRecord,
): Promise<Submitted> {
  // Measured during the request itself, so later changes of either clock do not matter.
  if (sent.skewMs !== undefined) {
    const found = await searchInterval(run, noun, formatSearchInterval(sent, sent.skewMs), () => {});
    return { ...found, skewMs: sent.skewMs };
  }
  let skewMs: number | undefined;
  const onResponse = ({ headers }: ResponseInfo): void => {
    skewMs = readClockSkew(headers, run.clock.now()) ?? skewMs;
  };
  const first = await searchInterval(run, noun, formatSearchInterval(sent, 0), onResponse);
  // If the service's clock differs from ours, its time of the request is known only now.
  if (skewMs === undefined || Math.abs(skewMs) < SKEW_THAT_COUNTS_MS) return { ...first, skewMs };
  return { ...(await searchInterval(run, noun, formatSearchInterval(sent, skewMs), () => {})), skewMs };
}

function formatSearchInterval({ preparedAt, sendingAt, closedAt }: IntentRecord, skewMs: number): string {
  const start = (sendingAt ?? preparedAt) + skewMs - MARGIN_MS;
  const end = (closedAt ?? sendingAt ?? preparedAt) + skewMs + MARGIN_MS;
  return `${formatTimestamp(start)}/${formatTimestamp(end)}`;
}

async function searchInterval(
  { client, dialect, interruption: { giveUpSignal: signal } }: Searching,
  noun: "task" | "repeat",
  submissionTime: string,
  onResponse: (response: ResponseInfo) => void,
): Promise<Omit<Submitted, "skewMs">> {
  const { searchTasks, searchRepeats } = await client();
  const limit = LIMITS.searchPageSizeMax;
  const records: RequestRecord[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const request = toWireRequestSearch(noun, { query: { submissionTime }, limit, page }, dialect);
    const call = { ...request, signal, onResponse };
    const found = await (noun === "task" ? searchTasks(call) : searchRepeats(call));
    records.push(...found.records);
    const { totalPages } = found;
    const isLast = totalPages === undefined ? found.records.length < limit : page >= totalPages;
    if (isLast) return { records, isComplete: true };
  }
  return { records, isComplete: false };
}

/** The service may still process a request for this long after it was sent. */
const STILL_AT_WORK_MS = 60_000;

/** Returns the moment of a search in another run, by the clock that shows less time since the request. */
export function chooseMoment(record: IntentRecord, present: Pick<Present, "now" | "skewMs">): Moment {
  const { preparedAt, sendingAt = preparedAt, closedAt = sendingAt } = record;
  return measureElapsedMs(closedAt, record, present) < STILL_AT_WORK_MS ? "soon" : "later";
}

/**
 * Searches the service for the result of a request with an unknown outcome, and saves what is proven. Undefined if it cannot be
 * searched, such as an order, or if the journal cannot be read: the outcome then stays unknown.
 */
export async function findLost(
  { service, clock }: Pick<MoneyContext, "service" | "clock">,
  record: IntentRecord,
  when: Moment,
  save: (settled: IntentRecord) => Promise<void>,
): Promise<Reconciled | undefined> {
  const taken = await readTakenIds(await service.journal(), record).catch(() => undefined);
  if (taken === undefined) return undefined;
  const finding = await service.reconcile(record, taken, when);
  const settled = finding && toSettledRecord(record, finding, clock.now());
  if (settled !== undefined) await save(settled);
  return finding;
}

/** Returns the ids that belong to other intents of the journal. */
async function readTakenIds(journal: Pick<Journal, "read">, { id: own }: IntentRecord): Promise<Set<string>> {
  const { open, closed } = await journal.read();
  return new Set(
    [...open.map(({ record }) => record), ...closed].flatMap(({ id, resultId }) =>
      resultId === undefined || id === own ? [] : toIdKey(resultId),
    ),
  );
}
