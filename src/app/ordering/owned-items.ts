/**
 * The items of a new order that this machine has already: items of earlier orders, by the spend journal alone, and downloaded items.
 * The new order would pay for them again.
 */
import { isArchiveItem, type OrderItem } from "../../contract/order-item.ts";
import { countText, listText } from "../../counted.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";
import { hasExpired, isOfAccount, readAccount, readBook } from "../../money/book.ts";
import { readOrders } from "../../money/history.ts";
import { findReasons, type Holder } from "../../money/judge.ts";
import { listPieces } from "../../money/purchase.ts";
import { readOrderedItems } from "../../money/record.ts";
import { describeBought } from "../../money/words.ts";
import { type Owned, OWNED, toMark } from "../catalog/found-items.ts";
import type { AppContext } from "../context.ts";
import { isStillThere, type LoggedDelivery, openDeliveryLog } from "../downloads/delivery-log.ts";
import type { OrderBody } from "./order-items.ts";
import { makeItemsPurchase, removePieces } from "./order-offer.ts";

export interface OrderedBefore {
  /** The earlier orders with the pieces that each owns; orders of unknown contents are left out. */
  holders: readonly Holder[];
  /** Returns the mark of an item; undefined if no earlier order has it. */
  markOf: (item: OrderItem) => Owned | undefined;
}

export async function readOrderedBefore(context: AppContext, body: OrderBody): Promise<OrderedBefore> {
  const purchase = await makeItemsPurchase(context, body);
  const book = await readBook(context, { origin: purchase.origin, purchase });
  const holders = findReasons(purchase, book, { agreed: new Set() })
    .flatMap((reason) => ("holders" in reason ? reason.holders : []))
    .filter(({ isGuess }) => !isGuess);
  const marks = new Map(
    holders.flatMap(({ held, entry }) => held.map((name) => [name, toMark(entry)] as const)),
  );
  return {
    holders,
    markOf: (item) => {
      const found = (readOrderedItems({ items: [item] }) ?? [])
        .flatMap(listPieces)
        .flatMap(({ name }) => marks.get(name) ?? []);
      return OWNED.find((mark) => found.includes(mark));
    },
  };
}

/** Like `readOrderedBefore`; undefined, with a warning, if the journal cannot be read. */
export const readOrderedBeforeIfKnown = (
  context: AppContext,
  body: OrderBody,
): Promise<OrderedBefore | undefined> =>
  readOrderedBefore(context, body).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    context.events.warn(`what was ordered before is not marked: ${error.message}`);
    return undefined;
  });

/** Notes that nothing is ordered, since earlier orders own all of it. `what`: the number with its noun. */
export const noteAllOwned = (
  { events }: { events: Pick<AppContext["events"], "note"> },
  what: string,
  count: number,
): void =>
  events.note(
    `Nothing new: ${count === 1 ? `the ${what.replace(/^1 /, "")} is` : `all ${what} are`} owned`,
    advice`See the orders: ${swath`order history`}`,
  );

/** Returns whether accepted orders own all items, and notes it. An item that an order of unknown outcome may contain is not owned. */
export async function isAllOwned(context: AppContext, body: OrderBody): Promise<boolean> {
  const { holders } = await readOrderedBefore(context, body);
  const accepted = holders.filter(({ entry }) => entry.state === "confirmed");
  const rest = removePieces(body, new Set(accepted.flatMap(({ held }) => held)));
  if (holders.length === 0 || rest.length > 0) return false;
  context.events.note(`Skipped: ${describeBought(accepted)}`);
  noteAllOwned(context, countText(body.items.length, "item"), body.items.length);
  return true;
}

/** Returns the order without the items that earlier orders own, and names them; unchanged if these are all or none. */
export async function removeOwned(context: AppContext, body: OrderBody): Promise<OrderBody> {
  const { holders } = await readOrderedBefore(context, body);
  const items = removePieces(body, new Set(holders.flatMap(({ held }) => held)));
  if (holders.length === 0) return body;
  if (items.length === 0) {
    // A dry run has no later judgement that refuses the order.
    if (context.service.isDryRun) context.events.note(`Nothing would be ordered: ${describeBought(holders)}`);
    return body;
  }
  context.events.note(`Skipped: ${describeBought(holders)}`);
  return { ...body, items };
}

/** Maximum number of items in a message. */
const MAX_NAMED = 5;

/**
 * Warns of downloaded items whose files are still there, since these may be used instead of paying; notes the folders of the others.
 * An order that can still be downloaded is not repeated anyway. Returns the end of the question about the price.
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
      `downloaded before, and in ${folder} ${isS3Url(folder) ? "as recorded" : "with the recorded sizes"}: ${listText(ids, MAX_NAMED)}`,
      isS3Url(folder) ? undefined : advice`See what it is: ${swath`gallery ${folder} --open`}`,
    );
  for (const [folder, ids] of gone)
    events.note(
      `Downloaded before into ${folder}, where the files are missing or changed: ${listText(ids, MAX_NAMED)}`,
    );
  const count = [...there.values()].flat().length;
  if (count === 0) return "?";
  return count === items.length
    ? ", although this machine has all of its files? (Answer no to buy nothing and use those files.)"
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
