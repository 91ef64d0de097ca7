/** Reads order results. */
import { isJsonObject } from "./json-object.ts";
import { readRecordPage, type RecordPage } from "./read-items.ts";
import { readField, readText } from "./read-record.ts";

export interface Order {
  orderId: string;
  /** `completed`, `in-progress`, or another word of the service. */
  orderStatus?: string;
  orderDate?: string;
  /** RFC 3339. Afterwards the order cannot be downloaded. */
  expirationDate?: string;
  /** The journal records the organization, because purchases of two organizations are separate. */
  organizationId?: string;
  contractId?: string;
  items: OrderResultItem[];
  /** The order, unchanged. */
  source: Record<string, unknown>;
}

export interface OrderResultItem {
  collectionId?: string;
  /** Missing while the product is being generated. */
  granuleId?: string;
  previouslyOrdered?: boolean;
  type?: string;
  collectionDate?: string;
  /** The state of this item, if the service reports it. */
  itemStatus?: string;
  [member: string]: unknown;
}

/** Reads an order result in any casing; returns undefined without an id. */
export function readOrder(reply: unknown): Order | undefined {
  const order = unwrap(reply);
  if (!isJsonObject(order)) return undefined;
  const orderId = readText(order, "orderId", "orderID", "order_id", "id");
  if (orderId === undefined || orderId.trim() === "") return undefined;
  const items = readField(order, "items");
  return {
    orderId,
    orderStatus: readText(order, "orderStatus", "order_status", "status"),
    orderDate: readText(order, "orderDate", "order_date"),
    expirationDate: readText(order, "expirationDate", "expiration_date"),
    organizationId: readText(order, "organizationId", "organization_id"),
    contractId: readText(order, "contractId", "contract_id") || undefined,
    items: Array.isArray(items) ? items.filter(isJsonObject).map(readItem) : [],
    source: isJsonObject(reply) ? reply : order,
  };
}

function readItem(item: Record<string, unknown>): OrderResultItem {
  const previously = readField(item, "previouslyOrdered", "previously_ordered");
  return {
    ...item,
    collectionId: readText(item, "collectionId", "collection_id"),
    granuleId: readText(item, "granuleId", "granule_id"),
    previouslyOrdered: typeof previously === "boolean" ? previously : undefined,
    type: readText(item, "type"),
    collectionDate: readText(item, "collectionDate", "collection_date"),
    itemStatus: readText(item, "itemStatus", "item_status"),
  };
}

// Spec silent: the list of orders. We read a list of order results, alone or in `results`, `orders`, `items` or `features`.
/** Reads one page of orders; undefined when there is no list, or a list of other values. An order without an id is skipped. */
export function readOrders(reply: unknown): RecordPage<Order> | undefined {
  const orders = isJsonObject(reply) ? reply["orders"] : undefined;
  // One order has a list of items, which is not a list of orders.
  if (!Array.isArray(orders) && !Array.isArray(reply) && readOrder(reply) !== undefined) return undefined;
  const list =
    isJsonObject(reply) && Array.isArray(orders) ? { ...reply, results: orders, features: null } : reply;
  const page = readRecordPage(list, readOrder);
  if (page === undefined) return undefined;
  const records = page.records.filter((order) => order !== undefined);
  if (records.length === 0 && page.records.length > 0) return undefined;
  const skipped = (page.skipped ?? 0) + page.records.length - records.length;
  return { ...page, records, ...(skipped > 0 && { skipped }) };
}

/** Returns one order, alone or in a list of one, bare or under `order`. */
function unwrap(reply: unknown): unknown {
  const only: unknown = Array.isArray(reply) && reply.length === 1 ? reply[0] : reply;
  const inner = readField(only, "order");
  return isJsonObject(inner) && readText(only, "orderId", "orderID", "order_id") === undefined ? inner : only;
}
