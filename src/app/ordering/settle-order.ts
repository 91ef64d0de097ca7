/** What follows a new or recorded order: it is waited for and downloaded, as far as requested. */
import { DEFAULT_WAIT, type WaitTimes } from "../../time/poll.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import { readOrder, type Order } from "../../contract/read-order.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { AppError } from "../../errors.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { isOrder } from "../../ledger/subject.ts";
import { countText } from "../../render/quantity-text.ts";
import type { OrderBody } from "./order-items.ts";
import { orderedItemsOf } from "../../ledger/intent-details.ts";
import type { DownloadReport } from "../downloads/download-order.ts";
import { downloadCommand, waitForOrder } from "../downloads/order-readiness.ts";
import type { BucketContext } from "../transfers/bucket.ts";
import type { AppContext } from "../context.ts";
import { expiryOf } from "./ordered-before.ts";
import { advice, swath } from "../../hint.ts";

/** A placed order, with its downloaded files when requested. */
export interface PlacedOrder extends Order {
  /** As the service reviewed it before, where it was read. */
  price?: string;
  download?: DownloadReport;
}

export interface Afterwards {
  /** Waits until every product is ready. */
  wait?: boolean;
  /** Waits, and downloads everything into this folder or bucket. */
  downloadTo?: string | undefined;
  /** Makes a page of what is in the folder then. */
  gallery?: boolean;
  times?: WaitTimes | undefined;
}

export const isFollowed = ({ wait = false, downloadTo }: Afterwards): boolean =>
  wait || downloadTo !== undefined;

export type OrderContext = BucketContext &
  Pick<AppContext, "folder" | "signal" | "consent" | "profileName" | "dialect">;

/** After an order was placed. */
export async function settleOrder(
  context: OrderContext,
  order: Order,
  afterwards: Afterwards,
): Promise<PlacedOrder> {
  const { events, consent } = context;
  const { orderId, orderStatus } = order;
  await warnOfSameId(context, orderId);
  if (orderStatus === "rejected") {
    events.failed(
      new AppError("service", "ORDER_NOT_AUTHORIZED", `the service rejected order ${orderId}`, {
        hint: advice`See what is authorized: ${swath`order review`} with the same items`,
        data: { orderId },
      }),
    );
    return order;
  }
  events.note(`Order ${orderId} placed${orderStatus === undefined ? "" : ` (${orderStatus})`}`);
  // The same command without --resend continues with this order; with --resend, it buys another one.
  const { downloadTo: outDir } = afterwards;
  if (consent.resend && outDir !== undefined)
    events.note(
      advice`If it stops, continue with: ${downloadCommand(orderId, { outDir })} (--resend would buy again)`,
    );
  return followOrder(context, order, afterwards);
}

/** The service decides what an order holds: it may be more than the items that were asked for, or whose price was read. */
export function warnOfOthers(
  { events }: Pick<OrderContext, "events">,
  items: OrderBody["items"],
  { orderId, items: ordered }: Order,
  why: string,
): void {
  const known = new Set(items.map((item) => item["granuleId"]));
  const others = ordered.filter(({ granuleId }) => granuleId !== undefined && !known.has(granuleId));
  if (others.length > 0)
    events.warn(
      `order ${orderId} holds ${countText(others.length, "item")} ${why}: ${others.map(({ granuleId }) => granuleId).join(", ")}`,
    );
}

/** An order of its own has an id of its own: with one id for two, only one of them can be seen and downloaded. */
async function warnOfSameId({ service, events }: OrderContext, orderId: string): Promise<void> {
  const { origin } = await service.connect();
  // The order is paid: a journal that cannot be read now must not hide its id.
  const read = await (await service.journal()).list().catch(() => undefined);
  const same = (read?.entries ?? []).filter(
    ({ record, state }) =>
      isOrder(record) && state === "confirmed" && record.resultId === orderId && record.origin === origin,
  );
  if (same.length > 1)
    events.warn(
      advice`the service answered ${String(same.length)} orders with the one id ${orderId} (journal ${same.map(({ record }) => record.id).join(", ")}): each of them may be paid. Compare them: ${swath`journal list`}`,
    );
}

/**
 * Continues an order when the same command is run again, after a failure or a wait that was too short: nothing is
 * bought.
 * @param record a confirmed order of the journal, not expired, of exactly the requested items
 */
export async function resumeOrder(
  context: OrderContext,
  record: IntentRecord,
  afterwards: Afterwards,
): Promise<PlacedOrder> {
  const { resultId = "", details, body } = record;
  const expiry = expiryOf(record);
  const until = expiry === undefined ? "" : ` until ${expiry}`;
  const rest = afterwards.downloadTo === undefined ? "waiting for it" : "downloading it";
  context.events.note(
    `Order ${resultId} holds exactly these items${until}: nothing is bought again, ${rest} (--resend buys again)`,
  );
  const { orderStatus, orderDate, expirationDate } = details ?? {};
  const order = readOrder({
    orderId: resultId,
    ...(orderStatus !== undefined && { orderStatus }),
    ...(orderDate !== undefined && { orderDate }),
    ...(expirationDate !== undefined && { expirationDate }),
    items: details?.items ?? orderedItemsOf(body) ?? [],
  });
  if (order === undefined) throw new Error("a confirmed order of the journal has no id");
  return followOrder(context, order, afterwards);
}

/** Waits and downloads. An error is reported after the order: it is paid for, so its id is always printed. */
async function followOrder(
  context: OrderContext,
  order: Order,
  { wait = false, downloadTo: outDir, gallery = false, times = DEFAULT_WAIT }: Afterwards,
): Promise<PlacedOrder> {
  const { events } = context;
  const { orderId } = order;
  try {
    if (outDir !== undefined) {
      const { downloadOrder } = await import("../downloads/download-order.ts");
      const download = await downloadOrder(context, orderId, { outDir, wait: times });
      if (download.failed === 0) await showDownloaded(context, outDir, gallery);
      return { ...completed(order), download };
    }
    if (wait) {
      await waitForOrder(context, orderId, times);
      events.note(`Order ${orderId} is ready`);
    }
    const isReady = wait || order.orderStatus === "completed";
    events.hint(advice`Download it: ${downloadCommand(orderId, { wait: !isReady })}`);
    return wait ? completed(order) : order;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.failed(error);
    return order;
  }
}

/** Makes the page of what was downloaded, or says how it is made. */
async function showDownloaded(context: OrderContext, outDir: string, isMade: boolean): Promise<void> {
  const { events } = context;
  if (isMade) {
    const { makeGallery } = await import("../downloads/make-gallery.ts");
    const { page } = await makeGallery(context, outDir);
    events.note(`Wrote the gallery ${page}`);
  } else if (!isS3Url(outDir)) {
    events.hint(advice`See what it is: ${swath`gallery ${outDir} --open`}`);
  }
}

/** The reply has the order's state before the wait: its status, if any, is updated. */
const completed = (order: Order): Order => ({
  ...order,
  orderStatus: "completed",
  source: completedSource(order.source),
});

function completedSource(source: Order["source"]): Order["source"] {
  const { order } = source;
  if (isJsonObject(order) && source["orderId"] === undefined)
    return { ...source, order: completedSource(order) };
  const key = ["orderStatus", "order_status", "status"].find((name) => typeof source[name] === "string");
  return { ...source, [key ?? "orderStatus"]: "completed" };
}
