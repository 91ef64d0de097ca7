/** The proof in a response, an error or a search, and the record with this outcome. Pure. */
import type { EndpointName } from "../contract/endpoints.ts";
import { getEndpoint } from "../contract/endpoints.ts";
import { isJsonObject, toJsonObject } from "../contract/json-object.ts";
import { readOrder } from "../contract/read-order.ts";
import { readRepeat, readTask, type RequestRecord } from "../contract/read-record.ts";
import { readReview } from "../contract/read-review.ts";
import { TransportError } from "../contract/send.ts";
import type { SpendFacts } from "../contract/spend.ts";
import { hasFailed } from "../contract/vocabulary.ts";
import { isAboveLimit, parseMoney } from "../domain/price/money.ts";
import { listBounds } from "../domain/price/discount.ts";
import { toRecordedPrice, readSeriesPrice, readTaskPrice, type Price } from "../domain/price/price.ts";
import type { ErrorCode, ExitCode } from "../errors.ts";
import { AppError, ERROR_CODES } from "../errors.ts";
import {
  readDetails,
  suggestEarlier,
  type IntentDetails,
  type IntentRecord,
  type IntentState,
} from "./record.ts";
import { isOrder, chooseNoun, type Purchase } from "./purchase.ts";
import { advice, swath } from "../hint.ts";

// ---- An error ----

/** The effect of a failed spending request: proven to be none, or unknown. */
export interface FailedOutcome {
  state: "refused" | "unknown";
  status?: number;
  reason: string;
}

// These statuses mean that the service has not processed the request. 408, 3xx and 5xx do not.
const REFUSING_STATUSES: ReadonlySet<number> = new Set([
  400, 401, 402, 403, 404, 405, 406, 411, 413, 414, 415, 422, 425, 429,
]);

// A 409 may also mean "you have this already": only the code of a refusal counts.
const REFUSING_EXITS: ReadonlySet<ExitCode> = new Set([3, 5, 6, 7, 8]);
const NOT_A_REFUSAL: ReadonlySet<string> = new Set<ErrorCode>([
  "CONFLICT",
  "SERVICE_REJECTED",
  "RESPONSE_UNRECOGNISED",
  "ENDED_UNEXPECTEDLY",
]);

const isRefusalCode = (code: string | undefined): boolean =>
  code !== undefined &&
  Object.hasOwn(ERROR_CODES, code) &&
  !NOT_A_REFUSAL.has(code) &&
  REFUSING_EXITS.has(ERROR_CODES[code as ErrorCode][0]);

// Usage, local rules and credentials are checked before anything is sent.
const EXITS_BEFORE_SENDING: ReadonlySet<ExitCode> = new Set([2, 3, 4]);
const hasStoppedBeforeSending = (error: AppError): boolean =>
  (error.kind === "usage" || error.kind === "local") && EXITS_BEFORE_SENDING.has(error.exitCode);

/** Reports whether the response has a success status and an unreadable body. */
const isUnreadable = ({ code, status }: AppError): boolean =>
  code === "RESPONSE_UNRECOGNISED" && (status === undefined || status < 300);

/** Returns why the response proves nothing. */
const describeUnreadable = ({ data }: AppError): string => {
  const problem = data?.["problem"];
  return typeof problem === "string" ? problem : "has no readable id";
};

const DEEPEST_CAUSE = 10;

function listCauses(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let current = error;
  while (current !== undefined && current !== null && chain.length < DEEPEST_CAUSE) {
    chain.push(current);
    current = (current as { cause?: unknown }).cause;
  }
  return chain;
}

/** Classifies an error of a spending request: unknown, unless it proves a refusal. */
export function classifyOutcome(error: unknown): FailedOutcome {
  const chain = listCauses(error);
  const app = chain.find((link) => link instanceof AppError);
  if (app?.status !== undefined) {
    const { status, serviceCode } = app;
    const isRefused = REFUSING_STATUSES.has(status) || (status === 409 && isRefusalCode(serviceCode));
    const code =
      serviceCode !== undefined && Object.hasOwn(ERROR_CODES, serviceCode) ? ` ${serviceCode}` : "";
    return {
      state: isRefused ? "refused" : "unknown",
      status,
      reason: `the service answered ${status}${code}${isUnreadable(app) ? `, but its response ${describeUnreadable(app)}` : ""}`,
    };
  }
  if (app !== undefined && isUnreadable(app))
    return { state: "unknown", reason: `the service answered, but its response ${describeUnreadable(app)}` };
  const transport = chain.filter((link) => link instanceof TransportError);
  const [first] = transport;
  if (first !== undefined) {
    const neverLeft = transport.every(({ delivered }) => delivered === "no");
    return neverLeft
      ? { state: "refused", reason: `nothing left this machine (${first.reason})` }
      : { state: "unknown", reason: `no response (${first.reason})` };
  }
  if (app !== undefined && hasStoppedBeforeSending(app)) {
    return { state: "refused", reason: `stopped before sending (${app.code})` };
  }
  return {
    state: "unknown",
    reason: app === undefined ? "an unexpected error" : `no response (${app.code})`,
  };
}

/** Returns the error of a request that may have been accepted. */
export function makeOutcomeUnknown(
  record: IntentRecord,
  outcome: FailedOutcome,
  cause: unknown,
  finding?: Reconciled,
): AppError {
  const kind = outcome.status === undefined ? "network" : "service";
  const searched = finding === undefined || finding.outcome === "found" ? "" : `; ${finding.because}`;
  const message = `the ${chooseNoun(record)} may have been accepted: ${outcome.reason}${searched} (journal ${record.id})`;
  return new AppError(kind, "OUTCOME_UNKNOWN", message, {
    status: outcome.status,
    request: { method: record.method, path: record.path },
    data: { intentId: record.id, ...(finding && { search: finding.outcome }) },
    next: advice`See what is known, and settle it: ${swath`journal show ${record.id}`}`,
    cause,
  });
}

// ---- A response ----

/** Returns the record of an accepted request. */
export function toAcceptedRecord(
  claim: IntentRecord,
  { wire, id }: { wire: unknown; id: string },
  { nowMs, dollar }: { nowMs: number; dollar: string },
): IntentRecord {
  const details = isOrder(claim)
    ? {
        ...claim.details,
        ...readOtherSpelling(wire),
        ...readDetails(wire),
        ...findHigherAmount(wire, claim.details?.price, dollar),
      }
    : claim.details;
  return noteApproval(
    { ...claim, state: "confirmed", resultId: id, closedAt: nowMs, ...(details && { details }) },
    wire,
  );
}

/** Returns the fields of the response, also in another casing or inside `order`. */
function readOtherSpelling(reply: unknown): IntentDetails {
  const { items = [], ...details } = readDetails(readOrder(reply));
  return items.length > 0 ? { ...details, items } : details;
}

// Spec silent: a price in the response to an order. We read an amount with a currency only: a bare number may be a
// count.
/** Returns the price of a response if it is higher than the reviewed one, or cannot be compared with it. */
export function findHigherAmount(
  reply: unknown,
  reviewed: string | undefined,
  dollar: string | undefined,
): { price?: string } {
  const review = readReview(reply);
  let price = reviewed;
  for (const text of review?.total === undefined ? [] : listBounds(review, dollar).amounts) {
    if (!parseMoney(text)?.currency) continue;
    const before = parseMoney(price ?? "");
    if (before === undefined || isAboveLimit(text, before, dollar)) price = text;
  }
  return price === undefined || price === reviewed ? {} : { price };
}

/** Returns the price of the response to a request, if it is higher than the price that was read before. */
export function findHigherPrice(
  purchase: Pick<Purchase, "kind" | "effect">,
  wire: unknown,
  { price, per }: SpendFacts = {},
  dollar: string,
): string | undefined {
  if (price === undefined || per !== undefined || purchase.effect !== "spend") return undefined;
  return (
    findHigherAmount(wire, price, dollar).price ??
    // The response to an approval may be the record of the task.
    (isOrder(purchase) ? undefined : findHigherAmount(toJsonObject(wire)["properties"], price, dollar).price)
  );
}

// ---- An approval by the service itself ----
// An organization may pre-approve all of its requests, and nothing in a request shows that: its effect is a guess until its response.

/** Words of states before an approval. */
const NOT_APPROVED = /review|receiv|pending|new|draft|creat|queu|valid|wait|estimat|pric/;
/** Words of states after one. */
const APPROVED =
  /approv|submit|accept|activ|schedul|task|plan|confirm|order|collect|acquir|retry|complet|deliver|done/;

/** Reports whether a free request of this kind may be approved by the service: a decision is none, and an order is never free. */
export function mayBeApprovedUnasked(kind: EndpointName): boolean {
  const { journal } = getEndpoint(kind);
  return journal !== undefined && journal.record !== "order" && journal.decides !== true;
}

// Spec silent: whether an organization can pre-approve its requests. We take a new request as approved if its record is
// pre-approved, or in a state after an approval. A state that we do not know counts as one, unless the record is not pre-approved.
/** Returns the request that a response shows as approved, with its price; undefined for one that waits for a decision. */
export function findUnaskedApproval(
  kind: EndpointName,
  reply: unknown,
): { price: Price | undefined } | undefined {
  if (!mayBeApprovedUnasked(kind) || !isJsonObject(reply)) return undefined;
  const isTask = getEndpoint(kind).journal?.record === "task";
  const record: RequestRecord = isTask ? readTask(reply) : readRepeat(reply);
  if (!isApproved(record)) return undefined;
  return { price: isTask ? readTaskPrice(record) : readSeriesPrice(record) };
}

function isApproved({ status = "", preApproval, estimate }: RequestRecord): boolean {
  if (preApproval === true) return !hasFailed(status);
  const state = status.toLowerCase();
  const isWaiting = state === "" || NOT_APPROVED.test(`${state} ${estimate.transactionStatus}`.toLowerCase());
  if (isWaiting || hasFailed(state)) return false;
  return preApproval === undefined || APPROVED.test(state);
}

// ---- A search, or a person ----

export type Reconciled =
  /** Exactly one record matches every field that was sent. */
  | { outcome: "found"; id: string; found: unknown }
  /** It does not exist. `isFree`: this is proven, so the same intent may be sent again without a question. */
  | { outcome: "absent"; because: string; isFree: boolean }
  | { outcome: "unknown"; because: string };

export type Moment = "now" | "soon" | "later";

/**
 * Searches the service for the result of a request; undefined if it cannot be searched, such as an order.
 * `taken` has the ids of other intents of this journal, as `toIdKey` writes them: none of these is the lost request. `when` is "now"
 * right after the failure. It is "soon" in another run within the minute, while the service may still be at work, and "later" after that.
 */
export type Reconcile = (
  record: IntentRecord,
  taken: ReadonlySet<string>,
  when: Moment,
) => Promise<Reconciled | undefined>;

/** Returns the record with the result of a search; undefined without a result. */
export function toSettledRecord(
  record: IntentRecord,
  finding: Reconciled,
  nowMs: number,
): IntentRecord | undefined {
  if (finding.outcome === "found")
    return noteApproval(noteOutcome(record, { resultId: finding.id, by: "search" }, nowMs), finding.found);
  if (finding.outcome === "absent" && finding.isFree)
    return noteOutcome(record, { notCreated: true, by: "search", reason: finding.because }, nowMs);
  return undefined;
}

/** Returns the record of a free request as one that spends, if the service approved it by itself. */
export function noteApproval(record: IntentRecord, found: unknown): IntentRecord {
  const approved = record.effect === "write" ? findUnaskedApproval(record.kind, found) : undefined;
  if (approved === undefined) return record;
  return { ...record, effect: "spend", details: { ...record.details, ...toRecordedPrice(approved.price) } };
}

export type Resolution =
  /** It was accepted, with this id. */
  | { resultId: string; by: "hand" | "search" }
  /** It was not accepted, so the same intent may be sent again. */
  | { notCreated: true; by: "hand" | "search"; reason?: string };

/** Throws INTENT_OPEN during sending, and CONFLICT if the outcome was read from the service. A person may correct their own word. */
export function requireResolvable({ record, state }: { record: IntentRecord; state: IntentState }): void {
  if (state === "sending" || state === "prepared") throw makeStillOnItsWay(record);
  if (state !== "unknown" && record.resolvedBy !== "hand") throw makeAlreadyKnown(record);
}

/** Returns the record with its outcome: of an unknown one, or of one that a person recorded. */
export function toResolvedRecord(
  entry: { record: IntentRecord; state: IntentState },
  finding: Resolution,
  nowMs: number,
): IntentRecord {
  requireResolvable(entry);
  return noteOutcome(entry.state === "unknown" ? entry.record : withoutResult(entry.record), finding, nowMs);
}

/** Removes the result that a person recorded, and the facts of that order. */
function withoutResult({ resultId: _result, details, ...record }: IntentRecord): IntentRecord {
  if (details === undefined) return record;
  const {
    orderStatus: _status,
    orderDate: _date,
    expirationDate: _end,
    downloadedAt: _at,
    settled: _settled,
    ...kept
  } = details;
  return { ...record, details: kept };
}

function noteOutcome(record: IntentRecord, finding: Resolution, nowMs: number): IntentRecord {
  const { reason: _why, ...rest } = record;
  const { closedAt = nowMs } = record;
  const settled = { ...rest, resolvedBy: finding.by, closedAt, resolvedAt: nowMs };
  if ("resultId" in finding) return { ...settled, state: "confirmed", resultId: finding.resultId };
  const found = finding.by === "hand" ? "marked as not created" : "not created";
  return { ...settled, state: "refused", reason: finding.reason ?? found };
}

const makeStillOnItsWay = (record: IntentRecord): AppError =>
  new AppError("local", "INTENT_OPEN", `journal ${record.id} is being sent by process ${record.pid}`, {
    data: { intentId: record.id, state: record.state },
    next: suggestEarlier(record.id),
  });

function makeAlreadyKnown(record: IntentRecord): AppError {
  const what =
    record.state === "confirmed"
      ? `is confirmed already, with the id ${record.resultId}`
      : `is ${record.state} already: ${record.reason ?? "nothing was created"}`;
  return new AppError("local", "CONFLICT", `journal ${record.id} ${what}; nothing was changed`, {
    data: { intentId: record.id, state: record.state, ...(record.resultId && { id: record.resultId }) },
  });
}
