/** Flags, files and stdin -> the validated body of an order. */
import { baseBody, withAssignments, type BodyOptions } from "../../cli/body-flags.ts";
import { checkRequest } from "../../cli/check-request.ts";
import type { Context } from "../../cli/context.ts";
import { readDocument } from "../../cli/read-value.ts";
import { readItems, type StacItem } from "../../contract/read-items.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { isGeneratedItem, type OrderItem } from "../../contract/order-item.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { toWireName } from "../../contract/vendor-prefix.ts";
import { checkName } from "../../domain/known-names.ts";
import { collectsWithoutGeo, fromStac, orderItemsOf, withoutRepeats } from "../../domain/order-items.ts";
import type { Fault } from "../../errors.ts";
import { readJson } from "../../geo/read-json.ts";
import type { ItemOptions } from "./item-flags.ts";

export type OrderBody = BodyOf<"placeOrder">;

const FLAGS = { items: "--item" } as const;

export async function itemsRequest(
  context: Context,
  options: ItemOptions & BodyOptions,
  endpoint: "placeOrder" | "reviewOrder",
): Promise<OrderBody> {
  const body = withAssignments(await baseBody(context, options), options);
  const given = [
    ...listed(body["items"]),
    ...(options.item ?? []),
    ...(options.generate ?? []),
    ...(await itemsFrom(context, options)),
  ];
  const found = await withGeoItems(context, options, withoutRepeats(given));
  const faults: Fault[] = [];
  const warnings = [...found.warnings];
  for (const [index, item] of found.items.entries()) {
    if (!isGeneratedItem(item)) continue;
    const place = { path: `items[${index}].productType`, kind: "product type" };
    const { fault, warning } = checkName(item.productType, PRODUCT_TYPES, place);
    if (fault !== undefined) faults.push({ ...fault, flag: "--generate" });
    if (warning !== undefined) warnings.push(warning);
  }
  const flags = options.items !== undefined ? { items: "--items" } : FLAGS;
  return checkRequest(
    context,
    endpoint,
    { body: { ...body, items: found.items } as OrderBody, faults, warnings },
    flags,
  );
}

const listed = (items: unknown): OrderItem[] => (Array.isArray(items) ? (items as OrderItem[]) : []);

async function itemsFrom(context: Context, { items }: ItemOptions): Promise<OrderItem[]> {
  if (items === undefined) return [];
  return orderItemsOf(readJson(await readDocument(context, items, "--items"), "--items"));
}

interface ItemsFound {
  items: OrderItem[];
  warnings: string[];
}

/** Vessel detection is derived from GEO: adds the GEO items, or says what could not be proven. */
async function withGeoItems(context: Context, options: ItemOptions, items: OrderItem[]): Promise<ItemsFound> {
  const missing = collectsWithoutGeo(items);
  if (missing.length === 0) return { items, warnings: [] };
  if (options.withGeo !== true && options.checkItems !== true) {
    const hasArchiveItems = items.some((item) => !isGeneratedItem(item));
    return { items, warnings: hasArchiveItems ? [unproven(missing)] : [] };
  }
  const geo = await findGeo(context, missing);
  if (options.withGeo !== true) {
    const unmatched = collectsWithoutGeo(items, geo);
    return { items, warnings: unmatched.length === 0 ? [] : [unproven(unmatched)] };
  }
  const added = geo.flatMap(({ id, collection }) => (id && collection ? [fromStac({ id, collection })] : []));
  for (const { granuleId } of added) context.notes.note(`added the GEO item ${granuleId}`);
  return { items: withoutRepeats([...items, ...added]), warnings: [] };
}

const unproven = (collects: readonly string[]): string =>
  `the GEO item that VS of collect ${collects.join(", ")} is derived from is not proven to be in the order (--with-geo adds it)`;

async function findGeo({ service, dialect }: Context, collectIds: readonly string[]): Promise<StacItem[]> {
  const name = toWireName("vendor:collect_id", dialect.vendorPrefix);
  const pages = await Promise.all(
    collectIds.map((collectId) =>
      service.client.searchCatalog({
        body: { query: { [name]: { eq: collectId }, "sar:product_type": { eq: "GEO" } } },
      }),
    ),
  );
  return pages.flatMap((page) => readItems(page)?.items.slice(0, 1) ?? []);
}
