import { orderResult } from "../orders/orders-table.ts";
import type { Handler } from "./call.ts";
import { shownIds } from "./item-assets.ts";
import { findOrder } from "./records.ts";

/** `GET /orders/{orderId}`: returns the order result with its current state. Errors: 404. */
export const getOrder: Handler = async (call) => {
  const order = findOrder(call, call.params["orderId"]);
  return { json: orderResult(order, call.nowMs, shownIds(call, await call.sandbox.holdings())) };
};

// Spec silent: whose orders `GET /orders` lists. The sandbox lists the caller's own, newest first; a manager gets those of the
// organization.
export const listOrders: Handler = async (call) => {
  const { sandbox, caller, nowMs } = call;
  const { userId, organizationId, roles } = caller;
  const isManager = roles.includes("organization-manager");
  const orders = sandbox.orders.list({ organizationId, ...(!isManager && { userId }) });
  const idOf = shownIds(call, await sandbox.holdings());
  return { json: orders.map((order) => orderResult(order, nowMs, idOf)) };
};
