import { setImmediate } from "node:timers/promises";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { Account } from "../accounts.ts";
import { formatLongItemId, type Collect } from "../archive/collect.ts";
import { buildShownItem, measureBillableArea, type Asset, type StacItem } from "../archive/stac-item.ts";
import type { Holdings } from "../holdings.ts";
import { makeNotFound, Refusal, type Reply } from "../http/reply.ts";
import {
  completionMs,
  isCompleted,
  orderResult,
  orderStatus,
  formatCents,
  type Order,
} from "../orders/orders-table.ts";
import type { Handler, Call } from "./call.ts";
import { makeItemContext, createShownId } from "./item-assets.ts";
import { findOrder } from "./records.ts";

/** `GET /orders/{orderId}`: returns the order result with its current state. Errors: 404. */
export const getOrder: Handler = async (call) => {
  const order = findOrder(call, call.params["orderId"]);
  return { json: shapeOrder(call, await call.sandbox.holdings(), order) };
};

// Spec silent: whose orders `GET /orders` lists. The sandbox lists the caller's own, newest first; a manager gets those of the
// organization.
export const listOrders: Handler = async (call) => {
  const { sandbox, caller } = call;
  const { userId, organizationId, roles } = caller;
  const isManager = roles.includes("organization-manager");
  const orders = sandbox.orders.list({ organizationId, ...(!isManager && { userId }) });
  const holdings = await sandbox.holdings();
  return { json: orders.map((order) => shapeOrder(call, holdings, order)) };
};

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
  if (isCompleted(order, now.nowMs)) return { json: await makeDownloadItems(now, holdings, order) };
  return answerUnfinished(now, holdings, order);
};

/** Returns the ordered items; items that do not exist yet have assets without href. */
async function makeDownloadItems(call: Call, holdings: Holdings, order: Order): Promise<StacItem[]> {
  const { nowMs } = call;
  const context = makeItemContext(call, holdings, nowMs + call.settings.assetUrlTtl * 1000);
  const unready = makeItemContext(call, holdings);
  const items: StacItem[] = [];
  for (const { line, readyMs } of order.granules) {
    const granule = holdings.findGranule(line.granuleId, Infinity);
    if (granule === undefined) {
      throw makeNotFound(
        `${line.granuleId} is later than the time to which the clock was set back`,
        "ORDER_NOT_FOUND",
      );
    }
    const item = buildShownItem(granule.collect, granule.productType, readyMs <= nowMs ? context : unready);
    items.push(readyMs <= nowMs ? item : { ...item, assets: dropHrefs(item.assets) });
    // Checksums of many files take a while: lets other requests run in between.
    await setImmediate();
  }
  return items;
}

const dropHrefs = (assets: StacItem["assets"]): StacItem["assets"] =>
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
      return { json: await makeDownloadItems(call, holdings, order) };
    case "400":
      throw new Refusal(400, "ORDER_IN_PROGRESS", "order is not complete");
    case "404":
      throw makeNotFound(message, "ORDER_NOT_FOUND");
    case "405":
      throw new Refusal(405, "METHOD_NOT_ALLOWED", message, [], { allow: "POST" });
    default:
      throw new Refusal(409, "ORDER_IN_PROGRESS", message);
  }
}

type ShapeContext = Pick<Call, "settings" | "nowMs">;

/** Returns an order in the form of the settings. */
export function shapeOrder(call: ShapeContext, holdings: Holdings, order: Order): object {
  const { settings, nowMs } = call;
  const idOf = createShownId(call, holdings);
  if (settings.orderForm === "interface") return orderResult(order, nowMs, idOf);
  return {
    userId: order.userId,
    organizationId: order.organizationId,
    orderDate: formatTimestamp(order.orderedMs),
    expirationDate: formatTimestamp(order.expiresMs),
    orderId: order.id,
    orderStatus: orderStatus(order, nowMs),
    contractId: order.contractId,
    items: order.granules.map((granule) => {
      const { line, collectId, readyMs } = granule;
      const collect = holdings.findCollect(collectId, nowMs);
      return {
        granuleId: idOf(granule),
        type: line.type,
        size: collect === undefined ? 0 : measureBillableArea(collect),
        collectionId: line.collectionId,
        previouslyOrdered: line.previouslyOrdered,
        collectionDate: line.collectionDate,
        itemStatus: readyMs <= nowMs ? "completed" : "in-progress",
      };
    }),
  };
}

/** One item of a review with its price. */
interface ReviewedItem {
  collect: Collect;
  productType: string;
  collectionId: string;
  previouslyOrdered: boolean;
  cents: number;
}

/** Percent off the list price for the amount of an organization's orders, as in a recorded review. */
const VOLUME_DISCOUNT_PERCENT = 10;

/** Returns a review with the members of a recorded deployment: the total is below the sum of the items. */
export function describeReview(caller: Account, items: readonly ReviewedItem[]): object {
  const sum = items.reduce((total, { cents }) => total + cents, 0);
  const off = Math.round((sum * VOLUME_DISCOUNT_PERCENT) / 100);
  return {
    authorized: true,
    user: describeUser(caller),
    orderDetails: {
      lineItems: items.map(({ collect, productType, collectionId, previouslyOrdered, cents }) => ({
        collectionId,
        granuleId: formatLongItemId(collect, productType),
        previouslyOrdered,
        type: collect.type.collectMode,
        cost: formatCents(cents),
        contractId: caller.contractIds[0],
      })),
      summary: {
        subtotal: formatCents(sum),
        volumeDiscount: { discount: `${VOLUME_DISCOUNT_PERCENT}.00%`, amount: formatCents(off) },
        licenseUplift: { surcharge: "0.00%", amount: formatCents(0) },
        specialDiscount: { discount: "0.00%", amount: formatCents(0) },
        total: formatCents(sum - off),
      },
    },
  };
}

const FIRST_DAY = "2020-01-01T00:00:00.000Z";

/** `GET /user` of recorded deployments: returns the caller. */
export const readUser: Handler = ({ caller }) => ({ json: describeUser(caller) });

/** Returns an account with the members of a recorded deployment. */
const describeUser = ({ name, userId, organization, organizationId, username, roles }: Account): object => ({
  id: userId,
  verified: true,
  listed: false,
  roles: ["user", ...roles],
  email: username,
  givenName: name,
  familyName: "Sandbox",
  organizationId,
  organization: { id: organizationId, name: organization },
  apiEnvironmentRole: "production",
  createdAt: FIRST_DAY,
  updatedAt: FIRST_DAY,
});
