/** The terms of a purchase: its cost, the limits and the budget that it must fit, and the question with its price. Pure. */
import type { Hint } from "../hint.ts";
import {
  addMoney,
  isAboveLimit,
  isComparable,
  isZero,
  isUnknownDollar,
  formatMoney,
  parseMoney,
  formatServicePrice,
  subtractMoney,
  sumByCurrency,
  sumMoney,
  type Money,
} from "../domain/price/money.ts";
import { computeBudgetStanding, type Budget, type Spend } from "../domain/price/budget.ts";
import {
  computeCommitment,
  describeHigherAmount,
  isUnbounded,
  formatShortCommitment,
  type Price,
} from "../domain/price/price.ts";

/** The cost that a person agrees to, and the question. */
export interface Terms {
  cost: Cost;
  /** Returns the question. `left`, such as ` of $5,000.00 left`, follows the price if there is a budget. */
  question: (left?: string) => string;
  /** Data of the error when the cost does not fit. */
  data?: Record<string, unknown>;
}

/** The known cost before a request is sent. */
export type Cost =
  /** A sum, in the service's format or computed for a series; undefined when the service shows none. */
  | { kind: "total"; total: string | undefined }
  /** The price of one image of a series without a bound. */
  | { kind: "unbounded"; perImage: string }
  /** Prices of several requests that cannot be added up: one sum per currency. */
  | { kind: "mixed"; sums: readonly string[] }
  /**
   * No price is shown before the request costs money; `why` is a sentence. `next` leads to a price, if the caller left it
   * out.
   */
  | { kind: "neverShown"; why?: string; next?: Hint };

/** Returns the cost of a request at this price. An unreadable price stays unchanged, and exceeds every limit. */
export const toCost = (price: Price | undefined): Cost =>
  price !== undefined && isUnbounded(price)
    ? { kind: "unbounded", perImage: price.text }
    : { kind: "total", total: computeCommitment(price) ?? price?.text };

/** Reasons in the price. `bound` is the limit or the budget with which the cost is compared. */
export type PriceReason = { cost: Cost; bound: Bound } & (
  | { kind: "priceNeverShown" | "unbounded" | "currenciesMixed" | "priceUnreadable" }
  /** `isUnknown`: the meaning of `$` is unknown. */
  | { kind: "otherCurrency"; isUnknown: boolean }
  | { kind: "aboveLimit" | "overBudget" }
  /** Earlier requests have no readable price. */
  | { kind: "spendsUnknown"; ids: readonly string[] }
  /** Earlier requests were paid in another currency. */
  | { kind: "spendsForeign"; spends: readonly Spend[] }
);

export type Bound =
  /** `left`: the rest of it, if the run has bought something. */
  | { kind: "limit"; limit: Money; left?: Money | undefined }
  /** Above this amount a purchase needs a quote that another key has approved. */
  | { kind: "approval"; above: Money }
  | { kind: "budget"; budget: Budget; spent: string };

/** The limits of a run's cost. */
export interface Limits {
  maxCost?: Money | undefined;
  /** The rest of `maxCost`, if the run has bought something. */
  left?: Money | undefined;
  budget?: Budget | undefined;
  /** Purchases above it need an approved quote; undefined for a purchase under one. */
  approvalAbove?: Money | undefined;
  /** The currency of `$`; empty when unknown. */
  dollar: string;
}

/** Compares the cost with the limit, the amount that needs an approval, and the budget. */
export function judgeCost(
  cost: Cost,
  { maxCost, left, approvalAbove, budget, dollar }: Limits,
  spends: readonly Spend[],
): PriceReason | undefined {
  const bounds: [Money, Bound][] = [];
  if (maxCost !== undefined) bounds.push([left ?? maxCost, { kind: "limit", limit: maxCost, left }]);
  if (approvalAbove !== undefined) bounds.push([approvalAbove, { kind: "approval", above: approvalAbove }]);
  for (const [limit, bound] of bounds) {
    const reason = compare(cost, limit, bound, dollar);
    if (reason !== undefined) return reason;
  }
  return budget === undefined ? undefined : judgeByBudget(cost, budget, spends, dollar);
}

/**
 * Judges by the budget. A price that cannot be read or compared does not fit. Without earlier spends, the verdict equals that of a limit of the same
 * amount.
 */
function judgeByBudget(
  cost: Cost,
  budget: Budget,
  spends: readonly Spend[],
  dollar: string,
): PriceReason | undefined {
  const price = cost.kind === "total" ? cost.total : undefined;
  const { spent, left, unread, foreign } = computeBudgetStanding(budget, spends, dollar);
  const currency = spent.currency || (parseMoney(price ?? "")?.currency ?? "");
  const shown = formatMoney({ ...subtractMoney(spent, { currency, amount: "0" }), currency });
  const bound: Bound = { kind: "budget", budget, spent: shown };
  if (!isComparable(price, left, dollar)) return compare(cost, left, bound, dollar);
  const ids = unread.filter((id) => foreign.every((spend) => spend.id !== id));
  if (ids.length > 0) return { kind: "spendsUnknown", ids, cost, bound };
  if (foreign.length > 0) return { kind: "spendsForeign", spends: foreign, cost, bound };
  const sum = addMoney(spent, price, dollar);
  const isAbove = sum === undefined || isAboveLimit(formatMoney(sum), budget.limit, dollar);
  return isAbove ? { kind: "overBudget", cost, bound } : undefined;
}

/** Returns undefined when the cost is within the limit. An unreadable or incomparable cost exceeds every limit. */
function compare(cost: Cost, limit: Money, bound: Bound, dollar: string): PriceReason | undefined {
  switch (cost.kind) {
    case "neverShown":
      return { kind: "priceNeverShown", cost, bound };
    case "unbounded":
      return { kind: "unbounded", cost, bound };
    case "mixed":
      return { kind: "currenciesMixed", cost, bound };
    case "total": {
      const { total } = cost;
      if (!isAboveLimit(total, limit, dollar)) return undefined;
      if (total === undefined || parseMoney(total) === undefined)
        return { kind: "priceUnreadable", cost, bound };
      if (isComparable(total, limit, dollar)) return { kind: "aboveLimit", cost, bound };
      return { kind: "otherCurrency", isUnknown: isUnknownDollar(total, limit, dollar), cost, bound };
    }
  }
}

/** The outcome of a request whose price was reserved. */
export type ReservedOutcome =
  /** It was not sent, or the service refused it. */
  | { state: "refused" }
  /** It may have been accepted. */
  | { state: "unknown" }
  /** `price` is the response's price in the service's format; undefined if the response has no price. */
  | { state: "accepted"; price: string | undefined };

/** Why a run sends nothing more: its next request could also be charged beyond the limit. */
export type RunStop =
  | { because: "unknown" }
  /** A response had a higher price than its review, or one that cannot be compared with it: a review is no maximum. */
  | { because: "higherPrice"; reviewed: string; charged: string };

/**
 * The limit of a run that buys several things, such as a watch with `--order` or the approval of a list. Each price is
 * reserved before its request is sent, and given back only after a proven refusal. With a limit of $500 and requests at
 * $200, the third one is not sent, also if no response came to the first two. A run that subtracts a price after each
 * usable response sends more than its limit as soon as responses are lost, or have a higher price than the review.
 */
export class RunLimit {
  /** All prices that were charged, that may have been charged, and that are reserved. */
  #taken: Money;
  #accepted: Money;
  #stop: RunStop | undefined;

  /** `given`: undefined for a run without a limit, which stops for the same reasons. `dollar`: the meaning of `$`. */
  constructor(
    readonly given: Money | undefined,
    private readonly dollar: string,
  ) {
    this.#taken = { currency: given?.currency ?? "", amount: "0" };
    this.#accepted = this.#taken;
  }

  get stop(): RunStop | undefined {
    return this.#stop;
  }

  /** The sum of the accepted prices, each the higher one of review and response. */
  get accepted(): Money {
    return this.#accepted;
  }

  /** The rest of the limit; undefined without a limit, and while nothing was taken from it. */
  get left(): Money | undefined {
    return this.given === undefined || isZero(this.#taken)
      ? undefined
      : subtractMoney(this.given, this.#taken);
  }

  /**
   * Reserves a price before its request is sent. Returns the function that is called once with the outcome; undefined if the
   * price does not fit, or if the run has stopped. Without a limit every price fits.
   */
  reserve(price: string | undefined): ((outcome: ReservedOutcome) => void) | undefined {
    if (this.#stop !== undefined) return undefined;
    const sum = addMoney(this.#taken, price, this.dollar);
    if (
      this.given !== undefined &&
      (sum === undefined || isAboveLimit(formatMoney(sum), this.given, this.dollar))
    )
      return undefined;
    const reserved = sum && parseMoney(price ?? "");
    this.#taken = sum ?? this.#taken;
    return (outcome) => this.#settle(reserved, outcome);
  }

  #settle(reserved: Money | undefined, outcome: ReservedOutcome): void {
    if (outcome.state === "unknown") this.#stop ??= { because: "unknown" };
    if (reserved === undefined || outcome.state === "unknown") return;
    const others = { ...subtractMoney(this.#taken, reserved), currency: this.#taken.currency };
    if (outcome.state === "refused") {
      this.#taken = others;
      return;
    }
    const reviewed = formatMoney(reserved);
    const charged = outcome.price ?? reviewed;
    const isHigher = isAboveLimit(charged, reserved, this.dollar);
    if (isHigher) this.#stop ??= { because: "higherPrice", reviewed, charged };
    const price = isHigher && addMoney(others, charged, this.dollar) !== undefined ? charged : reviewed;
    this.#taken = addMoney(others, price, this.dollar) ?? this.#taken;
    this.#accepted = addMoney(this.#accepted, price, this.dollar) ?? this.#accepted;
  }
}

export interface PricedRequest {
  id: string;
  /** `task 3f...`. */
  title: string;
  /** Its name in quotes, else the title. */
  label: string;
  /** The request in one line: `"setubal": 268 km2, stripmap_100 standard, 23-30 Nov`. */
  line: string;
  /** Undefined when the service shows none. */
  price: Price | undefined;
}

interface TermsWords {
  /** All of them: `task 3f...`, `2 tasks`. */
  title: string;
  /** The verb of the question: `Approve`. */
  verb: string;
  /** The currency of a `$`. */
  dollar: string;
}

/** Returns the terms of at least one request. */
export const makeTerms = (requests: readonly PricedRequest[], words: TermsWords): Terms => ({
  ...addCosts(requests, words.dollar),
  question: (left) => formatQuestion(requests, words, left),
});

type Priced = Pick<PricedRequest, "id" | "price">;

/** Returns the cost of all requests together, with the data of an error about it. */
export function addCosts(requests: readonly Priced[], dollar: string): Pick<Terms, "cost" | "data"> {
  const unbounded = requests.find(({ price }) => isUnbounded(price));
  if (unbounded !== undefined) return { cost: toCost(unbounded.price), data: { id: unbounded.id } };
  const [{ price }] = requests as [Priced];
  const ids = requests.map(({ id }) => id);
  if (requests.length > 1) {
    const { sums, rest } = sumCommitments(requests, dollar);
    if (sums.length > 1) return { cost: { kind: "mixed", sums }, data: { ids } };
    return { cost: { kind: "total", total: rest.length > 0 ? undefined : sums[0] }, data: { ids } };
  }
  return {
    cost: toCost(price),
    data: { ...(price?.per === "image" && { perImage: price.text }), ids },
  };
}

/** Returns the question in one line. */
function formatQuestion(
  requests: readonly PricedRequest[],
  { title, verb, dollar }: TermsWords,
  left: string | undefined,
): string {
  const [only] = requests;
  if (requests.some(({ price }) => price === undefined)) {
    return requests.length === 1 && only !== undefined
      ? `There is no price for ${only.title}: any amount may be charged. ${verb} ${only.line}?`
      : `There is no price for some of ${title}: any amount may be charged. ${verb} ${title}?`;
  }
  if (requests.length === 1 && only?.price !== undefined)
    return `${verb} ${only.line}${only.line === only.title ? " for" : ":"} ${formatShortCommitment(only.price)}${left ?? ""}?`;
  const sum = findCommonSum(requests, dollar);
  if (sum !== undefined) return `${verb} ${title} for ${formatMoney(sum)}${left ?? " in all"}?`;
  const { sums, rest } = sumCommitments(requests, dollar);
  const known = sums.join(" and ");
  if (rest.length === 0) return `${verb} ${title} for ${known}?`;
  return known === ""
    ? `${verb} ${title}: ${describeUnbounded(rest)}?`
    : `${verb} ${title} for ${known}, and ${describeUnbounded(rest)}?`;
}

/** Returns undefined if a commitment is unknown, or if there are several currencies. */
const findCommonSum = (requests: readonly PricedRequest[], dollar: string): Money | undefined =>
  sumMoney(
    requests.map(({ price }) => computeCommitment(price)),
    dollar,
  );

/** Returns one sum per currency, and the requests that are not in a sum. */
export function sumCommitments<One extends Pick<Priced, "price">>(
  requests: readonly One[],
  dollar: string,
): { sums: string[]; rest: One[] } {
  const isCounted = ({ price }: One): boolean => parseMoney(computeCommitment(price) ?? "") !== undefined;
  const prices = requests.map(({ price }) => ({ price: computeCommitment(price), dollar }));
  return {
    sums: sumByCurrency(prices).map(formatMoney),
    rest: requests.filter((one) => !isCounted(one)),
  };
}

const MAX_NAMES = 3;

/** Returns `"ves-open" without a bound`, `"a" and "b" without a bound`, `4 of them without a bound`. */
function describeUnbounded(requests: readonly PricedRequest[]): string {
  const unbounded = requests.filter(({ price }) => isUnbounded(price));
  const unread = requests.filter(({ price }) => !isUnbounded(price));
  const named = (some: readonly PricedRequest[]): string =>
    some.length > MAX_NAMES ? `${some.length} of them` : some.map(({ label }) => label).join(" and ");
  return [
    ...(unbounded.length > 0 ? [`${named(unbounded)} without a bound`] : []),
    ...(unread.length > 0 ? [`${named(unread)} at a price that cannot be read`] : []),
  ].join(", and ");
}

/** Returns warnings if another amount of a request's price is higher than its stated one. */
export function listPriceDifferences(title: string, price: Price | undefined): string[] {
  if (price === undefined) return [];
  const { stated, text, whole, per } = price;
  const differences: string[] = [];
  if (stated !== undefined) {
    const own = `the ${per === "image" ? "price of an image" : "total"} is ${formatServicePrice(stated)}`;
    differences.push(describeHigherAmount(own, text));
  }
  if (whole !== undefined) {
    const images = computeCommitment({ ...price, whole: undefined });
    differences.push(describeHigherAmount(`the price of all images is ${images}`, whole));
  }
  return differences.map((difference) => `${title}: ${difference}`);
}

/** Returns the terms of pre-approval, which skips the cost review and needs the same consent as paying. */
export const makePreApprovalTerms = (subject: string): Terms => ({
  cost: { kind: "neverShown", next: "Leave out --pre-approve, which skips the price" },
  question: () => `${subject} is pre-approved: it costs money without a cost review. Send it?`,
});
