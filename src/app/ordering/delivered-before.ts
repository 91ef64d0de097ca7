/** Items of a new order that were downloaded before: their files may be used instead of paying. */
import { isArchiveItem, type OrderItem } from "../../contract/order-item.ts";
import { countText, listText } from "../../counted.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { readAccount, hasExpired, isOfAccount } from "../../money/book.ts";
import { readOrders } from "../../money/history.ts";
import type { AppContext } from "../context.ts";
import { openDeliveryLog, isStillThere, type LoggedDelivery } from "../downloads/delivery-log.ts";
import { advice, swath } from "../../hint.ts";

/** Maximum number of items in a message. */
const NAMED = 5;

/**
 * Warns of items that are still there, with their folders, and notes the folders of those that are not. An order that can
 * still be downloaded is not repeated anyway. Returns the end of the question about the price.
 */
export async function warnOfDelivered(context: AppContext, items: readonly OrderItem[]): Promise<string> {
  const deliveriesOf = await openDeliveryLog(context);
  const account = readAccount(context);
  const [there, gone] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const add = (folders: Map<string, string[]>, folder: string, id: string): void =>
    void folders.set(folder, [...(folders.get(folder) ?? []), id]);
  const found = items.filter(isArchiveItem).map(({ collectionId, granuleId }) => ({
    granuleId,
    ours: deliveriesOf(granuleId).filter(
      (one) => isOfAccount(one, account) && (one.collection ?? collectionId) === collectionId,
    ),
  }));
  const isActive = await readActiveOrders(
    context,
    found.flatMap(({ ours }) => ours),
  );
  for (const { granuleId, ours } of found) {
    if (ours.some(isActive)) continue;
    const states = await Promise.all(ours.map(isStillThere));
    const here = ours.find((_one, at) => states[at]);
    const last = ours.at(-1);
    if (here !== undefined) add(there, here.folder, granuleId);
    else if (last !== undefined) add(gone, last.folder, granuleId);
  }
  const { events } = context;
  for (const [folder, ids] of there)
    events.warn(
      `downloaded before, and in ${folder} ${isS3Url(folder) ? "as recorded" : "with the recorded sizes"}: ${listText(ids, NAMED)}`,
      isS3Url(folder) ? undefined : advice`See what it is: ${swath`gallery ${folder} --open`}`,
    );
  for (const [folder, ids] of gone)
    events.note(
      `Downloaded before into ${folder}, where the files are missing or changed: ${listText(ids, NAMED)}`,
    );
  const count = [...there.values()].flat().length;
  if (count === 0) return "?";
  return count === items.length
    ? ", although all of it is here? (no: buy nothing, and use the files that are here)"
    : `, although ${countText(count, "item")} of it ${count === 1 ? "is" : "are"} here?`;
}

/** Returns a test for deliveries of orders that this machine has recorded, and that have not expired. */
async function readActiveOrders(
  context: AppContext,
  deliveries: readonly LoggedDelivery[],
): Promise<(delivery: LoggedDelivery) => boolean> {
  if (deliveries.length === 0) return () => false;
  const recordOf = await readOrders(
    context,
    deliveries.map(({ order }) => order),
  );
  const time = await context.service.time();
  return ({ order }) => {
    const record = recordOf(order);
    return record?.state === "confirmed" && !hasExpired(record, time);
  };
}
