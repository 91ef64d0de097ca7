/**
 * Finds earlier orders of the same items in this machine's journal: they are named before paying, or used instead.
 */
import { AppError } from "../../errors.ts";
import { expectedItems } from "../../ledger/history.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { isOrder } from "../../ledger/subject.ts";
import { orderedItemsOf, type OrderedItem } from "../../ledger/order-details.ts";
import { formatTimestamp, parseTimestamp, timeForPeople } from "../../time/timestamp.ts";
import { agree, orSay } from "../consent.ts";
import type { AppContext } from "../context.ts";
import { downloadCommand } from "../downloads/order-readiness.ts";
import type { OrderBody } from "./order-items.ts";
import { collectsWithoutGeo } from "../../domain/orders/order-items.ts";
import { Advice, advice, again, type Command } from "../../hint.ts";
import { EXPIRED } from "../downloads/expired-order.ts";

// Spec silent: how long an order without an expiration date can be downloaded. We treat it as expired.
/** Whether the files of a recorded order can still be downloaded. `nowMs`: the service's time, as far as it is known. */
export function isActive({ details }: IntentRecord, nowMs: number): boolean {
  const expires = parseTimestamp(details?.expirationDate ?? "");
  return details?.orderStatus !== EXPIRED && expires.ok && expires.ms > nowMs;
}

/** Whether it is known that the files of a recorded order cannot be downloaded any more. */
export function hasExpired({ details }: IntentRecord, nowMs: number): boolean {
  const expires = parseTimestamp(details?.expirationDate ?? "");
  return details?.orderStatus === EXPIRED || (expires.ok && expires.ms <= nowMs);
}

interface EarlierOrder {
  record: IntentRecord;
  orderId: string;
  /** The items of the request and of the reply. */
  keys: ReadonlySet<string>;
  /** The items of the request, each as often as it was ordered. */
  ordered: readonly string[];
}

const keyOf = ({ collectionId, granuleId, productType, collectIds }: OrderedItem): string =>
  granuleId === undefined
    ? `${productType?.toUpperCase()}=${[...(collectIds ?? [])].sort().join(",")}`
    : `${collectionId}/${granuleId}`;

type Before = Pick<AppContext, "service" | "events" | "consent" | "profileName">;

/** Whether any order of this profile can still be downloaded, but for those that `isLeftOut` names. */
export async function hasActiveOrder(
  { service, profileName }: Before,
  origin: string,
  isLeftOut: (record: IntentRecord) => boolean,
): Promise<boolean> {
  const { entries } = await (await service.journal()).list();
  const { nowMs } = await service.time();
  return entries.some(
    ({ record, state }) =>
      state === "confirmed" &&
      isOrder(record) &&
      record.profile === profileName &&
      record.origin === origin &&
      isActive(record, nowMs) &&
      !isLeftOut(record),
  );
}

/** How a run that buys is judged against earlier orders. */
interface Judged {
  origin: string;
  /** The run waits or downloads. */
  isFollowed: boolean;
  outDir: string | undefined;
  isLeftOut?: (record: IntentRecord) => boolean;
  /** The command that orders only these items; undefined where flags cannot say them. */
  orderOnly: (body: OrderBody) => Command | undefined;
  /** No item can be left out of this run's request: the service decides what it holds. */
  isWhole?: boolean;
}

/** What remains to be done: an earlier order to resume, or a body to order. */
export interface NotOrdered {
  resumed?: IntentRecord;
  /** The body without the items that the person left out. */
  body: OrderBody;
}

/**
 * Names the items that were ordered before. With `isFollowed`, returns the active order of exactly these items, if any:
 * then nothing is bought. An item that an active order holds is bought again only after a separate consent, whatever
 * stands beside it; --yes is none. Throws ALREADY_ORDERED when it is not a terminal.
 */
export async function checkOrderedBefore(
  context: Before,
  body: OrderBody,
  judged: Judged,
): Promise<NotOrdered> {
  const { service, events, consent, profileName } = context;
  const { origin, isFollowed, isLeftOut = () => false } = judged;
  const wanted = (orderedItemsOf(body) ?? []).map(keyOf);
  const { entries } = await (await service.journal()).list();
  const earlier = entries.flatMap(({ record, state }): EarlierOrder[] => {
    const isOurs = isOrder(record) && record.profile === profileName && record.origin === origin;
    if (!isOurs || state !== "confirmed" || record.resultId === undefined) return [];
    if (record.details?.orderStatus === "rejected" || isLeftOut(record)) return [];
    const ordered = (orderedItemsOf(record.body) ?? []).map(keyOf);
    const keys = new Set([...ordered, ...expectedItems(record).map(keyOf)]);
    return [{ record, orderId: record.resultId, keys, ordered }];
  });
  const { nowMs } = await service.time();
  const downloadable = earlier.filter(({ record }) => isActive(record, nowMs));
  const same = downloadable.find(({ ordered }) => isSame(ordered, wanted));
  if (same !== undefined && isFollowed && !consent.resend) return { resumed: same.record, body };
  const holders = holdersOf(wanted, same === undefined ? downloadable : [same]);
  const isHeld = (key: string): boolean => holders.some(({ held }) => held.includes(key));
  const left = isSome(holders) && !consent.resend ? await confirmAgain(context, body, holders, judged) : body;
  // What has expired can only be had by paying again: the same request of a moment ago is then no mistake.
  for (const { record, orderId } of earlier) if (hasExpired(record, nowMs)) service.allowRepeat(orderId);
  // The question has named those that an active order holds; --resend has no question.
  const unnamed = consent.resend && !wanted.every(isHeld) ? wanted : wanted.filter((key) => !isHeld(key));
  for (const key of unnamed) {
    const before = earlier.find(({ keys }) => keys.has(key));
    if (before !== undefined)
      events.note(`${key} was ordered before: order ${before.orderId}, ${timeOf(before.record)}`);
  }
  return { body: left };
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && [...left].sort().join("\n") === [...right].sort().join("\n");

const timeOf = ({ closedAt, preparedAt }: IntentRecord): string =>
  timeForPeople(formatTimestamp(closedAt ?? preparedAt));

/** An active order, with the wanted items that it holds. */
interface Holder extends EarlierOrder {
  held: string[];
}

const isSome = <Each>(list: readonly Each[]): list is readonly [Each, ...Each[]] => list.length > 0;

/** As few orders as name each wanted item that can be downloaded: those that hold most come first. */
function holdersOf(wanted: readonly string[], downloadable: readonly EarlierOrder[]): Holder[] {
  const open = new Set(wanted);
  const holders: Holder[] = [];
  for (;;) {
    let best: Holder | undefined;
    for (const order of downloadable) {
      const held = [...open].filter((key) => order.keys.has(key));
      if (held.length > (best?.held.length ?? 0)) best = { ...order, held };
    }
    if (best === undefined) return holders;
    holders.push(best);
    for (const key of best.held) open.delete(key);
  }
}

/** So many orders, and items of each, are named in a sentence; `data` of the error has them all. */
const MOST_NAMED = 5;

const named = (names: readonly string[]): string =>
  names.length <= MOST_NAMED
    ? names.join(", ")
    : `${names.slice(0, MOST_NAMED).join(", ")} and ${names.length - MOST_NAMED} more`;

function offerOf(holders: readonly Holder[], wanted: number): string {
  const all = wanted === 1 ? "this item" : `these ${wanted} items`;
  const sentences = holders.slice(0, MOST_NAMED).map(({ record, orderId, held }, at) => {
    const items = held.length === wanted ? all : `${held.length} of ${all} (${named(held)})`;
    return `${at === 0 ? "Order" : "order"} ${orderId} of ${timeOf(record)} holds ${items} and can be downloaded until ${record.details?.expirationDate}`;
  });
  const more = holders.length > MOST_NAMED ? [`${holders.length - MOST_NAMED} more orders hold others`] : [];
  return [...sentences, ...more].join("; ");
}

/**
 * What an active order holds can be downloaded without cost: buying it again needs a separate consent, which --yes is
 * not. Returns the body to order, without what the person leaves out.
 */
async function confirmAgain(
  context: Before,
  body: OrderBody,
  holders: readonly [Holder, ...Holder[]],
  { outDir, orderOnly, isWhole = false }: Judged,
): Promise<OrderBody> {
  const { consent, service, events } = context;
  const held = new Set(holders.flatMap((holder) => holder.held));
  const keys = (orderedItemsOf(body) ?? []).map(keyOf);
  const others = { ...body, items: body.items.filter((_item, at) => !held.has(keys[at] ?? "")) };
  const count = others.items.length;
  // VS is derived from the GEO item that stands in the same order, which may be one of those to leave out.
  const areComplete = count > 0 && collectsWithoutGeo(others.items).length === 0;
  const offer = offerOf(holders, new Set(keys).size);
  const [it, theOthers] = [
    held.size === 1 ? "it" : "them",
    count === 1 ? "the other item" : `the other ${count} items`,
  ];
  const download = joined(
    holders.slice(0, MOST_NAMED).map(({ orderId }) => downloadCommand(orderId, { outDir })),
  );
  if (!consent.canAsk || consent.isGiven) {
    const command = areComplete ? orderOnly(others) : undefined;
    const onlyOthers = !areComplete
      ? ""
      : command === undefined
        ? `; to order only ${theOthers}, leave out what is ordered already`
        : advice`; order only ${theOthers}: ${command}`;
    const [{ record, orderId }] = holders;
    throw new AppError("usage", "ALREADY_ORDERED", `${offer}: nothing was ordered`, {
      hint: advice`Get ${it} without paying again: ${download}${onlyOthers}; to buy ${it} a second time on purpose, add --resend${again("--resend")}`,
      data: {
        orderId,
        intentId: record.id,
        expirationDate: record.details?.expirationDate,
        ...(count > 0 && {
          orderedBefore: holders.flatMap((holder) =>
            holder.held.map((item) => ({ item, orderId: holder.orderId })),
          ),
        }),
      },
    });
  }
  const question = "Order again, and pay again?";
  if (isWhole || !areComplete) await agree(context, `${offer}. ${question}`);
  else {
    const answer = consent.ask(`${offer}. A no leaves ${it} out and orders ${theOthers}. ${question}`);
    if (!(await orSay(context, answer, "Nothing was sent"))) {
      events.note(advice`Left out: ${named([...held])}; get ${it} without paying again: ${download}`);
      return others;
    }
  }
  for (const { orderId } of holders) service.allowRepeat(orderId);
  return body;
}

const joined = (commands: readonly Command[]): Advice =>
  new Advice(commands.flatMap((command, at) => (at === 0 ? [command] : [", ", command])));
