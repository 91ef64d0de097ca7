/** Orders items: earlier orders, price, consent, one request. */
import type { OrderReview } from "../../contract/read-review.ts";
import type { Money } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import { countText } from "../../render/quantity-text.ts";
import { requireAnswer } from "../consent.ts";
import type { AppContext } from "../context.ts";
import { allowSpend } from "../spending/spend-policy.ts";
import type { OrderBody } from "./order-items.ts";
import { checkOrderedBefore } from "./ordered-before.ts";
import {
  isFollowed,
  resumeOrder,
  settleOrder,
  type Afterwards,
  type OrderContext,
  type PlacedOrder,
} from "./settle-order.ts";

export interface PlaceOptions extends Afterwards {
  maxCost?: Money | undefined;
  /** Reads, shows and records the price even if nothing requires it. */
  review?: boolean;
}

export async function placeOrder(
  context: OrderContext,
  body: OrderBody,
  options: PlaceOptions,
): Promise<PlacedOrder> {
  const { service, consent } = context;
  let price: string | undefined;
  if (!service.isDryRun) {
    requireAnswer(consent, "Placing an order costs money.", HOW_TO_AGREE);
    const { origin } = await service.connect();
    const earlier = await checkOrderedBefore(context, body, {
      origin,
      isFollowed: isFollowed(options),
      outDir: options.downloadTo,
    });
    if (earlier !== undefined) return resumeOrder(context, earlier, options);
    price = await agreeToPrice(context, body, options);
  }
  const facts = price === undefined ? {} : { facts: { price } };
  return settleOrder(context, await service.client.placeOrder({ body, ...facts }), options);
}

const HOW_TO_AGREE = "Add --yes to agree (with --max-cost to bound the price)";

/** A price younger than this is not read again. */
const FRESH_MS = 1000;

/** Shows the price, compares it with the limit and asks. Returns the accepted price, when it was read. */
async function agreeToPrice(
  context: OrderContext,
  body: OrderBody,
  { maxCost, review: isWanted = false }: PlaceOptions,
): Promise<string | undefined> {
  const { events, settings, clock, consent } = context;
  const isPriceNeeded = maxCost !== undefined || settings.budget.value !== undefined;
  if (consent.isGiven && !isPriceNeeded && !isWanted) return undefined;
  const review = await readPrice(context, body);
  for (const line of priceLines(review)) events.note(line);
  const askedMs = clock.now();
  await allowSpend(context, {
    subject: "This order",
    price: { kind: "total", total: review.total },
    maxCost,
    question: `Order ${countText(body.items.length, "item")} for ${review.total ?? "a price that is not shown"}?`,
    agreeHint: HOW_TO_AGREE,
    outcome: "nothing was ordered",
    limitHint: "Order fewer items, or raise --max-cost",
  });
  // The price may have changed while the person was deciding.
  if (!consent.isGiven && clock.now() - askedMs >= FRESH_MS)
    requireSamePrice(review, await readPrice(context, body));
  return review.total;
}

/**
 * The price of an order according to the service. An order that the service does not authorize fails after the
 * price is shown.
 */
export async function reviewOrder(
  { service, events }: Pick<AppContext, "service" | "events">,
  body: OrderBody,
): Promise<OrderReview> {
  const review = await service.client.reviewOrder({ body });
  if (!review.authorized) events.failed(notAuthorized(review));
  return review;
}

/** Throws when the service does not authorize the order. */
async function readPrice({ service }: Pick<AppContext, "service">, body: OrderBody): Promise<OrderReview> {
  const review = await service.client.reviewOrder({ body });
  if (!review.authorized) throw notAuthorized(review);
  return review;
}

const notAuthorized = ({ denialReason }: OrderReview): AppError =>
  new AppError(
    "service",
    "ORDER_NOT_AUTHORIZED",
    `the service does not authorize this order: ${denialReason ?? "no reason given"}`,
    { hint: "Ask the manager of your organization, or order something else" },
  );

function requireSamePrice(shown: OrderReview, now: OrderReview): void {
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

/** How many lines are shown; the total is always shown. */
const SHOWN_LINES = 20;

function priceLines({ lines, total }: OrderReview): string[] {
  const first = lines.slice(0, SHOWN_LINES);
  const widest = Math.max(...first.map(({ cost = "?" }) => cost.length));
  const shown = first.map(
    ({ label, cost = "?", source }) =>
      `  ${cost.padStart(widest)}  ${label ?? ""}${source["previouslyOrdered"] === true ? "  (ordered before)" : ""}`,
  );
  const more = lines.length > SHOWN_LINES ? [`  and ${lines.length - SHOWN_LINES} more`] : [];
  return [...shown, ...more, `Total: ${total ?? "not shown by the service"}`];
}
