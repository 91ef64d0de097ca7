import type { AppContext } from "../context.ts";
import type { ReplaceExpired } from "../downloads/followed-order.ts";

/** Returns the function that replaces expired orders. The purchase path is loaded when an order has expired. */
export const makeReplacer =
  (context: AppContext): ReplaceExpired =>
  async (orderId, how) => {
    const { replaceExpired } = await import("./replace-expired.ts");
    return replaceExpired(context, orderId, how);
  };
