/** Reads orders from the service, where it shows them; the interface has no request for it. */
import { toIdKey } from "../../contract/id-key.ts";
import type { Order } from "../../contract/read-order.ts";
import { hasFailed } from "../../contract/vocabulary.ts";
import { countText } from "../../counted.ts";
import { readOrders } from "../../money/history.ts";
import { findRecordedOrder } from "../../money/recorded-purchase.ts";
import { readCommitments } from "../../money/spend.ts";
import { AppError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import type { HistoryRow } from "./order-history.ts";
import { advice, swath } from "../../hint.ts";
import { SHOW_MORE } from "../incomplete-list.ts";
import { SHOW_EXCHANGE } from "../../contract/send.ts";

/** Statuses of a deployment without the request. */
const NOT_SERVED: ReadonlySet<number> = new Set([403, 404, 405, 501]);

const isNotServed = (error: unknown): error is AppError =>
  error instanceof AppError && error.kind === "service" && NOT_SERVED.has(error.status ?? 0);

const formatStatus = ({ status, request }: AppError): string =>
  request === undefined ? String(status) : `${status} from ${request.method} ${request.path}`;

/**
 * Returns an order as the service shows it. For a service without this request, returns what the journal recorded, with a note.
 * Errors: ORDER_NOT_FOUND for an order that is unknown to the service and to the journal.
 */
export async function getOrder(context: AppContext, orderId: string): Promise<Order> {
  const { service, events } = context;
  let order: Order;
  try {
    order = await service.client.getOrder({ params: { orderId } });
  } catch (error) {
    if (!isNotServed(error)) throw error;
    const record = (await (await service.journal()).get(orderId))?.record;
    const recorded = record && findRecordedOrder(record);
    if (recorded === undefined) throw error;
    events.note(
      `The service does not show this order (${formatStatus(error)}): this is what was recorded when it was placed`,
    );
    return recorded;
  }
  if (toIdKey(order.orderId) !== toIdKey(orderId))
    throw new AppError(
      "service",
      "RESPONSE_UNRECOGNISED",
      `the response has order ${order.orderId} instead of ${orderId}`,
      { next: SHOW_EXCHANGE, data: { asked: orderId, named: order.orderId } },
    );
  await noteEnd(context, order);
  return order;
}

/** Notes the end of an order that was placed from here. Reading it must not fail because the journal is not writable. */
async function noteEnd({ service }: AppContext, { orderId, orderStatus }: Order): Promise<void> {
  if (!hasFailed(orderStatus)) return;
  await service
    .journal()
    .then((journal) => journal.note(orderId, { orderStatus: orderStatus?.toLowerCase() }))
    .catch(() => undefined);
}

/** Far above the pages that an account has. */
const MAX_PAGES = 1000;

/** Returns the orders that the service lists, in its order, with the prices that this machine recorded. */
export async function listServiceOrders(context: AppContext, limit = Infinity): Promise<HistoryRow[]> {
  const { events, profileName } = context;
  const { orders, origin } = await readPages(context, limit);
  if (orders.length > limit) events.note(`showing ${limit} of ${orders.length}`, SHOW_MORE);
  const shown = orders.slice(0, limit);
  const recordOf = await readOrders(
    context,
    shown.map(({ orderId }) => orderId),
  );
  const commitmentOf = await readCommitments(
    context,
    shown.flatMap(({ orderId }) => recordOf(orderId) ?? []),
  );
  return shown.map(({ orderId, orderStatus, orderDate, expirationDate, items }) => {
    const record = recordOf(orderId);
    const price = record?.details?.price;
    const commitment = record && commitmentOf(record);
    return {
      ordered: items,
      entry: {
        orderId,
        state: orderStatus ?? "listed",
        ...(orderDate !== undefined && { time: orderDate }),
        origin,
        profile: profileName,
        items: items.length,
        ...(price !== undefined && { price }),
        ...(commitment !== undefined && { commitment }),
        ...(orderStatus !== undefined && { orderStatus }),
        ...(expirationDate !== undefined && { expirationDate }),
        ...(record !== undefined && { intentId: record.id }),
      },
    };
  });
}

async function readPages(
  { service, events }: AppContext,
  limit: number,
): Promise<{ orders: Order[]; origin: string }> {
  const client = await service.connect();
  const orders = new Map<string, Order>();
  let skipped = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const found = await client
      .listOrders(page === 1 ? {} : { query: { page: String(page) } })
      .catch((error: unknown) => {
        throw isNotServed(error) && error.code !== "NOT_AUTHORIZED" ? toNotListed(error) : error;
      });
    const before = orders.size;
    for (const order of found.records) orders.set(toIdKey(order.orderId), order);
    skipped += found.skipped ?? 0;
    const isLast = (found.totalPages ?? 1) <= page;
    if (isLast || orders.size >= limit) break;
    if (orders.size > before) continue;
    events.failed(
      new AppError("service", "RESPONSE_UNRECOGNISED", `page ${page} of the orders repeats those before it`, {
        next: SHOW_EXCHANGE,
      }),
    );
    break;
  }
  if (skipped > 0)
    events.failed(
      new AppError(
        "service",
        "RESPONSE_UNRECOGNISED",
        `${countText(skipped, "row")} of the list of orders ${skipped === 1 ? "has" : "have"} no order id`,
        { next: SHOW_EXCHANGE },
      ),
    );
  return { orders: [...orders.values()], origin: client.origin };
}

const toNotListed = (error: AppError): AppError =>
  error.restated(`this service does not list orders (${formatStatus(error)})`, {
    next: advice`See those placed from this machine: ${swath`order history`}`,
  });
