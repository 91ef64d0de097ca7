/** Describes the products of a price from the catalog, so that a person recognises them. */
import { footprintOf } from "../../contract/item-footprint.ts";
import type { OrderItem } from "../../contract/order-item.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { ReviewLine } from "../../contract/read-review.ts";
import { namesInOrder, type ItemName } from "../../domain/catalog/item-name.ts";
import { collectOf } from "../../domain/catalog/scene.ts";
import { AppError } from "../../errors.ts";
import type { PricedProduct, PricedScene } from "../../render/priced-scenes.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { itemsInCatalog } from "../catalog/item-places.ts";
import type { AppContext } from "../context.ts";

/** Longer prices are a list of ids. */
const MOST_DESCRIBED = 100;

/** A catalog search accepts one collect: more generated products are shown by their ids. */
const MOST_COLLECTS = 5;

/** A line of a price, with the item of the order, if it is certain. */
export type LineOfItem = ReviewLine & { item?: OrderItem | undefined };

/**
 * Returns the products grouped by scene; unknown products come first, alone. Returns undefined when no product is
 * known. If the catalog is unavailable, a note reports it: the price is shown with ids.
 */
export async function scenesOfPrice(
  context: Pick<AppContext, "service" | "events" | "signal" | "dialect">,
  lines: readonly LineOfItem[],
): Promise<PricedScene[] | undefined> {
  if (lines.length > MOST_DESCRIBED) return undefined;
  const names = lines.map(({ item }) => nameOf(item));
  const collects = new Set(names.flatMap((name) => (name && "collectId" in name ? name.collectId : [])));
  const sought = names.filter(
    (name) => name !== undefined && ("id" in name || collects.size <= MOST_COLLECTS),
  ) as ItemName[];
  if (sought.length === 0) return undefined;
  const find = await itemsInCatalog(context, sought).catch((error: unknown) => {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    context.events.note(`the catalog could not be asked what the items are: ${error.message}`);
    return undefined;
  });
  if (find === undefined) return undefined;
  const { placeText } = await import("../../places/describe-geometry.ts");
  const alone: PricedProduct[] = [];
  const scenes = new Map<string, { title: string; products: PricedProduct[] }>();
  lines.forEach((line, at) => {
    const name = names[at];
    const found = name && find(name);
    const { label, cost, previouslyOrdered, item } = line;
    const type = item?.["productType"] ?? found?.properties?.["sar:product_type"];
    const product = { label, cost, previouslyOrdered, ...(typeof type === "string" && { type }) };
    const title = found === undefined ? "" : titleOf(found, placeText);
    if (found === undefined || title === "") return alone.push(product);
    const key = collectOf(found) ?? JSON.stringify([found.collection, found.id]);
    const scene = scenes.get(key) ?? { title, products: [] };
    scenes.set(key, scene);
    return scene.products.push(product);
  });
  if (scenes.size === 0) return undefined;
  return [...(alone.length === 0 ? [] : [{ products: alone }]), ...scenes.values()];
}

/** Returns undefined for a product of several collects, which belongs to no single scene. */
function nameOf(item: OrderItem | undefined): ItemName | undefined {
  const [name, ...others] = item === undefined ? [] : namesInOrder(item);
  return others.length === 0 ? name : undefined;
}

/** Returns `2026-09-15T23:37Z  VENDOR-01  near Lisbon (PT)`. */
function titleOf(item: StacItem, placeText: (geometry: unknown) => string | undefined): string {
  const { datetime, platform } = item.properties ?? {};
  const parts = [
    typeof datetime === "string" ? timeForPeople(datetime, true) : undefined,
    platform,
    placeText(footprintOf(item)),
  ];
  return parts.filter((part) => typeof part === "string" && part !== "").join("  ");
}
