import { formatTimestamp } from "../../time/timestamp.ts";
import type { Order } from "./orders-table.ts";

/** Whether everything that was ordered exists. */
export const isCompleted = (order: Order, nowMs: number): boolean =>
  order.granules.every(({ readyMs }) => readyMs <= nowMs);

/** The moment at which everything exists. */
export const completionMs = (order: Order): number =>
  Math.max(...order.granules.map(({ readyMs }) => readyMs));

/** The interface's order result; the status is that of the moment. */
export function orderResult(order: Order, nowMs: number): unknown {
  return {
    orderId: order.id,
    userId: order.userId,
    organizationId: order.organizationId,
    orderDate: formatTimestamp(order.orderedMs),
    expirationDate: formatTimestamp(order.expiresMs),
    orderStatus: isCompleted(order, nowMs) ? "completed" : "in-progress",
    items: order.granules.map(({ line }) => line),
  };
}
