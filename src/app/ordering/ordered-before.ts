/** What of an order was bought before, as far as this machine knows: said before paying, or offered in place of it. */
import { agree } from "../consent.ts";
import type { Context } from "../../cli/context.ts";
import { downloadCommand } from "../../cli/help/order-hints.ts";
import { AppError } from "../../errors.ts";
import { expectedItems } from "../../ledger/history.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { isOrder } from "../../ledger/subject.ts";
import { orderedItemsOf, type OrderedItem } from "../../ledger/order-details.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { isActive } from "./is-active.ts";
import type { OrderBody } from "../../commands/order/items-request.ts";

interface EarlierOrder {
  record: IntentRecord;
  orderId: string;
  /** Of what was ordered, and of what came of it. */
  keys: ReadonlySet<string>;
  /** Of what was ordered, each as often as it was. */
  ordered: readonly string[];
}

const keyOf = ({ collectionId, granuleId, productType, collectIds }: OrderedItem): string =>
  granuleId === undefined
    ? `${productType?.toUpperCase()}=${[...(collectIds ?? [])].sort().join(",")}`
    : `${collectionId}/${granuleId}`;

/**
 * Names the items that were ordered before. When a living order of the journal is of exactly these items and `goesOn`
 * (the run waits or downloads), that order is returned: it is gone on with. Throws when one has them all otherwise.
 */
export async function tellOrderedBefore(
  context: Context,
  body: OrderBody,
  { origin, goesOn, outDir }: { origin: string; goesOn: boolean; outDir: string | undefined },
): Promise<IntentRecord | undefined> {
  const { service, notes, world, profileName } = context;
  const wanted = (orderedItemsOf(body) ?? []).map(keyOf);
  const { entries } = await (await service.journal()).list();
  const earlier = entries.flatMap(({ record, state }): EarlierOrder[] => {
    const isOurs = isOrder(record) && record.profile === profileName && record.origin === origin;
    if (!isOurs || state !== "confirmed" || record.resultId === undefined) return [];
    if (record.details?.orderStatus === "rejected") return [];
    const ordered = (orderedItemsOf(record.body) ?? []).map(keyOf);
    const keys = new Set([...ordered, ...expectedItems(record).map(keyOf)]);
    return [{ record, orderId: record.resultId, keys, ordered }];
  });
  const nowMs = world.clock.now();
  const living = earlier.filter(
    ({ record, keys }) => isActive(record, nowMs) && wanted.every((key) => keys.has(key)),
  );
  const same = living.find(({ ordered }) => isSame(ordered, wanted));
  if (same !== undefined && goesOn && context.options.resend !== true) return same.record;
  const active = same ?? living[0];
  if (active !== undefined) {
    await offer(context, active, wanted.length, outDir);
    return undefined;
  }
  for (const key of wanted) {
    const before = earlier.find(({ keys }) => keys.has(key));
    if (before !== undefined)
      notes.note(`${key} was ordered before: order ${before.orderId}, ${timeOf(before.record)}`);
  }
  return undefined;
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && [...left].sort().join("\n") === [...right].sort().join("\n");

const timeOf = ({ closedAt, preparedAt }: IntentRecord): string => formatTimestamp(closedAt ?? preparedAt);

/** The same items can be had for nothing: buying them again takes a word of its own, which --yes is not. */
async function offer(
  context: Context,
  { record, orderId }: EarlierOrder,
  count: number,
  outDir: string | undefined,
): Promise<void> {
  const { options, service } = context;
  if (options.resend === true) return;
  const items = count === 1 ? "this item" : `these ${count} items`;
  const said = `Order ${orderId} of ${timeOf(record)} holds ${items} and can be downloaded until ${record.details?.expirationDate}`;
  const download = downloadCommand(context, orderId, { ...(outDir !== undefined && { outDir }) });
  if (!context.canAsk || options.yes === true) {
    throw new AppError("usage", "ALREADY_ORDERED", `${said}: nothing was ordered`, {
      hint: `Get it without paying again: ${download}; to buy it a second time on purpose, add --resend`,
      data: { orderId, intentId: record.id, expirationDate: record.details?.expirationDate },
    });
  }
  await agree(context, `${said}. Order again, and pay again?`);
  service.allowRepeat(orderId);
}
