/** The price of an order: read from the service's review, shown, held against limits, asked about. */
import { setImmediate } from "node:timers/promises";
import { isArchiveItem, type OrderItem } from "../../contract/order-item.ts";
import type { OrderReview, ReviewLine } from "../../contract/read-review.ts";
import { amountIn, mostOf, type Amount, type Money } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import { pricedSceneLines, type PricedScene } from "../../render/priced-scenes.ts";
import type { AppContext } from "../context.ts";
import { orSay } from "../consent.ts";
import { allowSpend } from "../spending/spend-policy.ts";
import type { OrderBody } from "./order-items.ts";
import { scenesOfPrice } from "./scenes-of-price.ts";
import { advice, again, type Hint } from "../../hint.ts";

export const HOW_TO_AGREE = advice`Add --yes to agree (with --max-cost to bound the price)${again("--yes")}`;

/** A price younger than this is not read again. */
export const FRESH_MS = 1000;

export interface PriceOptions {
  maxCost?: Money | undefined;
  /** Reads, shows and records the price even if nothing requires it. */
  review?: boolean;
  /** Prices that a person has seen in a list, by `<collection>/<item>`. */
  listedPrices?: ReadonlyMap<string, string> | undefined;
  /** What costs money, as the subject of a sentence. */
  subject: string;
  /** The line shown with the question; it ends with the price. */
  question: (price: string) => string;
  /** What to do about a price above the limit. */
  limitHint: Hint;
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

/** Shows the price, compares it with the limit and asks. Returns the accepted price, when it was read. */
export async function agreeToPrice(
  context: Pricing,
  body: OrderBody,
  options: PriceOptions,
): Promise<string | undefined> {
  const { events, clock, consent } = context;
  const { maxCost, subject, question, limitHint } = options;
  if (!isPriceNeeded(context, options)) return undefined;
  const review = await orSay(context, readPrice(context, body), "Nothing was sent");
  const readMs = clock.now();
  for (const line of await shownPrice(context, review, body)) events.note(line);
  warnOfDifference(context, review);
  warnOfChanges(context, review, body, options.listedPrices);
  await allowSpend(context, {
    subject,
    price: { kind: "total", total: review.most },
    maxCost,
    question: question(review.most ?? "a price that is not shown"),
    agreeHint: HOW_TO_AGREE,
    outcome: "nothing was ordered",
    limitHint,
  });
  // The price may have changed while the person was deciding.
  if (!consent.isGiven && clock.now() - readMs >= FRESH_MS)
    requireSamePrice(review, await orSay(context, readPrice(context, body), "Nothing was sent"));
  return review.most;
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
  return { ...review, most: mostIn(review, dialect["currency.$"]) };
}

/** A price request that fails leaves no order behind, which its own message does not say. */
function nothingOrdered(error: unknown): unknown {
  if (!(error instanceof AppError) || (error.kind !== "network" && error.kind !== "service")) return error;
  const { kind, code, message, status, serviceCode, issues, request, data } = error;
  return new AppError(kind, code, `${message}; the price was not read, and nothing was ordered`, {
    hint: kind === "network" ? error.hint : advice`${firstOf(error)}. Then order again${again()}`,
    status,
    serviceCode,
    issues,
    request,
    data,
    cause: error,
  });
}

/** One request was sent, so that fewer at a time do not help, and no id was in its path. */
function firstOf({ code, status, hint, data }: AppError): Hint {
  if (code === "RATE_LIMITED" && data?.["retryAfterSeconds"] === undefined) return "Wait a minute";
  if (status === 404) return "Check the --base-url and the ids of the items";
  return hint ?? "See what the service says";
}

// Spec silent: whether the total is what is charged. The lines may come to more, which is then what limits bound.
const mostIn = ({ total, lines }: OrderReview, dollar: string): string | undefined =>
  mostOf(
    total,
    lines.map(({ cost }) => cost),
    dollar,
  );

export function warnOfDifference({ events }: Pick<AppContext, "events">, { total, most }: HeldReview): void {
  if (most !== total)
    events.warn(
      `the total is ${total}, and its lines come to more: limits and the budget are held against ${most}`,
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
    { hint: "Ask the manager of your organization, or order something else" },
  );

export function requireSamePrice(shown: HeldReview, now: HeldReview): void {
  if (shown.most === now.most) return;
  const [before, after] = [shown.most ?? "not shown", now.most ?? "not shown"];
  throw new AppError(
    "local",
    "PRICE_CHANGED",
    `the price was ${before} when you agreed, and is ${after} now: nothing was ordered`,
    {
      hint: advice`Order again to see the new price${again()}`,
      data: { shown: shown.most ?? null, now: now.most ?? null },
    },
  );
}

/** How many lines are shown; the total is always shown. */
const SHOWN_LINES = 20;

/** The price as it is noted: a person who is asked about it reads what the ids stand for. */
export async function shownPrice(
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
  const more = lines.length > SHOWN_LINES ? [`  and ${lines.length - SHOWN_LINES} more`] : [];
  return [...shown, ...more, `Total: ${total ?? "not shown by the service"}`];
}
