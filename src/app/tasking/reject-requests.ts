/** Rejects requests: reads them, asks, and sends one request per id. Nothing is paid. */
import type { DecisionReply } from "../../contract/replies.ts";
import { formatCommitment, getStatedText } from "../../domain/price/price.ts";
import { isFinal } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import { requireAnswer, requireConsent } from "../../money/consent.ts";
import { continueEachId, isDone, requireResolved, type Outcome } from "../batch.ts";
import type { AppContext } from "../context.ts";
import { sendDecision } from "./decision-outcome.ts";
import {
  nameInQuestion,
  nameKind,
  nameRequests,
  reportDecisions,
  requireReview,
  type DecisionRow,
  type DecisionSubject,
} from "./decisions.ts";
import { describeRequest, formatAfterTitle } from "./request-line.ts";
import { REQUEST_KINDS, type RequestNoun } from "./request-kind.ts";
import { sendFree } from "./send-free.ts";
import { swath } from "../../hint.ts";

/**
 * Rejects tasks and repeat requests together, after one question. All requests are read before any is rejected. If one request is not in
 * review, none is rejected. Without `check` none is read.
 */
export async function rejectRequests(
  context: AppContext,
  subjects: readonly DecisionSubject[],
  { check = true }: { check?: boolean | undefined } = {},
): Promise<DecisionRow[]> {
  const { isDryRun } = context.service;
  const title = nameRequests(subjects);
  // Without consent beforehand and without a terminal, nothing is read.
  if (!isDryRun) requireAnswer(context.consent, `Rejecting ${title} cannot be undone.`);
  let requests: Outcome<DecisionSubject>[] = subjects.map((subject) => ({ id: subject.id, value: subject }));
  if (check && !isDryRun)
    requests = await continueEachId(context, requests, (subject) => readFirst(context, subject));
  requireResolved(context, requests, nameKind(subjects));
  if (subjects.length > 0 && !isDryRun)
    await requireConsent(
      context,
      check
        ? `Reject ${await nameRead(context, title, requests)}? This cannot be undone.`
        : `Reject ${title} without reading state and price?`,
    );
  const outcomes = await continueEachId(context, requests, (subject) => sendOne(context, subject));
  return reportDecisions(context, subjects, outcomes);
}

/** Names the requests as their question does: `task 3f...: "setubal": 268 km2, 23-30 Nov, priced at $1,575.00`. */
async function nameRead(
  context: AppContext,
  title: string,
  requests: readonly Outcome<DecisionSubject>[],
): Promise<string> {
  if (context.consent.isGiven) return title;
  const { placeText } = await import("../../places/describe-geometry.ts");
  const lines = requests.filter(isDone).map(({ value: { id, noun, record } }) => {
    const kind = REQUEST_KINDS[noun];
    const price = record && kind.estimateOf(record).price;
    const words = record && describeRequest(record, context.clock.now(), placeText);
    const facts = [
      words && formatAfterTitle(words, `${kind.title} ${id}`),
      price && `priced at ${formatCommitment(price)}`,
    ].filter((fact) => fact !== undefined);
    return { id, line: facts.join(", ") || undefined };
  });
  return nameInQuestion(context, title, lines);
}

/** Reads the request, unless it is known. Throws NOT_IN_REVIEW in any other state. */
async function readFirst(context: AppContext, subject: DecisionSubject): Promise<DecisionSubject> {
  const { noun, id, record: known } = subject;
  const kind = REQUEST_KINDS[noun];
  try {
    const record = known ?? (await kind.get(context, id));
    requireReview(kind, id, record);
    return { ...subject, record };
  } catch (error) {
    throw leadToCancel(noun, id, error);
  }
}

/** A request that has left review cannot be rejected any more, but cancelled until it ends. */
function leadToCancel(noun: RequestNoun, id: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "NOT_IN_REVIEW") return error;
  const status = error.data?.["status"];
  if (typeof status !== "string" || isFinal(status)) return error;
  return error.restated(error.message, { next: swath`${noun} cancel ${id}` });
}

async function sendOne(context: AppContext, { noun, id, record }: DecisionSubject): Promise<DecisionRow> {
  const kind = REQUEST_KINDS[noun];
  const status = await sendDecision(context, { kind, id, decision: "reject" }, () =>
    sendFree<DecisionReply>(context, kind.decision(id, "reject")),
  );
  const price = record && kind.estimateOf(record).price;
  return {
    id,
    outcome: "rejected",
    ...(status !== undefined && { status }),
    ...(price !== undefined && { price: getStatedText(price) }),
  };
}
