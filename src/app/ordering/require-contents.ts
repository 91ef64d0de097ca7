import type { AppContext } from "../context.ts";
import type { OrderItem } from "../../contract/order-item.ts";
import type { Order } from "../../contract/read-order.ts";
import { countText } from "../../counted.ts";
import { AppError } from "../../errors.ts";
import { SHOW_EXCHANGE } from "../../contract/send.ts";

/**
 * Compares an order with the requested or priced items, because the service decides its content. A missing item ends
 * the run with an error, after the order and its id are shown.
 */
export function requireContents(
  { events }: AppContext,
  items: readonly OrderItem[],
  { orderId, items: ordered }: Order,
  why: string,
): void {
  const asked = new Set(items.map((item) => item["granuleId"]));
  const named = ordered.flatMap(({ granuleId }) => granuleId ?? []);
  const others = named.filter((id) => !asked.has(id));
  if (others.length > 0)
    events.warn(`order ${orderId} contains ${countText(others.length, "item")} ${why}: ${others.join(", ")}`);
  const missing = [...asked].filter((id) => typeof id === "string" && !named.includes(id));
  if (named.length > 0 && missing.length > 0)
    events.failed(
      new AppError(
        "service",
        "RESPONSE_UNRECOGNISED",
        `order ${orderId} was accepted without ${missing.join(", ")}: it may be paid, and it is not in the response`,
        { next: SHOW_EXCHANGE, data: { orderId, missing } },
      ),
    );
}
