/** Offers the orders of this machine and profile, newest first. */
import { SHORT_LENGTH } from "../../domain/short-ids.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { countText } from "../../counted.ts";
import { EXPIRED } from "../../money/details.ts";
import type { AppContext } from "../context.ts";
import type { Offered } from "../offered.ts";
import { orderHistory, whereabouts } from "./order-history.ts";

/** Returns the number of orders from each other profile, that of the newest order first. */
export async function ordersElsewhere({
  service,
  profileName,
}: Pick<AppContext, "service" | "profileName">): Promise<{ profile: string; orders: number }[]> {
  const { closed } = await (await service.journal()).read({ orders: true, newest: Infinity });
  const others = Map.groupBy(closed, ({ profile }) => profile);
  others.delete(profileName);
  return Array.from(others, ([profile, { length: orders }]) => ({ profile, orders }));
}

/** Offers the orders of this profile with their places and tasks: one catalog search for orders of the archive. */
export async function offerOrders(
  context: Parameters<typeof orderHistory>[0] & Pick<AppContext, "signal">,
): Promise<Offered[]> {
  const rows = (await orderHistory(context)).filter(({ entry }) => entry.profile === context.profileName);
  const whereOf = await whereabouts(context, rows);
  return rows.flatMap((row) => {
    const { orderId, time, items, price, orderStatus } = row.entry;
    if (orderId === undefined) return [];
    const state = row.isExpired ? EXPIRED : orderStatus;
    const { place, task } = whereOf(row);
    const parts = [
      place?.replace(/^near /, ""),
      task === undefined ? undefined : `task ${task}`,
      state,
      price,
      time && timeForPeople(time, true),
      items === 0 ? undefined : countText(items, "item"),
    ];
    return {
      id: orderId,
      line: parts.filter((part) => part !== undefined).join(", "),
      end: orderId.slice(0, SHORT_LENGTH),
    };
  });
}
