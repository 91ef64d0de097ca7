import { setImmediate } from "node:timers/promises";
import type { Asset, AssetsOf, StacItem } from "../archive/stac-item.ts";
import type { Holdings } from "../holdings/holdings.ts";
import type { Reply } from "../http/exchange.ts";
import { Refusal } from "../http/refusal.ts";
import { completionMs, isCompleted, orderResult, type Order } from "../orders/orders-table.ts";
import type { Call, Handler } from "./call.ts";
import { shownIds } from "./place-orders.ts";
import { findOrder } from "./records.ts";

/**
 * `GET /orders/{orderId}/download`: the items with signed hrefs. Errors: 404, 410 after expiry, and the reply for an
 * unfinished order.
 */
export const getOrderDownload: Handler = async (call) => {
  const { sandbox, params, nowMs } = call;
  const order = findOrder(call, params["orderId"]);
  if (nowMs >= order.expiresMs) {
    const when = new Date(order.expiresMs).toISOString();
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
  const { baseUrl, nowMs, settings, sandbox } = call;
  const [{ buildItem }, { itemAssets }] = await Promise.all([
    import("../archive/stac-item.ts"),
    import("../holdings/item-assets.ts"),
  ]);
  const signature = {
    secret: sandbox.store.meta.need("secret"),
    expiresMs: nowMs + settings.assetUrlTtl * 1000,
  };
  const { productSize, idStyle } = settings;
  const items: StacItem[] = [];
  for (const { line, readyMs } of order.granules) {
    const granule = holdings.findGranule(line.granuleId, Infinity);
    if (granule === undefined) {
      throw new Refusal(
        404,
        "ORDER_NOT_FOUND",
        `${line.granuleId} lies after the time that the clock was set back to`,
      );
    }
    const assetsOf: AssetsOf = (collect, productType) => {
      const assets = itemAssets(
        holdings,
        collect,
        productType,
        readyMs <= nowMs ? { baseUrl, productSize, idStyle, signature } : { baseUrl, productSize, idStyle },
      );
      return readyMs <= nowMs ? assets : mapAssets(assets, withoutHref);
    };
    items.push(
      buildItem(granule.collect, granule.productType, {
        baseUrl,
        assetsOf,
        idStyle,
      }),
    );
    // Checksums of many files take a while: lets other requests run in between.
    await setImmediate();
  }
  return items;
}

const mapAssets = (assets: Record<string, Asset>, change: (asset: Asset) => object): Record<string, Asset> =>
  Object.fromEntries(Object.entries(assets).map(([key, asset]) => [key, change(asset) as Asset]));

const withoutHref = ({ href: _href, ...asset }: Asset): object => asset;

// Spec silent: the download of an order in progress. The sandbox answers 409 ORDER_IN_PROGRESS (setting
// `inProgressDownload`).
async function answerUnfinished(call: Call, holdings: Holdings, order: Order): Promise<Reply> {
  const message = `order ${order.id} is in progress until ${new Date(completionMs(order)).toISOString()}`;
  switch (call.settings.inProgressDownload) {
    case "202":
      return { status: 202, json: orderResult(order, call.nowMs, shownIds(call, holdings)) };
    case "empty":
      return { json: [] };
    case "partial":
      return { json: await downloadItems(call, holdings, order) };
    case "404":
      throw new Refusal(404, "ORDER_NOT_FOUND", message);
    case "405":
      throw new Refusal(405, "METHOD_NOT_ALLOWED", message, [], { allow: "POST" });
    default:
      throw new Refusal(409, "ORDER_IN_PROGRESS", message);
  }
}
