/** The facts of this machine's orders in the spend journal. */
import type { Amount } from "../../domain/price/money.ts";
import { readOrders } from "../../money/history.ts";
import { readCommitments } from "../../money/spend.ts";
import type { AppContext } from "../context.ts";

export interface OrderFacts {
  /** As the service wrote it. */
  orderDate?: string;
  /** Price of the whole order, in the service's format. */
  orderPrice?: string;
  /** The price as a number. */
  orderCommitment?: Amount;
}

/** Returns a function with the facts of an order by its id; an order of another machine has none. */
export async function readOrderFacts(
  context: AppContext,
  ids: ReadonlySet<string>,
): Promise<(order: string | undefined) => OrderFacts> {
  const recordOf = await readOrders(context, ids);
  const records = [...ids].flatMap((id) => recordOf(id) ?? []);
  const commitmentOf = await readCommitments(context, records);
  return (order) => {
    const record = order === undefined ? undefined : recordOf(order);
    if (record === undefined) return {};
    const { orderDate, price } = record.details ?? {};
    const commitment = commitmentOf(record);
    return {
      ...(orderDate !== undefined && { orderDate }),
      ...(price !== undefined && { orderPrice: price }),
      ...(commitment !== undefined && { orderCommitment: commitment }),
    };
  };
}
