/** The price of an order before it is paid: shown, and held against --max-cost. */
import { readReview, type OrderReview } from "../../contract/read-review.ts";
import { isAboveLimit, moneyText, type Money } from "../../domain/money.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../../cli/context.ts";

/** What the service denies is shown as a result all the same; the run then fails. */
export function refuseUnauthorized(context: Context, reply: unknown): void {
  const review = readReview(reply);
  if (review === undefined || review.authorized) return;
  context.failAfter(denied(review));
}

const denied = ({ denialReason }: OrderReview): AppError =>
  new AppError(
    "service",
    "ORDER_NOT_AUTHORIZED",
    `the service does not authorize this order: ${denialReason ?? "no reason given"}`,
    {
      hint: "Ask the manager of your organization, or order something else",
    },
  );

export function requireAuthorized(review: OrderReview): void {
  if (!review.authorized) throw denied(review);
}

/** Throws when the order costs more than the limit, or nobody can say what it costs. */
export function checkPrice(review: OrderReview, limit: Money | undefined): void {
  if (limit === undefined || !isAboveLimit(review.total, limit)) return;
  const price =
    review.total === undefined
      ? "the service shows no price that can be read"
      : `the price is ${review.total}`;
  throw new AppError(
    "local",
    "COST_LIMIT_EXCEEDED",
    `${price}, and --max-cost is ${moneyText(limit)}: nothing was ordered`,
    {
      hint: "Order fewer items, or raise --max-cost",
      data: { price: review.total ?? null, maxCost: moneyText(limit) },
    },
  );
}
