/**
 * Finds earlier orders of the same items in this machine's journal: they are named before paying, or used instead.
 */
import { AppError } from "../../errors.ts";
import { expectedItems } from "../../ledger/history.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { isOrder } from "../../ledger/subject.ts";
import { orderedItemsOf, type OrderedItem } from "../../ledger/order-details.ts";
import { formatTimestamp, parseTimestamp } from "../../time/timestamp.ts";
import { agree } from "../consent.ts";
import type { AppContext } from "../context.ts";
import { downloadCommand } from "../downloads/order-readiness.ts";
import type { OrderBody } from "./order-items.ts";
import { advice, again } from "../../hint.ts";
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

/**
 * Names the items that were ordered before. With `isFollowed` (the run waits or downloads), returns the active order of
 * exactly these items, if any: then nothing is bought. Throws ALREADY_ORDERED when an active order has all of them and
 * it is not a terminal.
 */
export async function checkOrderedBefore(
  context: Before,
  body: OrderBody,
  {
    origin,
    isFollowed,
    outDir,
    isLeftOut = () => false,
  }: {
    origin: string;
    isFollowed: boolean;
    outDir: string | undefined;
    isLeftOut?: (record: IntentRecord) => boolean;
  },
): Promise<IntentRecord | undefined> {
  const { service, events, consent, profileName } = context;
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
  const downloadable = earlier.filter(
    ({ record, keys }) => isActive(record, nowMs) && wanted.every((key) => keys.has(key)),
  );
  const same = downloadable.find(({ ordered }) => isSame(ordered, wanted));
  if (same !== undefined && isFollowed && !consent.resend) return same.record;
  const active = same ?? downloadable[0];
  if (active !== undefined) {
    await confirmAgain(context, active, wanted.length, outDir);
    return undefined;
  }
  // What has expired can only be had by paying again: the same request of a moment ago is then no mistake.
  for (const { record, orderId } of earlier) if (hasExpired(record, nowMs)) service.allowRepeat(orderId);
  for (const key of wanted) {
    const before = earlier.find(({ keys }) => keys.has(key));
    if (before !== undefined)
      events.note(`${key} was ordered before: order ${before.orderId}, ${timeOf(before.record)}`);
  }
  return undefined;
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && [...left].sort().join("\n") === [...right].sort().join("\n");

const timeOf = ({ closedAt, preparedAt }: IntentRecord): string => formatTimestamp(closedAt ?? preparedAt);

/** The same items can be downloaded without cost: buying them again needs a separate consent, which --yes is not. */
async function confirmAgain(
  context: Before,
  { record, orderId }: EarlierOrder,
  count: number,
  outDir: string | undefined,
): Promise<void> {
  const { consent, service } = context;
  if (consent.resend) return;
  const items = count === 1 ? "this item" : `these ${count} items`;
  const offer = `Order ${orderId} of ${timeOf(record)} holds ${items} and can be downloaded until ${record.details?.expirationDate}`;
  const download = downloadCommand(orderId, { outDir });
  if (!consent.canAsk || consent.isGiven) {
    throw new AppError("usage", "ALREADY_ORDERED", `${offer}: nothing was ordered`, {
      hint: advice`Get it without paying again: ${download}; to buy it a second time on purpose, add --resend${again("--resend")}`,
      data: { orderId, intentId: record.id, expirationDate: record.details?.expirationDate },
    });
  }
  await agree(context, `${offer}. Order again, and pay again?`);
  service.allowRepeat(orderId);
}
