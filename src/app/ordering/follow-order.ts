/** Follows an order after its purchase: waits for it and downloads it, as requested. */
import { isJsonObject } from "../../contract/json-object.ts";
import type { Order } from "../../contract/read-order.ts";
import { hasFailed } from "../../contract/vocabulary.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";
import type { IntentRecord } from "../../money/record.ts";
import { findRecordedOrder } from "../../money/recorded-purchase.ts";
import { formatExpiry } from "../../money/words.ts";
import { DEFAULT_WAIT, type WaitTimes } from "../../time/poll.ts";
import type { AppContext } from "../context.ts";
import type { DownloadReport } from "../downloads/download-order.ts";
import { toEndedOrder } from "../downloads/ended-order.ts";
import { FollowedOrder, type ReplaceExpired } from "../downloads/followed-order.ts";
import { suggestDownload } from "../downloads/order-readiness.ts";
import { formatTotal, noteTotal } from "../transfers/transfer-total.ts";

/** A placed order, with its downloaded files when requested. */
export interface PlacedOrder extends Order {
  /** The reviewed price, if it was read. */
  price?: string;
  download?: DownloadReport;
}

export interface Afterwards {
  /** Waits until every product is ready. */
  wait?: boolean;
  /** Waits, and downloads everything into this folder or bucket. */
  downloadTo?: string | undefined;
  /** Then makes a gallery of the folder. */
  gallery?: boolean;
  times?: WaitTimes | undefined;
}

export const isFollowed = ({ wait = false, downloadTo }: Afterwards): boolean =>
  wait || downloadTo !== undefined;

/** Follows an order that was placed now. */
export async function followPlaced(
  context: AppContext,
  order: Order,
  afterwards: Afterwards,
): Promise<PlacedOrder> {
  const { events, consent } = context;
  const { orderId, orderStatus } = order;
  if (hasFailed(orderStatus)) {
    events.failed(toEndedOrder(orderId, orderStatus));
    return order;
  }
  events.note(`Order ${orderId} placed${orderStatus === undefined ? "" : ` (${orderStatus})`}`);
  // A second run of the command would buy another order instead of continuing with this one.
  const { downloadTo: outDir } = afterwards;
  if (consent.resend && outDir !== undefined)
    events.note(
      "If the download stops, the same command would buy again",
      advice`Continue the download: ${swath`order download ${orderId} --out-dir ${outDir}`}`,
    );
  return waitAndDownload(context, order, afterwards);
}

/**
 * Resumes an order when the same command is run again, after a failure or a wait that was too short: nothing is
 * bought.
 * @param record a confirmed order of the journal, not expired, of exactly the requested items
 */
export async function resumeOrder(
  context: AppContext,
  record: IntentRecord,
  afterwards: Afterwards,
): Promise<PlacedOrder> {
  const { resultId = "" } = record;
  const expiry = formatExpiry(record);
  const until = expiry === undefined ? "" : ` until ${expiry}`;
  const rest = afterwards.downloadTo === undefined ? "waiting for it" : "downloading it";
  context.events.note(
    `Order ${resultId} contains exactly these items${until}: nothing is bought again, ${rest}`,
    "--resend sends it again",
  );
  const order = findRecordedOrder(record);
  if (order === undefined) throw new Error("a confirmed order of the journal has no id");
  return waitAndDownload(context, order, afterwards);
}

/** Waits for an order that replaced the expired order of the same items, and downloads it. */
export async function followReplacement(
  context: AppContext,
  orderId: string,
  afterwards: Afterwards,
): Promise<PlacedOrder> {
  const record = (await (await context.service.journal()).get(orderId))?.record;
  const order = record && findRecordedOrder(record);
  if (order === undefined) throw new Error("the order that was just placed is not in the journal");
  const { price } = record?.details ?? {};
  return { ...(await waitAndDownload(context, order, afterwards)), ...(price !== undefined && { price }) };
}

/** Waits and downloads. An error is reported after the order, because its id must be printed once it is paid for. */
async function waitAndDownload(
  context: AppContext,
  order: Order,
  { wait = false, downloadTo: outDir, gallery = false, times = DEFAULT_WAIT }: Afterwards,
): Promise<PlacedOrder> {
  const { events } = context;
  const { orderId } = order;
  try {
    if (outDir !== undefined) {
      const { downloadOrder } = await import("../downloads/download-order.ts");
      const download = await downloadOrder(context, orderId, {
        outDir,
        wait: times,
        reorderFree: true,
        replace: makeReplacer(context),
      });
      noteTotal(context, formatTotal(download));
      if (download.failed === 0) await showDownloaded(context, outDir, gallery);
      return { ...toCompleted(await readCurrentOrder(context, order, download.orderId)), download };
    }
    if (!wait) {
      events.hint(suggestDownload(orderId, { wait: order.orderStatus !== "completed" }));
      return order;
    }
    const followed = new FollowedOrder(context, orderId, {
      reorderFree: true,
      replace: makeReplacer(context),
    });
    await followed.readItems(times);
    events.note(`Order ${followed.id} is ready`);
    events.hint(suggestDownload(followed.id));
    return toCompleted(await readCurrentOrder(context, order, followed.id));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.failed(error);
    return order;
  }
}

/** Returns the order that has replaced an expired one. */
async function readCurrentOrder({ service }: AppContext, order: Order, id: string): Promise<Order> {
  if (id === order.orderId) return order;
  const record = (await (await service.journal()).get(id))?.record;
  return (record && findRecordedOrder(record)) ?? { ...order, orderId: id };
}

/** Makes the gallery of the downloaded files, or suggests it. */
async function showDownloaded(context: AppContext, outDir: string, isMade: boolean): Promise<void> {
  const { events } = context;
  if (isMade) {
    const { makeGallery } = await import("../downloads/make-gallery.ts");
    const { page } = await makeGallery(context, outDir);
    events.note(`Wrote the gallery ${page}`);
  } else if (!isS3Url(outDir)) {
    events.hint(advice`See what it is: ${swath`gallery ${outDir} --open`}`);
  }
}

/** Updates the order's status, if any, since the response is from before the wait. */
const toCompleted = (order: Order): Order => ({
  ...order,
  orderStatus: "completed",
  source: toCompletedSource(order.source),
});

function toCompletedSource(source: Order["source"]): Order["source"] {
  const { order } = source;
  if (isJsonObject(order) && source["orderId"] === undefined)
    return { ...source, order: toCompletedSource(order) };
  const key = ["orderStatus", "order_status", "status"].find((name) => typeof source[name] === "string");
  return { ...source, [key ?? "orderStatus"]: "completed" };
}

/** Returns the function that replaces expired orders. The purchase path is loaded when an order has expired. */
export const makeReplacer =
  (context: AppContext): ReplaceExpired =>
  async (orderId, how) => {
    const { replaceExpired } = await import("./replace-expired.ts");
    return replaceExpired(context, orderId, how);
  };
