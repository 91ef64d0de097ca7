/** The result of the orders of a watch in one line: `14 ordered, $4,970.00; 24 did not fit in the $30.00 left of $5,000.00`. */
import {
  formatMoney,
  parseMoney,
  subtractMoney,
  sumByCurrency,
  type Money,
} from "../../domain/price/money.ts";
import type { RunLimit } from "../../money/terms.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import type { SceneOrder } from "./watch-request.ts";

/** The bounds of a cost. A scene that exceeds a bound may fit in a later run. */
const BOUNDS: Partial<Record<ErrorCode, "limit" | "budget" | "approval">> = {
  COST_LIMIT_EXCEEDED: "limit",
  BUDGET_EXCEEDED: "budget",
  APPROVAL_REQUIRED: "approval",
};

export class OrderTally {
  readonly #counts = { ordered: 0, "ordered-before": 0, "not-ordered": 0, unknown: 0 };
  readonly #unfit = { limit: 0, unreadable: 0, budget: 0, approval: 0 };
  /** The prices of the orders. */
  readonly #prices: { price: string | undefined }[] = [];
  /** The currency of the prices that did not fit. */
  #currency = "";

  constructor(private readonly limit: RunLimit) {}

  /** Counts the outcome of a scene. */
  add(order: SceneOrder): void {
    this.#counts[order.status] += 1;
    if (order.status === "ordered") this.#prices.push({ price: order.price });
  }

  /** Counts a scene whose cost exceeds a bound, or cannot be compared with it. Returns false for any other error. */
  addIfUnfit({ code, data }: AppError): boolean {
    const bound = BOUNDS[code];
    if (bound === undefined) return false;
    const isAbove = bound !== "limit" || data?.["reason"] === "aboveLimit";
    this.#unfit[isAbove ? bound : "unreadable"] += 1;
    const price = data?.["price"];
    if (typeof price === "string") this.#currency = parseMoney(price)?.currency ?? this.#currency;
    return true;
  }

  /** Undefined if the run had nothing to order. */
  get text(): string | undefined {
    const { ordered, unknown, "ordered-before": before, "not-ordered": not } = this.#counts;
    if (ordered + unknown + before + not === 0) return undefined;
    const { limit, unreadable, budget, approval } = this.#unfit;
    const others = not - limit - unreadable - budget - approval;
    const sums = sumByCurrency(this.#prices).map(formatMoney).join(" + ");
    return [
      `${ordered} ordered${sums === "" ? "" : `, ${sums}`}`,
      ...(before > 0 ? [`${before} ordered before`] : []),
      ...(unknown > 0 ? [`${unknown} of unknown outcome`] : []),
      ...(limit > 0 ? [`${limit} did not fit in ${this.#formatLeft()}`] : []),
      ...(budget > 0 ? [`${budget} did not fit in the budget`] : []),
      ...(unreadable > 0 ? [`${unreadable} at a price that cannot be compared with the limit`] : []),
      ...(approval > 0 ? [`${approval} above the amount that needs an approved quote`] : []),
      ...(others > 0 ? [`${others} not ordered for other reasons`] : []),
    ].join("; ");
  }

  /** Undefined if every scene was ordered. */
  get failure(): AppError | undefined {
    const { "not-ordered": not, ordered } = this.#counts;
    const { text } = this;
    if (not === 0 || text === undefined) return undefined;
    return new AppError("local", "BATCH_PARTIAL", text, {
      data: { ordered, notOrdered: not },
      ...(this.#unfit.limit > 0 && { next: "Raise --max-cost: a scene that was not ordered stays new" }),
    });
  }

  /** Returns `the $30.00 left of $5,000.00`; `the limit of $5,000.00` while nothing was taken from it. */
  #formatLeft(): string {
    const { given, left } = this.limit;
    const shown = (money: Money): string =>
      formatMoney(subtractMoney(money, { currency: this.#currency, amount: "0" }));
    if (given === undefined) return "the limit";
    return left === undefined ? `the limit of ${shown(given)}` : `the ${shown(left)} left of ${shown(given)}`;
  }
}
