import type { Handler } from "./call.ts";
import { findOrder } from "./records.ts";
import { shapeOrder } from "./shape-order.ts";

/** `GET /orders/{orderId}`: returns the order result with its current state. Errors: 404. */
export const getOrder: Handler = async (call) => {
  const order = findOrder(call, call.params["orderId"]);
  return { json: shapeOrder(call, await call.sandbox.holdings(), order) };
};

// Spec silent: whose orders `GET /orders` lists. The sandbox lists the caller's own, newest first; a manager gets those of the
// organization.
export const listOrders: Handler = async (call) => {
  const { sandbox, caller } = call;
  const { userId, organizationId, roles } = caller;
  const isManager = roles.includes("organization-manager");
  const orders = sandbox.orders.list({ organizationId, ...(!isManager && { userId }) });
  const holdings = await sandbox.holdings();
  return { json: orders.map((order) => shapeOrder(call, holdings, order)) };
};
