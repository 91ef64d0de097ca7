/** Orders items: earlier orders, price, consent, one request. */
import { moneyText, type Money } from "../../domain/spending/money.ts";
import { swath, type Command } from "../../hint.ts";
import { countText } from "../../render/quantity-text.ts";
import { requireAnswer } from "../consent.ts";
import { orderFlags } from "../downloads/expired-order.ts";
import { agreeToPrice, HOW_TO_AGREE } from "./order-price.ts";
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
  given: OrderBody,
  options: PlaceOptions,
): Promise<PlacedOrder> {
  const { service, consent } = context;
  let body = given;
  let price: string | undefined;
  if (!service.isDryRun) {
    requireAnswer(consent, "Placing an order costs money.", HOW_TO_AGREE);
    const { origin } = await service.connect();
    const left = await checkOrderedBefore(context, given, {
      origin,
      isFollowed: isFollowed(options),
      outDir: options.downloadTo,
      orderOnly: (others) => orderCommand(context, others, options),
    });
    if (left.resumed !== undefined) return resumeOrder(context, left.resumed, options);
    body = left.body;
    price = await agreeToPrice(context, body, {
      ...options,
      subject: "This order",
      question: (total) => `Order ${countText(body.items.length, "item")} for ${total}?`,
      limitHint: "Order fewer items, or raise --max-cost",
    });
  }
  const facts = price === undefined ? {} : { facts: { price } };
  const placed = await settleOrder(context, await service.client.placeOrder({ body, ...facts }), options);
  return price === undefined ? placed : { ...placed, price };
}

/** Longer orders are repeated from a file. */
const MOST_ITEMS = 20;

/** The command that orders these items as this run does; undefined where flags cannot say it. */
export function orderCommand(
  { consent }: Pick<OrderContext, "consent">,
  body: OrderBody,
  { maxCost, review = false, wait = false, downloadTo, gallery = false }: PlaceOptions,
): Command | undefined {
  const items = orderFlags(body, MOST_ITEMS);
  if (items === undefined) return undefined;
  return swath`order place ${[
    ...items,
    ...(consent.isGiven ? ["--yes"] : []),
    ...(maxCost === undefined ? [] : ["--max-cost", moneyText(maxCost)]),
    ...(review ? ["--review"] : []),
    ...(wait ? ["--wait"] : []),
    ...(downloadTo === undefined ? [] : ["--download", downloadTo]),
    ...(gallery ? ["--gallery"] : []),
  ]}`;
}
