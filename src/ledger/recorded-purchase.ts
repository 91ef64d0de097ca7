/** What a recorded request asked for, and what it owns. */
import {
  orderIdentity,
  piecesOf,
  taskPiece,
  type OrderedItem,
  type Piece,
} from "../domain/buying/purchase.ts";
import { identityOf } from "./fingerprint.ts";
import { expectedItems } from "./history.ts";
import { orderedItemsOf } from "./intent-details.ts";
import type { IntentRecord } from "./intent-record.ts";
import { isOrder } from "./subject.ts";

type Request = Pick<IntentRecord, "kind" | "path"> & { body?: unknown };

/** The task that an order is of. */
export const taskIdOf = ({ kind, path }: Request): string | undefined =>
  kind === "orderTask" ? decodeURIComponent(path.slice(path.lastIndexOf("/") + 1)) : undefined;

/** The pieces that the body of an order asks for. */
export const orderPieces = (body: unknown, taskId?: string): Piece[] => [
  ...(taskId === undefined ? [] : [taskPiece(taskId)]),
  ...(orderedItemsOf(body) ?? []).flatMap(piecesOf),
];

/** Equal for two requests that ask for the same: an order by its pieces, anything else by its path and body. */
export function purchaseIdentity({ kind, path, body }: Request): string {
  const pieces = isOrder({ kind }) ? orderPieces(body, taskIdOf({ kind, path })) : [];
  return pieces.length > 0 ? orderIdentity(pieces) : identityOf({ kind, path, body });
}

/** Keys of everything that a recorded order owns, as far as its request and its reply name it. */
export const recordedKeys = (record: IntentRecord): string[] =>
  [...orderPieces(record.body, taskIdOf(record)), ...expectedItems(record).flatMap(piecesOf)].flatMap(
    ({ keys }) => keys,
  );

/** Whether the pieces of a recorded order are all known: those of a task are once its reply has named them. */
export function isContentKnown(record: IntentRecord): boolean {
  if (!isOrder(record)) return true;
  if (record.kind !== "orderTask")
    return record.state === "confirmed" || orderedItemsOf(record.body) !== undefined;
  const items = expectedItems(record);
  return items.length > 0 && items.every(isNamed);
}

const isNamed = ({ collectionId, granuleId, productType, collectIds = [] }: OrderedItem): boolean =>
  granuleId === undefined
    ? productType !== undefined && collectIds.length > 0
    : collectionId !== undefined && granuleId !== "";

/** The keys of a record in the index: none where it may own more than is known, so that it is always read. */
export const indexedKeys = (record: IntentRecord): string[] =>
  isContentKnown(record) ? recordedKeys(record) : [];
