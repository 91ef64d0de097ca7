/** Identifies a request, and reads the pieces that it asked for and owns. */
import { createHash } from "node:crypto";
import { determineEffect, getEndpoint } from "../contract/endpoints.ts";
import { decodeSegment, toPathKey } from "../contract/id-key.ts";
import { isJsonObject } from "../contract/json-object.ts";
import { RETASK_NAME } from "../contract/member-names.ts";
import { readOrder, type Order } from "../contract/read-order.ts";
import type { SpendIntent } from "../contract/spend.ts";
import {
  isNamed,
  isOrder,
  makeOrderIdentity,
  listPieces,
  makeQuoteKey,
  makeRequestKey,
  makeTaskPiece,
  type OrderedItem,
  type Piece,
} from "./purchase.ts";
import { toCanonicalJson } from "../domain/canonical-json.ts";
import { toInterfaceBody, toInterfacePath } from "../domain/interface-form.ts";
import { type IntentRecord, readOrderedItems, removeSignatures } from "./record.ts";

type Request = Pick<IntentRecord, "kind" | "path" | "details"> & { body?: unknown };

/**
 * Returns the body of a retask without a name that this program chose. A rerun chooses another name, since the first one is taken
 * by then, and asks for the same.
 */
export function removeChosenName({ body, details }: Pick<Request, "body" | "details">): unknown {
  const chosen = details?.chosenName;
  if (chosen === undefined || !isJsonObject(body)) return body;
  const { [RETASK_NAME]: name, ...others } = body;
  const kept = name === chosen ? others : body;
  const { properties } = body;
  if (!isJsonObject(properties) || properties[RETASK_NAME] !== chosen) return kept;
  const { [RETASK_NAME]: _name, ...rest } = properties;
  return { ...kept, properties: rest };
}

/**
 * Returns a text that is equal for requests with the same endpoint, path and body, in any form of a deployment. Queries of URLs
 * do not count, as in a record.
 */
export function makeRequestIdentity(request: Request): string {
  const { kind, path } = request;
  const body = removeChosenName(request);
  return JSON.stringify([
    kind,
    path,
    body === undefined ? null : [toCanonicalJson(removeSignatures(toInterfaceBody(kind, body)))],
  ]);
}

/** Returns the identity of an intent: sha256 of origin, endpoint, path and body in the interface's spelling, in hex. */
export function computeFingerprint(intent: Pick<SpendIntent, "origin"> & Request): string {
  const { kind, origin, path } = intent;
  const own = toInterfaceBody(kind, removeChosenName(intent));
  const parts = [
    kind,
    origin,
    toInterfacePath(kind, path),
    own === undefined ? null : [toCanonicalJson(own)],
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Returns the id of the ordered task. */
export const findOrderedTask = ({ kind, path }: Request): string | undefined =>
  kind === "orderTask" ? decodeSegment(path.slice(path.lastIndexOf("/") + 1)) : undefined;

/**
 * Returns the items that an order must deliver: those of the order result, or those of the body if the result has none. Returns none for
 * an order of a task if the order result has no items.
 */
export function listExpectedItems({
  details,
  body,
}: Pick<IntentRecord, "details" | "body">): readonly OrderedItem[] {
  const made = details?.items ?? [];
  return made.length > 0 ? made : (readOrderedItems(body) ?? []);
}

/** Returns the pieces that the body of an order asks for. */
export const listOrderPieces = (body: unknown, taskId?: string): Piece[] => [
  ...(taskId === undefined ? [] : [makeTaskPiece(taskId)]),
  ...(readOrderedItems(body) ?? []).flatMap(listPieces),
];

/** Returns the pieces of an order; none for another request. */
const listAskedPieces = ({ kind, path, body }: Request): Piece[] =>
  isOrder({ kind }) ? listOrderPieces(body, findOrderedTask({ kind, path })) : [];

/**
 * Returns a text that is equal for the same purchase: orders by their pieces, approvals by the request that they approve, other
 * requests by path and body. Ids in paths are compared by `toPathKey`.
 */
export function makePurchaseIdentity(request: Request): string {
  const pieces = listAskedPieces(request);
  if (pieces.length > 0) return makeOrderIdentity(pieces);
  const { kind, path, body, details } = request;
  const isApproval = getEndpoint(kind).journal?.decides === true && determineEffect(kind, body) === "spend";
  return makeRequestIdentity({
    kind,
    path: toPathKey(toInterfacePath(kind, path)),
    body: isApproval ? undefined : body,
    ...(details !== undefined && { details }),
  });
}

/**
 * Returns the keys of all known pieces of a recorded order: those in its request, its response and its task.
 */
export const listRecordedKeys = (record: IntentRecord): string[] =>
  [
    ...listOrderPieces(record.body, findOrderedTask(record)),
    ...[...listExpectedItems(record), ...(record.details?.taskContents ?? [])].flatMap(listPieces),
  ].flatMap(({ keys }) => keys);

/**
 * Returns true if all pieces of a recorded order are known. For a task, they are in the response or in the
 * service's list.
 */
export function isContentKnown(record: IntentRecord): boolean {
  if (!isOrder(record)) return true;
  if (record.kind !== "orderTask") {
    // A person found the order of a damaged record, whose items are unknown.
    if (record.body === undefined) return record.state === "confirmed";
    const ordered = record.details?.items ?? readOrderedItems(record.body);
    return ordered?.every((item) => Object.keys(item).length > 0) ?? false;
  }
  const { taskContents = [] } = record.details ?? {};
  const items = taskContents.length > 0 ? taskContents : listExpectedItems(record);
  return items.length > 0 && items.every(isNamed);
}

/**
 * Returns the keys of a record for the index: of its pieces, of a request without pieces, and of the quote under which it was
 * sent. An order that may own more has none, so that it is always read.
 */
export function listIndexedKeys(record: IntentRecord): string[] {
  const keys = isContentKnown(record) ? listRecordedKeys(record) : [];
  if (keys.length === 0 && isOrder(record)) return [];
  const { quote } = record.details ?? {};
  return [
    ...keys,
    ...(listAskedPieces(record).length === 0 ? [makeRequestKey(makePurchaseIdentity(record))] : []),
    ...(quote === undefined ? [] : [makeQuoteKey(quote)]),
  ];
}

/** Returns an order as the journal recorded it; undefined if the record is of no accepted order. */
export function findRecordedOrder(record: IntentRecord): Order | undefined {
  if (record.state !== "confirmed" || !isOrder(record)) return undefined;
  const { orderStatus, orderDate, expirationDate } = record.details ?? {};
  return readOrder({
    orderId: record.resultId,
    ...(orderStatus !== undefined && { orderStatus }),
    ...(orderDate !== undefined && { orderDate }),
    ...(expirationDate !== undefined && { expirationDate }),
    items: listExpectedItems(record),
  });
}
