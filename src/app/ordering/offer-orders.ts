/** Offers the orders of this machine and profile, newest first. */
import { msOf } from "../../contract/body-values.ts";
import { SHORT_LENGTH } from "../../domain/short-ids.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { countText } from "../../counted.ts";
import type { AppContext } from "../context.ts";
import type { Offered } from "../offered.ts";
import { orderHistory, whereabouts } from "./order-history.ts";

type Orders = Parameters<typeof orderHistory>[0] & Pick<AppContext, "clock">;

/** Returns the number of orders from other profiles, and the profile of the newest one. */
export async function ordersElsewhere(context: Orders): Promise<{ profile: string; orders: number }[]> {
  const counts = new Map<string, number>();
  // Faults of the journal were reported when its orders were offered.
  const silent = { ...context.events, warn: () => {}, hint: () => {} };
  for (const { entry } of await orderHistory({ ...context, events: silent }))
    if (entry.orderId !== undefined && entry.profile !== context.profileName)
      counts.set(entry.profile, (counts.get(entry.profile) ?? 0) + 1);
  return Array.from(counts, ([profile, orders]) => ({ profile, orders }));
}

/** Offers the orders of this profile with their places and tasks: one catalog search for orders of the archive. */
export async function offerOrders(context: Orders & Pick<AppContext, "signal">): Promise<Offered[]> {
  const nowMs = context.clock.now();
  const rows = (await orderHistory(context)).filter(({ entry }) => entry.profile === context.profileName);
  const whereOf = await whereabouts(context, rows);
  return rows.flatMap((row) => {
    const { orderId, time, items, price, orderStatus, expirationDate } = row.entry;
    if (orderId === undefined) return [];
    const state = (msOf(expirationDate) ?? Infinity) <= nowMs ? "expired" : orderStatus;
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
