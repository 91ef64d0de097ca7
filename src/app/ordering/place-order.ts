/** Orders items by the steps of `money/buy.ts`: earlier orders, price, question, one request. */
import type { AppContext } from "../context.ts";
import { isArchiveItem } from "../../contract/order-item.ts";
import type { QuotedTerms } from "../../money/quotes.ts";
import type { Money } from "../../domain/price/money.ts";
import type { RunLimit } from "../../money/terms.ts";
import { countText, listText } from "../../counted.ts";
import { agree, judgeOffer, openRun, requireJudged, send } from "../../money/buy.ts";
import { AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";
import { requireAnswer } from "../../money/consent.ts";
import { toOrderFlags } from "../../money/purchase.ts";
import { findPlainOrder } from "../../money/record.ts";
import { offerPrice, readOrderPrice, type OrderPrice } from "./order-price.ts";
import { type OrderBody, checkContents } from "./order-items.ts";
import { makeItemsOffer, listNamedItems, addNamedItems } from "./order-offer.ts";
import { isAllOwned, removeOwned, warnOfDelivered } from "./owned-items.ts";
import { replaceOwned } from "./replace-expired.ts";
import {
  followReplacement,
  isFollowed,
  resumeOrder,
  followPlaced,
  type Afterwards,
  type PlacedOrder,
} from "./follow-order.ts";

export interface PlaceOptions extends Afterwards {
  maxCost?: Money | undefined;
  /** The limit of a run that places several orders, instead of `maxCost`. */
  runLimit?: RunLimit;
  /** The quote under which it is bought. */
  quote?: QuotedTerms;
  /** Prices from a list that a person has seen, by `<collection>/<item>`. */
  listedPrices?: ReadonlyMap<string, string>;
  /** The end of the question, after the price. */
  besides?: string;
  /** Leaves out the items that earlier orders own, unless these are all. */
  skipOwned?: boolean;
}

/** Maximum number of items in the question. */
const MAX_NAMED = 5;

/** Orders items, or resumes an earlier order of the same ones if the order is waited for or downloaded. */
export async function placeOrder(
  context: AppContext,
  asked: OrderBody,
  options: PlaceOptions,
): Promise<PlacedOrder> {
  const { service, consent } = context;
  const body = options.skipOwned === true ? await removeOwned(context, asked) : asked;
  if (service.isDryRun) return followPlaced(context, await service.client.placeOrder({ body }), options);
  requireAnswer(consent, "Placing an order costs money.");
  if (isFollowed(options) && options.quote === undefined && !consent.resend) {
    const replaced = await replaceOwned(context, body);
    if (replaced !== undefined) return followReplacement(context, replaced.orderId, options);
  }
  return buyItems(context, body, options);
}

/**
 * Orders the items that no earlier order contains; returns an empty list if there are none. An order that is waited for or downloaded
 * continues an earlier one of the same items.
 */
export async function placeNewItems(
  context: AppContext,
  asked: OrderBody,
  options: PlaceOptions,
): Promise<PlacedOrder | PlacedOrder[]> {
  const mayBeNone = !context.service.isDryRun && !isFollowed(options);
  if (mayBeNone && (await isAllOwned(context, asked))) return [];
  return placeOrder(context, asked, { ...options, skipOwned: true });
}

async function buyItems(context: AppContext, given: OrderBody, options: PlaceOptions): Promise<PlacedOrder> {
  const { service, consent } = context;
  const { quote, runLimit, maxCost = runLimit?.given, skipOwned, besides = "" } = options;
  const run = openRun(context, {
    maxCost,
    runLimit,
    quote,
    outcome: "nothing was ordered",
    skipsOwned: skipOwned === true,
  });
  const offer = await makeItemsOffer(context, given, {
    prepare: async (body) => (await service.connect()).paid("placeOrder", { body }),
  });
  const delivered = await warnOfDelivered(context, given.items);
  const first = await judgeOffer(run, offer, isFollowed(options));
  if (first.judged === undefined) return resumeOrder(context, first.resumed, options);
  const { body } = first.judged.offer;
  const isArchive = body.items.every(isArchiveItem);
  // Only the price tells whether a generated product is an archive item that was ordered before.
  const mayBeOwned = !isArchive && !consent.resend && first.hasOtherOrders;
  const priceOptions = {
    ...options,
    maxCost,
    review: mayBeOwned || quote !== undefined,
    question: (total: string) =>
      `Order ${countText(body.items.length, "item")} for ${total}${besides}${formatTwice(first.again)}${delivered}`,
  };
  const review = await readOrderPrice(context, body, priceOptions);
  const generated = isArchive || review === undefined ? [] : listNamedItems(review);
  const named = addNamedItems(first.judged.offer, generated);
  const judged = named === undefined ? first.judged : await requireJudged(run, named);
  const { price, terms }: OrderPrice =
    review === undefined ? {} : await offerPrice(context, review, body, priceOptions);
  if (terms !== undefined)
    await agree(run, terms, [judged]).catch((error: unknown) => throwWithReview(error, body));
  const facts = {
    ...(price?.text !== undefined && { price: price.text }),
    // If the response is lost, these are the order's items as well.
    ...(generated.length > 0 && { taskContents: generated }),
  };
  const order = await send(run, judged, { facts, price });
  // Generated items have new ids in the response.
  if (isArchive) checkContents(context, body.items, order, "that was not asked for");
  const placed = await followPlaced(context, order, options);
  return price?.text === undefined ? placed : { ...placed, price: price.text };
}

/** Rethrows the error; the next step of a short order that needs an approval is its review, which saves a quote. */
function throwWithReview(error: unknown, body: OrderBody): never {
  const order = findPlainOrder(body);
  const isQuotable =
    error instanceof AppError &&
    error.code === "APPROVAL_REQUIRED" &&
    error.data?.["reason"] === "aboveLimit";
  if (!isQuotable || order === undefined) throw error;
  throw error.restated(error.message, {
    next: advice`Save a quote, and have it approved: ${swath`order review ${toOrderFlags(order)} --save quote.json`}`,
  });
}

const formatTwice = (again: readonly string[]): string =>
  again.length === 0 ? "" : `, paying a second time for ${listText(again, MAX_NAMED)}`;
