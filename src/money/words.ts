/** Turns a reason into words: the error, and the question where a person can be asked. */
import type { Holder, Reason } from "./judge.ts";
import { computeBudgetStanding, formatBudget, type Spend } from "../domain/price/budget.ts";
import { formatLimit, formatMoney, parseMoney, formatServicePrice } from "../domain/price/money.ts";
import { countText, listText } from "../counted.ts";
import { AppError } from "../errors.ts";
import { describeDamage } from "./store/damage.ts";
import { isTaskName, chooseNoun } from "./purchase.ts";
import { parseTimestamp, timeForPeople } from "../time/timestamp.ts";
import { suggestEarlier, type Damage, type IntentRecord } from "./record.ts";
import { readOrderedMs, type Book, type Entry } from "./book.ts";
import type { QuotedTerms } from "./quotes.ts";
import type { Bound, Cost, Limits, PriceReason, RunStop } from "./terms.ts";
import { advice, blank, swath, type Hint } from "../hint.ts";

type Holders = readonly Holder[];

/** Words of one purchase. */
interface PurchaseWords {
  /** How many pieces the purchase has. */
  count: number;
  /** The outcome for the person: `nothing was ordered`. */
  outcome: string;
  /** The pieces that an earlier order owns have to be in the order of the others, as the GEO item of a VS item. */
  isNeeded?: boolean;
  /** How many of the pieces can be ordered without those that an earlier order owns. */
  others?: number | undefined;
  /** The run skips what earlier orders own, and buys nothing again. */
  skipsOwned?: boolean;
}

/** Maximum numbers of orders, and of pieces of each, in a sentence. The data of an error contains all. */
const MAX_NAMED = 5;

const joinNames = (names: readonly string[]): string => listText(names, MAX_NAMED);

const formatClosedAt = ({ closedAt, preparedAt }: IntentRecord): string =>
  timeForPeople(closedAt ?? preparedAt);

/**
 * Returns the time until which a recorded order can be downloaded; undefined if its date is missing or impossible.
 */
export function formatExpiry(record: IntentRecord): string | undefined {
  const until = record.details?.expirationDate;
  const expires = parseTimestamp(until ?? "");
  return until === undefined || !expires.ok || expires.ms <= readOrderedMs(record, false)
    ? undefined
    : timeForPeople(until);
}

function describeExpiry({ record, isExpired }: Entry): string {
  if (isExpired) return "has expired";
  const until = record.details?.expirationDate;
  if (until === undefined) return "has no known expiration date";
  const expiry = formatExpiry(record);
  if (expiry !== undefined) return `can be downloaded until ${expiry}`;
  return parseTimestamp(until).ok
    ? `has the expiration date ${timeForPeople(until)}, which is before the order itself`
    : `has the expiration date ${JSON.stringify(until)}, which cannot be read`;
}

/** Returns a sentence about the wanted pieces that an order owns. */
function describeOwned({ held, isGuess }: Holder, count: number): string {
  const all = count === 1 ? "this item" : `these ${count} items`;
  const [only = ""] = held;
  const items = isTaskName(only)
    ? only
    : held.length === count
      ? all
      : `${held.length} of ${all} (${joinNames(held)})`;
  return isGuess ? `may contain ${items}: its contents are not known here; it` : `contains ${items} and`;
}

function describeHolder(holder: Holder, count: number): string {
  const { record, state } = holder.entry;
  const order =
    state === "confirmed"
      ? `order ${record.resultId} of ${formatClosedAt(record)}`
      : `the order of ${formatClosedAt(record)} (journal ${record.id})`;
  const outcome =
    state === "confirmed"
      ? describeExpiry(holder.entry)
      : state === "sending"
        ? `is being sent by process ${record.pid}`
        : "may have been accepted: its outcome is unknown";
  return `${order} ${describeOwned(holder, count)} ${outcome}`;
}

/** Joins texts about the first holders, and the number of the others. */
function joinHolders(holders: Holders, textOf: (holder: Holder) => string): string {
  const more = holders.length > MAX_NAMED ? [`${holders.length - MAX_NAMED} more orders contain others`] : [];
  return [...holders.slice(0, MAX_NAMED).map(textOf), ...more].join("; ");
}

/** Returns the reason as a sentence. */
function describeFact(reason: Reason, { count }: Pick<PurchaseWords, "count">): string {
  switch (reason.kind) {
    case "recordDamaged":
      return describeDamage(reason.damaged as [Damage, ...Damage[]]);
    case "quoteUsed":
      return describeUse(reason.entry);
    case "quoteNotCurrent": {
      const { nowMs, quote } = reason;
      return nowMs < quote.endsMs
        ? `the quote is from ${timeForPeople(quote.madeMs)}, which is later than now (${timeForPeople(nowMs)}): a clock is wrong`
        : `the quote ended at ${timeForPeople(quote.endsMs)}`;
    }
    case "quoteOfOtherJournal":
      return `the quote is for journal ${reason.quote.journalId}, and this one is ${reason.journalId ?? "new"}`;
    case "sameInFlight": {
      const { record } = reason.entry;
      return `the same ${chooseNoun(record)} is being sent by process ${record.pid} since ${formatSentAt(record)}`;
    }
    case "sameUnknown": {
      const { record } = reason.entry;
      return `the same ${chooseNoun(record)} was sent at ${formatSentAt(record)} and its outcome is unknown (journal ${record.id})`;
    }
    case "sameConfirmed": {
      const { record } = reason.entry;
      return `the same request was confirmed at ${formatClosedAt(record)} (${record.resultId})`;
    }
    case "sharedInRun":
      return reason.shared
        .map(({ taskId, name }) => `task ${reason.taskId} and task ${taskId} both contain ${name}`)
        .join("; ");
    default:
      return joinHolders(reason.holders, (holder) => describeHolder(holder, count));
  }
}

function describeUse({ record, state }: Pick<Entry, "record" | "state">): string {
  if (state === "confirmed")
    return `the quote was bought at ${timeForPeople(record.closedAt ?? record.preparedAt)} (${record.resultId}, journal ${record.id})`;
  return state === "unknown"
    ? `the quote was sent at ${formatSentAt(record)} and the outcome is unknown (journal ${record.id})`
    : `the quote is being bought by process ${record.pid} since ${formatSentAt(record)}`;
}

const formatSentAt = ({ sendingAt, preparedAt }: IntentRecord): string =>
  timeForPeople(sendingAt ?? preparedAt);

export const capitalise = (sentence: string): string =>
  `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;

/** Returns the consequence of a yes. */
const AGREEMENT: Readonly<Record<Reason["kind"], string>> = {
  quoteUsed: "",
  quoteNotCurrent: "",
  quoteOfOtherJournal: "",
  recordDamaged: "Send it now, and perhaps pay twice?",
  sameInFlight: "",
  sameUnknown: "",
  sameConfirmed: "Send it again, and pay again?",
  sharedInRun: "Order all these tasks, and pay for it more than once?",
  pieceInFlight: "",
  pieceUnknown: "Order again, and perhaps pay twice?",
  pieceHeld: "Order again, and pay again?",
  pieceExpired: "Order again, and pay again?",
};

/** Returns the reason as a sentence of its own, without a full stop. */
export const describeEarlier = (reason: Reason, words: Pick<PurchaseWords, "count">): string =>
  capitalise(describeFact(reason, words));

/** Returns the question about one reason. */
export const formatEarlierQuestion = (
  reason: Reason,
  words: Pick<PurchaseWords, "count" | "isNeeded">,
): string =>
  `${describeEarlier(reason, words)}${words.isNeeded === true ? NEEDED : ""}. ${AGREEMENT[reason.kind]}`;

const NEEDED = ", and the rest cannot be ordered without it";

/** Returns `a/1 was bought on ... (order ..., which can be downloaded until ...)`. */
export const describeBought = (holders: Holders): string =>
  joinHolders(holders, ({ held, entry }) => {
    const { record } = entry;
    if (entry.state !== "confirmed")
      return `${joinNames(held)} may have been bought on ${formatClosedAt(record)} (journal ${record.id})`;
    const order = `order ${record.resultId}, which ${describeExpiry(entry)}`;
    const isOne = held.length === 1 && !held.some(isTaskName);
    return `${joinNames(held)} ${isOne ? "was" : "were"} bought on ${formatClosedAt(record)} (${order})`;
  });

/** Names the pieces of earlier orders that are bought again, and the consequence. */
export const describeAgain = (reason: Reason, words: Pick<PurchaseWords, "count">): string =>
  `${describeEarlier(reason, words)}; ordered again, and ${reason.kind === "pieceUnknown" ? "perhaps paid twice" : "paid a second time"}`;

/** Returns the question for which a no skips these pieces and buys the `others`. */
export function formatWithoutQuestion(holders: Holders, others: number): string {
  const isDoubtful = holders.some(({ entry }) => entry.state !== "confirmed");
  const bought = describeBought(holders);
  const it = holders.flatMap(({ held }) => held).length === 1 ? "it" : "them";
  const rest = others === 1 ? "the other item is" : `the other ${others} items are`;
  return `${bought}. Buy ${it} again, and ${isDoubtful ? "perhaps pay twice" : "pay again"}? (no: only ${rest} ordered)`;
}

/** Returns the error of a reason without an agreement. */
export function makeEarlierError(
  reason: Reason,
  { count, outcome, isNeeded = false, others, skipsOwned = false }: PurchaseWords,
): AppError {
  const message = `${describeEarlier(reason, { count })}${isNeeded ? NEEDED : ""}${reason.kind === "recordDamaged" ? ";" : ":"} ${outcome}`;
  switch (reason.kind) {
    case "recordDamaged": {
      const [first] = reason.damaged as [Damage];
      return new AppError("local", "INTENT_OPEN", message, {
        data: { intentId: first.id, state: "unknown", files: reason.damaged.map(({ path }) => path) },
        next: suggestEarlier(first.id),
      });
    }
    case "quoteNotCurrent":
      return new AppError("local", "QUOTE_REFUSED", message, {
        data: { reason: reason.kind },
        next: MAKE_QUOTE,
      });
    case "quoteOfOtherJournal":
      return new AppError("local", "QUOTE_REFUSED", message, {
        data: { reason: reason.kind },
        next: advice`Import the journal of the quote: ${swath`journal import <file>`}`,
      });
    case "quoteUsed":
    case "sameInFlight":
    case "sameUnknown": {
      const { record, state } = reason.entry;
      if (state === "confirmed")
        return new AppError("local", "QUOTE_REFUSED", message, {
          data: { reason: reason.kind, id: record.resultId, intentId: record.id },
          next: advice`See what was bought: ${swath`journal show ${record.id}`}`,
        });
      return new AppError("local", "INTENT_OPEN", message, {
        data: { intentId: record.id, state, since: formatSentAt(record) },
        next: suggestEarlier(record.id),
      });
    }
    case "sameConfirmed": {
      const { record } = reason.entry;
      return new AppError("usage", "INTENT_CONFIRMED", message, {
        data: { id: record.resultId, intentId: record.id },
        next: suggestEarlier(record.id),
      });
    }
    case "sharedInRun":
      return new AppError("usage", "ALREADY_ORDERED", message, {
        data: { reason: reason.kind },
        next: skipsOwned
          ? "Order these tasks one after the other: --skip-owned then skips what the first order contains"
          : BUY_AGAIN,
      });
    default:
      return makeHeldError(reason, message, { count, isNeeded, others, skipsOwned });
  }
}

function makeHeldError(
  { kind, holders }: Extract<Reason, { holders: unknown }>,
  message: string,
  { count, isNeeded, others, skipsOwned }: Omit<PurchaseWords, "outcome">,
): AppError {
  const [{ entry }] = holders as [Holder];
  const { record, state } = entry;
  const owned = holders.flatMap(({ held, entry: { record: of } }) =>
    held.map((item) => ({
      item,
      ...(of.resultId === undefined ? { intentId: of.id } : { orderId: of.resultId }),
    })),
  );
  const some = {
    reason: kind,
    ...(owned.length < count && { orderedBefore: owned }),
    ...(isNeeded === true && { isNeeded }),
  };
  const again = skipsOwned === true ? SEE_ORDERS : BUY_AGAIN;
  return state === "confirmed"
    ? new AppError("usage", "ALREADY_ORDERED", message, {
        data: {
          orderId: record.resultId,
          intentId: record.id,
          expirationDate: record.details?.expirationDate,
          ...some,
        },
        next:
          others !== undefined
            ? suggestSkipping(others, record.resultId)
            : kind === "pieceExpired" || record.resultId === undefined || isNeeded === true
              ? again
              : advice`Download that order: ${swath`order download ${record.resultId}`}`,
      })
    : new AppError("local", "INTENT_OPEN", message, {
        data: { intentId: record.id, state, ...some },
        next: suggestEarlier(record.id),
      });
}

const BUY_AGAIN: Hint = "Add --resend to buy again, and pay again";
const SEE_ORDERS: Hint = advice`See the orders: ${swath`order history`}`;

/** Returns the next step if `others` of the items are in no earlier order. */
const suggestSkipping = (others: number, orderId: string | undefined): Hint =>
  advice`Add --skip-owned to order only the other ${others === 1 ? "item" : `${others} items`}; download the earlier order: ${swath`order download ${orderId ?? blank("orderId")}`}`;

/** Returns the words for a cost. `are` joins a subject and an amount. */
export function describeCost(
  { cost, kind }: Pick<PriceReason, "cost" | "kind">,
  are = "the price is",
): string {
  switch (cost.kind) {
    case "total":
      if (cost.total === undefined) return "the service shows no price";
      if (kind === "priceUnreadable") return `the price ${JSON.stringify(cost.total)} cannot be read`;
      return `${are} ${formatServicePrice(cost.total)}${kind === "otherCurrency" ? ", in another currency" : ""}`;
    case "unbounded":
      return `the price is ${formatServicePrice(cost.perImage)} per image, and nothing limits the number of images`;
    case "mixed":
      return `the prices are in several currencies (${cost.sums.join(" and ")})`;
    case "neverShown":
      return cost.why ?? "the service shows no price before this costs money";
  }
}

const MAX_SPENDS = 3;

function describeSpends(reason: PriceReason & { bound: { kind: "budget" } }): string | undefined {
  const { period } = reason.bound.budget;
  if (reason.kind === "spendsUnknown") {
    const { ids } = reason;
    return `the price of ${countText(ids.length, "earlier request")} of this ${period} is unknown (journal ${listText(ids, MAX_SPENDS)})`;
  }
  if (reason.kind !== "spendsForeign") return undefined;
  const { spends } = reason;
  const shown = spends.map(({ price, id }: Spend) => `${price} (journal ${id})`);
  return `${listText(shown, MAX_SPENDS)} ${spends.length === 1 ? "was" : "were"} spent this ${period} in another currency`;
}

interface CostWords {
  outcome: string;
  dollar: string;
  profile: string;
  data?: object;
}

/** Returns the error of a cost that does not fit a limit, the amount that needs an approval, or a budget. */
export function makePriceError(reason: PriceReason, words: CostWords): AppError {
  const { bound } = reason;
  switch (bound.kind) {
    case "limit":
      return makeLimitError(reason, bound, words);
    case "approval":
      return makeApprovalError(reason, bound, words);
    case "budget":
      return makeBudgetError({ ...reason, bound }, words);
  }
}

const findTotal = ({ cost }: PriceReason): string | undefined =>
  cost.kind === "total" ? cost.total : undefined;

/** Returns the next step after a cost that cannot be compared, for which a higher limit does not help. */
function suggestForCost(reason: PriceReason): Hint | undefined {
  const { cost } = reason;
  if (cost.kind === "neverShown" && cost.next !== undefined) return cost.next;
  switch (reason.kind) {
    case "unbounded":
      return "Create the series with an end: add --count";
    case "currenciesMixed":
      return "Approve the requests of one currency at a time";
    case "priceUnreadable":
      return "Ask the service for the price";
    case "otherCurrency":
      return reason.isUnknown
        ? advice`Set the currency of the dollar sign: ${swath`config set ${"dialect.currency.$"} USD`}`
        : "Give the limit in the currency of the price";
    case "spendsUnknown":
      return suggestPricing(reason.ids[0]!);
    default:
      return undefined;
  }
}

/** Returns the next step after an unknown price. A record that cannot be read is named by its file, and has no price before its outcome is known. */
const suggestPricing = (id: string): Hint =>
  id.endsWith(".json")
    ? advice`See what it may be: ${swath`journal show ${id}`}`
    : advice`Write the price down: ${swath`journal resolve ${id} --price <amount>`}`;

function makeLimitError(
  reason: PriceReason,
  bound: Extract<Bound, { kind: "limit" }>,
  { outcome, data }: CostWords,
): AppError {
  const { cost } = reason;
  const limit = formatLimit(bound.limit, findTotal(reason));
  const message =
    reason.kind !== "aboveLimit"
      ? `${describeCost(reason)}, so it cannot be compared with the limit of ${limit}`
      : bound.left === undefined
        ? `${describeCost(reason)}, above the limit of ${limit}`
        : `${describeCost(reason)}, and ${formatMoney(bound.left)} is left of the limit of ${limit}`;
  return new AppError("local", "COST_LIMIT_EXCEEDED", `${message}: ${outcome}`, {
    data: {
      price: findTotal(reason) ?? null,
      ...(cost.kind === "unbounded" && { perImage: cost.perImage }),
      maxCost: formatMoney(bound.limit),
      ...(bound.left && { left: formatMoney(bound.left) }),
      reason: nameReason(reason),
      ...data,
    },
    next: suggestForCost(reason) ?? (reason.kind === "aboveLimit" ? "Raise --max-cost" : undefined),
  });
}

/** Returns whether a quote can be made of the price. */
const isQuotable = ({ kind }: PriceReason): boolean => kind === "aboveLimit" || kind === "otherCurrency";

function makeApprovalError(
  reason: PriceReason,
  bound: Extract<Bound, { kind: "approval" }>,
  { outcome, data }: CostWords,
): AppError {
  const above = formatLimit(bound.above, findTotal(reason));
  const message =
    reason.kind === "aboveLimit"
      ? `${describeCost(reason)}, and a price above ${above} needs a quote approved by another key`
      : `${describeCost(reason)}, so it cannot be compared with ${above}; a price above that needs a quote approved by another key`;
  return new AppError("local", "APPROVAL_REQUIRED", `${message}: ${outcome}`, {
    data: {
      price: findTotal(reason) ?? null,
      above: formatMoney(bound.above),
      reason: nameReason(reason),
      ...data,
    },
    next: isQuotable(reason)
      ? advice`Save a quote, and have it approved: ${QUOTE_COMMANDS}`
      : suggestForCost(reason),
  });
}

function makeBudgetError(
  reason: PriceReason & { bound: { kind: "budget" } },
  { outcome, dollar, profile }: CostWords,
): AppError {
  const { budget, spent } = reason.bound;
  // A budget without a currency has that of the spends.
  const currency = budget.limit.currency || findCurrency(spent);
  const limit = formatBudget({ ...budget, limit: { ...budget.limit, currency } }, dollar);
  const what =
    reason.kind === "overBudget"
      ? `${spent} of it is spent or reserved, and ${describeCost(reason, "this costs")}`
      : (describeSpends(reason) ?? `${describeCost(reason)}, so it cannot be compared`);
  const ids =
    reason.kind === "spendsUnknown"
      ? reason.ids
      : reason.kind === "spendsForeign"
        ? reason.spends.map(({ id }) => id)
        : [];
  return new AppError(
    "local",
    "BUDGET_EXCEEDED",
    `the budget of profile ${profile} is ${limit}; ${what}: ${outcome}`,
    {
      data: {
        budget: limit,
        spent,
        price: findTotal(reason) ?? null,
        journal: ids,
        reason: nameReason(reason),
      },
      next: suggestForCost(reason) ?? advice`See what was spent: ${swath`spend`}`,
    },
  );
}

/** Returns the error of a request that was not sent because of an earlier one of the same run. */
export const makeStoppedError = (stop: RunStop): AppError =>
  new AppError("local", "BATCH_PARTIAL", `${describeStop(stop)}: this request was not sent`);

/** Returns why a run sends nothing more. */
export const describeStop = (stop: RunStop): string =>
  stop.because === "unknown"
    ? "the outcome of an earlier request of this run is unknown"
    : `the service accepted an earlier request of this run at ${stop.charged}, above its price of ${stop.reviewed}`;

/** Returns the name of a reason for the data of an error. */
const nameReason = (reason: PriceReason): string =>
  reason.kind === "otherCurrency" && reason.isUnknown ? "dollarUnknown" : reason.kind;

const findCurrency = (text: string): string => /^[^\d]*/.exec(text)?.[0].trim() ?? "";

/** Returns ` of $5,000.00 left`; undefined without a budget or a total. */
export function formatLeft(
  cost: Cost,
  spends: Book["spends"],
  { budget, dollar }: Limits,
): string | undefined {
  if (budget === undefined || cost.kind !== "total" || cost.total === undefined) return undefined;
  const { left } = computeBudgetStanding(budget, spends, dollar);
  const currency = parseMoney(cost.total)?.currency ?? left.currency;
  return ` of ${formatMoney({ ...left, currency })} left`;
}

const QUOTE_COMMANDS: Hint = "order review, task cost, repeat cost and approvals list have --save";
export const MAKE_QUOTE: Hint = advice`Make a new quote: ${QUOTE_COMMANDS}`;

/** Returns the error of a quote at another price than the service's. */
export function makeQuotedPriceError(
  cost: Cost,
  { price }: QuotedTerms,
  { outcome, data }: { outcome: string; data?: Record<string, unknown> },
): AppError {
  const total = cost.kind === "total" ? cost.total : undefined;
  return new AppError(
    "local",
    "PRICE_CHANGED",
    `the price was ${price} in the quote, and is ${total ?? "not known"} now: ${outcome}`,
    { data: { ...data, shown: price, now: total ?? null }, next: MAKE_QUOTE },
  );
}
