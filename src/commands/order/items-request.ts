/** Flags, files and stdin -> the validated body of an order. */
import { baseBody, bodySources, withAssignments, type BodyOptions } from "../../cli/flags/body-flags.ts";
import { checkRequest } from "../../cli/input/check-request.ts";
import type { Context } from "../../cli/context.ts";
import { gatherFaults } from "../../cli/input/gather-faults.ts";
import { nameDocument, parseInput, readDocument } from "../../cli/input/read-value.ts";
import { isGeneratedItem, type OrderItem } from "../../contract/order-item.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { checkName } from "../../domain/known-names.ts";
import { collectsWithoutGeo, orderItemsOf, withoutRepeats } from "../../domain/orders/order-items.ts";
import { inputError, type Fault } from "../../errors.ts";
import type { ItemOptions } from "./item-flags.ts";
import { withGeoItems } from "../../app/ordering/geo-items.ts";

export type OrderBody = BodyOf<"placeOrder">;

const NO_ITEMS_HINT =
  "Say what to order: --item <collection>/<granule>, --generate <type>=<collectId>, or --items with the output of swath catalog search --output order-items";

export async function itemsRequest(
  context: Context,
  options: ItemOptions & BodyOptions,
  endpoint: "placeOrder" | "reviewOrder",
): Promise<OrderBody> {
  const faults: Fault[] = [];
  const base = withAssignments(
    (await gatherFaults(faults, () => baseBody(context, options), "--data")) ?? {},
    options,
  );
  const sources = bodySources(base, options);
  const fromFile = await gatherFaults(faults, () => itemsFrom(context, options), "--items");
  const isList = base["items"] === undefined || Array.isArray(base["items"]);
  const groups = [
    [sources["items"] ?? "--data", isList ? ((base["items"] ?? []) as OrderItem[]) : []],
    ["--item", options.item ?? []],
    ["--generate", (options.generate ?? []).map((item) => inUpperCase(context, item))],
    ["--items", fromFile ?? []],
  ] as const;
  const given = withoutRepeats(groups.flatMap(([, items]) => items));
  const found = await withGeoItems(context, options, given);
  const flags: Record<string, string> = { items: "--item", ...sources };
  for (const [index, item] of found.items.entries()) {
    const source = groups.find(([, items]) => items.includes(item))?.[0];
    if (source !== undefined) flags[`items[${index}]`] = source;
  }
  if (!isList) faults.push(notAList(base["items"]));
  else if (found.items.length === 0) {
    // Items that could not be read are no empty order: the faults of reading them say enough.
    if (faults.length > 0) throw inputError(faults);
    if (options.item?.length === 0 || options.generate?.length === 0) return { items: [] };
    faults.push(noItems(options));
  }
  faults.push(...vesselsAlone(found.items, options));
  const words = checkProductTypes(found.items);
  const body = {
    body: { ...base, items: found.items } as OrderBody,
    faults: [...faults, ...words.faults],
    warnings: [...found.warnings, ...words.warnings],
  };
  return checkRequest(context, endpoint, body, flags);
}

async function itemsFrom(context: Context, { items }: ItemOptions): Promise<OrderItem[]> {
  if (items === undefined) return [];
  const bytes = await readDocument(context, items, "--items");
  return orderItemsOf(parseInput(context, bytes, "--items", nameDocument("--items", items)));
}

function inUpperCase({ notes }: Context, item: OrderItem): OrderItem {
  if (!isGeneratedItem(item)) return item;
  const productType = item.productType.toUpperCase();
  if (productType !== item.productType)
    notes.note(`--generate: ${item.productType} was taken as ${productType}`);
  return { ...item, productType };
}

/** VS items of an order that holds nothing at all that they could be derived from. */
function vesselsAlone(items: readonly OrderItem[], { withGeo }: ItemOptions): Fault[] {
  if (items.some((item) => !isGeneratedItem(item))) return [];
  return collectsWithoutGeo(items).map((collectId) => ({
    code: "VS_WITHOUT_GEO",
    path: `items[${items.findIndex((item) => isGeneratedItem(item) && item.productType === "VS" && item.collectIds.includes(collectId))}]`,
    value: collectId,
    rule: "a VS item must be accompanied by the GEO item it is derived from",
    message: `VS of collect ${collectId} needs the GEO item of that collect in the same order`,
    hint:
      withGeo === true
        ? `The archive has no GEO item of that collect; add --generate GEO=${collectId}`
        : `Add --with-geo to look it up, or --generate GEO=${collectId}`,
  }));
}

const notAList = (value: unknown): Fault => ({
  code: "ORDER_EMPTY",
  path: "items",
  value,
  rule: "an array of order items",
  message: `items ${JSON.stringify(value)} is not an array of order items`,
});

const noItems = ({ data, items }: ItemOptions & BodyOptions): Fault => ({
  code: "ORDER_EMPTY",
  path: "items",
  flag: items !== undefined ? "--items" : data !== undefined ? "--data" : "--item",
  value: [],
  rule: "at least one item",
  message: "the order has no item",
  hint: NO_ITEMS_HINT,
});

function checkProductTypes(items: readonly OrderItem[]): { faults: Fault[]; warnings: Fault[] } {
  const findings: { faults: Fault[]; warnings: Fault[] } = { faults: [], warnings: [] };
  for (const [index, item] of items.entries()) {
    if (!isGeneratedItem(item)) continue;
    const place = { path: `items[${index}].productType`, kind: "product type" };
    const { fault, warning } = checkName(item.productType, PRODUCT_TYPES, place);
    if (fault !== undefined) findings.faults.push(fault);
    if (warning !== undefined) findings.warnings.push(warning);
  }
  return findings;
}
