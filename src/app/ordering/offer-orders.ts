/** The orders of this machine and profile to choose from, newest first. */
import { countText } from "../../render/quantity-text.ts";
import type { AppContext } from "../context.ts";
import type { Offered } from "../offered.ts";
import { orderHistory } from "./order-history.ts";

/** Enough to tell one from the others, and to be typed. */
const SHORT_ID = 8;

export async function offerOrders(
  context: Pick<AppContext, "service" | "events" | "dialect" | "directories" | "profileName" | "clock">,
): Promise<Offered[]> {
  const nowText = new Date(context.clock.now()).toISOString();
  return (await orderHistory(context)).flatMap(({ entry }) => {
    const { orderId, profile, time, items, price, orderStatus, expirationDate = "" } = entry;
    if (orderId === undefined || profile !== context.profileName) return [];
    const isExpired = expirationDate !== "" && expirationDate < nowText;
    const state = isExpired ? "expired" : orderStatus;
    const when = time.slice(0, 16).replace("T", " ");
    const parts = [when, items === 0 ? undefined : countText(items, "item"), price, state];
    return {
      id: orderId,
      line: parts.filter((part) => part !== undefined).join(", "),
      end: orderId.slice(0, SHORT_ID),
    };
  });
}
