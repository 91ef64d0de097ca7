import type { ReplaceExpired } from "../downloads/followed-order.ts";
import type { OrderContext } from "./order-context.ts";

/** Returns the function that replaces expired orders. The purchase path is loaded when an order has expired. */
export const replacer =
  (context: OrderContext): ReplaceExpired =>
  async (orderId, how) => {
    const { replaceExpired } = await import("./replace-expired.ts");
    return replaceExpired(context, orderId, how);
  };
