/** The orders placed from this machine, from the spend journal. */
import { toIdKey } from "../../contract/id-key.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { readText } from "../../contract/read-record.ts";
import { isOrder, type OrderedItem } from "../../money/purchase.ts";
import { listItemNames, type ItemName } from "../../domain/catalog/item-name.ts";
import { SHORT_LENGTH } from "../../domain/short-ids.ts";
import { findPlaces } from "../catalog/item-places.ts";
import { REQUEST_KINDS } from "../tasking/request-kind.ts";
import type { Amount } from "../../domain/price/money.ts";
import { EXPIRED, type IntentRecord } from "../../money/record.ts";
import { readCommitments } from "../../money/spend.ts";
import { countText } from "../../counted.ts";
import { hasExpired } from "../../money/book.ts";
import { readEntries, warnOfUnreadable } from "../../money/history.ts";
import { listExpectedItems, findOrderedTask } from "../../money/recorded-purchase.ts";
import { formatTimestamp, timeForPeople } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import type { Offered } from "../offered.ts";
import { advice, swath } from "../../hint.ts";
import { SHOW_MORE } from "../incomplete-list.ts";

export interface OrderHistoryEntry {
  orderId?: string;
  /** `confirmed`, `refused`, `unknown`; `sending` while another process sends it. In a list of the service, its own word. */
  state: string;
  /** Time of preparing the request, UTC. In a list of the service, the date of the order, if it has one. */
  time?: string;
  origin: string;
  profile: string;
  items: number;
  /** In the service's format. */
  price?: string;
  /** The price as a number. */
  commitment?: Amount;
  orderStatus?: string;
  expirationDate?: string;
  /** The reason for a refusal or an unknown outcome. */
  reason?: string;
  /** Absent for an order of the service's list that was placed elsewhere. */
  intentId?: string;
}

/** An order as one row, with the items that the catalog of this profile may have. */
export interface HistoryRow {
  entry: OrderHistoryEntry;
  ordered: readonly OrderedItem[];
  /** The task whose images were ordered; with the body of its request, if that was sent from here. */
  task?: { id: string; body?: unknown } | undefined;
  /** When all of it was downloaded. */
  downloadedAt?: string | undefined;
  /** True when its files can no longer be downloaded. Absent in a list of the service. */
  isExpired?: boolean;
}

/** Returns the journal's orders, newest first. */
export async function readOrderHistory(context: AppContext, limit = Infinity): Promise<HistoryRow[]> {
  const { service, events, profileName } = context;
  const { entries, count, unreadable } = await readEntries(context, isOrder, limit);
  warnOfUnreadable(events, unreadable);
  if (count > limit) events.note(`showing ${limit} of ${count}`, SHOW_MORE);
  // An order with an unknown outcome blocks its items until it is resolved, and its column may not fit.
  const unknown = entries.find(({ isOpen, state }) => isOpen && state === "unknown");
  if (unknown !== undefined)
    events.hint(advice`An outcome is unknown: ${swath`journal show ${unknown.record.id}`}`);
  const orders = entries.map(({ record }) => record);
  const [commitmentOf, taskOf, time] = await Promise.all([
    readCommitments(context, orders),
    readTasks(context, orders),
    service.time(),
  ]);
  return entries.map(({ record, state }) => ({
    // The service of this profile is not asked about items of another profile.
    ordered: record.profile === profileName ? listExpectedItems(record) : [],
    task: taskOf(record),
    downloadedAt: record.details?.downloadedAt,
    isExpired: hasExpired(record, time),
    entry: toEntry(record, state, commitmentOf(record)),
  }));
}

/** Returns a function with the task of an order, and the body that created it if that was sent from here. */
async function readTasks(
  { service }: AppContext,
  orders: readonly IntentRecord[],
): Promise<(order: IntentRecord) => HistoryRow["task"]> {
  const ids = new Set(orders.flatMap((order) => findOrderedTask(order) ?? []));
  const bodies = new Map<string, unknown>();
  if (ids.size > 0) {
    const journal = await service.journal();
    for (const { id, kind, resultId } of await journal.listNamed(...ids))
      if (kind === "createTask" && !bodies.has(toIdKey(resultId)))
        bodies.set(toIdKey(resultId), (await journal.record(id))?.body);
  }
  return (order) => {
    const id = findOrderedTask(order);
    return id === undefined ? undefined : { id, body: bodies.get(toIdKey(id)) };
  };
}

/** Returns the place of each order, and the name of its task. The catalog is asked about orders without a known task. */
export async function findWhereabouts(
  context: AppContext,
  rows: readonly HistoryRow[],
): Promise<(row: HistoryRow) => { place?: string | undefined; task?: string | undefined }> {
  const { placeText } = await import("../../places/describe-geometry.ts");
  const targetOf = ({ task }: HistoryRow): unknown => toJsonObject(task?.body)["geometry"];
  const firstOf = ({ ordered }: HistoryRow): ItemName[] => ordered.flatMap(listItemNames).slice(0, 1);
  const names = rows.filter((row) => targetOf(row) === undefined).flatMap(firstOf);
  const find = await findPlaces(context, names);
  return (row) => ({
    place: placeText(targetOf(row) ?? firstOf(row).map((name) => find?.(name))[0]),
    task:
      row.task && (readText(row.task.body, REQUEST_KINDS.task.nameKey) ?? row.task.id.slice(0, SHORT_LENGTH)),
  });
}

function toEntry(record: IntentRecord, state: string, commitment: Amount | undefined): OrderHistoryEntry {
  const { price, orderStatus, expirationDate } = record.details ?? {};
  return {
    ...(record.resultId !== undefined && { orderId: record.resultId }),
    state,
    time: formatTimestamp(record.preparedAt),
    origin: record.origin,
    profile: record.profile,
    items: listExpectedItems(record).length,
    ...(price !== undefined && { price }),
    ...(orderStatus !== undefined && { orderStatus }),
    ...(expirationDate !== undefined && { expirationDate }),
    ...(commitment !== undefined && { commitment }),
    ...(record.reason !== undefined && { reason: record.reason }),
    intentId: record.id,
  };
}

/** Returns the number of orders of each other profile. The profile of the newest order comes first. */
export async function countOrdersElsewhere({
  service,
  profileName,
}: AppContext): Promise<{ profile: string; orders: number }[]> {
  const { closed } = await (await service.journal()).read({ orders: true, newest: Infinity });
  const others = Map.groupBy(closed, ({ profile }) => profile);
  others.delete(profileName);
  return Array.from(others, ([profile, { length: orders }]) => ({ profile, orders }));
}

/**
 * Offers the orders of this profile with their places and tasks: one catalog search for orders of the archive. Those that were
 * downloaded or have expired come last.
 */
export async function offerOrders(context: AppContext): Promise<Offered[]> {
  const history = await readOrderHistory(context);
  const rows = history
    .filter(({ entry }) => entry.profile === context.profileName)
    .toSorted((left, right) => rankOffer(left) - rankOffer(right));
  const whereOf = await findWhereabouts(context, rows);
  return rows.flatMap((row) => {
    const { orderId, time, items, price, orderStatus } = row.entry;
    if (orderId === undefined) return [];
    const isExpired = row.isExpired === true;
    const { place, task } = whereOf(row);
    const parts = [
      place?.replace(/^near /, ""),
      task === undefined ? undefined : `task ${task}`,
      isExpired ? undefined : orderStatus,
      price,
      time && timeForPeople(time, true),
      items === 0 ? undefined : countText(items, "item"),
    ];
    return {
      id: orderId,
      line: parts.filter((part) => part !== undefined).join(", "),
      end: [...listMarks(row), orderId.slice(0, SHORT_LENGTH)].join("  "),
    };
  });
}

/** Returns the words with which a list marks an order. */
const listMarks = ({ downloadedAt, isExpired }: HistoryRow): string[] => [
  ...(downloadedAt === undefined ? [] : ["downloaded"]),
  ...(isExpired === true ? [EXPIRED] : []),
];

const rankOffer = (row: HistoryRow): number => (row.isExpired === true ? 2 : listMarks(row).length);
