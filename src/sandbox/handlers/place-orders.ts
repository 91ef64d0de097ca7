import {
  isArchiveItem,
  type OrderItem,
  type ArchiveItem,
  type GeneratedItem,
} from "../../contract/order-item.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { isVisible, formatItemId, formatLongItemId, type Collect } from "../archive/collect.ts";
import type { Holdings } from "../holdings.ts";
import { Refusal, refuseBody, type Reply, type BodyFault } from "../http/reply.ts";
import { formatCents, computePriceCents, type Order, type OrderedGranule } from "../orders/orders-table.ts";
import type { SandboxSettings } from "../settings.ts";
import type { Call, Handler } from "./call.ts";
import { findContractFaults } from "./create-request.ts";
import { findProductTypeFault } from "./product-types.ts";
import { describeReview, shapeOrder } from "./read-orders.ts";
import { findRequest } from "./records.ts";

interface OrderBody {
  items: readonly OrderItem[];
  contractId?: string;
}

/** `POST /orders`: validates and writes in one transaction, so that two processes never reserve one product twice. */
export const placeOrder: Handler = async (call) => {
  const holdings = await call.sandbox.holdings();
  // Resolved before the lock as well: the archive may have to be built, and a refusal needs no lock.
  resolveItems(call, holdings);
  return call.sandbox.store.database.transaction(() =>
    saveOrder(call, holdings, resolveItems(call, holdings), (call.body as OrderBody).contractId),
  );
};

/** Stores and returns an order of resolved products, for orders of items and of a task. */
function saveOrder(
  call: Call,
  holdings: Holdings,
  products: readonly ResolvedItem[],
  contractId?: string,
): Reply {
  const { caller, settings, nowMs } = call;
  const { orders, store } = call.sandbox;
  const granules = products.map(
    ({ collect, productType, collectionId, granuleId, readyMs, isNew }): OrderedGranule => {
      const previouslyOrdered = orders.hasOrdered(caller.organizationId, collectionId, granuleId);
      if (isNew)
        orders.addGenerated({ granuleId, collectionId, collectId: collect.id, productType, readyMs });
      const line = {
        collectionId,
        granuleId,
        previouslyOrdered,
        type: collect.type.collectMode,
        collectionDate: formatTimestamp(collect.datetimeMs),
      };
      return { line, collectId: collect.id, productType, readyMs };
    },
  );
  const order: Order = {
    id: store.meta.nextId("order"),
    userId: caller.userId,
    organizationId: caller.organizationId,
    contractId: contractId ?? null,
    orderedMs: nowMs,
    expiresMs: nowMs + settings.orderTtl * 1000,
    rejectedMs: null,
    granules,
  };
  orders.insert(order);
  return { status: settings.createdStatus, json: shapeOrder(call, holdings, order) };
}

/** `POST /orders/task/{taskingRequestId}`: orders all products of a task. Errors: 404, 409 TASK_HAS_NO_COLLECTS. */
// Any body is accepted and ignored (see `orderTaskBody`).
export const orderTask: Handler = async (call) => {
  const holdings = await call.sandbox.holdings();
  const products = listTaskProducts(call, holdings);
  return call.sandbox.store.database.transaction(() => saveOrder(call, holdings, products));
};

/** `GET /orders/task/{taskingRequestId}`: returns the price of an order of the task. Errors: those of `orderTask`. */
export const reviewTaskOrder: Handler = async (call) => {
  const holdings = await call.sandbox.holdings();
  return { json: reviewOf(call, listTaskProducts(call, holdings)) };
};

/** Returns all products of a task. Errors: 404, 409 TASK_HAS_NO_COLLECTS. */
function listTaskProducts(call: Call, holdings: Holdings): ResolvedItem[] {
  const { sandbox, nowMs } = call;
  const task = findRequest(call, "task", call.params["taskingRequestId"]);
  const products = sandbox.tasking.collects.ofTask(task.id).flatMap(({ collectId }): ResolvedItem[] => {
    const tasked = holdings.tasked.find(collectId, nowMs);
    if (tasked === undefined) return [];
    const { collect, productTypes, readyMs } = tasked;
    return productTypes.map((productType) => ({
      collect,
      productType,
      collectionId: collect.collectionId,
      granuleId: formatItemId(collect, productType),
      readyMs,
      isNew: false,
    }));
  });
  if (products.length === 0) {
    const { lastStatusCode } = task.record.properties;
    throw new Refusal(
      409,
      "TASK_HAS_NO_COLLECTS",
      `${task.id} is ${lastStatusCode} and has no collects to order`,
    );
  }
  return products;
}

/** `POST /orders/review`: returns the price of the same body for `POST /orders`. Changes nothing. */
export const reviewOrder: Handler = async (call) => {
  const holdings = await call.sandbox.holdings();
  return { json: reviewOf(call, resolveItems(call, holdings)) };
};

function reviewOf({ sandbox, caller, settings }: Call, products: readonly ResolvedItem[]): unknown {
  const lines = products.map((product) => {
    const { collect, collectionId, granuleId, productType } = product;
    const previouslyOrdered = sandbox.orders.hasOrdered(caller.organizationId, collectionId, granuleId);
    const isFree = previouslyOrdered && settings.reorderPrice === "free";
    const cents = isFree ? 0 : computePriceCents(collect, productType, settings);
    return { collect, collectionId, granuleId, productType, previouslyOrdered, cents };
  });
  if (settings.reviewStyle === "recorded") return describeReview(caller, lines);
  const total = formatCents(lines.reduce((sum, { cents }) => sum + cents, 0));
  const items = lines.map(({ collectionId, granuleId, productType, collect, previouslyOrdered, cents }) => ({
    collectionId,
    granuleId: settings.idStyle === "long" ? formatLongItemId(collect, productType) : granuleId,
    collectId: collect.id,
    productType,
    previouslyOrdered,
    cost: formatCents(cents),
  }));
  return shape(settings.reviewStyle, { total, subtotal: total }, items);
}

// Spec silent: the fields of an order review. The sandbox returns `{authorized, summary: {total, subtotal},
// items: [{..., cost}]}` (setting `reviewStyle`).
function shape(style: SandboxSettings["reviewStyle"], summary: object, items: readonly object[]): unknown {
  if (style === "orderDetails") return { authorized: true, orderDetails: { lineItems: items, summary } };
  if (style === "denied") {
    return {
      authorized: false,
      authorizationDenialReason: { message: "the organization's budget is used up" },
    };
  }
  return { authorized: true, summary, items };
}

/** One product of an order, existing or to be generated. */
interface ResolvedItem {
  collect: Collect;
  productType: string;
  collectionId: string;
  granuleId: string;
  /** Virtual milliseconds of its completion. */
  readyMs: number;
  /** True when this order generates it. */
  isNew: boolean;
}

/** Returns the products of a validated order body, without repetition. Errors: 422 with all faults of all items. */
function resolveItems(call: Call, holdings: Holdings): ResolvedItem[] {
  const { items, contractId } = call.body as OrderBody;
  const faults = findContractFaults(call.caller, contractId);
  const resolved = new Map<string, ResolvedItem>();
  const vessels: { path: string; collectId: string }[] = [];
  for (const [index, item] of items.entries()) {
    const path = `items[${index}]`;
    const found = isArchiveItem(item)
      ? findArchiveProduct(call, holdings, item, path, faults)
      : resolveGenerated(call, holdings, item, path, faults);
    for (const product of found) {
      // Spec silent: the same product twice in one order. The sandbox merges them.
      resolved.set(`${product.collectionId}/${product.granuleId}`, product);
      if (product.productType === "VS") vessels.push({ path, collectId: product.collect.id });
    }
  }
  const products = [...resolved.values()];
  const mapped = new Set(
    products.filter(({ productType }) => productType === "GEO").map(({ collect }) => collect.id),
  );
  // Spec silent: the source GEO item of a VS item. The sandbox compares collect and product type.
  for (const { path, collectId } of vessels.filter((vessel) => !mapped.has(vessel.collectId))) {
    const message = `VS of collect ${collectId} needs the GEO item of that collect in the same order`;
    faults.push({ code: "VS_WITHOUT_GEO", path, message });
  }
  if (faults.length > 0) throw refuseBody(faults);
  return products;
}

function findArchiveProduct(
  call: Call,
  holdings: Holdings,
  { collectionId, granuleId: givenId }: ArchiveItem,
  path: string,
  faults: BodyFault[],
): ResolvedItem[] {
  const granuleId = holdings.readPlainId(givenId, call.nowMs);
  const granule = holdings.findGranule(granuleId, call.nowMs);
  if (granule?.collect.collectionId !== collectionId || !canUse(call, granule.collect)) {
    const message = `no item ${givenId} in collection ${collectionId}`;
    faults.push({ code: "ITEM_NOT_FOUND", path: `${path}.granuleId`, message });
    return [];
  }
  const fault = findProductTypeFault(granule.productType, call.settings.unavailableProductTypes);
  if (fault === undefined) return [{ ...granule, collectionId, granuleId, isNew: false }];
  faults.push({ ...fault, path: `${path}.granuleId` });
  return [];
}

function resolveGenerated(
  call: Call,
  holdings: Holdings,
  item: GeneratedItem,
  path: string,
  faults: BodyFault[],
): ResolvedItem[] {
  const productType = item.productType.toUpperCase();
  const fault = findProductTypeFault(productType, call.settings.unavailableProductTypes);
  if (fault !== undefined) faults.push({ ...fault, path: `${path}.productType` });
  return item.collectIds.flatMap((collectId, index) => {
    const collect = holdings.findCollect(collectId, call.nowMs);
    if (collect === undefined || !canUse(call, collect)) {
      const message = `no collect ${collectId}`;
      faults.push({ code: "ITEM_NOT_FOUND", path: `${path}.collectIds[${index}]`, message });
      return [];
    }
    return fault === undefined ? [readProduct(call, holdings, collect, productType)] : [];
  });
}

const canUse = ({ caller, nowMs }: Call, collect: Collect): boolean =>
  isVisible(collect, caller.organizationId, nowMs);

/** Returns the product if it exists or is being generated; otherwise a new one with its reserved id. */
function readProduct(call: Call, holdings: Holdings, collect: Collect, productType: string): ResolvedItem {
  const { collectionId } = collect;
  const granuleId = formatItemId(collect, productType);
  const known = holdings.findGranule(granuleId, Infinity);
  const readyMs = known?.readyMs ?? call.nowMs + call.settings.generationDelay * 1000;
  return { collect, productType, collectionId, granuleId, readyMs, isNew: known === undefined };
}
