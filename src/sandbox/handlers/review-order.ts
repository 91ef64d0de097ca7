import type { OrderItem } from "../../contract/order-item.ts";
import { formatCents, priceCents } from "../orders/prices.ts";
import { resolveItems } from "../orders/resolve-items.ts";
import type { Settings } from "../settings.ts";
import type { Handler } from "./handler.ts";

/** `POST /orders/review`: what `POST /orders` with the same body would cost. Changes nothing. */
export const reviewOrder: Handler = async (call) => {
  const holdings = await call.sandbox.holdings();
  const products = resolveItems(call, holdings, (call.body as { items: OrderItem[] }).items);
  const cents = products.map(({ collect, productType }) => priceCents(collect, productType, call.settings));
  const total = formatCents(cents.reduce((sum, cost) => sum + cost, 0));
  const items = products.map(({ collectionId, granuleId, productType, collect }, index) => ({
    collectionId,
    granuleId,
    collectId: collect.id,
    productType,
    previouslyOrdered: call.sandbox.orders.hasOrdered(call.caller.organizationId, collectionId, granuleId),
    cost: formatCents(cents[index] ?? 0),
  }));
  return { json: shape(call.settings.reviewStyle, { total, subtotal: total }, items) };
};

// Spec silent: the fields of a review. We answer {authorized, summary: {total, subtotal}, items: [{..., cost}]}.
function shape(style: Settings["reviewStyle"], summary: object, items: readonly object[]): unknown {
  if (style === "orderDetails") return { authorized: true, orderDetails: { lineItems: items, summary } };
  if (style === "denied") {
    return {
      authorized: false,
      authorizationDenialReason: { message: "the organization's budget is used up" },
    };
  }
  return { authorized: true, summary, items };
}
