/** Approves and rejects: read, show the price, ask, read the price again, send one request for each id. */
import type { RequestRecord } from "../../contract/read-record.ts";
import { commitmentOf, commitmentText, type ImageBound } from "../../domain/spending/commitment.ts";
import { moneyText, totalPrice, type Money } from "../../domain/spending/money.ts";

import type { Decision } from "../../domain/tasking/decision-body.ts";
import { isFinal, REVIEW } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import { forEachId, isDone, settleBatch, type Outcome } from "../batch.ts";
import { agree } from "../consent.ts";
import { allowSpend, type SpendRequest } from "../spending/spend-policy.ts";
import { earlierApproval, sendDecision } from "./decision-outcome.ts";
import { REQUEST_KINDS, type RequestKind, type RequestNoun } from "./request-kind.ts";
import { waitForEstimate, waitForScheduler, type Times } from "./wait-for-requests.ts";

type Deciding = Pick<AppContext, "service" | "settings" | "clock" | "signal" | "events" | "consent">;

/** The times of the wait for an estimate before, and for the scheduler afterwards. */
export interface DecideOptions extends Times {
  /** False: neither state nor price is read before. */
  check?: boolean;
  maxCost?: Money;
  /** Approve although there is no estimate yet. */
  withoutEstimate?: boolean;
  /** Wait until the scheduler has accepted the request. */
  wait?: boolean;
}

export interface DecisionRow {
  id: string;
  outcome: "approved" | "rejected" | "failed";
  /** Status code afterwards, when the service reports it. */
  status?: string;
  /** As the service wrote it. */
  price?: string;
  error?: { code: string; message: string };
}

export async function decideRequests(
  context: Deciding,
  noun: RequestNoun,
  decision: Decision,
  ids: readonly string[],
  options: DecideOptions,
): Promise<DecisionRow[]> {
  const { consent, service } = context;
  const kind = REQUEST_KINDS[noun];
  const isChecked = !service.isDryRun && options.check !== false;
  const things = ids.length === 1 ? `${kind.title} ${ids[0]}` : `${ids.length} ${kind.title}s`;
  const hint = decision === "approve" && options.check !== false ? WITH_LIMIT : undefined;
  if (!consent.isGiven && !service.isDryRun && !consent.canAsk)
    await agree(context, opening(decision, things), hint);
  let findings: Outcome<ReadRequest>[] = ids.map((id) => ({ id, value: { price: undefined } }));
  if (!service.isDryRun && !isChecked) await agreeUnchecked(context, decision, things, options);
  if (isChecked) {
    findings = await forEachId(context, ids, (id) => readFirst(context, kind, decision, id, options));
    const waiting = findings.filter((outcome) => !isDone(outcome) || outcome.value.arrived === undefined);
    const open = waiting.filter(isDone);
    if (open.length > 0 && decision === "approve") {
      for (const { id, value } of open) context.events.note(`${kind.title} ${id}: ${priceText(value)}`);
      await allowSpend(context, purchaseOf(kind, open, things, options.maxCost));
    } else if (open.length > 0) {
      const what = open.length === 1 ? `${kind.title} ${open[0]?.id}` : `${open.length} ${kind.title}s`;
      await agree(context, `Reject ${what}? This cannot be undone.`, hint);
    }
  }
  // The price may change while a question or other requests take time.
  const mayHaveChanged = !consent.isGiven || ids.length > 1;
  const findingOf = new Map(findings.map((outcome) => [outcome.id, outcome]));
  const outcomes = await forEachId(context, ids, async (id): Promise<DecisionRow> => {
    const before = findingOf.get(id);
    if (before?.error !== undefined) throw before.error;
    if (before?.value.arrived !== undefined) return { id, outcome: "approved", status: before.value.arrived };
    const { price, bound, contractId } = before?.value ?? {};
    if (before !== undefined && isChecked && decision === "approve" && mayHaveChanged)
      requireSamePrice(kind, id, before.value, await readInReview(context, kind, id));
    const facts = {
      ...(price !== undefined && { price }),
      ...(bound !== undefined && bound.kind !== "unbounded" && { images: bound.images }),
      ...(contractId !== undefined && { contractId }),
    };
    const status = await sendDecision(context, kind, id, decision, facts);
    const outcome = decision === "approve" ? "approved" : "rejected";
    return { id, outcome, ...(status !== undefined && { status }), ...(price !== undefined && { price }) };
  });
  settleBatch(context, outcomes, `${kind.title}s`);
  const rows = outcomes.map((outcome) => (isDone(outcome) ? outcome.value : failedRow(outcome)));
  return options.wait === true ? waitForAll(context, kind, rows, options) : rows;
}

/** The facts about a request before the decision. */
interface ReadRequest {
  price: string | undefined;
  bound?: ImageBound;
  contractId?: string;
  /** The status after an approval of an earlier run that got no reply: nothing is left to send. */
  arrived?: string;
}

async function readFirst(
  context: Deciding,
  kind: RequestKind,
  decision: Decision,
  id: string,
  options: DecideOptions,
): Promise<ReadRequest> {
  if (decision === "reject") return readInReview(context, kind, id);
  try {
    return options.withoutEstimate === true
      ? await readInReview(context, kind, id)
      : await readEstimate(context, kind, id, options);
  } catch (error) {
    const arrived = await earlierApproval(context, kind, id, error);
    if (arrived === undefined) throw error;
    return { price: undefined, arrived };
  }
}

/** Reads the request once. Throws NOT_IN_REVIEW in any other state. */
async function readInReview(context: Deciding, kind: RequestKind, id: string): Promise<ReadRequest> {
  const record = await kind.get(context, id);
  requireReview(kind, id, record);
  return findingIn(kind, record);
}

/** The same, after waiting for the estimate when there is none yet. */
async function readEstimate(
  context: Deciding,
  kind: RequestKind,
  id: string,
  { intervalMs, timeoutMs }: Times,
): Promise<ReadRequest> {
  const first = await kind.get(context, id);
  if (!isOnTheWay(first)) requireReview(kind, id, first);
  if (kind.estimateOf(first).isReady) return findingIn(kind, first);
  context.events.note(
    `${kind.title} ${id} has no estimate yet: waiting for it (--without-estimate does not)`,
  );
  const record = await waitForEstimate(context, kind, id, { intervalMs, timeoutMs });
  requireReview(kind, id, record);
  return findingIn(kind, record);
}

function findingIn(kind: RequestKind, record: RequestRecord): ReadRequest {
  const { price, bound } = kind.estimateOf(record);
  const { contractId } = record;
  return { price, ...(bound && { bound }), ...(contractId !== undefined && { contractId }) };
}

// Spec silent: the state of a new request. One that is merely received gets into review by itself.
const isOnTheWay = ({ status, preApproval }: RequestRecord): boolean =>
  status === "received" && preApproval !== true;

function requireReview(kind: RequestKind, id: string, record: RequestRecord): void {
  const { status: code, preApproval } = record;
  if (code === REVIEW) return;
  const preApproved = preApproval === true ? "; it was pre-approved" : "";
  const what = code === undefined ? "has no status that can be read" : `is ${code}, not in review`;
  throw new AppError(
    "local",
    "NOT_IN_REVIEW",
    `${kind.title} ${id} ${what}${preApproved}: nothing was sent`,
    {
      hint: isFinal(code)
        ? `It has ended; see why with: swath ${kind.noun} get ${id} --history`
        : `See it with: swath ${kind.noun} get ${id}`,
      data: { id, status: code ?? null },
    },
  );
}

/** Not for a rejection, nor for an approval that reads no price: both refuse --max-cost. */
const WITH_LIMIT = "Add --yes to agree (with --max-cost to bound the price)";

const opening = (decision: Decision, things: string): string =>
  decision === "approve" ? `Approving ${things} costs money.` : `Rejecting ${things} cannot be undone.`;

/** Without a check neither state nor price is known. */
async function agreeUnchecked(
  context: Deciding,
  decision: Decision,
  things: string,
  { maxCost }: DecideOptions,
): Promise<void> {
  if (maxCost !== undefined) {
    throw new AppError("usage", "USAGE", "--max-cost needs the price, which --no-check does not read", {
      hint: "Leave out one of them",
    });
  }
  const verb = decision === "approve" ? "Approve" : "Reject";
  await agree(context, `${verb} ${things} without looking at state and price?`);
}

function approvalQuestion(
  kind: RequestKind,
  open: readonly { id: string; value: ReadRequest }[],
  things: string,
): string {
  const what = open.length === 1 ? `${kind.title} ${open[0]?.id}` : `${open.length} ${kind.title}s`;
  if (open.some(({ value }) => value.price === undefined)) {
    return `There is no price for ${open.length === 1 ? what : `some of ${things}`}: whatever it comes to will be spent. Approve ${what} all the same?`;
  }
  const [only] = open;
  if (open.length === 1 && only !== undefined) return `Approve ${what} for ${priceText(only.value)}?`;
  const sum = totalPrice(open.map(({ value }) => commitmentOf(value)));
  return `Approve ${what} for ${sum === undefined ? "these prices" : `${moneyText(sum)} in all`}?`;
}

const priceText = ({ price, bound }: ReadRequest): string =>
  price === undefined ? "no estimate" : commitmentText(price, bound);

/** Several requests count as one purchase: the sum of their commitments. `findings` has at least one element. */
function purchaseOf(
  kind: RequestKind,
  findings: readonly { id: string; value: ReadRequest }[],
  things: string,
  maxCost: Money | undefined,
): SpendRequest {
  const [first] = findings as [{ id: string; value: ReadRequest }];
  const unbounded = findings.find(
    ({ value }) => value.price !== undefined && value.bound?.kind === "unbounded",
  );
  const common = {
    maxCost,
    question: approvalQuestion(kind, findings, things),
    agreeHint: WITH_LIMIT,
    outcome: "nothing was approved",
  };
  if (unbounded !== undefined) {
    const { id, value } = unbounded;
    return {
      ...common,
      subject: `${kind.title} ${id}`,
      price: {
        kind: "unbounded",
        perImage: value.price ?? "",
        rejectWith: `swath ${kind.noun} reject ${id}`,
      },
      data: { id },
    };
  }
  const { price, bound } = first.value;
  const isSeries = findings.length === 1 && price !== undefined && bound !== undefined;
  const sum = totalPrice(findings.map(({ value }) => commitmentOf(value)));
  return {
    ...common,
    subject: things,
    price: {
      kind: "total",
      // A price that cannot be parsed is shown as it came.
      total: findings.length === 1 ? (commitmentOf(first.value) ?? price) : sum && moneyText(sum),
      ...(isSeries && { shown: commitmentText(price, bound) }),
    },
    limitHint: "Reject it, or raise --max-cost",
    data: { ...(isSeries && { perImage: price }), ids: findings.map(({ id }) => id) },
  };
}

/** For a series the number of images counts as well. */
function requireSamePrice(kind: RequestKind, id: string, before: ReadRequest, after: ReadRequest): void {
  const text = (finding: ReadRequest): string =>
    finding.price === undefined ? "unknown" : priceText(finding);
  if (text(before) === text(after)) return;
  const amount = (finding: ReadRequest): string | null => commitmentOf(finding) ?? finding.price ?? null;
  throw new AppError(
    "local",
    "PRICE_CHANGED",
    `the price of ${kind.title} ${id} was shown as ${text(before)} and is now ${text(after)}: it was not approved`,
    {
      hint: `Look again: swath ${kind.noun} approve ${id}`,
      data: { id, shown: amount(before), now: amount(after) },
    },
  );
}

const failedRow = ({ id, error }: { id: string; error: AppError }): DecisionRow => ({
  id,
  outcome: "failed",
  error: { code: error.code, message: error.message },
});

/** The decisions are final; a failed wait ends the run with its error, unless a decision failed before. */
async function waitForAll(
  context: Deciding,
  kind: RequestKind,
  rows: readonly DecisionRow[],
  { intervalMs, timeoutMs }: Times,
): Promise<DecisionRow[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const decided = rows.filter(({ outcome }) => outcome !== "failed").map(({ id }) => id);
  const times = { intervalMs, timeoutMs };
  const waited = await forEachId(context, decided, (id) => waitForScheduler(context, kind, id, times));
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
