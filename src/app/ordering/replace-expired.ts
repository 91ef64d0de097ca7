/** Replaces an expired order by another order of the same items: a later order of this machine, or a new one that costs nothing. */
import type { AppContext } from "../context.ts";
import { checkBody } from "../../contract/parse.ts";
import type { OrderReview, ReviewLine } from "../../contract/read-review.ts";
import { isArchiveItem } from "../../contract/order-item.ts";
import { isOrder, toOrderFlags, type Purchase } from "../../money/purchase.ts";
import { parseMoney, formatServicePrice, type Money } from "../../domain/price/money.ts";
import { RunLimit } from "../../money/terms.ts";
import { AppError } from "../../errors.ts";
import { findPlainOrder } from "../../money/record.ts";
import { agree, judgeOffer, openRun, requireJudged, send } from "../../money/buy.ts";
import { readBook, type Entry } from "../../money/book.ts";
import { capitalise } from "../../money/words.ts";
import { describeStop } from "../../money/words.ts";
import { AGREED, requireConsent } from "../../money/consent.ts";
import { toRepeatedBody, formatExpired } from "../downloads/ended-order.ts";
import type { ExpiredOrder, Replacement } from "../downloads/followed-order.ts";
import { type OrderBody, checkContents } from "./order-items.ts";
import { makeItemsOffer, makeItemsPurchase, listNamedItems, addNamedItems } from "./order-offer.ts";
import { toAgreedPrice, readPrice, type HeldReview } from "./order-price.ts";
import { advice, swath } from "../../hint.ts";

/**
 * Returns the order that replaces an expired one. Errors: that of the expiry; ORDER_EXPIRED with the price, if ordering
 * the items again would cost money; and those of a purchase.
 */
export async function replaceExpired(
  context: AppContext,
  orderId: string,
  { expired, isAllowed, mayAsk }: ExpiredOrder,
): Promise<Replacement> {
  const { service, events, consent } = context;
  const body = service.isDryRun ? undefined : await readOrderedBody(context, orderId, expired);
  if (body === undefined) throw expired;
  const purchase = await makeItemsPurchase(context, body);
  const later = await findLaterOrder(context, purchase);
  if (later !== undefined) {
    events.note(`${capitalise(expired.message)}: order ${later} of the same items is used`);
    return { orderId: later, isNew: false };
  }
  const isAsked = !isAllowed && mayAsk && consent.canAsk && !consent.isGiven;
  if (!isAllowed && !isAsked) throw expired;
  return placeAtNoCost(context, body, { expired, isAsked });
}

/**
 * Replaces the expired order of exactly these items, so that an `order place --download` that is run again continues its download.
 * Undefined if there is none, or if ordering them again would cost money.
 */
export async function replaceOwned(context: AppContext, body: OrderBody): Promise<Replacement | undefined> {
  const purchase = await makeItemsPurchase(context, body);
  const book = await readBook(context, { origin: purchase.origin, purchase });
  const same = book.entries.filter((entry) => hasSamePieces(entry, purchase));
  const last = same.find(({ isExpired, state }) => isExpired && state === "confirmed")?.record;
  if (last === undefined || same.some((entry) => !entry.isExpired)) return undefined;
  const { resultId = "", details } = last;
  const expired = new AppError("local", "ORDER_EXPIRED", formatExpired(resultId, details?.expirationDate), {
    next: advice`See what it held: ${swath`journal show ${resultId}`}`,
  });
  return placeAtNoCost(context, body, { expired, isAsked: !context.consent.isGiven }).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === "ORDER_EXPIRED") return undefined;
      throw error;
    },
  );
}

/** Returns the body that orders the items of an order again, by the journal or the service's record of it. */
async function readOrderedBody(
  { service }: AppContext,
  orderId: string,
  { data = {} }: AppError,
): Promise<OrderBody | undefined> {
  const record = (await (await service.journal()).get(orderId))?.record;
  const body = record === undefined ? data["order"] : toRepeatedBody(record);
  const checked = body === undefined ? undefined : await checkBody("placeOrder", body);
  return checked?.ok === true ? checked.value : undefined;
}

/** Returns the latest order of exactly these items that can be downloaded. */
async function findLaterOrder(context: AppContext, purchase: Purchase): Promise<string | undefined> {
  const book = await readBook(context, { origin: purchase.origin, purchase });
  return book.entries.find((entry) => isActive(entry) && hasSamePieces(entry, purchase))?.record.resultId;
}

const isActive = (entry: Entry): boolean => isOrder(entry) && entry.state === "confirmed" && !entry.isExpired;

/** An order of a task lists its items as well as the task, so its identity differs from an order of the items alone. */
function hasSamePieces(entry: Entry, { identity, pieces }: Purchase): boolean {
  if (entry.identity === identity) return true;
  const wanted = new Set(pieces.flatMap(({ keys }) => keys));
  const isOwned = pieces.every(({ keys }) => keys.some((key) => entry.keys.has(key)));
  return isOwned && [...entry.keys].every((key) => wanted.has(key) || key.startsWith("task:"));
}

/** Waits for another process that places the same order. */
const MAX_ROUNDS = 30;
const MIN_PAUSE_MS = 500;

/** The limit of orders that must cost nothing, in any currency. */
const NOTHING: Money = { currency: "", amount: "0" };

/** One limit for each run. After an order that was charged in spite of its review, the run places no other order. */
const limits = new WeakMap<object, RunLimit>();

function openFreeLimit({ service, dialect }: AppContext, expired: AppError): RunLimit {
  const limit = limits.get(service) ?? new RunLimit(NOTHING, dialect["currency.$"]);
  limits.set(service, limit);
  if (limit.stop !== undefined)
    throw expired.restated(`${expired.message}, and is not placed again: ${describeStop(limit.stop)}`);
  return limit;
}

interface Reorder {
  expired: AppError;
  /** A person is asked when the price is known. */
  isAsked: boolean;
}

/** Places the order under a limit of zero. If another process places it meanwhile, uses that order. */
async function placeAtNoCost(
  context: AppContext,
  body: OrderBody,
  { expired, isAsked }: Reorder,
): Promise<Replacement> {
  const { clock, machine, signal } = context;
  let isHeld = false;
  for (let round = 1; ; round += 1)
    try {
      return await placeOnce(context, body, { expired, isAsked });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (round >= MAX_ROUNDS || isHeld || !isByAnother(error)) throw restateAfter(error, expired);
      // An order that another process has just placed is found by the next reading of the journal.
      isHeld = error.code === "ALREADY_ORDERED";
      // Several processes may wait for the same order, and must not all look again at the same moment.
      await clock.sleep(MIN_PAUSE_MS * (1 + 2 * machine.random()), signal);
    }
}

/** Returns true for a request of another process, which is being sent or was just confirmed. */
const isByAnother = ({ code, data }: AppError): boolean =>
  code === "ALREADY_ORDERED" || (code === "INTENT_OPEN" && data?.["state"] !== "unknown");

const restateAfter = (error: AppError, expired: AppError): AppError =>
  ["ORDER_EXPIRED", "OUTCOME_UNKNOWN", "ABORTED", "CONFIRMATION_REQUIRED"].includes(error.code)
    ? error
    : error.restated(`${expired.message}, and was not placed again: ${error.message}`);

async function placeOnce(
  given: AppContext,
  body: OrderBody,
  { expired, isAsked }: Reorder,
): Promise<Replacement> {
  const context: AppContext = { ...given, consent: AGREED };
  const { service, events } = context;
  const runLimit = openFreeLimit(context, expired);
  const run = openRun(context, { outcome: "nothing was ordered", runLimit, isAgainAtNoCost: true });
  const offered = await makeItemsOffer(context, body, {
    prepare: async (asked) => (await service.connect()).paid("placeOrder", { body: asked }),
  });
  const { judged, resumed } = await judgeOffer(run, offered, true);
  if (judged === undefined) return { orderId: resumed.resultId ?? "", isNew: false };
  const review = await readPrice(context, body);
  requireNoCost(review, body, expired);
  // Only the price tells which generated products are items of the archive.
  const named = addNamedItems(judged.offer, listNamedItems(review));
  const toSend = named === undefined ? judged : await requireJudged(run, named);
  await agree(run, { cost: { kind: "total", total: review.most }, question: () => "" }, [toSend]);
  if (isAsked)
    await requireConsent(
      given,
      `${capitalise(expired.message)}. Ordering the same again costs nothing. Order it again, also if it expires during this download?`,
    );
  const price = toAgreedPrice(context, review, body);
  const order = await send(run, toSend, { facts: { price: review.most }, price });
  const { stop } = runLimit;
  const charged = stop?.because === "higherPrice" ? stop.charged : review.most;
  events.note(
    `${capitalise(expired.message)}: ordered again for ${formatServicePrice(charged)} (order ${order.orderId})`,
  );
  if (body.items.every(isArchiveItem)) checkContents(context, body.items, order, "that was not asked for");
  return { orderId: order.orderId, isNew: true };
}

const isZero = (text: string | undefined): boolean => /^[0.]+$/.test(parseMoney(text ?? "")?.amount ?? "");

const isFreeLine = ({ cost, previouslyOrdered }: ReviewLine): boolean =>
  cost === undefined ? previouslyOrdered === true : isZero(cost);

/** Throws ORDER_EXPIRED with the price unless the whole order, and each line of its price, costs nothing. */
function requireNoCost(review: HeldReview, body: OrderBody, expired: AppError): void {
  const costly = (review satisfies OrderReview).lines.find((line) => !isFreeLine(line));
  if (isZero(review.most) && costly === undefined) return;
  const { total } = review;
  const price = isZero(review.most)
    ? `${costly?.label ?? "one item"} costs ${formatServicePrice(costly?.cost)}`
    : `ordering the same items again costs ${formatServicePrice(review.most ?? total)}`;
  const plain = findPlainOrder(body);
  throw expired.restated(`${expired.message}, and ${price}: nothing was ordered`, {
    ...(plain && {
      next: advice`Order it again, and pay again: ${swath`order place ${toOrderFlags(plain)}`}`,
    }),
    data: { ...expired.data, price: review.most ?? null },
  });
}
