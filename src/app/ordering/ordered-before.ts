/** The items of an order that earlier orders own, by the spend journal alone: those that an order of them would pay for again. */
import type { OrderItem } from "../../contract/order-item.ts";
import { findReasons, type Holder } from "../../money/judge.ts";
import { piecesOf } from "../../money/purchase.ts";
import { AppError } from "../../errors.ts";
import { orderedItemsOf } from "../../money/record.ts";
import { readBook } from "../../money/book.ts";
import { boughtText } from "../../money/words.ts";
import { OWNED, toMark, type Owned } from "../catalog/found-items.ts";
import type { AppContext } from "../context.ts";
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
      const found = (orderedItemsOf({ items: [item] }) ?? [])
        .flatMap(piecesOf)
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

/** Returns the order without the items that earlier orders own, and names them; unchanged if these are all or none. */
export async function removeOwned(context: AppContext, body: OrderBody): Promise<OrderBody> {
  const { holders } = await readOrderedBefore(context, body);
  const items = removePieces(body, new Set(holders.flatMap(({ held }) => held)));
  if (holders.length === 0) return body;
  if (items.length === 0) {
    // A dry run has no later judgement that refuses the order.
    if (context.service.isDryRun) context.events.note(`Nothing would be ordered: ${boughtText(holders)}`);
    return body;
  }
  context.events.note(`Skipped: ${boughtText(holders)}`);
  return { ...body, items };
}
