/** The price of an order: read from the service's review, shown, held against limits, asked about. */
import { moreText } from "../../counted.ts";
import { setImmediate } from "node:timers/promises";
import { isArchiveItem, type OrderItem } from "../../contract/order-item.ts";
import type { OrderReview, ReviewLine } from "../../contract/read-review.ts";
import { amountIn, mostOf, priceForPeople, type Amount, type Money } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import { pricedSceneLines, type PricedScene } from "../../render/priced-scenes.ts";
import type { AppContext } from "../context.ts";
import { orSay } from "../consent.ts";
import type { Buying } from "../buying/buy.ts";
import { requireSamePrice } from "../buying/terms.ts";
import type { OrderBody } from "./order-items.ts";
import { scenesOfPrice } from "./scenes-of-price.ts";

/** A price younger than this is not read again. */
const FRESH_MS = 1000;

export interface PriceOptions {
  maxCost?: Money | undefined;
  /** Reads, shows and records the price even if nothing requires it. */
  review?: boolean;
  /** Prices that a person has seen in a list, by `<collection>/<item>`. */
  listedPrices?: ReadonlyMap<string, string> | undefined;
  /** The line shown with the question; it ends with the price. */
  question: (price: string) => string;
}

type Pricing = Pick<
  AppContext,
  "service" | "events" | "settings" | "dialect" | "clock" | "consent" | "signal"
>;

/** Whether a run reads the price: a person sees it, a limit needs it; --yes alone does not. */
export const isPriceNeeded = (
  { settings, consent }: Pick<AppContext, "settings" | "consent">,
  { maxCost, review = false }: Pick<PriceOptions, "maxCost" | "review">,
): boolean => !consent.isGiven || review || maxCost !== undefined || settings.budget.value !== undefined;

/** Whether a person was asked, and so long that the price may have changed. A clock may have been set back meanwhile. */
export const isStale = ({ consent, clock }: Pick<Pricing, "consent" | "clock">, readMs: number): boolean =>
  !consent.isGiven && Math.abs(clock.now() - readMs) >= FRESH_MS;

/** Shows the price, compares it with the limits and asks. Returns the accepted price, when it was read. */
export async function agreeToPrice(
  context: Pricing,
  buying: Buying,
  body: OrderBody,
  options: PriceOptions,
): Promise<string | undefined> {
  if (!isPriceNeeded(context, options)) return undefined;
  const review = await orSay(context, readPrice(context, body), "Nothing was sent");
  const readMs = context.clock.now();
  await showPrice(context, review, body);
  warnOfChanges(context, review, body, options.listedPrices);
  const total = review.most;
  await buying.agree({ cost: { kind: "total", total }, question: options.question(priceForPeople(total)) });
  if (isStale(context, readMs))
    requireSameReview(review, await orSay(context, readPrice(context, body), "Nothing was sent"));
  return total;
}

/** Notes the lines of a price and its total. */
export async function showPrice(
  context: Pricing,
  review: HeldReview,
  body: OrderBody,
  title?: string,
): Promise<void> {
  const lines = await shownPrice(context, review, body);
  for (const line of title === undefined || lines.length === 0 ? lines : [title, ...lines])
    context.events.note(line);
  warnOfDifference(context, review);
}

/** A review with its prices as numbers. */
export interface PricedReview extends OrderReview {
  /** The most that the order costs; absent when its price cannot be read. */
  commitment?: Amount;
  lines: PricedLine[];
  /** The lines by scene, where they were looked up in the catalog. */
  scenes?: readonly PricedScene[] | undefined;
}

export interface PricedLine extends ReviewLine {
  /** The cost as a number; absent when it cannot be read. */
  amount?: Amount;
  /** The item of the body that it prices, where that is certain. */
  item?: OrderItem;
}

/**
 * The price of an order according to the service. An order that the service does not authorize fails after the
 * price is shown.
 */
export async function reviewOrder(
  context: Pick<AppContext, "service" | "events" | "dialect" | "signal">,
  body: OrderBody,
  { hasScenes = false }: { hasScenes?: boolean } = {},
): Promise<PricedReview> {
  const { service, events, dialect } = context;
  const review = await service.client.reviewOrder({ body });
  if (!review.authorized) events.failed(notAuthorized(review));
  const dollar = dialect["currency.$"];
  const most = mostIn(review, dollar);
  const commitment = amountIn(most, dollar);
  warnOfDifference({ events }, { ...review, most });
  const lines = review.lines.map((line, at): PricedLine => {
    const amount = amountIn(line.cost, dollar);
    const item = itemOfLine(review, body, at);
    return { ...line, ...(amount !== undefined && { amount }), ...(item !== undefined && { item }) };
  });
  return {
    ...review,
    ...(commitment !== undefined && { commitment }),
    lines,
    ...(hasScenes && { scenes: await scenesOfPrice(context, lines) }),
  };
}

/** The item that a line names; else, where the costs come in the order of the items, the one in its place. */
function itemOfLine({ lines }: OrderReview, { items }: OrderBody, at: number): OrderItem | undefined {
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

/** A review with what limits, budget and question are held against. */
export interface HeldReview extends OrderReview {
  /** The total, or what the lines come to where that is more. */
  most: string | undefined;
}

/** Throws when the service does not authorize the order, and when a signal such as Ctrl-C came meanwhile. */
export async function readPrice(
  { service, dialect, signal }: Pick<AppContext, "service" | "dialect" | "signal">,
  body: OrderBody,
): Promise<HeldReview> {
  const review = await service.client.reviewOrder({ body }).catch((error: unknown) => {
    throw nothingOrdered(error);
  });
  // A signal that came while this process was busy is delivered in the next turn: no price and no question follow it.
  await setImmediate();
  signal.throwIfAborted();
  if (!review.authorized) throw notAuthorized(review);
  requirePriceOf(review, body);
  return { ...review, most: mostIn(review, dialect["currency.$"]) };
}

/** Throws when the review names other items than the body: its price says nothing about this order. */
function requirePriceOf({ lines }: OrderReview, { items }: OrderBody): void {
  const named = lines.map(({ source }) => source["granuleId"]).filter((id) => typeof id === "string");
  if (named.length === 0 || named.length < lines.length || !items.every(isArchiveItem)) return;
  const asked = new Set(items.map(({ granuleId }) => granuleId));
  const missing = [...asked].filter((id) => !named.includes(id));
  const others = named.filter((id) => !asked.has(id));
  if (missing.length === 0 && others.length === 0) return;
  const what = [
    ...(missing.length > 0 ? [`has no price of ${missing.join(", ")}`] : []),
    ...(others.length > 0 ? [`has prices of ${others.join(", ")}, not asked for`] : []),
  ].join(" and ");
  throw new AppError("service", "RESPONSE_UNRECOGNISED", `the price review ${what}: nothing was ordered`);
}

/** A price request that fails leaves no order behind, which its own message does not say. */
function nothingOrdered(error: unknown): unknown {
  if (!(error instanceof AppError) || (error.kind !== "network" && error.kind !== "service")) return error;
  const { kind, code, message, status, serviceCode, issues, request, data } = error;
  return new AppError(kind, code, `${message}; the price was not read, and nothing was ordered`, {
    next: error.next,
    about: error.about,
    status,
    serviceCode,
    issues,
    request,
    data,
    cause: error,
  });
}

// Spec silent: whether the total is the amount charged. We use the sum of the lines if it is higher.
const mostIn = ({ total, lines }: OrderReview, dollar: string): string | undefined =>
  mostOf(
    total,
    lines.map(({ cost }) => cost),
    dollar,
  );

function warnOfDifference({ events }: Pick<AppContext, "events">, { total, most }: HeldReview): void {
  if (most !== total)
    events.warn(
      `the total is ${total}, and its lines come to more: limits and the budget are compared with ${most}`,
    );
}

/** So many changes are named; the lines show all prices as they are now. */
const MOST_CHANGES = 5;

/** What has another price now than the list had that it was chosen from. */
function warnOfChanges(
  { events, dialect }: Pick<AppContext, "events" | "dialect">,
  review: OrderReview,
  body: OrderBody,
  listed: ReadonlyMap<string, string> = new Map(),
): void {
  const isSame = (one: string, other: string): boolean => {
    const [first, second] = [one, other].map((price) => amountIn(price, dialect["currency.$"]));
    if (first === undefined || second === undefined) return one === other;
    return first.amount === second.amount && first.currency === second.currency;
  };
  const changes = review.lines.flatMap(({ cost = "not shown" }, at) => {
    const item = itemOfLine(review, body, at);
    const name = item && isArchiveItem(item) ? `${item.collectionId}/${item.granuleId}` : "";
    const before = listed.get(name);
    if (before === undefined || isSame(before, cost)) return [];
    return [`the price of ${name} was ${before} when listed, and is ${cost} now`];
  });
  for (const change of changes.slice(0, MOST_CHANGES)) events.warn(change);
  if (changes.length > MOST_CHANGES)
    events.warn(`${changes.length - MOST_CHANGES} more prices are others than when listed`);
}

const notAuthorized = ({ denialReason }: OrderReview): AppError =>
  new AppError(
    "service",
    "ORDER_NOT_AUTHORIZED",
    `the service does not authorize this order: ${denialReason ?? "no reason given"}`,
  );

/** Throws PRICE_CHANGED when the order costs something else than what was agreed to. */
export const requireSameReview = (shown: HeldReview, now: HeldReview): void =>
  requireSamePrice(shown.most, now.most, { what: "the price", outcome: "nothing was ordered" });

/** How many lines are shown; the total is always shown. */
const SHOWN_LINES = 20;

/** The price as it is noted: a person who is asked about it reads what the ids stand for. */
async function shownPrice(
  context: Pick<AppContext, "service" | "events" | "signal" | "dialect" | "consent">,
  review: OrderReview,
  body: OrderBody,
): Promise<string[]> {
  if (context.consent.isGiven) return priceLines(review);
  const lines = review.lines.map((line, at) => ({ ...line, item: itemOfLine(review, body, at) }));
  const reading = scenesOfPrice(context, lines.slice(0, SHOWN_LINES));
  return priceLines(review, await orSay(context, reading, "Nothing was sent"));
}

function priceLines({ lines, total }: OrderReview, scenes?: readonly PricedScene[]): string[] {
  const first = lines.slice(0, SHOWN_LINES);
  const widest = Math.max(...first.map(({ cost = "?" }) => cost.length));
  const shown =
    scenes === undefined
      ? first.map(
          ({ label, cost = "?", previouslyOrdered }) =>
            `  ${cost.padStart(widest)}  ${label ?? ""}${previouslyOrdered === true ? "  (ordered before)" : ""}`,
        )
      : pricedSceneLines(scenes);
  const more = lines.length > SHOWN_LINES ? [`  ${moreText(lines.length - SHOWN_LINES)}`] : [];
  return [...shown, ...more, `Total: ${total ?? "not shown by the service"}`];
}
