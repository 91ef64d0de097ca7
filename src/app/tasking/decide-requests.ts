/**
 * Approves and rejects requests: reads them, shows the price, asks, reads the price again, and sends one request per
 * id.
 */
import { msOf } from "../../contract/body-values.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import type { DecisionReply } from "../../contract/replies.ts";
import type { QuotedTerms } from "../../domain/buying/judge.ts";
import { parseMoney, type Amount, type Money } from "../../domain/spending/money.ts";
import {
  commitmentAmount,
  commitmentOf,
  commitmentText,
  recordOf,
  type Price,
} from "../../domain/spending/price.ts";
import type { Decision } from "../../domain/tasking/decision-body.ts";
import { AppError } from "../../errors.ts";
import { isApproval } from "../../ledger/subject.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { forEachId, isDone, requireResolved, settleBatch, type Outcome } from "../batch.ts";
import {
  openBuying,
  requireWithin,
  type AgreedPrice,
  type Buying,
  type BuyingContext,
  type ClearedOffer,
  type ReadPrice,
  type Terms,
} from "../buying/buy.ts";
import { costOf, termsOf, type PricedRequest } from "../buying/terms.ts";
import { requireAnswer, requireConsent } from "../consent.ts";
import { earlierApproval, sendDecision, type DecisionRequest } from "./decision-outcome.ts";
import { REQUEST_KINDS, type RequestKind, type RequestNoun } from "./request-kind.ts";
import { requestLabel, requestLine, requestWords, type PlaceText } from "./request-line.ts";
import { requireReview } from "./require-review.ts";
import { offerOf } from "./send-request.ts";
import { waitForEstimate, waitForScheduler, type Times } from "./wait-for-requests.ts";

type Deciding = BuyingContext & Pick<AppContext, "signal">;

/** One request to decide on. */
export interface DecisionSubject {
  noun: RequestNoun;
  id: string;
  /** The record from a list: it is not read before the question, but its price is read again before paying. */
  record?: RequestRecord;
}

/** Times of the wait for an estimate before, and for the scheduler afterwards. */
export interface DecideOptions extends Times {
  /** False: reads neither state nor price beforehand. */
  check?: boolean;
  maxCost?: Money;
  /** Approves even without an estimate. */
  withoutEstimate?: boolean;
  /** Waits until the scheduler has accepted the request. */
  wait?: boolean;
  /** Leaves out requests that cannot be decided on; absent for a rejection. */
  keepGoing?: boolean;
  /** The quote under which requests are approved. */
  quote?: QuotedTerms;
}

export interface DecisionRow {
  id: string;
  outcome: "approved" | "rejected" | "failed";
  /** Status code afterwards, if the service reports it. */
  status?: string;
  /** In the service's format: for one image of a series. */
  price?: string;
  /** For an approved request; for a series the price of an image times their number. */
  commitment?: Amount;
  error?: { code: string; message: string };
}

export const decideRequests = (
  context: Deciding,
  noun: RequestNoun,
  decision: Decision,
  ids: readonly string[],
  options: DecideOptions,
): Promise<DecisionRow[]> =>
  decideSubjects(
    context,
    decision,
    ids.map((id) => ({ noun, id })),
    options,
  );

/**
 * Decides on tasks and repeat requests together: one question, one sum. All requests are read before anything is
 * sent; a request that cannot be decided on stops all of them, unless `keepGoing`.
 */
export async function decideSubjects(
  context: Deciding,
  decision: Decision,
  subjects: readonly DecisionSubject[],
  options: DecideOptions,
): Promise<DecisionRow[]> {
  const batch = batchOf(decision, subjects);
  const { isDryRun } = context.service;
  const isChecked = !isDryRun && options.check !== false;
  // Without consent beforehand and without a terminal, nothing is read.
  if (!isDryRun) requireAnswer(context.consent, opening(decision, titleOf(subjects)));
  const outcome = decision === "approve" ? "nothing was approved" : "nothing was sent";
  const { maxCost, quote } = options;
  const buying = openBuying(context, { maxCost, quote, outcome });
  const read = isChecked ? await readAll(context, batch, options) : [];
  requireResolved(context, read, nounOf(subjects), options.keepGoing);
  const ready = isDryRun ? [] : await clearAll(context, buying, batch, read);
  const asked = batchOf(decision, subjectsOf(batch, ready.filter(isDone)));
  const findings = ready.filter(isDone).flatMap(({ value: { finding } }) => finding ?? []);
  if (isChecked) await requireTermsOf(context, buying, asked, findings, options);
  else if (asked.ids.length > 0) await requireUncheckedTerms(context, buying, asked, options);
  const outcomes = await sendAll(context, buying, batch, ready);
  settleBatch(context, outcomes, nounOf(subjects));
  const rows = outcomes.map((sent) => (isDone(sent) ? sent.value : failedRow(sent)));
  if (options.wait === true) return waitForAll(context, batch, rows, options);
  if (decision === "approve") hintAfterApproval(context, batch, rows);
  return rows;
}

/** The requests of one decision. */
interface Batch {
  decision: Decision;
  subjects: readonly DecisionSubject[];
  ids: readonly string[];
  /** Returns the record from a list, if the request came from one. */
  recordOf: (id: string) => RequestRecord | undefined;
  kindOf: (id: string) => RequestKind;
}

function batchOf(decision: Decision, subjects: readonly DecisionSubject[]): Batch {
  const byId = new Map(subjects.map((subject) => [subject.id, subject]));
  return {
    decision,
    subjects,
    ids: subjects.map(({ id }) => id),
    recordOf: (id) => byId.get(id)?.record,
    kindOf: (id) => REQUEST_KINDS[byId.get(id)?.noun ?? "task"],
  };
}

type Finding = ReadRequest & { id: string };

const readAll = (
  context: Deciding,
  { decision, ids, recordOf, kindOf }: Batch,
  options: DecideOptions,
): Promise<Outcome<Finding>[]> =>
  forEachId(context, ids, async (id) => ({
    id,
    ...(await readFirst(context, kindOf(id), decision, { ...options, id, record: recordOf(id) })),
  }));

const subjectsOf = ({ subjects }: Batch, some: readonly { id: string }[]): DecisionSubject[] => {
  const ids = new Set(some.map(({ id }) => id));
  return subjects.filter(({ id }) => ids.has(id));
};

/** A request that can be decided on. */
interface Ready {
  /** Undefined without a check. */
  finding: Finding | undefined;
  /** Undefined for a rejection, which is free, and if nothing is left to send. */
  cleared: ClearedOffer<DecisionReply> | undefined;
}

/** Judges every approval by the journal, one after the other: each may ask a question. */
function clearAll(
  context: Deciding,
  buying: Buying,
  { decision, ids, kindOf }: Batch,
  read: readonly Outcome<Finding>[],
): Promise<Outcome<Ready>[]> {
  const readOf = new Map(read.map((outcome) => [outcome.id, outcome]));
  const work = async (id: string): Promise<Ready> => {
    const found = readOf.get(id);
    if (found?.error !== undefined) throw found.error;
    const finding = found?.value;
    if (decision === "reject" || finding?.arrived !== undefined) return { finding, cleared: undefined };
    const offer = await offerOf<DecisionReply>(context, kindOf(id).decision(id, decision));
    return { finding, cleared: await buying.clear(offer) };
  };
  return forEachId(context, ids, work, 1);
}

/** Asks one question about all requests that are not decided yet. */
async function requireTermsOf(
  context: Deciding,
  buying: Buying,
  batch: Batch,
  findings: readonly Finding[],
  { maxCost }: DecideOptions,
): Promise<void> {
  const { decision, kindOf } = batch;
  const open = findings.filter(({ arrived }) => arrived === undefined);
  if (open.length === 0) return;
  const title = titleOf(subjectsOf(batch, open));
  if (decision === "reject") return requireConsent(context, `Reject ${title}? This cannot be undone.`);
  for (const finding of open) warnOfEnd(context, kindOf(finding.id), finding.id, finding);
  const { placeText } = await import("../../places/describe-geometry.ts");
  const priced = open.map((finding) =>
    pricedRequest(context, kindOf(finding.id), finding.id, finding, placeText),
  );
  for (const { title: name, line, price } of priced)
    context.events.note(
      [name, ...(priced.length > 1 && line !== name ? [line] : []), requestPriceText({ price })].join(": "),
    );
  const dollar = context.dialect["currency.$"];
  if (maxCost === undefined) await requireEarlierLimits(context, priced);
  return buying.requireTerms(termsOf(priced, { title, verb: "Approve", dollar }));
}

/** A limit that was given when a request was created on this machine holds for it, unless this run has a limit. */
async function requireEarlierLimits(
  context: Deciding,
  priced: readonly Pick<PricedRequest, "id" | "title" | "price">[],
  cost?: Pick<Terms, "cost" | "data">,
): Promise<void> {
  const dollar = context.dialect["currency.$"];
  const journal = await context.service.journal();
  const { origin } = await context.service.connect();
  const rows = await journal.named(...priced.map(({ id }) => id));
  for (const { id, title, price } of priced)
    for (const row of rows) {
      if (row.resultId !== id || row.origin !== origin || isApproval(row)) continue;
      const maxCost = parseMoney((await journal.record(row.id))?.details?.maxCost ?? "");
      if (maxCost !== undefined)
        requireWithin(context, cost ?? costOf([{ id, price }], dollar), {
          maxCost,
          outcome: `${title} was created with this limit, and nothing was approved`,
        });
    }
}

/** Sends one request per id; an approval only at the accepted price. */
async function sendAll(
  context: Deciding,
  buying: Buying,
  batch: Batch,
  ready: readonly Outcome<Ready>[],
): Promise<Outcome<DecisionRow>[]> {
  const { decision, ids, recordOf } = batch;
  const readyOf = new Map(ready.map((outcome) => [outcome.id, outcome]));
  return forEachId(context, ids, async (id): Promise<DecisionRow> => {
    const kind = batch.kindOf(id);
    const found = readyOf.get(id);
    if (found?.error !== undefined) throw found.error;
    const { finding: before, cleared } = found?.value ?? {};
    if (before?.arrived !== undefined) return { id, outcome: "approved", status: before.arrived };
    const price = before && decision === "approve" ? agreedPrice(context, kind, id, before) : undefined;
    // Other requests take time before this one, and a price in a list may be old.
    const mayBeOld = ids.length > 1 || recordOf(id) !== undefined;
    return sendOne(context, { buying, kind, id, decision, cleared }, before, price && { ...price, mayBeOld });
  });
}

/** Returns the price of a request that was read. For a series the number of images counts as well. */
function agreedPrice(context: Deciding, kind: RequestKind, id: string, finding: ReadRequest): AgreedPrice {
  const read = ({ price }: ReadRequest): ReadPrice => ({
    text: price && requestPriceText({ price }),
    amount: commitmentOf(price) ?? price?.text,
  });
  return {
    ...read(finding),
    readMs: finding.readMs,
    readAgain: async () => read(await readInReview(context, kind, id)),
    name: `the price of ${kind.title} ${id}`,
    data: { id },
  };
}

async function sendOne(
  context: Deciding,
  request: DecisionRequest,
  { price, contractId }: Partial<ReadRequest> = {},
  agreed?: AgreedPrice,
): Promise<DecisionRow> {
  const { id, decision } = request;
  const facts = { ...recordOf(price), ...(contractId !== undefined && { contractId }) };
  const status = await sendDecision(context, request, facts, agreed);
  const isApproval = decision === "approve";
  const commitment = isApproval ? commitmentAmount(price, context.dialect["currency.$"]) : undefined;
  return {
    id,
    outcome: isApproval ? "approved" : "rejected",
    ...(status !== undefined && { status }),
    ...(price !== undefined && { price: price.text }),
    ...(commitment !== undefined && { commitment }),
  };
}

/** Suggests how to follow the approved requests. */
function hintAfterApproval({ events }: Deciding, { kindOf }: Batch, rows: readonly DecisionRow[]): void {
  const approved = rows.filter(({ outcome }) => outcome === "approved").map(({ id }) => id);
  const tasks = approved.filter((id) => kindOf(id).noun === "task");
  const series = approved.find((id) => kindOf(id).noun === "repeat");
  if (tasks.length > 0) events.hint({ do: "followRequest", noun: "task", ids: tasks });
  if (series !== undefined) events.hint({ do: "followRequest", noun: "repeat", ids: [series] });
}

/** Returns `task 3f...`, `2 repeat requests`, and for both kinds `3 requests`. */
const titleOf = (subjects: readonly DecisionSubject[]): string => {
  const [first] = subjects;
  return subjects.length === 1 && first !== undefined
    ? `${REQUEST_KINDS[first.noun].title} ${first.id}`
    : `${subjects.length} ${nounOf(subjects)}`;
};

const nounOf = (subjects: readonly DecisionSubject[]): string => {
  const [noun, other] = new Set(subjects.map((subject) => subject.noun));
  return noun === undefined || other !== undefined ? "requests" : `${REQUEST_KINDS[noun].title}s`;
};

/** Converts the request to one of a purchase. Its place is looked up only for a question. */
function pricedRequest(
  { clock, consent }: Pick<AppContext, "clock" | "consent">,
  kind: RequestKind,
  id: string,
  { price, record }: ReadRequest,
  placeText: PlaceText,
): PricedRequest {
  const title = `${kind.title} ${id}`;
  const words = record && requestWords(record, clock.now(), consent.isGiven ? undefined : placeText);
  const line = words === undefined ? title : requestLine(words, title);
  const label = requestLabel(words?.name, title);
  return { id, title, label, line, price };
}

/** The facts about a request before the decision. */
interface ReadRequest {
  price: Price | undefined;
  /** Time of the reading. */
  readMs: number;
  contractId?: string;
  record?: RequestRecord;
  /** The status after an earlier run's approval that got no response: nothing is left to send. */
  arrived?: string;
}

async function readFirst(
  context: Deciding,
  kind: RequestKind,
  decision: Decision,
  options: DecideOptions & { id: string; record: RequestRecord | undefined },
): Promise<ReadRequest> {
  const { id, record, intervalMs, timeoutMs } = options;
  if (decision === "reject") return readInReview(context, kind, id, record);
  const times = options.withoutEstimate === true ? undefined : { intervalMs, timeoutMs };
  try {
    return await readInReview(context, kind, id, record, times);
  } catch (error) {
    const arrived = await earlierApproval(context, kind, id, error);
    if (arrived === undefined) throw error;
    return { price: undefined, readMs: context.clock.now(), arrived };
  }
}

/**
 * Reads the request, unless it is known. With `times`, waits for its estimate if it has none yet. Throws NOT_IN_REVIEW
 * in any other state.
 */
async function readInReview(
  context: Deciding,
  kind: RequestKind,
  id: string,
  known?: RequestRecord,
  times?: Times,
): Promise<ReadRequest> {
  const first = known ?? (await kind.get(context, id));
  if (times === undefined || !isOnTheWay(first)) requireReview(kind, id, first);
  if (times === undefined || kind.estimateOf(first).isReady) return findingIn(context, kind, first);
  context.events.note(`${kind.title} ${id} has no estimate yet: waiting for it`);
  const record = await waitForEstimate(context, kind, id, times);
  requireReview(kind, id, record);
  return findingIn(context, kind, record);
}

function findingIn({ clock }: Deciding, kind: RequestKind, record: RequestRecord): ReadRequest {
  const { price } = kind.estimateOf(record);
  const { contractId } = record;
  return { price, readMs: clock.now(), record, ...(contractId !== undefined && { contractId }) };
}

/** Warns about a request that has ended: after the approval, the scheduler can only reject it. */
function warnOfEnd(
  { service, events }: Deciding,
  { noun, title, endOf }: RequestKind,
  id: string,
  { record }: ReadRequest,
): void {
  const ended = record && endedText({ noun, endOf }, record, service.now());
  if (ended !== undefined)
    events.warn(`${title} ${id}: ${ended}, so nothing can be collected`, {
      do: "decide",
      decision: "reject",
      noun,
      id,
    });
}

/** Returns `its window has closed (2026-03-01T00:00:00Z)`; undefined while something can still be collected. */
export function endedText(
  { noun, endOf }: Pick<RequestKind, "noun" | "endOf">,
  record: RequestRecord,
  nowMs: number,
): string | undefined {
  const endMs = msOf(endOf(record));
  if (endMs === undefined || endMs > nowMs) return undefined;
  return `${noun === "task" ? "its window has closed" : "its end date has passed"} (${timeForPeople(endMs)})`;
}

// Spec silent: the state of a new request. We wait while it is `received`: it reaches review by itself.
const isOnTheWay = ({ status, preApproval }: RequestRecord): boolean =>
  status === "received" && preApproval !== true;

const opening = (decision: Decision, things: string): string =>
  decision === "approve" ? `Approving ${things} costs money.` : `Rejecting ${things} cannot be undone.`;

/** Without a check, state and price are unknown. */
async function requireUncheckedTerms(
  context: Deciding,
  buying: Buying,
  { decision, subjects }: Batch,
  { maxCost }: DecideOptions,
): Promise<void> {
  if (maxCost !== undefined)
    throw new AppError("usage", "USAGE", "a cost limit needs the price, which is not read without the check");
  const verb = decision === "approve" ? "Approve" : "Reject";
  const question = `${verb} ${titleOf(subjects)} without reading state and price?`;
  if (decision === "reject") return requireConsent(context, question);
  const why = "the price is not read without the check";
  const cost = { kind: "neverShown", why, isSkipped: true } as const;
  const unpriced = subjects.map(({ id, noun }) => ({
    id,
    title: `${REQUEST_KINDS[noun].title} ${id}`,
    price: undefined,
  }));
  await requireEarlierLimits(context, unpriced, { cost });
  return buying.requireTerms({ cost, question: () => question });
}

const requestPriceText = ({ price }: Pick<ReadRequest, "price">): string =>
  price === undefined ? "no estimate" : commitmentText(price);

const failedRow = ({ id, error }: { id: string; error: AppError }): DecisionRow => ({
  id,
  outcome: "failed",
  error: { code: error.code, message: error.message },
});

/** The decisions are final; a failed wait ends the run with its error, unless a decision failed before. */
async function waitForAll(
  context: Deciding,
  { kindOf }: Batch,
  rows: readonly DecisionRow[],
  { intervalMs, timeoutMs }: Times,
): Promise<DecisionRow[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const decided = rows.filter(({ outcome }) => outcome !== "failed").map(({ id }) => id);
  const times = { intervalMs, timeoutMs };
  const waited = await forEachId(context, decided, (id) => waitForScheduler(context, kindOf(id), id, times));
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
