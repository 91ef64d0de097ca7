/**
 * The price of an order: read from the service's review, compared with the order, and shown. `order place` reads and offers it
 * (`priceOrder`), `order review` only shows it (`reviewOrder`).
 */
import { countText, firstTexts, moreText } from "../../counted.ts";
import { setImmediate } from "node:timers/promises";
import { isArchiveItem, type OrderItem } from "../../contract/order-item.ts";
import type { OrderReview, ReviewLine } from "../../contract/read-review.ts";
import {
  readAmount,
  isSamePrice,
  findHighest,
  formatServicePrice,
  type Amount,
  type Money,
} from "../../domain/price/money.ts";
import { findDiscount, listBounds } from "../../domain/price/discount.ts";
import { describeHigherAmount } from "../../domain/price/price.ts";
import { readFootprint } from "../../contract/item-footprint.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { listItemNames, type ItemName } from "../../domain/catalog/item-name.ts";
import { findCollectId } from "../../domain/catalog/scene.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { findInCatalog } from "../catalog/item-places.ts";
import { AppError } from "../../errors.ts";
import { escapeLine } from "../../render/safe-text.ts";
import { formatPricedScenes, type PricedProduct, type PricedScene } from "../../render/priced-scenes.ts";
import { measureWidth, pad } from "../../render/width.ts";
import type { Owned } from "../catalog/found-items.ts";
import type { AppContext } from "../context.ts";
import { noteIfInterrupted } from "../../money/consent.ts";
import type { AgreedPrice } from "../../money/run.ts";
import type { Terms } from "../../money/terms.ts";
import type { OrderBody } from "./order-items.ts";
import type { OrderedBefore } from "./owned-items.ts";
import { SHOW_EXCHANGE } from "../../contract/send.ts";

/** A review with the amount for limits, budget and question. */
export interface HeldReview extends OrderReview {
  /** The total; a higher amount of the review, if its discounts do not explain the difference. */
  most: string | undefined;
  /** The time at which its reading began. */
  readMs?: number;
}

/** The reasons to read a price, in addition to the settings. */
interface PriceNeeds {
  maxCost?: Money | undefined;
  /** Reads, shows and records the price even if nothing requires it. */
  review?: boolean;
}

export interface PriceOptions extends PriceNeeds {
  /** Prices from a list that a person has seen, by `<collection>/<item>`. */
  listedPrices?: ReadonlyMap<string, string> | undefined;
  /** Returns the question with this price. */
  question: (price: string) => string;
}

/** A price that was read for an order, and the terms where consent to it is needed. */
export interface OrderPrice {
  price?: AgreedPrice;
  terms?: Terms;
}

/** Reads and shows the price of an order; without a need of one, as far as the service answers. */
export async function priceOrder(
  context: AppContext,
  body: OrderBody,
  options: PriceOptions,
): Promise<OrderPrice> {
  const review = await readOrderPrice(context, body, options);
  return review === undefined ? {} : offerPrice(context, review, body, options);
}

/** Reads the price of an order. Returns undefined if none is needed and the service does not show one. */
export const readOrderPrice = (
  context: AppContext,
  body: OrderBody,
  needs: PriceNeeds,
): Promise<HeldReview | undefined> =>
  isPriceNeeded(context, needs)
    ? noteIfInterrupted(context, readPrice(context, body), "Nothing was sent")
    : readPriceIfShown(context, body);

/** Shows a price that was read, and its changes. Returns it for an agreement, with terms if consent to it is needed. */
export async function offerPrice(
  context: AppContext,
  review: HeldReview,
  body: OrderBody,
  options: PriceOptions,
): Promise<OrderPrice> {
  const price = toAgreedPrice(context, review, body);
  await showPrice(context, review, body);
  warnOfChanges(context, review, body, options.listedPrices);
  if (!isPriceNeeded(context, options)) return { price };
  const total = review.most;
  const question = (left = ""): string => options.question(`${formatServicePrice(total)}${left}`);
  return { price, terms: { cost: { kind: "total", total }, question } };
}

/** Returns whether a run reads the price: for a person or a limit, but not for consent alone. */
export const isPriceNeeded = (
  { settings, consent }: AppContext,
  { maxCost, review = false }: PriceNeeds,
): boolean =>
  !consent.isGiven ||
  review ||
  maxCost !== undefined ||
  settings.budget.value !== undefined ||
  settings.approvalAbove.value !== undefined;

/** Reads the price of an order. Throws when the service does not authorize the order, and after a signal such as Ctrl-C. */
export async function readPrice(context: AppContext, body: OrderBody): Promise<HeldReview> {
  const { service, signal, clock } = context;
  const readMs = clock.now();
  const review = await service.client.reviewOrder({ body }).catch((error: unknown) => {
    throw restateNothingOrdered(error);
  });
  // A signal that arrived while this process was busy is delivered in the next turn: no price and no question may
  // follow it.
  await setImmediate();
  signal.throwIfAborted();
  return { ...toHeldReview(context, review, body), readMs };
}

/** Adds to a price request's error that no order was placed. */
function restateNothingOrdered(error: unknown): unknown {
  if (!(error instanceof AppError) || (error.kind !== "network" && error.kind !== "service")) return error;
  return error.restated(`${error.message}; the price was not read, and nothing was ordered`);
}

/** Throws when the service does not authorize the order, and when the price is that of other items. */
export function toHeldReview({ dialect }: AppContext, review: OrderReview, body: OrderBody): HeldReview {
  if (!review.authorized) throw toNotAuthorized(review);
  const problem = findMismatch(review, body);
  if (problem !== undefined)
    throw new AppError("service", "RESPONSE_UNRECOGNISED", `${problem}: nothing was ordered`, {
      next: SHOW_EXCHANGE,
    });
  return { ...review, most: findMost(review, dialect["currency.$"]) };
}

/**
 * Reads the price only to show it and to record it in the journal. An order without a price limit is placed even if the review fails,
 * but not if the review does not authorize the order.
 */
async function readPriceIfShown(context: AppContext, body: OrderBody): Promise<HeldReview | undefined> {
  const { service, events, signal, dialect, clock } = context;
  // Without a journal nothing is sent.
  await (await service.journal()).requireWritable();
  const noteUnknown = (reason: string): void => events.note(`The price is not known: ${reason}`);
  const readMs = clock.now();
  // An order does not wait for the pauses of retries.
  const review = await service.client.reviewOrder({ body, isSentOnce: true }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    noteUnknown(error.message);
    return undefined;
  });
  signal.throwIfAborted();
  if (review === undefined) return undefined;
  if (!review.authorized) throw toNotAuthorized(review);
  const problem = findMismatch(review, body);
  if (problem === undefined) return { ...review, most: findMost(review, dialect["currency.$"]), readMs };
  noteUnknown(problem);
  return undefined;
}

const toNotAuthorized = ({ denialReason }: OrderReview): AppError =>
  new AppError(
    "service",
    "ORDER_NOT_AUTHORIZED",
    `the service does not authorize this order: ${denialReason ?? "no reason given"}`,
  );

/** Returns a text about other items in the review than in the body, whose price does not apply to this order. */
function findMismatch({ lines }: OrderReview, { items }: OrderBody): string | undefined {
  const named = lines.map(({ source }) => source["granuleId"]).filter((id) => typeof id === "string");
  if (named.length === 0 || named.length < lines.length) return undefined;
  const asked = new Set(items.filter(isArchiveItem).map(({ granuleId }) => granuleId));
  const missing = [...asked].filter((id) => !named.includes(id));
  // A generated product may have any id.
  const others = items.every(isArchiveItem) ? named.filter((id) => !asked.has(id)) : [];
  if (missing.length === 0 && others.length === 0) return undefined;
  const what = [
    ...(missing.length > 0 ? [`has no price of ${missing.join(", ")}`] : []),
    ...(others.length > 0 ? [`has prices of ${others.join(", ")}, not asked for`] : []),
  ].join(" and ");
  return `the price review ${what}`;
}

// Spec silent: whether the total is the amount charged. We use the largest total, or the sum of the lines if it is higher; but the
// total, if discounts of the review lead exactly from that sum to it.
const findMost = (review: OrderReview, dollar: string): string | undefined =>
  findHighest({ total: review.total, ...listBounds(review, dollar) }, dollar);

/** Returns a price that was read now, for an agreement. */
export const toAgreedPrice = (
  context: AppContext,
  { most, readMs = context.clock.now() }: HeldReview,
  body: OrderBody,
): AgreedPrice => ({
  text: most,
  readMs,
  readAgain: async () => ({ text: (await readPrice(context, body)).most }),
  name: "the price",
});

/** Notes the lines of a price and its total. */
async function showPrice(context: AppContext, review: HeldReview, body: OrderBody): Promise<void> {
  for (const line of await formatShownPrice(context, review, body)) context.events.note(line);
  warnOfDifference(context, review);
}

/** One of several orders that have one question. */
interface PricedOrder {
  review: HeldReview;
  items: readonly OrderItem[];
  /** Names the order in its line. */
  name: string;
}

/** Notes one line per image of several orders. The first image of an order has the total of the order. */
export async function showPrices(
  context: AppContext,
  orders: readonly PricedOrder[],
  title: string,
): Promise<void> {
  const { consent, events } = context;
  if (orders.length === 0) return;
  const rows: string[][] = [];
  const describe = async ({ review, items, name }: PricedOrder): Promise<void> => {
    const lines = review.lines.map((line, at) => ({ ...line, item: findItemOfLine(review, { items }, at) }));
    const scenes = consent.isGiven ? undefined : await groupByScene(context, lines);
    const total = escapeLine(review.total ?? "not shown");
    if (scenes === undefined) rows.push([total, countText(items.length, "item"), "", name]);
    for (const [index, { title: image = "", products }] of (scenes ?? []).entries())
      rows.push([index === 0 ? total : "", image, listTypes(products), name]);
  };
  const reading = (async () => {
    for (const order of orders.slice(0, MAX_LINES)) await describe(order);
  })();
  await noteIfInterrupted(context, reading, "Nothing was sent");
  const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map((row) => measureWidth(row[at] ?? ""))));
  const format = (row: readonly string[]): string =>
    row
      .map((cell, at) => pad(cell, widths[at] ?? 0, at === 0 ? "right" : "left"))
      .filter((cell) => cell !== "")
      .join("  ");
  events.note(title);
  for (const row of rows) events.note(`  ${format(row)}`);
  if (orders.length > MAX_LINES) events.note(`  ${moreText(orders.length - MAX_LINES)}`);
  for (const { review } of orders) warnOfDifference(context, review);
}

/** Returns the product types, or the number of products if the type of one is not known. */
function listTypes(products: readonly PricedProduct[]): string {
  const types = products.flatMap(({ type }) => type ?? []);
  return types.length < products.length
    ? countText(products.length, "product")
    : [...new Set(types)].map(escapeLine).join(" ");
}

/** Maximum number of lines; the total is always shown. */
const MAX_LINES = 20;

/** Shows the price. For a question, the ids are described. */
async function formatShownPrice(
  context: AppContext,
  review: OrderReview,
  body: OrderBody,
): Promise<string[]> {
  const discount = findDiscount(review, context.dialect["currency.$"]);
  if (context.consent.isGiven) return formatPriceLines(review, { discount });
  const lines = review.lines.map((line, at) => ({ ...line, item: findItemOfLine(review, body, at) }));
  const reading = groupByScene(context, lines.slice(0, MAX_LINES));
  const scenes = await noteIfInterrupted(context, reading, "Nothing was sent");
  return formatPriceLines(review, { discount, scenes });
}

function formatPriceLines(
  { lines, total }: OrderReview,
  { discount, scenes }: { discount: string | undefined; scenes?: readonly PricedScene[] | undefined },
): string[] {
  const first = lines.slice(0, MAX_LINES).map((line) => ({
    ...line,
    cost: escapeLine(line.cost ?? "?"),
    label: escapeLine(line.label ?? ""),
  }));
  const widest = Math.max(...first.map(({ cost }) => cost.length));
  const shown =
    scenes === undefined
      ? first.map(
          ({ label, cost, previouslyOrdered }) =>
            `  ${cost.padStart(widest)}  ${label}${previouslyOrdered === true ? "  (ordered before)" : ""}`,
        )
      : formatPricedScenes(scenes);
  const more = lines.length > MAX_LINES ? [`  ${moreText(lines.length - MAX_LINES)}`] : [];
  const less = discount === undefined ? "" : `, after a discount of ${discount}`;
  return [...shown, ...more, `Total: ${escapeLine(total ?? "not shown by the service")}${less}`];
}

function warnOfDifference({ events }: AppContext, { total, most, amounts }: HeldReview): void {
  if (most === undefined || most === total) return;
  // A bare number in the response has the currency of the total.
  const amount = readAmount(most)?.amount;
  const isMost = (text: string): boolean =>
    text === most || (amount !== undefined && readAmount(text)?.amount === amount);
  const field = amounts.find(({ text }) => isMost(text))?.field;
  events.warn(describeHigherAmount(`the total is ${total}`, most, field));
}

/** Maximum number of reported changes; the lines show all current prices. */
const MAX_CHANGES = 5;

/** Warns about prices that have changed since the list was shown. */
function warnOfChanges(
  { events, dialect }: AppContext,
  review: OrderReview,
  body: OrderBody,
  listed: ReadonlyMap<string, string> = new Map(),
): void {
  const changes = review.lines.flatMap(({ cost = "not shown" }, at) => {
    const item = findItemOfLine(review, body, at);
    const name = item && isArchiveItem(item) ? `${item.collectionId}/${item.granuleId}` : "";
    const before = listed.get(name);
    if (before === undefined || isSamePrice(before, cost, dialect["currency.$"])) return [];
    return [`the price of ${name} was ${before} when listed, and is ${cost} now`];
  });
  for (const change of firstTexts(changes, MAX_CHANGES)) events.warn(change);
}

/** Returns the item of a line: by its name, else by its position if the costs are in the order of the items. */
export function findItemOfLine(
  { lines }: OrderReview,
  { items }: Pick<PricedOrder, "items">,
  at: number,
): OrderItem | undefined {
  const { source, label } = lines[at]!;
  const [granule, collection] = [source["granuleId"] ?? label, source["collectionId"]];
  const named = items.filter(
    (item) =>
      isArchiveItem(item) &&
      item.granuleId === granule &&
      (collection === undefined || item.collectionId === collection),
  );
  if (named.length === 1) return named[0];
  return lines.length === items.length ? items[at] : undefined;
}

/** Longer prices are a list of ids. */
const MAX_DESCRIBED = 100;

/** A catalog search accepts one collect. With more collects, generated products are shown by their ids. */
const MAX_COLLECTS = 5;

/** A line of a price, with the item of the order, if it is certain. */
type LineOfItem = ReviewLine & { item?: OrderItem | undefined; owned?: Owned };

/**
 * Returns the products grouped by scene; unknown products come first, alone. Returns undefined when no product is
 * known. If the catalog is unavailable, a note reports it: the price is shown with ids.
 */
async function groupByScene(
  context: AppContext,
  lines: readonly LineOfItem[],
): Promise<PricedScene[] | undefined> {
  if (lines.length > MAX_DESCRIBED) return undefined;
  const names = lines.map(({ item }) => findName(item));
  const collects = new Set(names.flatMap((name) => (name && "collectId" in name ? name.collectId : [])));
  const sought = names.filter(
    (name) => name !== undefined && ("id" in name || collects.size <= MAX_COLLECTS),
  ) as ItemName[];
  if (sought.length === 0) return undefined;
  const find = await findInCatalog(context, sought).catch((error: unknown) => {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    context.events.note(`the catalog could not be asked what the items are: ${error.message}`);
    return undefined;
  });
  if (find === undefined) return undefined;
  const { placeText } = await import("../../places/describe-geometry.ts");
  const alone: PricedProduct[] = [];
  const scenes = new Map<string, { title: string; products: PricedProduct[] }>();
  lines.forEach((line, at) => {
    const name = names[at];
    const found = name && find(name);
    const { label, cost, previouslyOrdered, item, owned } = line;
    const type = item?.["productType"] ?? found?.properties?.["sar:product_type"];
    const product = { label, cost, previouslyOrdered, owned, ...(typeof type === "string" && { type }) };
    const title = found === undefined ? "" : formatTitle(found, placeText);
    if (found === undefined || title === "") return alone.push(product);
    const key = findCollectId(found) ?? JSON.stringify([found.collection, found.id]);
    const scene = scenes.get(key) ?? { title, products: [] };
    scenes.set(key, scene);
    return scene.products.push(product);
  });
  if (scenes.size === 0) return undefined;
  return [...(alone.length === 0 ? [] : [{ products: alone }]), ...scenes.values()];
}

/** Returns undefined for a product of several collects, which belongs to no single scene. */
function findName(item: OrderItem | undefined): ItemName | undefined {
  const [name, ...others] = item === undefined ? [] : listItemNames(item);
  return others.length === 0 ? name : undefined;
}

/** Returns `2026-09-15T23:37Z  VENDOR-01  near Lisbon (PT)`. */
function formatTitle(item: StacItem, placeText: (geometry: unknown) => string | undefined): string {
  const { datetime, platform } = item.properties ?? {};
  const parts = [
    typeof datetime === "string" ? timeForPeople(datetime, true) : undefined,
    platform,
    placeText(readFootprint(item)),
  ];
  return parts
    .flatMap((part) => (typeof part === "string" && part !== "" ? [escapeLine(part)] : []))
    .join("  ");
}

/** A review with its prices as numbers. */
export interface PricedReview extends OrderReview {
  /** The maximum cost of the order; absent when its price is unreadable. */
  commitment?: Amount;
  lines: PricedLine[];
  /** The lines by scene, if they were looked up in the catalog. */
  scenes?: readonly PricedScene[] | undefined;
}

export interface PricedLine extends ReviewLine {
  /** The cost as a number; absent when it is unreadable. */
  amount?: Amount;
  /** The priced item of the body, if it is certain. */
  item?: OrderItem;
  /** An earlier order of this machine has it. */
  owned?: Owned;
}

/**
 * Returns the service's price of an order. An order that the service does not authorize fails after the price is
 * shown.
 */
export async function reviewOrder(
  context: AppContext,
  body: OrderBody,
  { hasScenes = false, markOf }: { hasScenes?: boolean; markOf?: OrderedBefore["markOf"] | undefined } = {},
): Promise<PricedReview> {
  const { service, events, dialect } = context;
  const review = await service.client.reviewOrder({ body });
  if (!review.authorized) events.failed(toNotAuthorized(review));
  const dollar = dialect["currency.$"];
  const most = findMost(review, dollar);
  const commitment = readAmount(most, dollar);
  warnOfDifference(context, { ...review, most });
  const lines = review.lines.map((line, at): PricedLine => {
    const amount = readAmount(line.cost, dollar);
    const item = findItemOfLine(review, body, at);
    const owned = item && markOf?.(item);
    return {
      ...line,
      ...(amount !== undefined && { amount }),
      ...(item !== undefined && { item }),
      ...(owned !== undefined && { owned }),
    };
  });
  return {
    ...review,
    ...(commitment !== undefined && { commitment }),
    lines,
    ...(hasScenes && { scenes: await groupByScene(context, lines) }),
  };
}
