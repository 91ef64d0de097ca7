/**
 * Finds earlier orders of the same items in this machine's journal: they are named before paying, or used instead. An
 * order whose outcome is not known counts as well: it may have been accepted.
 */
import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../errors.ts";
import { expectedItems, type JournalEntry } from "../../ledger/history.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { intentInFlight, intentUnresolved, settlingHint } from "../../ledger/ledger-errors.ts";
import { itemKey, noteJudged, piecesOf } from "../../ledger/keep-items.ts";
import { isOrder } from "../../ledger/subject.ts";
import { orderedItemsOf, withoutSignatures, type OrderedItem } from "../../ledger/intent-details.ts";
import { parseTimestamp, timeForPeople } from "../../time/timestamp.ts";
import { agree, orSay } from "../consent.ts";
import type { AppContext } from "../context.ts";
import type { ServiceTime } from "../service/service-time.ts";
import { downloadCommand } from "../downloads/order-readiness.ts";
import type { OrderBody } from "./order-items.ts";
import { contentsOfTask } from "./task-items.ts";
import { collectsWithoutGeo } from "../../domain/orders/order-items.ts";
import { Advice, advice, again, swath, type Command } from "../../hint.ts";
import { EXPIRED } from "../downloads/expired-order.ts";

// Spec silent: how long an order without an expiration date can be downloaded. We take it for active until a download
// shows that it has expired: what may be downloaded still is not bought again without a question of its own.
/** Whether the files of a recorded order can still be downloaded, or may be. `time`: the clocks of `service.time()`. */
export const isActive = (record: IntentRecord, time: ServiceTime): boolean => !hasExpired(record, time);

/** Whether it is known that the files of a recorded order cannot be downloaded any more. */
export const hasExpired = (record: IntentRecord, time: ServiceTime): boolean =>
  record.details?.orderStatus === EXPIRED || isOver(record, time);

/**
 * A date that cannot be read, or that lies before the order itself, says nothing. One wrong `Date` of a reply or one wrong
 * clock of this machine must not make an order expire: both clocks say so.
 */
function isOver(record: IntentRecord, time: ServiceTime): boolean {
  const expires = parseTimestamp(record.details?.expirationDate ?? "");
  return expires.ok && expires.ms > orderedMs(record, time.isTrusted) && expires.ms <= earlierMs(time);
}

/** When it was ordered, by the service's clock; where that is not to be trusted, by the later of both. */
const orderedMs = (
  { preparedAt, sendingAt = preparedAt, skewMs = 0 }: IntentRecord,
  isTrusted: boolean,
): number => (isTrusted ? sendingAt + skewMs : Math.max(sendingAt, sendingAt + skewMs));

/** Until when the order says that its files can be downloaded; undefined where it says nothing that can be true. */
export function expiryOf(record: IntentRecord): string | undefined {
  const until = record.details?.expirationDate;
  const expires = parseTimestamp(until ?? "");
  return until === undefined || !expires.ok || expires.ms <= orderedMs(record, false)
    ? undefined
    : timeForPeople(until);
}

const earlierMs = ({ nowMs, skewMs, isTrusted }: ServiceTime): number =>
  isTrusted ? nowMs : Math.min(nowMs, nowMs - skewMs);

interface EarlierOrder {
  record: IntentRecord;
  /** The id that the service gave; empty while the outcome is not known. */
  orderId: string;
  /** `sending` by another process, `unknown`, or `confirmed`. */
  state: JournalEntry["state"];
  /** The items of the request and of the reply. */
  keys: ReadonlySet<string>;
  /** The items of the request, each as often as it was ordered. */
  ordered: readonly string[];
  /** Neither this machine nor the catalog knows what it holds: it may be any item. */
  isUnread: boolean;
}

type Before = Pick<
  AppContext,
  "service" | "events" | "consent" | "profileName" | "dialect" | "settings" | "signal"
>;

/** Whether any order of this profile is active or may have been accepted, but for those that `isLeftOut` names. */
export async function mayHoldItems(
  { service, profileName }: Pick<Before, "service" | "profileName">,
  origin: string,
  isLeftOut: (record: IntentRecord) => boolean,
): Promise<boolean> {
  const { entries } = await (await service.journal()).list();
  noteJudged(service.judgedOrders(), entries, false);
  const time = await service.time();
  return entries.some(
    ({ record, state, isOpen }) =>
      (isOpen || (state === "confirmed" && isActive(record, time))) &&
      isOrder(record) &&
      record.profile === profileName &&
      record.origin === origin &&
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
  /** The body is sent as it was typed: no item is left out of it. */
  isTyped?: boolean;
}

/** What remains to be done: an earlier order to resume, or a body to order. */
export interface NotOrdered {
  resumed?: IntentRecord;
  /** The body without the items that the person left out. */
  body: OrderBody;
}

/**
 * Names the items that were ordered before. With `isFollowed`, returns the active order of exactly these items, if any:
 * then nothing is bought. An item that an active order holds, or one whose outcome is not known, is bought again only after
 * a separate consent, whatever stands beside it; --yes is none. Errors: INTENT_OPEN and ALREADY_ORDERED when it is not a
 * terminal, INTENT_OPEN everywhere for the very same request.
 */
export async function checkOrderedBefore(
  context: Before,
  body: OrderBody,
  judged: Judged,
): Promise<NotOrdered> {
  const { service, consent } = context;
  const earlier = await earlierOrders(context, judged);
  const time = await service.time();
  const downloadable = earlier.filter(({ record }) => isActive(record, time));
  const same = downloadable.find(({ ordered }) => isSame(ordered, (orderedItemsOf(body) ?? []).map(itemKey)));
  if (same !== undefined && judged.isFollowed && !consent.resend) return { resumed: same.record, body };
  let left = body;
  if (!consent.resend) {
    const doubtful = earlier.filter(({ state }) => state !== "confirmed");
    requireOtherRequest(doubtful, body, judged);
    left = await confirmDoubtful(context, left, holdersOf(keysOf(left), doubtful), judged);
    const active = same !== undefined && left === body ? [same] : downloadable;
    left = await confirmAgain(context, left, holdersOf(keysOf(left), active), judged);
  }
  nameOthers(context, body, earlier, time);
  return { body: left };
}

const keysOf = (body: OrderBody): string[] => (orderedItemsOf(body) ?? []).flatMap(piecesOf);

/** The orders of this profile that were accepted, or may have been. */
async function earlierOrders(
  context: Before,
  { origin, isLeftOut = () => false }: Pick<Judged, "origin" | "isLeftOut">,
): Promise<EarlierOrder[]> {
  const { service, profileName } = context;
  const { entries } = await (await service.journal()).list();
  noteJudged(service.judgedOrders(), entries, context.consent.resend);
  const time = await service.time();
  const orders: EarlierOrder[] = [];
  for (const { record, state, isOpen } of entries) {
    const isOurs = isOrder(record) && record.profile === profileName && record.origin === origin;
    const isPlaced = state === "confirmed" && record.resultId !== undefined;
    if (!isOurs || !(isPlaced || isOpen)) continue;
    if (record.details?.orderStatus === "rejected" || isLeftOut(record)) continue;
    const ordered = (orderedItemsOf(record.body) ?? []).map(itemKey);
    const mayBeHeld = isOpen || isActive(record, time);
    const looked = mayBeHeld ? await itemsLookedUp(context, record) : [];
    const items = [...(orderedItemsOf(record.body) ?? []), ...expectedItems(record), ...(looked ?? [])];
    const keys = new Set(items.flatMap(piecesOf));
    orders.push({
      record,
      orderId: record.resultId ?? "",
      state,
      keys,
      ordered,
      isUnread: looked === undefined,
    });
  }
  return orders;
}

const isNamed = ({ collectionId, granuleId, productType, collectIds = [] }: OrderedItem): boolean =>
  granuleId === undefined
    ? productType !== undefined && collectIds.length > 0
    : collectionId !== undefined && granuleId !== "";

/**
 * The items of the task of an order that names none itself, such as one whose reply was lost; undefined where the service
 * does not say them.
 */
async function itemsLookedUp(
  context: Before,
  record: IntentRecord,
): Promise<readonly OrderedItem[] | undefined> {
  const known = expectedItems(record);
  if (record.kind !== "orderTask" || (known.length > 0 && known.every(isNamed))) return [];
  // A second attempt would buy again on purpose: nothing is looked up for it.
  if (context.consent.resend) return [];
  try {
    const { items } = await contentsOfTask(context, taskIdOf(record));
    return items.length === 0 ? undefined : (orderedItemsOf({ items }) ?? []);
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    context.events.note(`What task ${taskIdOf(record)} collected could not be read: ${error.message}`);
    return undefined;
  }
}

const taskIdOf = ({ path }: IntentRecord): string =>
  decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));

/** The journal would refuse the very same request after the question of its price: no answer lets it pass. */
function requireOtherRequest(
  doubtful: readonly EarlierOrder[],
  body: OrderBody,
  { isWhole = false }: Judged,
): void {
  if (isWhole) return;
  const same = doubtful.find(
    ({ record }) => record.kind === "placeOrder" && isDeepStrictEqual(record.body, withoutSignatures(body)),
  );
  if (same === undefined) return;
  const { record, state } = same;
  throw state === "sending" ? intentInFlight(record) : intentUnresolved(record.id, record, record);
}

/** Notes on earlier orders that no question has named; those that have expired may be repeated without one. */
function nameOthers(
  { service, consent, events }: Before,
  body: OrderBody,
  earlier: readonly EarlierOrder[],
  time: ServiceTime,
): void {
  // What has expired can only be had by paying again: the same request of a moment ago is then no mistake.
  for (const { record, orderId } of earlier) if (hasExpired(record, time)) service.allowRepeat(orderId);
  const wanted = keysOf(body);
  const asked = earlier.filter(({ record, state }) => state !== "confirmed" || isActive(record, time));
  const isHeld = (key: string): boolean => asked.some(({ keys }) => keys.has(key));
  // --resend has no question.
  const unnamed = consent.resend && !wanted.every(isHeld) ? wanted : wanted.filter((key) => !isHeld(key));
  for (const key of unnamed) {
    const before = earlier.find(({ keys }) => keys.has(key));
    if (before === undefined) continue;
    const { record, orderId, state } = before;
    events.note(
      state === "confirmed"
        ? `${key} was ordered before: order ${orderId}, ${timeOf(record)}`
        : `${key} may have been ordered before: journal ${record.id}, ${timeOf(record)}`,
    );
  }
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && [...left].sort().join("\n") === [...right].sort().join("\n");

const timeOf = ({ closedAt, preparedAt }: IntentRecord): string => timeForPeople(closedAt ?? preparedAt);

/** An earlier order, with the wanted items that it holds. */
interface Holder extends EarlierOrder {
  held: string[];
}

const isSome = <Each>(list: readonly Each[]): list is readonly [Each, ...Each[]] => list.length > 0;

/**
 * As few orders as name each wanted item that one of them holds: those that hold most come first. What none of them is
 * known to hold may be in each order whose items are not known.
 */
function holdersOf(wanted: readonly string[], earlier: readonly EarlierOrder[]): Holder[] {
  const open = new Set(wanted);
  const holders: Holder[] = [];
  for (;;) {
    let best: Holder | undefined;
    for (const order of earlier) {
      const held = [...open].filter((key) => order.keys.has(key));
      if (held.length > (best?.held.length ?? 0)) best = { ...order, held };
    }
    if (best === undefined) break;
    holders.push(best);
    for (const key of best.held) open.delete(key);
  }
  if (open.size > 0)
    for (const order of earlier) if (order.isUnread) holders.push({ ...order, held: [...open] });
  return holders;
}

const holds = ({ isUnread }: Holder, items: string): string =>
  isUnread ? `is of a task whose items are not known here, may hold ${items},` : `holds ${items}`;

/** So many orders, and items of each, are named in a sentence; `data` of the error has them all. */
const MOST_NAMED = 5;

const named = (names: readonly string[]): string =>
  names.length <= MOST_NAMED
    ? names.join(", ")
    : `${names.slice(0, MOST_NAMED).join(", ")} and ${names.length - MOST_NAMED} more`;

const capital = (sentence: string): string => `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;

/** What the orders hold of the wanted items, one after the other. */
function holdingText(
  holders: readonly Holder[],
  wanted: number,
  sentence: (holder: Holder, items: string) => string,
): string {
  const all = wanted === 1 ? "this item" : `these ${wanted} items`;
  const sentences = holders.slice(0, MOST_NAMED).map((holder) => {
    const { held } = holder;
    return sentence(holder, held.length === wanted ? all : `${held.length} of ${all} (${named(held)})`);
  });
  const more = holders.length > MOST_NAMED ? [`${holders.length - MOST_NAMED} more orders hold others`] : [];
  return capital([...sentences, ...more].join("; "));
}

/** What was bought, item by item, and when. */
function boughtText(holders: readonly Holder[], when: (holder: Holder) => string, verb?: string): string {
  const sentences = holders.slice(0, MOST_NAMED).map((holder) => {
    const { held } = holder;
    return `${named(held)} ${verb ?? (held.length === 1 ? "was" : "were")} bought ${when(holder)}`;
  });
  const more = holders.length - MOST_NAMED;
  return [...sentences, ...(more > 0 ? [`${more} more orders hold others`] : [])].join("; ");
}

/** Why items are not simply bought. */
interface Objection {
  /** What holds them, as a sentence. */
  because: string;
  /** The last sentence of the question. */
  question: string;
  /** The question, without its mark, where a no leaves these items out and orders the others. */
  aside: string;
  /** What a person does about the items that stay out of the order. */
  instead: Advice;
  /** The error where no question is possible; `others` orders the rest. */
  refusal: (others: Advice, data: Record<string, unknown>) => AppError;
}

/** Consent to buy what the orders hold. Returns the body to order, without what the person leaves out. */
async function withConsent(
  context: Before,
  body: OrderBody,
  holders: readonly Holder[],
  { because, question, aside, instead, refusal }: Objection,
  { orderOnly, isWhole = false, isTyped = false }: Judged,
): Promise<OrderBody> {
  const { consent, events } = context;
  const held = new Set(holders.flatMap((holder) => holder.held));
  const pieces = (orderedItemsOf(body) ?? []).map(piecesOf);
  const others = {
    ...body,
    items: body.items.filter((_item, at) => !pieces[at]?.some((key) => held.has(key))),
  };
  const count = others.items.length;
  // VS is derived from the GEO item that stands in the same order, which may be one of those to leave out.
  const areComplete = count > 0 && collectsWithoutGeo(others.items).length === 0;
  const theOthers = count === 1 ? "the other item" : `the other ${count} items`;
  if (!consent.canAsk || consent.isGiven) {
    const command = areComplete ? orderOnly(others) : undefined;
    const orderOthers = !areComplete
      ? advice``
      : command === undefined
        ? advice`; to order only ${theOthers}, leave out what is ordered already`
        : advice`; order only ${theOthers}: ${command}`;
    const orderedBefore = holders.flatMap((holder) =>
      holder.held.map((item) => ({
        item,
        ...(holder.orderId === "" ? { intentId: holder.record.id } : { orderId: holder.orderId }),
      })),
    );
    throw refusal(orderOthers, count > 0 ? { orderedBefore } : {});
  }
  if (isWhole || isTyped || !areComplete) {
    await agree(context, `${because}. ${question}`);
    return body;
  }
  const answer = consent.ask(`${aside}? (no: only ${theOthers} ${count === 1 ? "is" : "are"} ordered)`);
  if (await orSay(context, answer, "Nothing was sent")) return body;
  events.note(advice`Left out: ${named([...held])}; ${instead}`);
  return others;
}

const pronoun = (holders: readonly Holder[]): string =>
  holders.flatMap(({ held }) => held).length === 1 ? "it" : "them";

/** What an active order holds can be downloaded without cost: buying it again needs a consent of its own. */
async function confirmAgain(
  context: Before,
  body: OrderBody,
  holders: readonly Holder[],
  judged: Judged,
): Promise<OrderBody> {
  if (!isSome(holders)) return body;
  const { outDir } = judged;
  const it = pronoun(holders);
  const because = holdingText(holders, new Set(keysOf(body)).size, (holder, items) => {
    const { record, orderId } = holder;
    return `order ${orderId} of ${timeOf(record)} ${holds(holder, items)} ${untilText(record)}`;
  });
  const download = joined(
    holders.slice(0, MOST_NAMED).map(({ orderId }) => downloadCommand(orderId, { outDir })),
  );
  const [{ record, orderId }] = holders;
  const left = await withConsent(
    context,
    body,
    holders,
    {
      because,
      question: "Order again, and pay again?",
      aside: `${boughtText(holders, ({ record, orderId }) => `on ${timeOf(record)} (order ${orderId}) ${untilText(record)}`)}. Buy ${it} again, and pay again`,
      instead: advice`get ${it} without paying again: ${download}`,
      refusal: (others, data) =>
        new AppError("usage", "ALREADY_ORDERED", `${because}: nothing was ordered`, {
          hint: advice`Get ${it} without paying again: ${download}${others}; to buy ${it} a second time on purpose, add --resend${again("--resend")}`,
          data: { orderId, intentId: record.id, expirationDate: record.details?.expirationDate, ...data },
        }),
    },
    judged,
  );
  if (left === body) {
    for (const holder of holders) context.service.allowRepeat(holder.orderId);
    noteJudged(context.service.judgedOrders(), holders, true);
  }
  return left;
}

function untilText(record: IntentRecord): string {
  const until = record.details?.expirationDate;
  if (until === undefined) return "and has no expiration date that is known here";
  const expiry = expiryOf(record);
  if (expiry !== undefined) return `and can be downloaded until ${expiry}`;
  return parseTimestamp(until).ok
    ? `and has the expiration date ${timeForPeople(until)}, which is before the order itself`
    : `and has the expiration date ${JSON.stringify(until)}, which cannot be read`;
}

/** The active order of the very same request is bought again only after a consent of its own; --yes is none. */
export async function confirmSame(
  context: Before,
  record: IntentRecord,
  { what, outDir }: { what: string; outDir: string | undefined },
): Promise<void> {
  const { consent, service } = context;
  const orderId = record.resultId ?? "";
  const because = `order ${orderId} of ${timeOf(record)} holds ${what} ${untilText(record)}`;
  if (!consent.canAsk || consent.isGiven)
    throw new AppError("usage", "ALREADY_ORDERED", `${because}: nothing was ordered`, {
      hint: advice`Get it without paying again: ${downloadCommand(orderId, { outDir })}; to buy it a second time on purpose, add --resend${again("--resend")}`,
      data: { orderId, intentId: record.id, expirationDate: record.details?.expirationDate },
    });
  await agree(context, `${capital(because)}. Order again, and pay again?`);
  service.allowRepeat(orderId);
}

/**
 * What is not known may be what an order of unknown outcome holds: that order is settled first. Orders of other tasks hold
 * what those collected.
 */
export async function confirmUnknownItems(
  context: Before,
  what: string,
  judged: Pick<Judged, "origin" | "isLeftOut">,
): Promise<void> {
  const { consent, service } = context;
  const doubtful = (await earlierOrders(context, judged)).filter(
    ({ record, state }) => state !== "confirmed" && record.kind !== "orderTask",
  );
  const [first] = doubtful;
  if (first === undefined) return;
  const { record, state } = first;
  const how = state === "sending" ? `is being sent by process ${record.pid}` : DOUBTFUL;
  const because = `the order of ${timeOf(record)} (journal ${record.id}) ${how}; it may hold ${what}, whose items are not known here`;
  if (!consent.canAsk || consent.isGiven)
    throw new AppError("local", "INTENT_OPEN", `${because}; nothing was ordered`, {
      hint: advice`${settlingHint(record, state)}; to buy it all the same, which may pay twice, add --resend${again("--resend")}`,
      data: { intentId: record.id, state },
    });
  await agree(context, `${capital(because)}. Order all the same, and perhaps pay twice?`);
  noteJudged(service.judgedOrders(), doubtful, true);
}

const DOUBTFUL = "may have been accepted: its outcome is unknown";

/** What an order of unknown outcome holds may be paid already: that order is settled first. */
async function confirmDoubtful(
  context: Before,
  body: OrderBody,
  holders: readonly Holder[],
  judged: Judged,
): Promise<OrderBody> {
  if (!isSome(holders)) return body;
  const it = pronoun(holders);
  const because = holdingText(holders, new Set(keysOf(body)).size, (holder, items) => {
    const { record, state } = holder;
    return `the order of ${timeOf(record)} (journal ${record.id}) ${holds(holder, items)} and ${state === "sending" ? `is being sent by process ${record.pid}` : DOUBTFUL}`;
  });
  const [{ record, state }] = holders;
  const settling = settlingHint(record, state);
  const left = await withConsent(
    context,
    body,
    holders,
    {
      because,
      question: "Order again, and perhaps pay twice?",
      aside: `${boughtText(holders, (holder) => `on ${timeOf(holder.record)} (journal ${holder.record.id})`, "may have been")}. Buy ${it} again, and perhaps pay twice`,
      instead: advice`see the earlier order: ${swath`journal show ${record.id}`}`,
      refusal: (others, data) =>
        new AppError("local", "INTENT_OPEN", `${because}; nothing was ordered`, {
          hint: advice`${settling}${others}; to buy ${it} all the same, which may pay twice, add --resend${again("--resend")}`,
          data: { intentId: record.id, state, ...data },
        }),
    },
    judged,
  );
  if (left === body) noteJudged(context.service.judgedOrders(), holders, true);
  return left;
}

const joined = (commands: readonly Command[]): Advice =>
  new Advice(commands.flatMap((command, at) => (at === 0 ? [command] : [", ", command])));
