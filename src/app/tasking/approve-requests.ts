/**
 * Approves requests: reads them, shows the price, asks, reads the price again, and sends one request per id.
 */
import type { RequestRecord } from "../../contract/read-record.ts";
import type { DecisionReply } from "../../contract/replies.ts";
import type { SpendFacts } from "../../contract/spend.ts";
import type { QuotedTerms } from "../../money/quotes.ts";
import type { Money } from "../../domain/price/money.ts";
import {
  computeCommitmentAmount,
  computeCommitment,
  formatCommitment,
  toRecordedPrice,
  getStatedText,
  type Price,
} from "../../domain/price/price.ts";
import { AppError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import { continueEachId, tryEachId, isDone, requireResolved, type Outcome } from "../batch.ts";
import {
  agree,
  openRun,
  requireEarlierLimits,
  requireJudged,
  send,
  type JudgedOffer,
} from "../../money/buy.ts";
import type { AgreedPrice, ReadPrice, Run } from "../../money/run.ts";
import { addCosts, makeTerms, listPriceDifferences, type PricedRequest } from "../../money/terms.ts";
import { requireAnswer } from "../../money/consent.ts";
import { warnOfCreation } from "./check-made.ts";
import { findEarlierApproval, sendDecision } from "./decision-outcome.ts";
import {
  findEnd,
  nameKind,
  nameRequests,
  reportDecisions,
  requireReview,
  type DecisionRow,
  type DecisionSubject,
} from "./decisions.ts";
import { digestAsked } from "./duplicates.ts";
import { REQUEST_KINDS, type RequestKind, type RequestNoun } from "./request-kind.ts";
import { formatLabel, formatRequest, describeRequest, type PlaceText } from "./request-line.ts";
import { sendFree } from "./send-free.ts";
import { toOffer } from "./send-request.ts";
import { waitForEstimate, waitForScheduler, type Times } from "./wait-for-requests.ts";
import { swath } from "../../hint.ts";
import { suggestFollowing } from "./request-hints.ts";

/** Times of the wait for an estimate before, and for the scheduler afterwards. */
export interface ApprovalOptions extends Times {
  /** False: reads neither state nor price beforehand. */
  check?: boolean;
  maxCost?: Money;
  /** Approves even without an estimate. */
  withoutEstimate?: boolean;
  /** Waits until the scheduler has accepted the request. */
  wait?: boolean;
  /** Leaves out requests that cannot be approved. */
  keepGoing?: boolean;
  /** The quote under which requests are approved. */
  quote?: QuotedTerms;
}

/**
 * Approves tasks and repeat requests together: one question, one sum. All requests are read before anything is sent; a
 * request that cannot be approved stops all of them, unless `keepGoing`.
 */
export async function approveRequests(
  context: AppContext,
  subjects: readonly DecisionSubject[],
  options: ApprovalOptions,
): Promise<DecisionRow[]> {
  const { isDryRun } = context.service;
  const isChecked = !isDryRun && options.check !== false;
  // Without consent beforehand and without a terminal, nothing is read.
  if (!isDryRun) requireAnswer(context.consent, `Approving ${nameRequests(subjects)} costs money.`);
  const { maxCost, quote, keepGoing } = options;
  const run = openRun(context, { maxCost, quote, outcome: "nothing was approved" });
  let requests: Outcome<Subject>[] = subjects.map((subject) => ({ id: subject.id, value: subject }));
  if (isChecked)
    requests = await continueEachId(context, requests, async (subject) => ({
      ...subject,
      read: await readFirst(context, subject, options),
    }));
  requireResolved(context, requests, nameKind(subjects), keepGoing);
  let ready: Outcome<Ready>[] = requests;
  // One after the other: each may ask a question.
  if (!isDryRun)
    ready = await continueEachId(context, requests, (subject) => judgeOne(context, run, subject), 1);
  const asked = ready.filter(isDone).flatMap(({ value }) => (hasArrived(value) ? [] : value));
  if (asked.length > 0 && isChecked) await agreeToPrices(context, run, asked, options);
  else if (asked.length > 0 && !isDryRun) await agreeUnseen(context, run, asked, options);
  const outcomes = await continueEachId(context, ready, (one) =>
    sendOne(context, run, one, subjects.length > 1),
  );
  const rows = reportDecisions(context, subjects, outcomes);
  if (options.wait === true) return waitForAll(context, subjects, rows, options);
  hintAfterApproval(context, subjects, rows);
  return rows;
}

/** A request to approve or reject. `read` is absent if the request was not checked. */
interface Subject extends DecisionSubject {
  read?: ReadRequest;
}

/** A request that can be approved. */
interface Ready extends Subject {
  /** Absent in a dry run, and if nothing is left to send. */
  judged?: JudgedOffer<DecisionReply>;
}

const hasArrived = ({ read }: Subject): boolean => read?.arrived !== undefined;

/** Judges an approval by the journal. */
async function judgeOne(context: AppContext, run: Run, subject: Subject): Promise<Ready> {
  if (hasArrived(subject)) return subject;
  const { noun, id } = subject;
  const offer = await toOffer<DecisionReply>(context, REQUEST_KINDS[noun].decision(id, "approve"));
  return { ...subject, judged: await requireJudged(run, offer) };
}

/** Asks one question about all requests that are not decided yet. */
async function agreeToPrices(
  context: AppContext,
  run: Run,
  asked: readonly Ready[],
  { maxCost }: ApprovalOptions,
): Promise<void> {
  const title = nameRequests(asked);
  for (const subject of asked) warnOfEnd(context, subject);
  await warnOfCreation(
    context,
    asked.flatMap(({ noun, read }) => (read?.record === undefined ? [] : { noun, record: read.record })),
  );
  const { placeText } = await import("../../places/describe-geometry.ts");
  const priced = asked.map((subject) => toPricedRequest(context, subject, placeText));
  for (const { title: name, line, price } of priced) {
    context.events.note(
      [name, ...(priced.length > 1 && line !== name ? [line] : []), formatPrice({ price })].join(": "),
    );
    for (const difference of listPriceDifferences(name, price)) context.events.warn(difference);
  }
  const dollar = context.dialect["currency.$"];
  if (maxCost === undefined)
    await requireEarlierLimits(
      context,
      priced.map(({ id, title: name, price }) => ({
        id,
        title: name,
        terms: addCosts([{ id, price }], dollar),
      })),
    );
  return agree(run, makeTerms(priced, { title, verb: "Approve", dollar }), listJudged(asked));
}

const listJudged = (subjects: readonly Ready[]): JudgedOffer<DecisionReply>[] =>
  subjects.flatMap(({ judged }) => judged ?? []);

/** Returns the price of a request that was read. For a series the number of images counts as well. */
function toAgreedPrice(
  context: AppContext,
  { noun, id, record }: DecisionSubject,
  read: ReadRequest,
  hasOthers: boolean,
): AgreedPrice {
  const kind = REQUEST_KINDS[noun];
  const shown = ({ price }: ReadRequest): ReadPrice => ({
    text: price && formatPrice({ price }),
    amount: computeCommitment(price) ?? price?.text,
  });
  return {
    ...shown(read),
    readMs: read.readMs,
    // Other requests take time before this one, and a price in a list may be old.
    mayBeOld: hasOthers || record !== undefined,
    readAgain: async () => shown(await readInReview(context, kind, id)),
    name: `the price of ${kind.title} ${id}`,
    data: { id },
  };
}

/** Sends one approval, at the accepted price only. */
async function sendOne(
  context: AppContext,
  run: Run,
  subject: Ready,
  hasOthers: boolean,
): Promise<DecisionRow> {
  const { noun, id, read, judged } = subject;
  if (read?.arrived !== undefined) return { id, outcome: "approved", status: read.arrived };
  const { price, contractId } = read ?? {};
  const asked = digestAsked(noun, (subject.record ?? read?.record)?.source);
  const facts = {
    ...toRecordedPrice(price),
    ...(contractId !== undefined && { contractId }),
    ...(asked !== undefined && { asked }),
  };
  const agreed = read && toAgreedPrice(context, subject, read, hasOthers);
  const status = await sendApproval(context, { run, kind: REQUEST_KINDS[noun], id, judged }, facts, agreed);
  const commitment = computeCommitmentAmount(price, context.dialect["currency.$"]);
  return {
    id,
    outcome: "approved",
    ...(status !== undefined && { status }),
    ...(price !== undefined && { price: getStatedText(price) }),
    ...(commitment !== undefined && { commitment }),
  };
}

interface Approval {
  run: Run;
  kind: RequestKind;
  id: string;
  /** Absent in a dry run. */
  judged: JudgedOffer<DecisionReply> | undefined;
}

/** Returns the status code after the approval. An error of the second reading of the price proves that nothing was sent. */
function sendApproval(
  context: AppContext,
  { run, kind, id, judged }: Approval,
  facts: SpendFacts,
  agreed: AgreedPrice | undefined,
): Promise<string | undefined> {
  let isReading = false;
  const price = agreed && {
    ...agreed,
    readAgain: async () => {
      isReading = true;
      const now = await agreed.readAgain();
      isReading = false;
      return now;
    },
  };
  const go = (): Promise<DecisionReply> =>
    judged === undefined
      ? sendFree<DecisionReply>(context, kind.decision(id, "approve"))
      : send(run, judged, { facts, price });
  return sendDecision(context, { kind, id, decision: "approve" }, go, () => isReading);
}

/** Suggests how to follow the approved requests. */
function hintAfterApproval(
  { events }: AppContext,
  subjects: readonly DecisionSubject[],
  rows: readonly DecisionRow[],
): void {
  const approved = new Set(rows.flatMap(({ id, outcome }) => (outcome === "approved" ? id : [])));
  const idsOf = (wanted: RequestNoun): string[] =>
    subjects.flatMap(({ noun, id }) => (noun === wanted && approved.has(id) ? id : []));
  const [tasks, series] = [idsOf("task"), idsOf("repeat")];
  if (tasks.length > 0) events.hint(suggestFollowing("task", tasks));
  if (series.length > 0) events.hint(suggestFollowing("repeat", series));
}

/** Converts the request to one of a purchase. Its place is looked up only for a question. */
function toPricedRequest(
  { clock, consent }: AppContext,
  { noun, id, read }: Subject,
  placeText: PlaceText,
): PricedRequest {
  const { price, record } = read ?? {};
  const title = `${REQUEST_KINDS[noun].title} ${id}`;
  const words = record && describeRequest(record, clock.now(), consent.isGiven ? undefined : placeText);
  const line = words === undefined ? title : formatRequest(words, title);
  const label = formatLabel(words?.name, title);
  return { id, title, label, line, price };
}

/** The facts about a request before the decision. */
interface ReadRequest {
  price: Price | undefined;
  /** Time of the reading. */
  readMs: number;
  contractId?: string | undefined;
  record?: RequestRecord;
  /** The status after an earlier run's approval that got no response: nothing is left to send. */
  arrived?: string;
}

async function readFirst(
  context: AppContext,
  { noun, id, record }: DecisionSubject,
  { intervalMs, timeoutMs, withoutEstimate }: ApprovalOptions,
): Promise<ReadRequest> {
  const kind = REQUEST_KINDS[noun];
  const times = withoutEstimate === true ? undefined : { intervalMs, timeoutMs };
  try {
    return await readInReview(context, kind, id, record, times);
  } catch (error) {
    const arrived = await findEarlierApproval(context, kind, id, error);
    if (arrived === undefined) throw error;
    return { price: undefined, readMs: context.clock.now(), arrived };
  }
}

/**
 * Reads the request, unless it is known. With `times`, waits for the estimate of a request without one. Throws NOT_IN_REVIEW
 * in any other state.
 */
async function readInReview(
  context: AppContext,
  kind: RequestKind,
  id: string,
  known?: RequestRecord,
  times?: Times,
): Promise<ReadRequest> {
  const readMs = context.clock.now();
  const first = known ?? (await kind.get(context, id));
  if (times === undefined || !isOnTheWay(first)) requireReview(kind, id, first);
  if (times === undefined || kind.estimateOf(first).isReady) return toReadRequest(kind, first, readMs);
  context.events.note(`${kind.title} ${id} has no estimate yet: waiting for it`);
  const record = await waitForEstimate(context, kind, id, times);
  requireReview(kind, id, record);
  return toReadRequest(kind, record, context.clock.now());
}

function toReadRequest(kind: RequestKind, record: RequestRecord, readMs: number): ReadRequest {
  const { price } = kind.estimateOf(record);
  return { price, readMs, record, contractId: record.contractId };
}

/** Warns about a request that has ended: after the approval, the scheduler can only reject it. */
function warnOfEnd({ service, events }: AppContext, { noun, id, read }: Subject): void {
  const kind = REQUEST_KINDS[noun];
  const ended = read?.record && findEnd(kind, read.record, service.now());
  if (ended !== undefined)
    events.warn(`${kind.title} ${id}: ${ended}, so nothing can be collected`, swath`${noun} reject ${id}`);
}

// Spec silent: the state of a new request. We wait while it is `received`: it reaches review by itself.
const isOnTheWay = ({ status, preApproval }: RequestRecord): boolean =>
  status === "received" && preApproval !== true;

/** Asks without a check, when state and price are unknown. */
async function agreeUnseen(
  context: AppContext,
  run: Run,
  asked: readonly Ready[],
  { maxCost }: ApprovalOptions,
): Promise<void> {
  if (maxCost !== undefined)
    throw new AppError("usage", "USAGE", "a cost limit needs the price, which is not read without the check");
  const question = `Approve ${nameRequests(asked)} without reading state and price?`;
  const why = "the price is not read without the check";
  const cost = { kind: "neverShown", why, next: "Leave out --no-check, which skips the price" } as const;
  await requireEarlierLimits(
    context,
    asked.map(({ id, noun }) => ({ id, title: `${REQUEST_KINDS[noun].title} ${id}`, terms: { cost } })),
  );
  return agree(run, { cost, question: () => question }, listJudged(asked));
}

const formatPrice = ({ price }: Pick<ReadRequest, "price">): string =>
  price === undefined ? "no estimate" : formatCommitment(price);

/** The approvals are final; a failed wait ends the run with its error, unless an approval failed before. */
async function waitForAll(
  context: AppContext,
  subjects: readonly DecisionSubject[],
  rows: readonly DecisionRow[],
  { intervalMs, timeoutMs }: Times,
): Promise<DecisionRow[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const nounById = new Map(subjects.map(({ id, noun }) => [id, noun]));
  const decided = rows.filter(({ outcome }) => outcome !== "failed").map(({ id }) => id);
  const times = { intervalMs, timeoutMs };
  const waited = await tryEachId(context, decided, (id) =>
    waitForScheduler(context, REQUEST_KINDS[nounById.get(id)!], id, times),
  );
  let hasFailed = decided.length < rows.length;
  for (const outcome of waited) {
    const row = byId.get(outcome.id);
    if (row === undefined) continue;
    if (isDone(outcome)) byId.set(outcome.id, { ...row, status: outcome.value.status ?? "unknown" });
    else if (!hasFailed) {
      hasFailed = true;
      context.events.failed(outcome.error);
    }
  }
  return rows.map((row) => byId.get(row.id) ?? row);
}
