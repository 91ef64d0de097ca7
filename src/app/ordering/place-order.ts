/** Orders items: earlier orders, price, consent, one request. */
import type { Money } from "../../domain/spending/money.ts";
import { countText } from "../../render/quantity-text.ts";
import { requireAnswer } from "../consent.ts";
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
