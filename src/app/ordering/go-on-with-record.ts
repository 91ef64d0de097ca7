/** The same command again, after a failure or a wait that was too short: nothing is bought, the rest is done. */
import type { Context } from "../../cli/context.ts";
import { readOrder } from "../../contract/read-order.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { orderedItemsOf } from "../../ledger/order-details.ts";
import { goOnWithOrder, type AfterwardsOptions, type PlacedOrder } from "./settle-order.ts";

/** @param record a confirmed order of the journal that lives and is of exactly what was asked for */
export async function goOnWithRecord(
  context: Context,
  { resultId = "", details, body }: IntentRecord,
  options: AfterwardsOptions,
): Promise<PlacedOrder> {
  const rest = options.download === undefined ? "waiting for it" : "downloading it";
  context.notes.note(
    `Order ${resultId} holds exactly these items until ${details?.expirationDate}: nothing is bought again, ${rest} (--resend buys again)`,
  );
  const { orderStatus, orderDate, expirationDate } = details ?? {};
  const items = details?.items ?? orderedItemsOf(body) ?? [];
  const order = readOrder({
    orderId: resultId,
    ...(orderStatus !== undefined && { orderStatus }),
    ...(orderDate !== undefined && { orderDate }),
    ...(expirationDate !== undefined && { expirationDate }),
    items,
  });
  if (order === undefined) throw new Error("a confirmed order of the journal has no id");
  return goOnWithOrder(context, order, options);
}
