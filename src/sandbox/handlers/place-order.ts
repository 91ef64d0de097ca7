import type { OrderItem } from "../../contract/order-item.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { orderResult } from "../orders/order-result.ts";
import type { Order, OrderedGranule } from "../orders/orders-table.ts";
import { resolveItems, type ResolvedItem } from "../orders/resolve-items.ts";
import type { Call } from "../call.ts";
import type { Handler } from "./handler.ts";

/** `POST /orders`: checks and writes in one transaction, so that two processes never reserve one product twice. */
export const placeOrder: Handler = async (call) => {
  const { sandbox, body, settings, nowMs } = call;
  const holdings = await sandbox.holdings();
  const { items } = body as { items: OrderItem[] };
  // Once before the lock: the archive may have to be built, and a refusal needs no lock at all.
  resolveItems(call, holdings, items);
  const order = sandbox.store.database.transaction(() =>
    saveOrder(call, resolveItems(call, holdings, items)),
  );
  return { status: settings.createdStatus, json: orderResult(order, nowMs) };
};

/** Writes an order of resolved products; every order, however asked for, ends here. */
export function saveOrder(
  { sandbox, caller, settings, nowMs }: Call,
  products: readonly ResolvedItem[],
): Order {
  const { orders, store } = sandbox;
  const granules = products.map(
    ({ collect, productType, collectionId, granuleId, readyMs, isNew }): OrderedGranule => {
      const previouslyOrdered = orders.hasOrdered(caller.organizationId, collectionId, granuleId);
      if (isNew)
        orders.addGenerated({ granuleId, collectionId, collectId: collect.id, productType, readyMs });
      const line = {
        collectionId,
        granuleId,
        previouslyOrdered,
        type: collect.type.collectMode,
        collectionDate: formatTimestamp(collect.datetimeMs),
      };
      return { line, collectId: collect.id, productType, readyMs };
    },
  );
  const order: Order = {
    id: store.meta.nextId("order"),
    userId: caller.userId,
    organizationId: caller.organizationId,
    orderedMs: nowMs,
    expiresMs: nowMs + settings.orderTtl * 1000,
    granules,
  };
  orders.insert(order);
  return order;
}
