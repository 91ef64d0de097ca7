/** The items of an order, held against the orders that came up since the run looked for earlier ones. */
import { AppError } from "../errors.ts";
import { advice, again, swath } from "../hint.ts";
import { timeForPeople } from "../time/timestamp.ts";
import { expectedItems, type JournalEntry, readHistory } from "./history.ts";
import type { IntentRecord, IntentState } from "./intent-record.ts";
import { type OrderedItem, orderedItemsOf } from "./intent-details.ts";
import type { LedgerWorld } from "./record-files.ts";
import { isOrder } from "./subject.ts";

/** Names an item, with all collects of a product. */
export const itemKey = (item: OrderedItem): string => {
  const { collectionId, granuleId, productType } = item;
  return granuleId === undefined
    ? `${productType?.toUpperCase()}=${[...(item.collectIds ?? [])].sort().join(",")}`
    : `${collectionId}/${granuleId}`;
};

/** What an item buys, piece by piece: a product of two collects holds that of each. */
export const piecesOf = (item: OrderedItem): string[] =>
  item.granuleId !== undefined || (item.collectIds ?? []).length === 0
    ? [itemKey(item)]
    : [...new Set(item.collectIds)].map((collectId) => itemKey({ ...item, collectIds: [collectId] }));

/** All pieces that a recorded order holds: those of its request and of its reply. Empty where none is known. */
export const recordedPieces = (record: IntentRecord): Set<string> =>
  new Set([...(orderedItemsOf(record.body) ?? []), ...expectedItems(record)].flatMap(piecesOf));

/** The orders that a run has compared with its own, by intent id: in which state, or that the person agreed to buy again. */
export type JudgedOrders = Map<string, IntentState | "agreed">;

/** Writes down what a run has compared with. What it saw first stays; `prepared` is judged once more is known. */
export function noteJudged(
  judged: JudgedOrders,
  entries: readonly Pick<JournalEntry, "record" | "state">[],
  isAgreed: boolean,
): void {
  for (const { record, state } of entries) {
    if (isAgreed && state !== "prepared") judged.set(record.id, "agreed");
    else if (!judged.has(record.id)) judged.set(record.id, state);
  }
}

/** The judgement of a request that was compared with no earlier order: what stands in the journal now passes. */
export async function judgedNow(
  { files, now, isAlive }: LedgerWorld,
  isAgreed: boolean,
): Promise<JudgedOrders> {
  const judged: JudgedOrders = new Map();
  noteJudged(judged, (await readHistory(files, now(), isAlive)).entries, isAgreed);
  return judged;
}

/** Whether this entry is a live order that this run has not judged as it stands now, and may hold the same items. */
function isUnjudged(
  { record, state, isOpen }: JournalEntry,
  sending: IntentRecord,
  judged: JudgedOrders,
): boolean {
  const isLive = isOpen || (state === "confirmed" && record.details?.orderStatus !== "rejected");
  if (!isLive || !isOrder(record) || record.id === sending.id) return false;
  if (record.profile !== sending.profile || record.origin !== sending.origin) return false;
  const seen = judged.get(record.id);
  if (seen === "agreed" || seen === state) return false;
  const [theirs, ours] = [recordedPieces(record), recordedPieces(sending)];
  if (theirs.size > 0 && ours.size > 0) return [...ours].some((key) => theirs.has(key));
  // The items of a task's order may be unknown until its reply: two tasks hold different ones.
  if (record.kind === "orderTask" && sending.kind === "orderTask") return record.path === sending.path;
  return seen === undefined || seen === "prepared";
}

/**
 * Throws INTENT_OPEN or ALREADY_ORDERED when another order came up since the first check that may hold the same items. To
 * be called when the intent stands on disk as `sending`, so that two processes see each other: at worst both are
 * refused, never are both let through.
 */
export async function keepItems(
  { files, now, isAlive }: LedgerWorld,
  judged: JudgedOrders,
  sending: IntentRecord,
): Promise<void> {
  const { entries } = await readHistory(files, now(), isAlive);
  const other = entries.find((entry) => isUnjudged(entry, sending, judged));
  if (other === undefined) return;
  const { record, state } = other;
  const theirs = recordedPieces(record);
  const held = [...recordedPieces(sending)].filter((key) => theirs.has(key));
  const items = held.length === 0 ? "may hold the same items" : `holds ${held.join(", ")}`;
  const since = timeForPeople(record.sendingAt ?? record.preparedAt);
  const how =
    state === "confirmed"
      ? `was accepted as order ${record.resultId}`
      : state === "sending"
        ? `is being sent by process ${record.pid}`
        : "may have been accepted: its outcome is unknown";
  const message = `another order of ${since} (journal ${record.id}) ${items} and ${how}; nothing was sent now`;
  // One that is being sent may be withdrawn, for this one: then it leaves no record to see.
  const see =
    state === "sending"
      ? advice`Trying again is safe. Wait for that order to end or to be withdrawn (${swath`journal list`})`
      : advice`See that order: ${swath`journal show ${record.id}`}`;
  const hint = advice`${see}; then run this command again, which compares its items with that order${again()}`;
  const data = { intentId: record.id, state };
  throw state === "confirmed"
    ? new AppError("usage", "ALREADY_ORDERED", message, { hint, data: { orderId: record.resultId, ...data } })
    : new AppError("local", "INTENT_OPEN", message, { hint, data });
}
