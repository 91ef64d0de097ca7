/** Errors of orders that have ended: expired, rejected, or failed. The journal notes the end. */
import { readTimestampMs } from "../../contract/body-values.ts";
import type { Order } from "../../contract/read-order.ts";
import { isNamed, toOrderFlags, type OrderedItem } from "../../money/purchase.ts";
import { AppError } from "../../errors.ts";
import {
  EXPIRED,
  type IntentRecord,
  readOrderedItems,
  findPlainOrder,
  type PlainOrder,
} from "../../money/record.ts";
import { listExpectedItems, findOrderedTask } from "../../money/recorded-purchase.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { advice, swath, type Hint } from "../../hint.ts";
import { suggestOrdering } from "../tasking/request-hints.ts";

/** Orders that a service did not show in this run, so that a wait does not ask for them at each poll. */
const unread = new WeakMap<object, Set<string>>();

/**
 * Returns the service's own record of an order; undefined where the service has none. The interface does not have this request:
 * a deployment that does not answer it changes nothing.
 */
export async function readOrderIfShown({ service }: AppContext, orderId: string): Promise<Order | undefined> {
  const known = unread.get(service) ?? new Set();
  unread.set(service, known);
  if (known.has(orderId) || service.isDryRun) return undefined;
  const order = await service.client
    .getOrder({ params: { orderId }, isSentOnce: true })
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      known.add(orderId);
      return undefined;
    });
  return order?.orderId === orderId ? order : undefined;
}

/** Returns true if an order has expired by the service's record: by its status, or by its date. */
export const isExpiredBy = ({ service }: AppContext, { orderStatus, expirationDate }: Order): boolean =>
  orderStatus?.toLowerCase() === EXPIRED || (readTimestampMs(expirationDate) ?? Infinity) <= service.now();

/** Returns `order 7d1f expired at 2026-11-29T01:59:49Z`. */
export function formatExpired(orderId: string, expirationDate?: string): string {
  const ms = readTimestampMs(expirationDate);
  return ms === undefined
    ? `order ${orderId} has expired`
    : `order ${orderId} expired at ${timeForPeople(ms)}`;
}

/** Notes the end of an order in the journal. An unreadable journal hides no end from the person. */
const noteEnd = async (
  { service }: AppContext,
  orderId: string,
  orderStatus: string,
): Promise<IntentRecord | undefined> =>
  service
    .journal()
    .then((journal) => journal.note(orderId, { orderStatus }))
    .then((entry) => entry?.record)
    .catch(() => undefined);

/**
 * Returns ORDER_EXPIRED with the step that prices the same items again, if this machine or the service knows them.
 * `shown` is the service's record of the order, if it was read.
 */
export async function noteExpired(
  context: AppContext,
  orderId: string,
  { cause, shown }: { cause?: AppError | undefined; shown?: Order | undefined } = {},
): Promise<AppError> {
  const record = await noteEnd(context, orderId, EXPIRED);
  const order = shown ?? (record === undefined ? await readOrderIfShown(context, orderId) : undefined);
  const { expirationDate = order?.expirationDate } = record?.details ?? {};
  return new AppError("service", "ORDER_EXPIRED", formatExpired(orderId, expirationDate), {
    status: cause?.status,
    serviceCode: cause?.serviceCode,
    request: cause?.request,
    about: { noun: "order", id: orderId },
    next: suggestAgain(orderId, record, order) ?? advice`See what it held: ${swath`journal show ${orderId}`}`,
    data: {
      orderId,
      ...(expirationDate !== undefined && { expirationDate }),
      // The body that orders the same again, which this machine has no record of.
      ...(record === undefined && order && { order: toOrderBody(order) }),
    },
    ...(cause && { cause }),
  });
}

function suggestAgain(
  orderId: string,
  record: IntentRecord | undefined,
  order: Order | undefined,
): Hint | undefined {
  const again = record === undefined ? order && findPlainOrder(toOrderBody(order)) : toRepeatedPlain(record);
  if (again !== undefined)
    return advice`See what it costs to order it again: ${swath`order review ${toOrderFlags(again)}`}`;
  const taskId = record && findOrderedTask(record);
  if (taskId !== undefined) return suggestOrdering([taskId]);
  if (record === undefined) return undefined;
  const show = swath`journal show ${orderId} --json --query body`;
  return advice`Save its body for order review --data: ${show} > body.json`;
}

/** Returns the body that orders the same items again; undefined if they are not all known. */
export function toRepeatedBody(record: IntentRecord): Record<string, unknown> | undefined {
  if (findOrderedTask(record) === undefined) return record.body as Record<string, unknown> | undefined;
  const items = listExpectedItems(record);
  return items.length > 0 && items.every(isNamed) ? { items: [...items] } : undefined;
}

function toRepeatedPlain(record: IntentRecord): PlainOrder | undefined {
  const body = toRepeatedBody(record);
  return body && findPlainOrder(body);
}

/** Returns the body that orders the items of the service's record again, under its contract. */
function toOrderBody({ items, contractId }: Order): Record<string, unknown> {
  const named = (readOrderedItems({ items }) ?? []).map(({ collectionId, granuleId }): OrderedItem => ({
    ...(collectionId !== undefined && { collectionId }),
    ...(granuleId !== undefined && { granuleId }),
  }));
  return { ...(contractId !== undefined && { contractId }), items: named };
}

const isRejected = (state: string): boolean => state.toLowerCase() === "rejected";

/** The error for an order that ended without its items. */
export const toEndedOrder = (orderId: string, state = "failed"): AppError =>
  isRejected(state)
    ? new AppError("service", "ORDER_NOT_AUTHORIZED", `the service rejected order ${orderId}`, {
        data: { orderId },
      })
    : new AppError(
        "service",
        "ENDED_UNEXPECTEDLY",
        `order ${orderId} has ended without its items: ${state}`,
        {
          data: { orderId, status: state },
        },
      );

/** Returns the error of `toEndedOrder`. A rejected order costs nothing, and its items may be ordered again. */
export async function noteEnded(context: AppContext, orderId: string, state?: string): Promise<AppError> {
  if (state !== undefined && isRejected(state)) await noteEnd(context, orderId, "rejected");
  return toEndedOrder(orderId, state);
}
