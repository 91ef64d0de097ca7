/** The price of an order before it is paid: shown, and held against --max-cost. */
import type { OrderReview } from "../../contract/read-review.ts";
import type { Money } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../../cli/context.ts";
import { keepLimit } from "../spending/spend-policy.ts";
import type { OrderBody } from "../../commands/order/items-request.ts";

/** What the service denies is shown as a result all the same; the run then fails. */
export function refuseUnauthorized(context: Context, review: OrderReview): void {
  if (!review.authorized) context.failAfter(denied(review));
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

function requireAuthorized(review: OrderReview): void {
  if (!review.authorized) throw denied(review);
}

/** Throws when the order costs more than the limit, or nobody can say what it costs. */
export function checkPrice(review: OrderReview, limit: Money | undefined): void {
  keepLimit({
    limit,
    price: review.total,
    outcome: "nothing was ordered",
    hint: "Order fewer items, or raise --max-cost",
  });
}

/** Throws when the price is not the one that was agreed to. */
export function requireSamePrice(shown: OrderReview, now: OrderReview): void {
  if (shown.total === now.total) return;
  const [before, after] = [shown.total ?? "not shown", now.total ?? "not shown"];
  throw new AppError(
    "local",
    "PRICE_CHANGED",
    `the price was ${before} when you agreed, and is ${after} now: nothing was ordered`,
    {
      hint: "Order again to see the new price",
      data: { shown: shown.total ?? null, now: now.total ?? null },
    },
  );
}

/** Reads the price. Throws when the service does not authorize the order, or its review says nothing. */
export async function readPrice({ service }: Context, body: OrderBody): Promise<OrderReview> {
  const review = await service.client.reviewOrder({ body });
  requireAuthorized(review);
  return review;
}
