/** Vessel detection is derived from GEO: finds the GEO items, or says what could not be proven. */
import pLimit from "p-limit";
import type { Context } from "../../cli/context.ts";
import { isGeneratedItem, type OrderItem } from "../../contract/order-item.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { toWireName } from "../../contract/vendor-prefix.ts";
import { collectsWithoutGeo, fromStac, withoutRepeats } from "../../domain/orders/order-items.ts";
import type { Fault } from "../../errors.ts";
import type { ItemOptions } from "../../commands/order/item-flags.ts";

export interface ItemsFound {
  items: OrderItem[];
  warnings: Fault[];
}

/** The items with their GEO sources added (`--with-geo`) or looked for (`--check-items`). */
export async function withGeoItems(
  context: Context,
  options: ItemOptions,
  items: OrderItem[],
): Promise<ItemsFound> {
  const missing = collectsWithoutGeo(items);
  if (missing.length === 0) return { items, warnings: [] };
  const isAsked = options.withGeo === true || options.checkItems === true;
  if (!isAsked) {
    const hasArchiveItems = items.some((item) => !isGeneratedItem(item));
    return { items, warnings: hasArchiveItems ? [unproven(missing)] : [] };
  }
  if (context.options.dryRun === true)
    context.notes.note("the GEO items are looked up first: this is that request, the order would follow");
  const geo = await findGeo(context, missing);
  if (options.withGeo !== true) {
    const unmatched = collectsWithoutGeo(items, geo);
    return { items, warnings: unmatched.length === 0 ? [] : [unproven(unmatched)] };
  }
  const added = geo.flatMap(({ id, collection }) => (id && collection ? [fromStac({ id, collection })] : []));
  for (const { granuleId } of added) context.notes.note(`added the GEO item ${granuleId}`);
  return { items: withoutRepeats([...items, ...added]), warnings: [] };
}

const unproven = (collects: readonly string[]): Fault => ({
  code: "VS_WITHOUT_GEO",
  path: "items",
  flag: "--generate",
  value: collects.join(", "),
  message: `the GEO item that VS of collect ${collects.join(", ")} is derived from is not proven to be in the order (--with-geo adds it)`,
});

async function findGeo(
  { service, dialect, settings }: Context,
  collectIds: readonly string[],
): Promise<StacItem[]> {
  const name = toWireName("vendor:collect_id", dialect.vendorPrefix);
  const pages = await pLimit(settings.concurrency.value).map(collectIds, (collectId) =>
    service.client.searchCatalog({
      body: { query: { [name]: { eq: collectId }, "sar:product_type": { eq: "GEO" } } },
    }),
  );
  return pages.flatMap((page) => page.items.slice(0, 1));
}
