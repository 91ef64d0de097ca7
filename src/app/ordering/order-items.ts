/**
 * Checks the items of an order. Before the order is sent, they need known product types, and GEO items for vessel detection.
 * Afterwards the order must contain them.
 */
import pLimit from "p-limit";
import { isGeneratedItem, type OrderItem } from "../../contract/order-item.ts";
import { checkBody } from "../../contract/parse.ts";
import type { ItemPage, StacItem } from "../../contract/read-items.ts";
import type { Order } from "../../contract/read-order.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { SHOW_EXCHANGE } from "../../contract/send.ts";
import { toWireName } from "../../contract/vendor-prefix.ts";
import { countText } from "../../counted.ts";
import {
  toArchiveItems,
  listCollectsWithoutGeo,
  readOrderItems,
  removeRepeats,
} from "../../domain/orders/order-items.ts";
import { checkProductType } from "../../domain/tasking/product-types.ts";
import { AppError, type Fault, inputError } from "../../errors.ts";
import { advice, typed } from "../../hint.ts";
import type { AppContext } from "../context.ts";
import { searchByPrefix } from "../service/learn-forms.ts";

export type OrderBody = BodyOf<"placeOrder">;

export interface CompleteOptions {
  /** Looks up and adds the GEO items that vessel detection (VS) needs. */
  withGeo?: boolean | undefined;
}

export interface CompletedItems {
  items: OrderItem[];
  faults: Fault[];
  warnings: Fault[];
}

/** Returns the body of an order of items in any of their shapes. Throws all faults at once. */
export async function readOrderBody(context: AppContext, given: readonly unknown[]): Promise<OrderBody> {
  const { items, faults, warnings } = await completeItems(context, readOrderItems(given), {});
  const checked = await checkBody("placeOrder", { items });
  const all = [...faults, ...(checked.ok ? [] : checked.faults)];
  if (all.length > 0) throw inputError(all);
  for (const { message } of warnings) context.events.warn(message);
  return { items };
}

/** Returns the items, with GEO items added on request, and their faults and warnings. */
export async function completeItems(
  context: AppContext,
  given: readonly OrderItem[],
  options: CompleteOptions,
): Promise<CompletedItems> {
  const geo = await addGeoItems(context, given, options);
  const completed = { ...geo, faults: findVesselsAlone(geo.items, options) };
  checkProductTypes(completed);
  return completed;
}

/** Adds the GEO items from which vessel detection is derived, or warns if these may be missing from the order. */
async function addGeoItems(
  context: AppContext,
  given: readonly OrderItem[],
  { withGeo = false }: CompleteOptions,
): Promise<Omit<CompletedItems, "faults">> {
  const { events, service } = context;
  const items = [...given];
  const missing = listCollectsWithoutGeo(items);
  if (missing.length === 0) return { items, warnings: [] };
  if (!withGeo) {
    const hasArchiveItems = items.some((item) => !isGeneratedItem(item));
    return { items, warnings: hasArchiveItems ? [toUnprovenWarning(missing)] : [] };
  }
  if (service.isDryRun)
    events.note("the GEO items are looked up first: this is that request, the order would follow");
  const geo = await findGeo(context, missing);
  const added = toArchiveItems(geo);
  for (const { granuleId } of added) events.note(`added the GEO item ${granuleId}`);
  return { items: removeRepeats([...items, ...added]), warnings: [] };
}

const toUnprovenWarning = (collects: readonly string[]): Fault => ({
  code: "VS_WITHOUT_GEO",
  path: "items",
  option: "generate",
  value: collects.join(", "),
  message: `the GEO item that VS of collect ${collects.join(", ")} is derived from may be missing from the order`,
});

async function findGeo(context: AppContext, collectIds: readonly string[]): Promise<StacItem[]> {
  const query = { "sar:product_type": { eq: "GEO" } };
  const pages = await searchCollects(context, collectIds, { query });
  return pages.flatMap((page) => page.items.slice(0, 1));
}

/** Returns the first page of each collect's items. */
export function searchCollects(
  context: AppContext,
  collectIds: readonly string[],
  { query, ...body }: BodyOf<"searchCatalog">,
): Promise<ItemPage[]> {
  const { service, settings } = context;
  const search = (prefix: string): Promise<ItemPage[]> => {
    const name = toWireName("vendor:collect_id", prefix);
    return pLimit(settings.concurrency.value).map(collectIds, (collectId) =>
      service.client.searchCatalog({ body: { query: { [name]: { eq: collectId }, ...query }, ...body } }),
    );
  };
  const isEmpty = (pages: readonly ItemPage[]): boolean =>
    pages.length > 0 && pages.every(({ items }) => items.length === 0);
  return searchByPrefix(context, search, isEmpty);
}

/** Returns VS items of an order without any possible source item. */
function findVesselsAlone(items: readonly OrderItem[], { withGeo = false }: CompleteOptions): Fault[] {
  if (items.some((item) => !isGeneratedItem(item))) return [];
  return listCollectsWithoutGeo(items).map((collectId) => ({
    code: "VS_WITHOUT_GEO",
    path: `items[${items.findIndex((item) => isGeneratedItem(item) && item.productType === "VS" && item.collectIds.includes(collectId))}]`,
    value: collectId,
    rule: "a VS item must be accompanied by the GEO item it is derived from",
    message: `VS of collect ${collectId} needs the GEO item of that collect in the same order${withGeo ? ", and the archive has none" : ""}`,
    next: advice`Add ${withGeo ? typed("--generate", `GEO=${collectId}`) : "--with-geo to look it up"}`,
  }));
}

function checkProductTypes({ items, faults, warnings }: CompletedItems): void {
  for (const [index, item] of items.entries()) {
    if (!isGeneratedItem(item)) continue;
    const { fault, warning } = checkProductType(item.productType, `items[${index}].productType`);
    if (fault !== undefined) faults.push(fault);
    if (warning !== undefined) warnings.push(warning);
  }
}

/**
 * Compares an order with the requested or priced items, because the service decides its content. A missing item is reported after
 * the order and its id are shown, as the failure of the run. `why` follows other items in the warning.
 */
export function checkContents(
  { events }: AppContext,
  items: readonly OrderItem[],
  { orderId, items: ordered }: Order,
  why: string,
): void {
  const asked = new Set(items.map((item) => item["granuleId"]));
  const named = ordered.flatMap(({ granuleId }) => granuleId ?? []);
  const others = named.filter((id) => !asked.has(id));
  if (others.length > 0)
    events.warn(`order ${orderId} contains ${countText(others.length, "item")} ${why}: ${others.join(", ")}`);
  const missing = [...asked].filter((id) => typeof id === "string" && !named.includes(id));
  if (named.length > 0 && missing.length > 0)
    events.failed(
      new AppError(
        "service",
        "RESPONSE_UNRECOGNISED",
        `order ${orderId} was accepted without ${missing.join(", ")}: it may be paid, and it is not in the response`,
        { next: SHOW_EXCHANGE, data: { orderId, missing } },
      ),
    );
}
