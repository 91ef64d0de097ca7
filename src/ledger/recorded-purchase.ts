/** Identifies a request, and reads the pieces that it asked for and owns. */
import { createHash } from "node:crypto";
import type { SpendIntent } from "../contract/spend.ts";
import {
  isNamed,
  isOrder,
  orderIdentity,
  piecesOf,
  quoteKey,
  taskPiece,
  type Piece,
} from "../domain/buying/purchase.ts";
import { canonicalJson } from "../domain/canonical-json.ts";
import { expectedItems } from "./history.ts";
import { orderedItemsOf, withoutSignatures } from "./intent-details.ts";
import type { IntentRecord } from "./intent-record.ts";

type Request = Pick<IntentRecord, "kind" | "path"> & { body?: unknown };

/**
 * Returns a text that is equal for requests with the same endpoint, path and body. Queries of URLs do not count,
 * as in a record.
 */
export const identityOf = ({ kind, path, body }: Request): string =>
  JSON.stringify([kind, path, body === undefined ? null : [canonicalJson(withoutSignatures(body))]]);

/** Returns the identity of an intent: sha256 of origin, endpoint, path and body, in hex. */
export function fingerprintOf(intent: Pick<SpendIntent, "origin"> & Request): string {
  const { kind, origin, path, body } = intent;
  const parts = [kind, origin, path, body === undefined ? null : [canonicalJson(body)]];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Returns the id of the ordered task. */
export const taskIdOf = ({ kind, path }: Request): string | undefined =>
  kind === "orderTask" ? decodeURIComponent(path.slice(path.lastIndexOf("/") + 1)) : undefined;

/** Returns the pieces that the body of an order asks for. */
export const orderPieces = (body: unknown, taskId?: string): Piece[] => [
  ...(taskId === undefined ? [] : [taskPiece(taskId)]),
  ...(orderedItemsOf(body) ?? []).flatMap(piecesOf),
];

/**
 * Returns a text that is equal for the same purchase: orders by their pieces, other requests by path and body. Case in
 * paths does not count.
 */
export function purchaseIdentity({ kind, path, body }: Request): string {
  const pieces = isOrder({ kind }) ? orderPieces(body, taskIdOf({ kind, path })) : [];
  return pieces.length > 0 ? orderIdentity(pieces) : identityOf({ kind, path: path.toLowerCase(), body });
}

/**
 * Returns the keys of all known pieces of a recorded order: those in its request, its response and its task.
 */
export const recordedKeys = (record: IntentRecord): string[] =>
  [
    ...orderPieces(record.body, taskIdOf(record)),
    ...[...expectedItems(record), ...(record.details?.taskContents ?? [])].flatMap(piecesOf),
  ].flatMap(({ keys }) => keys);

/**
 * Returns true if all pieces of a recorded order are known. For a task, they are in the response or in the
 * service's list.
 */
export function isContentKnown(record: IntentRecord): boolean {
  if (!isOrder(record)) return true;
  if (record.kind !== "orderTask")
    return record.state === "confirmed" || orderedItemsOf(record.body) !== undefined;
  const { taskContents = [] } = record.details ?? {};
  const items = taskContents.length > 0 ? taskContents : expectedItems(record);
  return items.length > 0 && items.every(isNamed);
}

/**
 * Returns the keys of a record for the index, and the quote under which it was sent. An order that may own more has none, so
 * that it is always read.
 */
export function indexedKeys(record: IntentRecord): string[] {
  const keys = isContentKnown(record) ? recordedKeys(record) : [];
  const { quote } = record.details ?? {};
  return quote === undefined || (keys.length === 0 && isOrder(record)) ? keys : [...keys, quoteKey(quote)];
}
