/** Approving and rejecting: look, show the price, ask, look again, send one request, tell what became of it. */
import type { Decision } from "../../domain/tasking/decision-body.ts";
import { moneyText, type Money } from "../../domain/spending/money.ts";
import { totalPrice } from "../../domain/spending/total-price.ts";
import { AppError } from "../../errors.ts";
import { forEachId, isDone, settleBatch, type Outcome } from "./batch.ts";
import { agree } from "../spending/consent.ts";
import { keepLimit } from "../spending/price-limit.ts";
import type { Context } from "../context.ts";
import { lookAt, lookAtEstimate, type Looked } from "./look-before.ts";
import { earlierApproval } from "./earlier-approval.ts";
import type { RequestKind } from "./request-kind.ts";
import { sendDecision } from "./send-decision.ts";
import type { WaitOptions } from "../flags/wait-flags.ts";
import { waitForScheduler } from "./wait-for-request.ts";
import { readStatusCode } from "../../contract/read-record.ts";

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
    const price = before?.value.price;
    if (!isDry && options.check !== false && decision === "approve" && isStale)
      requireSamePrice(kind, id, price, (await lookAt(context, kind, id)).price);
    const contractId = before?.value.contractId;
    const facts = { ...(price !== undefined && { price }), ...(contractId !== undefined && { contractId }) };
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
  const prices = open.map(({ value }) => value.price);
  if (prices.includes(undefined)) {
    return `There is no price for ${open.length === 1 ? what : `some of ${things}`}: whatever it comes to will be spent. Approve ${what} all the same?`;
  }
  const [only] = prices;
  if (open.length === 1) return `Approve ${what} for ${only}${kind.per}?`;
  const sum = totalPrice(prices);
  return `Approve ${what} for ${sum === undefined ? "these prices" : `${moneyText(sum)} in all`}${kind.per}?`;
}

/** Says every price and holds their sum against the limit: nothing is approved when it is exceeded. */
function showPrices(
  { notes }: Context,
  kind: RequestKind,
  looked: readonly Outcome<Looked>[],
  limit: Money | undefined,
): void {
  const open = looked.filter(isDone);
  for (const { id, value } of open)
    notes.note(`${kind.title} ${id}: ${value.price === undefined ? "no estimate" : value.price + kind.per}`);
  if (limit === undefined || open.length === 0) return;
  const sum = totalPrice(open.map(({ value }) => value.price));
  keepLimit({
    limit,
    price: open.length === 1 ? open[0]?.value.price : sum === undefined ? undefined : moneyText(sum),
    per: kind.per,
    outcome: "nothing was approved",
    hint: "Reject it, or raise --max-cost",
    data: { ids: open.map(({ id }) => id) },
  });
}

function requireSamePrice(
  kind: RequestKind,
  id: string,
  shown: string | undefined,
  now: string | undefined,
): void {
  if (shown === now) return;
  throw new AppError(
    "local",
    "PRICE_CHANGED",
    `the price of ${kind.title} ${id} was shown as ${shown ?? "unknown"} and is now ${now ?? "unknown"}: it was not approved`,
    {
      hint: `Look again: swath ${kind.noun} approve ${id}`,
      data: { id, shown: shown ?? null, now: now ?? null },
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
    if (isDone(outcome)) byId.set(outcome.id, { ...row, status: readStatusCode(outcome.value) ?? "unknown" });
    else if (context.failure === undefined) context.failAfter(outcome.error);
  }
  return rows.map((row) => byId.get(row.id) ?? row);
}
