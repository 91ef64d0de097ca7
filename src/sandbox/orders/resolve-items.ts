import type { ArchiveItem, GeneratedItem, OrderItem } from "../../contract/order-item.ts";
import { type Collect, isVisible } from "../archive/collect.ts";
import type { Call } from "../call.ts";
import type { Holdings } from "../holdings/holdings.ts";
import { refuseBody, type ServiceCode } from "../http/refusal.ts";
import { findProductTypeFault } from "./product-types.ts";

/** One product that an order asks for, found or to be made. */
export interface ResolvedItem {
  collect: Collect;
  productType: string;
  collectionId: string;
  granuleId: string;
  /** Virtual milliseconds from which it exists. */
  readyMs: number;
  /** True when this order brings it into being. */
  isNew: boolean;
}

interface ItemFault {
  code: ServiceCode;
  path: string;
  message: string;
}

/** The products of a checked order body, each once. Errors: 422 with every fault of every item. */
export function resolveItems(call: Call, holdings: Holdings, items: readonly OrderItem[]): ResolvedItem[] {
  const faults: ItemFault[] = [];
  const resolved = new Map<string, ResolvedItem>();
  const vessels: { path: string; collectId: string }[] = [];
  for (const [index, item] of items.entries()) {
    const path = `items[${index}]`;
    const found = isArchive(item)
      ? archiveProduct(call, holdings, item, path)
      : generated(call, holdings, item, path);
    faults.push(...found.faults);
    for (const product of found.products) {
      // Spec silent: the same product twice in one order. We merge them.
      resolved.set(`${product.collectionId}/${product.granuleId}`, product);
      if (product.productType === "VS") vessels.push({ path, collectId: product.collect.id });
    }
  }
  const products = [...resolved.values()];
  const mapped = new Set(
    products.filter(({ productType }) => productType === "GEO").map(({ collect }) => collect.id),
  );
  // Spec silent: what proves that a GEO item is the source of a VS item. We compare collect and product type.
  for (const { path, collectId } of vessels.filter((vessel) => !mapped.has(vessel.collectId))) {
    const message = `VS of collect ${collectId} needs the GEO item of that collect in the same order`;
    faults.push({ code: "VS_WITHOUT_GEO", path, message });
  }
  if (faults.length > 0) throw refuseBody(faults);
  return products;
}

interface Found {
  products: ResolvedItem[];
  faults: ItemFault[];
}

const isArchive = (item: OrderItem): item is ArchiveItem => item["granuleId"] !== undefined;

function archiveProduct(call: Call, holdings: Holdings, item: ArchiveItem, path: string): Found {
  const { collectionId, granuleId } = item;
  const granule = holdings.findGranule(granuleId, call.nowMs);
  if (
    granule?.collect.collectionId !== collectionId ||
    !isVisible(granule.collect, call.caller.organizationId, call.nowMs)
  ) {
    const message = `no item ${granuleId} in collection ${collectionId}`;
    return { products: [], faults: [{ code: "ITEM_NOT_FOUND", path: `${path}.granuleId`, message }] };
  }
  const { collect, productType, readyMs } = granule;
  const message = findProductTypeFault(productType, call.settings);
  if (message !== undefined) {
    return {
      products: [],
      faults: [{ code: "PRODUCT_TYPE_UNAVAILABLE", path: `${path}.granuleId`, message }],
    };
  }
  return { products: [{ collect, productType, collectionId, granuleId, readyMs, isNew: false }], faults: [] };
}

function generated(call: Call, holdings: Holdings, item: GeneratedItem, path: string): Found {
  const { productType, collectIds } = item;
  const faults: ItemFault[] = [];
  const message = findProductTypeFault(productType, call.settings);
  if (message !== undefined) {
    faults.push({ code: "PRODUCT_TYPE_UNAVAILABLE", path: `${path}.productType`, message });
  }
  const products: ResolvedItem[] = [];
  for (const [index, collectId] of collectIds.entries()) {
    const collect = holdings.findCollect(collectId, call.nowMs);
    if (collect === undefined || !isVisible(collect, call.caller.organizationId, call.nowMs)) {
      faults.push({
        code: "ITEM_NOT_FOUND",
        path: `${path}.collectIds[${index}]`,
        message: `no collect ${collectId}`,
      });
    } else if (message === undefined) products.push(productOf(call, holdings, collect, productType));
  }
  return { products, faults };
}

/** The product when it exists or is being made; else with the id that is reserved for it. */
function productOf(call: Call, holdings: Holdings, collect: Collect, productType: string): ResolvedItem {
  const { collectionId } = collect;
  const granuleId = holdings.granuleIdOf(collect, productType);
  const known = holdings.findGranule(granuleId, Infinity);
  const readyMs = known?.readyMs ?? call.nowMs + call.settings.generationDelay * 1000;
  return { collect, productType, collectionId, granuleId, readyMs, isNew: known === undefined };
}
