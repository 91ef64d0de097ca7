/**
 * Cancels requests: reads them, asks once, and sends one request per id. A request that was cancelled stays cancelled, so that its
 * state tells what became of a cancellation without a response.
 */
import { isSameId } from "../../contract/id-key.ts";
import { hasField, readField, type RequestRecord } from "../../contract/read-record.ts";
import type { DecisionReply } from "../../contract/replies.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { countText, firstTexts } from "../../counted.ts";
import { formatCommitment, getStatedText, type Price } from "../../domain/price/price.ts";
import { isCancelled, isFinal, REVIEW } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import { classifyOutcome } from "../../money/outcome.ts";
import type { AppContext } from "../context.ts";
import { continueEachId, tryEachId, isDone, reportFailures, type Outcome } from "../batch.ts";
import { requireAnswer, requireConsent } from "../../money/consent.ts";
import { REQUEST_KINDS, type RequestKind, type RequestNoun } from "./request-kind.ts";
import { describeRequest, formatAfterTitle, type PlaceText } from "./request-line.ts";
import { nameInQuestion } from "./decisions.ts";
import { searchRequests } from "./search-requests.ts";
import { sendFree } from "./send-free.ts";
import { advice, swath } from "../../hint.ts";
import { suggestDialect } from "../../contract/dialect.ts";

export interface CancelRow {
  id: string;
  name?: string;
  /** `requested`: the service took the cancellation and shows another state; `unknown`: neither response nor state came. */
  outcome: "cancelled" | "already-cancelled" | "requested" | "unknown" | "failed";
  /** The state afterwards, if it is known. */
  status?: string;
  /** The state before. */
  before?: string;
  /** A price that was agreed before, in the service's format; for one image of a series. */
  price?: string;
  error?: { code: string; message: string };
}

/** A request, as it was read; without a check it is not read. */
interface Subject {
  id: string;
  record?: RequestRecord;
}

/**
 * Cancels tasks or series after one question. A request that cannot be cancelled fails alone: the others are cancelled. `check` false:
 * the states are not read before.
 */
export async function cancelRequests(
  context: AppContext,
  noun: RequestNoun,
  ids: readonly string[],
  { check }: { check?: boolean | undefined } = {},
): Promise<CancelRow[]> {
  const kind = REQUEST_KINDS[noun];
  const { isDryRun } = context.service;
  const titles = `${kind.title}s`;
  if (!isDryRun) requireAnswer(context.consent, `Cancelling ${nameRequests(kind, ids)} cannot be undone.`);
  const isChecked = !isDryRun && check !== false;
  const subjects: Outcome<Subject>[] = isChecked
    ? await tryEachId(context, ids, async (id) => ({ id, record: await readOpen(context, kind, id) }))
    : ids.map((id) => ({ id, value: { id } }));
  if (!isDryRun) await requireAgreement(context, kind, subjects);
  const outcomes = await continueEachId(context, subjects, (subject) => cancelOne(context, kind, subject));
  reportFailures(context, outcomes, titles);
  const rows = outcomes.map((outcome) => (isDone(outcome) ? outcome.value : toFailedRow(outcome)));
  if (noun === "repeat") await reportTasks(context, rows);
  return rows;
}

/** Returns `task 3f...`, `2 repeat requests`. */
const nameRequests = ({ title }: RequestKind, ids: readonly string[]): string =>
  ids.length === 1 ? `${title} ${ids[0]}` : `${ids.length} ${title}s`;

/** Reads a request. Errors: REQUEST_ENDED if it ended otherwise than by a cancellation. */
async function readOpen(context: AppContext, kind: RequestKind, id: string): Promise<RequestRecord> {
  const record = await kind.get(context, id);
  if (isFinal(record.status) && !isCancelled(record.status)) throw createEndedError(kind, id, record.status);
  return record;
}

/** `error`: the refusal of the service, if it was asked. */
const createEndedError = (kind: RequestKind, id: string, status = "over", error?: AppError): AppError => {
  const said = error === undefined ? "" : `: ${error.message}`;
  const message = `${kind.title} ${id} is already ${status}, and cannot be cancelled${said}`;
  return createRefusal(kind, id, message, { status, error });
};

/** Returns REQUEST_ENDED with the answer of the service. */
const createRefusal = (
  { noun }: RequestKind,
  id: string,
  message: string,
  { status, error }: { status: string | undefined; error: AppError | undefined },
): AppError =>
  new AppError(error?.kind ?? "local", "REQUEST_ENDED", message, {
    next: advice`See its state: ${swath`${noun} get ${id}`}`,
    about: { noun, id },
    data: { id, status: status ?? null },
    ...(error?.status !== undefined && { status: error.status }),
    ...(error?.serviceCode !== undefined && { serviceCode: error.serviceCode }),
  });

/** Asks one question about all requests that are open. Reports the others before, which the answer does not concern. */
async function requireAgreement(
  context: AppContext,
  kind: RequestKind,
  subjects: readonly Outcome<Subject>[],
): Promise<void> {
  const { consent, events } = context;
  const open = subjects
    .filter(isDone)
    .flatMap(({ value }) => (isCancelled(value.record?.status) ? [] : value));
  if (open.length === 0 || consent.isGiven) return;
  for (const { id, error } of subjects)
    if (error !== undefined) events.note(`Left out: ${id}: ${error.message}`);
  const title = nameRequests(
    kind,
    open.map(({ id }) => id),
  );
  const { placeText } = await import("../../places/describe-geometry.ts");
  const lines = open.map((subject) => ({
    id: subject.id,
    line: describeSubject(context, kind, subject, placeText),
  }));
  const named = nameInQuestion(context, title, lines);
  // Spec silent: whether a cancellation gives money back. We say that it is not known.
  const isAgreed = open.some(({ record }) => record === undefined || canHaveAgreedPrice(record));
  const money = isAgreed ? " Whether an agreed price is refunded is not known." : "";
  await requireConsent(context, `Cancel ${named}?${money} This cannot be undone.`);
}

/** Returns what is cancelled: `"setubal": 268 km2, spotlight urgent, 23-30 Nov, accepted, at an agreed price of $1,575.00`. */
function describeSubject(
  { clock }: AppContext,
  kind: RequestKind,
  { id, record }: Subject,
  placeText: PlaceText,
): string | undefined {
  if (record === undefined) return undefined;
  const line = formatAfterTitle(describeRequest(record, clock.now(), placeText), `${kind.title} ${id}`);
  const price = findAgreedPrice(kind, record);
  return [
    ...(line === undefined ? [] : [line]),
    record.status ?? "in an unknown state",
    ...(price === undefined ? [] : [`at an agreed price of ${formatCommitment(price)}`]),
  ].join(", ");
}

/** The price of a request in review is not agreed yet, unless it was pre-approved. */
const canHaveAgreedPrice = ({ status, preApproval }: RequestRecord): boolean =>
  preApproval === true || (status !== REVIEW && status !== "received");

/** A request that is cancelled already may have been in review before. */
const findAgreedPrice = (kind: RequestKind, record: RequestRecord): Price | undefined =>
  record.status !== undefined && !isCancelled(record.status) && canHaveAgreedPrice(record)
    ? kind.estimateOf(record).price
    : undefined;

async function cancelOne(
  context: AppContext,
  kind: RequestKind,
  { id, record }: Subject,
): Promise<CancelRow> {
  const price = record && findAgreedPrice(kind, record);
  const row = {
    id,
    ...(record?.name !== undefined && record.name !== "" && { name: record.name }),
    ...(record?.status !== undefined && { before: record.status }),
    ...(price !== undefined && { price: getStatedText(price) }),
  };
  if (record !== undefined && isCancelled(record.status)) {
    context.events.note(`${kind.title} ${id} is already ${record.status}: nothing was sent`);
    return { ...row, outcome: "already-cancelled", status: record.status! };
  }
  return { ...row, outcome: "cancelled", status: await sendCancellation(context, kind, id) };
}

/** Returns the status of the cancelled request. Errors: CANCEL_PENDING, REQUEST_ENDED, OUTCOME_UNKNOWN. */
async function sendCancellation(context: AppContext, kind: RequestKind, id: string): Promise<string> {
  let reply: DecisionReply;
  try {
    reply = await sendFree<DecisionReply>(context, kind.cancellation(id, context.dialect));
  } catch (error) {
    if (error instanceof AppError) return readAfterFailure(context, kind, id, error);
    if (context.signal.aborted)
      context.events.note(
        `Whether ${kind.title} ${id} was cancelled is not known`,
        advice`See its state: ${swath`${kind.noun} get ${id}`}`,
      );
    throw error;
  }
  const shown = await readAgain(context, kind, id);
  const status = shown?.status;
  if (status !== undefined && isCancelled(status)) return status;
  // A record in the response is as good as one that is read, and a read may be older.
  const isProven = reply.isRecorded === true || shown === undefined;
  if (isProven && isCancelled(reply.status)) return reply.status!;
  if (isFinal(status)) throw createEndedError(kind, id, status);
  const still = status === undefined ? "its state could not be read" : `it is still ${status}`;
  throw new AppError(
    "service",
    "CANCEL_PENDING",
    `the service took the cancellation of ${kind.title} ${id}, and ${still}`,
    {
      about: { noun: kind.noun, id },
      data: { id, status: status ?? null },
      next: advice`See its state: ${swath`${kind.noun} get ${id}`}`,
    },
  );
}

/** Reads the request instead of sending the cancellation again, and returns its status if it is cancelled. */
async function readAfterFailure(
  context: AppContext,
  kind: RequestKind,
  id: string,
  error: AppError,
): Promise<string> {
  const name = `${kind.title} ${id}`;
  const isRefused = error.code === "REQUEST_ENDED" || classifyOutcome(error).state === "refused";
  const record = await readAgain(context, kind, id);
  const status = record?.status;
  if (status !== undefined && isCancelled(status)) {
    context.events.note(
      isRefused
        ? `The service refused, because ${name} is already ${status}`
        : `No response came, but ${name} is now ${status}: the cancellation arrived`,
    );
    return status;
  }
  const data = { ...error.data, id, status: status ?? null };
  if (isFinal(status)) throw createEndedError(kind, id, status, error);
  if (error.code === "REQUEST_ENDED" || error.code === "CONFLICT") {
    const message = `${name} is ${status ?? "unreadable"}, and the service cannot cancel it any more: ${error.message}`;
    throw createRefusal(kind, id, message, { status, error });
  }
  if (isRefused) {
    const isPath =
      record !== undefined && (error.code === "NOT_FOUND" || error.code === "METHOD_NOT_ALLOWED");
    const setting = kind.noun === "task" ? "paths.taskCancel" : "paths.repeatCancel";
    throw isPath ? error.restated(error.message, { next: suggestDialect(setting) }) : error;
  }
  if (record === undefined)
    throw new AppError(
      "network",
      "OUTCOME_UNKNOWN",
      `whether ${name} was cancelled is unknown: ${error.message}, and its state could not be read`,
      {
        about: { noun: kind.noun, id },
        data,
        next: advice`See its state: ${swath`${kind.noun} get ${id}`}`,
        cause: error,
      },
    );
  throw error.restated(
    `${error.message}; ${name} is ${status ?? "in an unknown state"}, so it can be cancelled again`,
    {
      data,
      next: swath`${kind.noun} cancel ${id}`,
    },
  );
}

async function readAgain(
  context: AppContext,
  kind: RequestKind,
  id: string,
): Promise<RequestRecord | undefined> {
  try {
    return await kind.get(context, id);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const OUTCOMES: Readonly<Record<string, CancelRow["outcome"]>> = {
  CANCEL_PENDING: "requested",
  OUTCOME_UNKNOWN: "unknown",
};

function toFailedRow({ id, error }: { id: string; error: AppError }): CancelRow {
  const { code, message, data } = error;
  const status = data?.["status"];
  return {
    id,
    outcome: OUTCOMES[code] ?? "failed",
    ...(typeof status === "string" && { status }),
    error: { code, message },
  };
}

/** Maximum number of ids in a warning. */
const MAX_LISTED = 8;

/** Returns false for a task of another request: a service may ignore the filter, and an unrelated task must not be suggested. */
function isOfSeries({ source }: RequestRecord, ids: readonly string[]): boolean {
  const own = readField(source, "repeatrequestId", "repeatRequestId");
  return own === undefined
    ? !hasField(source, "repeatrequestId")
    : ids.some((id) => typeof own === "string" && isSameId(own, id));
}

/** Reports the tasks of cancelled series: what was collected stays, and an open task may still be collected. */
async function reportTasks(context: AppContext, rows: readonly CancelRow[]): Promise<void> {
  const { events, service } = context;
  const ids = rows.flatMap(({ id, outcome }) => (outcome === "cancelled" ? id : []));
  if (ids.length === 0 || service.isDryRun) return;
  const body = {
    query: { repeatrequestId: ids, includeRepeatingTasks: true },
    limit: LIMITS.searchPageSize,
  };
  const tasks: RequestRecord[] = [];
  try {
    for await (const page of searchRequests(context, { noun: "task", body, all: true }))
      tasks.push(...page.filter((task) => isOfSeries(task, ids)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.warn(`The tasks of the series were not read: one that is open may still be collected`);
    return;
  }
  const collected = tasks.filter(({ status }) => status === "completed").length;
  if (collected > 0) events.note(`${countText(collected, "collected task")} of the series: the images stay`);
  const open = tasks.flatMap(({ id, status }) => (id === undefined || isFinal(status) ? [] : id));
  if (open.length > 0)
    events.warn(
      `${countText(open.length, "task")} of the series may still be collected: ${firstTexts(open, MAX_LISTED).join(", ")}`,
      swath`task cancel ${open}`,
    );
}
