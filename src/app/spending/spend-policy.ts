/**
 * Decides whether a request that costs money may be sent. Price, --max-cost, budget and consent are compared here and
 * nowhere else, before a person is asked. The journal checks the budget again once the intent is on disk, against all
 * open intents: a check in memory alone would let two processes exceed it together.
 */
import { WHICH_DOLLAR } from "../../ledger/keep-budget.ts";
import {
  currencyCode,
  isAboveLimit,
  isComparable,
  isUnknownDollar,
  limitText,
  moneyText,
  parseMoney,
  type Money,
} from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import { agree } from "../consent.ts";
import type { AppContext } from "../context.ts";
import { advice, again, againWithout, type Command, type Hint } from "../../hint.ts";

/** What is known of the price before the request is sent. */
export type SpendPrice =
  /** The total, as the service wrote it or as computed for a series; undefined when the service shows none. */
  | { kind: "total"; total: string | undefined; shown?: string | undefined }
  /** The price of one image of a series without a count. `rejectWith`: the command that rejects the series. */
  | { kind: "unbounded"; perImage: string; rejectWith: Command }
  /** Prices of several requests that cannot be added up: one sum for each currency. */
  | { kind: "several-currencies"; sums: readonly string[] }
  /** The price is not shown before it is paid. `why` and `hint` replace the texts about pre-approval, `underBudget` the hint of a budget. */
  | { kind: "never-shown"; why?: string; hint?: Hint; underBudget?: Hint };

export interface SpendRequest {
  /** What costs money, as the subject of a sentence: `This task`, `repeat request 4f...`. */
  subject: string;
  price: SpendPrice;
  maxCost: Money | undefined;
  /** The line shown with the question. */
  question: string;
  /** What a script adds to agree. */
  agreeHint?: Hint;
  /** What did not happen when it is refused: `nothing was ordered`. */
  outcome?: string;
  /** What to do about a price above the limit. */
  limitHint?: Hint;
  /** The data of `error.data` when the limit refuses the request. */
  data?: Record<string, unknown>;
}

/** Go, ask (with the line to show), or refuse (with the reason). */
export type SpendVerdict =
  | { kind: "go" }
  | { kind: "ask"; question: string }
  | { kind: "refuse"; error: AppError };

type Judging = Pick<AppContext, "service" | "settings" | "dialect" | "consent" | "events">;

/** Decides without asking. Refusals: COST_LIMIT_EXCEEDED, BUDGET_EXCEEDED. */
export async function judgeSpend(context: Judging, request: SpendRequest): Promise<SpendVerdict> {
  const { service, settings, dialect, consent } = context;
  const dollar = dialect["currency.$"];
  const overLimit = request.maxCost === undefined ? undefined : limitFault(request, request.maxCost, dollar);
  if (overLimit !== undefined) return { kind: "refuse", error: overLimit };
  const budget = settings.budget.value;
  if (budget !== undefined) {
    const overBudget = await (await service.journal()).budgetFault(budget, pricedAs(request.price));
    if (overBudget !== undefined) return { kind: "refuse", error: withWayOut(overBudget, request.price) };
  }
  return consent.isGiven ? { kind: "go" } : { kind: "ask", question: await withBudget(context, request) };
}

/** The journal knows the price alone; the request itself says how a series without a bound is rejected. */
function withWayOut(error: AppError, price: SpendPrice): AppError {
  if (price.kind === "several-currencies")
    return new AppError(
      error.kind,
      error.code,
      `${severalText(price)}, and a budget is in one of them: nothing was sent`,
      { hint: APART, data: error.data },
    );
  if (price.kind === "never-shown" && price.underBudget !== undefined)
    return new AppError(error.kind, error.code, error.message, { hint: price.underBudget, data: error.data });
  if (price.kind !== "unbounded") return error;
  const hint = advice`Reject it (${price.rejectWith}) and create it with --count N: what has an end has a price`;
  return new AppError(error.kind, error.code, error.message, { hint, data: error.data });
}

const severalText = ({ sums }: SpendPrice & { kind: "several-currencies" }): string =>
  `the prices are in several currencies (${sums.join(" and ")})`;

const APART = "Approve them apart: the requests of one currency at a time";

/** The question, which ends with the price, followed by what is left of the budget. */
async function withBudget(
  { service, settings }: Pick<Judging, "service" | "settings">,
  { question, price }: SpendRequest,
): Promise<string> {
  const budget = settings.budget.value;
  if (budget === undefined || price.kind !== "total" || price.total === undefined) return question;
  const { left } = await (await service.journal()).standing(budget);
  // It fits the budget, so both are in one currency, however that is written.
  const currency = parseMoney(price.total)?.currency ?? left.currency;
  return question.replace(/(?: in all)?\?$/, ` of ${moneyText({ ...left, currency })} left?`);
}

/** The price in the form of the journal. */
function pricedAs(price: SpendPrice): { price?: string | undefined; per?: string } {
  if (price.kind === "unbounded") return { price: price.perImage, per: "image" };
  return price.kind === "total" ? { price: price.total } : {};
}

/** Returns when the request may be sent. Errors: as `judgeSpend`, CONFIRMATION_REQUIRED, ABORTED after a no. */
export async function allowSpend(context: Judging, request: SpendRequest): Promise<void> {
  if (context.service.isDryRun) return;
  const verdict = await judgeSpend(context, request);
  if (verdict.kind === "refuse") throw verdict.error;
  if (verdict.kind === "ask") await agree(context, verdict.question, request.agreeHint);
}

/** A pre-approved request has no price to hold against a limit or a budget; without pre-approval it has one. */
const SHOWN_FIRST = advice`To see the price before you approve it, leave out the pre-approval${againWithout("--pre-approve")}`;

/** Pre-approval skips the cost review, so it needs the same consent as paying. */
export const allowPreApproval = (
  context: Judging,
  subject: string,
  maxCost: Money | undefined,
): Promise<void> =>
  allowSpend(context, {
    subject,
    price: { kind: "never-shown", hint: SHOWN_FIRST, underBudget: SHOWN_FIRST },
    maxCost,
    question: `${subject} is pre-approved: the cost review is skipped, and it costs money without another question. Send it?`,
    agreeHint: advice`Leave out the pre-approval to see the price first, or add --yes to agree${again("--yes")}`,
  });

/** Why the request exceeds the limit; undefined when it does not. */
export function limitFault(
  request: Pick<SpendRequest, "subject" | "price" | "outcome" | "limitHint" | "data">,
  maxCost: Money,
  dollar?: string,
): AppError | undefined {
  const { subject, price, outcome = "nothing was sent", data = {} } = request;
  switch (price.kind) {
    case "never-shown":
      return overLimit(
        price.why === undefined
          ? `${subject} costs money without a price being shown first, and --max-cost is ${moneyText(maxCost)}: ${outcome}`
          : `${price.why}, so it cannot be held against --max-cost ${moneyText(maxCost)}: ${outcome}`,
        price.hint ??
          "Without pre-approval the cost is shown first, and approving takes --max-cost; or leave out --max-cost",
        { price: null, maxCost: moneyText(maxCost), ...data },
      );
    case "unbounded":
      return overLimit(
        `the commitment of ${subject} is unbounded (${price.perImage} per image, and nothing bounds the number of images), and --max-cost is ${limitText(maxCost, price.perImage)}: ${outcome}`,
        advice`Reject it (${price.rejectWith}) and create it with --count N, or leave out --max-cost`,
        { price: null, perImage: price.perImage, maxCost: moneyText(maxCost), ...data },
      );
    case "several-currencies":
      return overLimit(
        `${severalText(price)}, and --max-cost ${moneyText(maxCost)} bounds one: ${outcome}`,
        APART,
        { price: null, maxCost: moneyText(maxCost), ...data },
      );
    case "total":
      return totalFault(request, price, maxCost, dollar);
  }
}

/** A price that cannot be parsed counts as above every limit. */
function totalFault(
  {
    outcome = "nothing was sent",
    limitHint = "Raise --max-cost",
    data = {},
  }: Pick<SpendRequest, "outcome" | "limitHint" | "data">,
  { total, shown = total }: SpendPrice & { kind: "total" },
  maxCost: Money,
  dollar: string | undefined,
): AppError | undefined {
  if (!isAboveLimit(total, maxCost, dollar)) return undefined;
  const money = parseMoney(total ?? "");
  const isReadable = money !== undefined;
  if (
    money !== undefined &&
    !isComparable(total, maxCost, dollar) &&
    !isUnknownDollar(total, maxCost, dollar)
  )
    return overLimit(
      `the price is ${shown}, which cannot be held against --max-cost ${moneyText(maxCost)} in another currency: ${outcome}`,
      `Give --max-cost in ${currencyCode(money.currency, dollar) || "the currency of the price"}`,
      { price: total ?? null, maxCost: moneyText(maxCost), ...data },
    );
  const what =
    total === undefined
      ? "the service shows no price that can be read"
      : isReadable
        ? `the price is ${shown}`
        : `what the service shows, "${total}", cannot be read as a price`;
  return overLimit(
    `${what}, and --max-cost is ${limitText(maxCost, total)}: ${outcome}`,
    isUnknownDollar(total, maxCost, dollar)
      ? WHICH_DOLLAR
      : isReadable
        ? limitHint
        : "No limit can be held against it: ask the service for the price, or leave out --max-cost",
    { price: total ?? null, maxCost: moneyText(maxCost), ...data },
  );
}

const overLimit = (message: string, hint: Hint, data: Record<string, unknown>): AppError =>
  new AppError("local", "COST_LIMIT_EXCEEDED", message, { hint, data });
