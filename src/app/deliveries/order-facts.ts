/** The facts of this machine's orders in the spend journal. */
import type { Amount } from "../../domain/price/money.ts";
import { isOrder } from "../../money/purchase.ts";
import type { AppContext } from "../context.ts";
import { readCommitments } from "../../money/spend.ts";

export interface OrderFacts {
  /** As the service wrote it. */
  orderDate?: string;
  /** Price of the whole order, in the service's format. */
  orderPrice?: string;
  /** The price as a number. */
  orderCommitment?: Amount;
}

/** Returns the facts of an order by its id; an order of another machine has none. */
export async function ordersOf(
  context: Pick<AppContext, "service" | "directories" | "dialect" | "profileName">,
  ids: ReadonlySet<string>,
): Promise<(order: string | undefined) => OrderFacts> {
  const known = new Map<string, OrderFacts>();
  if (ids.size === 0) return () => ({});
  const journal = await context.service.journal();
  const { named } = await journal.read({ newest: 0 });
  for (const order of ids) {
    const row = named(order).find(isOrder);
    const record = row && (await journal.record(row.id));
    if (record === undefined) continue;
    const { orderDate, price } = record.details ?? {};
    const commitment = (await readCommitments(context, [record]))(record);
    known.set(order, {
      ...(orderDate !== undefined && { orderDate }),
      ...(price !== undefined && { orderPrice: price }),
      ...(commitment !== undefined && { orderCommitment: commitment }),
    });
  }
  return (order) => (order === undefined ? {} : (known.get(order) ?? {}));
}
