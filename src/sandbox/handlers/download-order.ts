import { setImmediate } from "node:timers/promises";
import { buildShownItem } from "../archive/recorded-item.ts";
import type { Asset, StacItem } from "../archive/stac-item.ts";
import type { Holdings } from "../holdings.ts";
import type { Reply } from "../http/exchange.ts";
import { notFound, Refusal } from "../http/refusal.ts";
import { completionMs, isCompleted, type Order } from "../orders/orders-table.ts";
import type { Call, Handler } from "./call.ts";
import { itemContextOf } from "./item-assets.ts";
import { findOrder } from "./records.ts";
import { shapeOrder } from "./shape-order.ts";

/** `GET /orders/{orderId}/download`: returns the items with signed hrefs. Errors: 404, 409, 410 after expiry. */
export const getOrderDownload: Handler = async (call) => {
  const { sandbox, params, nowMs } = call;
  const order = findOrder(call, params["orderId"]);
  if (order.rejectedMs !== null) {
    // Spec silent: the download of a rejected order. The sandbox returns 405, as recorded deployments do.
    throw new Refusal(405, "METHOD_NOT_ALLOWED", `order ${order.id} was rejected`);
  }
  if (nowMs >= order.expiresMs) {
    const when = new Date(order.expiresMs).toISOString();
    if (call.settings.expiredDownload === "400") throw new Refusal(400, "ORDER_EXPIRED", "order expired");
    throw new Refusal(410, "ORDER_EXPIRED", `order ${order.id} expired at ${when}; place it again`);
  }
  // In mode `auto` the clock jumps to the completion of the polled order.
  sandbox.clock.skipTo(completionMs(order));
  const holdings = await sandbox.holdings();
  const now = { ...call, nowMs: sandbox.clock.now() };
  if (isCompleted(order, now.nowMs)) return { json: await downloadItems(now, holdings, order) };
  return answerUnfinished(now, holdings, order);
};

/** Returns the ordered items; items that do not exist yet have assets without href. */
async function downloadItems(call: Call, holdings: Holdings, order: Order): Promise<StacItem[]> {
  const { nowMs } = call;
  const context = itemContextOf(call, holdings, nowMs + call.settings.assetUrlTtl * 1000);
  const unready = itemContextOf(call, holdings);
  const items: StacItem[] = [];
  for (const { line, readyMs } of order.granules) {
    const granule = holdings.findGranule(line.granuleId, Infinity);
    if (granule === undefined) {
      throw notFound(
        `${line.granuleId} is later than the time to which the clock was set back`,
        "ORDER_NOT_FOUND",
      );
    }
    const item = buildShownItem(granule.collect, granule.productType, readyMs <= nowMs ? context : unready);
    items.push(readyMs <= nowMs ? item : { ...item, assets: withoutHrefs(item.assets) });
    // Checksums of many files take a while: lets other requests run in between.
    await setImmediate();
  }
  return items;
}

const withoutHrefs = (assets: StacItem["assets"]): StacItem["assets"] =>
  Object.fromEntries(
    Object.entries(assets).map(([key, { href: _href, hrefDownload: _other, ...asset }]) => [
      key,
      asset as Asset,
    ]),
  );

// Spec silent: the download of an order in progress. The sandbox returns 409 ORDER_IN_PROGRESS (setting
// `inProgressDownload`).
async function answerUnfinished(call: Call, holdings: Holdings, order: Order): Promise<Reply> {
  const message = `order ${order.id} is in progress until ${new Date(completionMs(order)).toISOString()}`;
  switch (call.settings.inProgressDownload) {
    case "202":
      return { status: 202, json: shapeOrder(call, holdings, order) };
    case "empty":
      return { json: [] };
    case "partial":
      return { json: await downloadItems(call, holdings, order) };
    case "400":
      throw new Refusal(400, "ORDER_IN_PROGRESS", "order is not complete");
    case "404":
      throw notFound(message, "ORDER_NOT_FOUND");
    case "405":
      throw new Refusal(405, "METHOD_NOT_ALLOWED", message, [], { allow: "POST" });
    default:
      throw new Refusal(409, "ORDER_IN_PROGRESS", message);
  }
}
