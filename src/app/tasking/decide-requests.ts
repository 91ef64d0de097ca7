/** Approving and rejecting: look, show the price, ask, look again, send one request, tell what became of it. */
import type { Decision } from "../../domain/tasking/decision-body.ts";
import { commitmentOf, commitmentText } from "../../domain/spending/commitment.ts";
import { totalPrice, limitText, moneyText, type Money } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import { forEachId, isDone, settleBatch, type Outcome } from "../batch.ts";
import { agree } from "../consent.ts";
import { keepLimit } from "../spending/spend-policy.ts";
import type { Context } from "../../cli/context.ts";
import { lookAt, lookAtEstimate, type Looked } from "./read-before-decision.ts";
import { earlierApproval } from "./earlier-approval.ts";
import type { RequestKind } from "./request-kind.ts";
import { sendDecision } from "./send-decision.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";
import { waitForScheduler } from "./wait-for-request.ts";

export interface DecideOptions extends WaitOptions {
  /** False with --no-check. */
  check?: boolean;
  maxCost?: Money;
  withoutEstimate?: true;
  wait?: true;
}

export interface DecisionRow {
  id: string;
  outcome: "approved" | "rejected" | "failed";
  /** Status code afterwards, when the service tells. */
  status?: string;
  /** As the service wrote it. */
  price?: string;
  error?: { code: string; message: string };
}

export async function decideRequests(
  context: Context,
  kind: RequestKind,
  decision: Decision,
  ids: readonly string[],
  options: DecideOptions,
): Promise<DecisionRow[]> {
  const isAsked = context.options.yes !== true;
  const isDry = context.options.dryRun === true;
  const things = ids.length === 1 ? `${kind.title} ${ids[0]}` : `${ids.length} ${kind.title}s`;
  const hint = decision === "approve" && options.check !== false ? WITH_LIMIT : undefined;
  if (isAsked && !isDry && !context.canAsk) await agree(context, opening(decision, things), hint);
  let looked: Outcome<Looked>[] = ids.map((id) => ({ id, value: { price: undefined } }));
  if (!isDry && options.check === false) await agreeBlindly(context, decision, things, options);
  if (!isDry && options.check !== false) {
    looked = await forEachId(context, ids, (id) => lookOnce(context, kind, decision, id, options));
    const waiting = looked.filter((outcome) => !isDone(outcome) || outcome.value.arrived === undefined);
    if (decision === "approve") showPrices(context, kind, waiting, options.maxCost);
    const open = waiting.filter(isDone);
    if (open.length > 0) await agree(context, question(kind, decision, open, things), hint);
  }
  const isStale = isAsked || ids.length > 1;
  const prices = new Map(looked.map((outcome) => [outcome.id, outcome]));
  const outcomes = await forEachId(context, ids, async (id): Promise<DecisionRow> => {
    const before = prices.get(id);
    if (before?.error !== undefined) throw before.error;
    if (before?.value.arrived !== undefined) return { id, outcome: "approved", status: before.value.arrived };
    const { price, bound, contractId } = before?.value ?? {};
    if (before !== undefined && !isDry && options.check !== false && decision === "approve" && isStale)
      requireSamePrice(kind, id, before.value, await lookAt(context, kind, id));
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

async function lookOnce(
  context: Context,
  kind: RequestKind,
  decision: Decision,
  id: string,
  options: DecideOptions,
): Promise<Looked> {
  if (decision === "reject") return lookAt(context, kind, id);
  try {
    return options.withoutEstimate === true
      ? await lookAt(context, kind, id)
      : await lookAtEstimate(context, kind, id, options);
  } catch (error) {
    const arrived = await earlierApproval(context, kind, id, error);
    if (arrived === undefined) throw error;
    return { price: undefined, arrived };
  }
}

/** Not for a rejection, nor for an approval that reads no price: both refuse --max-cost. */
const WITH_LIMIT = "Add --yes to agree (with --max-cost to bound the price)";

const opening = (decision: Decision, things: string): string =>
  decision === "approve" ? `Approving ${things} costs money.` : `Rejecting ${things} cannot be undone.`;

/** --no-check: neither state nor price is known. */
async function agreeBlindly(
  context: Context,
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

function question(
  kind: RequestKind,
  decision: Decision,
  open: readonly { id: string; value: Looked }[],
  things: string,
): string {
  const what = open.length === 1 ? `${kind.title} ${open[0]?.id}` : `${open.length} ${kind.title}s`;
  if (decision === "reject") return `Reject ${what}? This cannot be undone.`;
  if (open.some(({ value }) => value.price === undefined)) {
    return `There is no price for ${open.length === 1 ? what : `some of ${things}`}: whatever it comes to will be spent. Approve ${what} all the same?`;
  }
  const [only] = open;
  if (open.length === 1 && only !== undefined) return `Approve ${what} for ${priceText(only.value)}?`;
  const sum = totalPrice(open.map(({ value }) => commitmentOf(value)));
  return `Approve ${what} for ${sum === undefined ? "these prices" : `${moneyText(sum)} in all`}?`;
}

const priceText = ({ price, bound }: Looked): string =>
  price === undefined ? "no estimate" : commitmentText(price, bound);

/** Says every price and holds their sum against the limit: nothing is approved when it is exceeded. */
function showPrices(
  { notes }: Context,
  kind: RequestKind,
  looked: readonly Outcome<Looked>[],
  limit: Money | undefined,
): void {
  const open = looked.filter(isDone);
  for (const { id, value } of open) notes.note(`${kind.title} ${id}: ${priceText(value)}`);
  const [first] = open;
  if (limit === undefined || first === undefined) return;
  const unbounded = open.find(({ value }) => value.price !== undefined && value.bound?.kind === "unbounded");
  if (unbounded !== undefined) throw unboundedSeries(kind, unbounded, limit);
  const sum = totalPrice(open.map(({ value }) => commitmentOf(value)));
  const { price, bound } = first.value;
  const isSeries = open.length === 1 && price !== undefined && bound !== undefined;
  keepLimit({
    limit,
    // What cannot be read is shown as it came.
    price: open.length === 1 ? (commitmentOf(first.value) ?? price) : sum && moneyText(sum),
    ...(isSeries && { shown: commitmentText(price, bound) }),
    outcome: "nothing was approved",
    hint: "Reject it, or raise --max-cost",
    data: { ...(isSeries && { perImage: price }), ids: open.map(({ id }) => id) },
  });
}

/** No limit can be held against what has no end. */
function unboundedSeries(
  kind: RequestKind,
  { id, value: { price } }: { id: string; value: Looked },
  limit: Money,
): AppError {
  return new AppError(
    "local",
    "COST_LIMIT_EXCEEDED",
    `the commitment of ${kind.title} ${id} is unbounded (${price} per image, and nothing bounds the number of images), and --max-cost is ${limitText(limit, price)}: nothing was approved`,
    {
      hint: `Reject it (swath ${kind.noun} reject ${id}) and create it with --count N, or leave out --max-cost`,
      data: { id, price: null, perImage: price ?? null, maxCost: moneyText(limit) },
    },
  );
}

/** For a series the number of images counts as well. */
function requireSamePrice(kind: RequestKind, id: string, before: Looked, after: Looked): void {
  const text = (looked: Looked): string => (looked.price === undefined ? "unknown" : priceText(looked));
  if (text(before) === text(after)) return;
  const amount = (looked: Looked): string | null => commitmentOf(looked) ?? looked.price ?? null;
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

/** The decisions stand; what becomes of the requests is told beside them. */
async function waitForAll(
  context: Context,
  kind: RequestKind,
  rows: readonly DecisionRow[],
  options: WaitOptions,
): Promise<DecisionRow[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const decided = rows.filter(({ outcome }) => outcome !== "failed").map(({ id }) => id);
  const waited = await forEachId(context, decided, (id) => waitForScheduler(context, kind, id, options));
  for (const outcome of waited) {
    const row = byId.get(outcome.id);
    if (row === undefined) continue;
    if (isDone(outcome)) byId.set(outcome.id, { ...row, status: outcome.value.status ?? "unknown" });
    else if (context.failure === undefined) context.failAfter(outcome.error);
  }
  return rows.map((row) => byId.get(row.id) ?? row);
}
