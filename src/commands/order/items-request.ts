/** Flags, files and stdin -> the validated body of an order. */
import { completeItems, type OrderBody } from "../../app/ordering/order-items.ts";
import { gatherFaults } from "../../cli/input/gather-faults.ts";
import type { Context } from "../../cli/context.ts";
import { baseBody, bodySources, withAssignments, type BodyOptions } from "../../cli/flags/body-flags.ts";
import { itemsOfRows } from "../../cli/input/row-numbers.ts";
import { checkRequest } from "../../cli/input/check-request.ts";
import { nameDocument, parseInput, readDocument } from "../../cli/input/read-value.ts";
import { isGeneratedItem, type OrderItem } from "../../contract/order-item.ts";
import { orderItemsOf, withoutRepeats } from "../../domain/orders/order-items.ts";
import { inputError, type Fault } from "../../errors.ts";
import type { ItemOptions } from "./item-flags.ts";
import { advice, swath } from "../../hint.ts";

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
  const fromRows = await gatherFaults(faults, () => itemsOfNumbers(context, options), "<row>");
  const fromFile = await gatherFaults(faults, () => itemsFrom(context, options), "--items");
  const isList = base["items"] === undefined || Array.isArray(base["items"]);
  const groups = [
    inUpperCase(context, sources["items"] ?? "--data", isList ? ((base["items"] ?? []) as OrderItem[]) : []),
    ["<row>", fromRows ?? []],
    ["--item", options.item ?? []],
    inUpperCase(context, "--generate", options.generate ?? []),
    inUpperCase(context, "--items", fromFile ?? []),
  ] as const;
  const given = withoutRepeats(groups.flatMap(([, items]) => items));
  const found = await completeItems(context, given, options);
  const flags: Record<string, string> = { items: "--item", ...sources };
  for (const [index, item] of found.items.entries()) {
    const source = groups.find(([, items]) => items.includes(item))?.[0];
    if (source !== undefined) flags[`items[${index}]`] = source;
  }
  if (!isList) faults.push(notAList(base["items"]));
  else if (found.items.length === 0) {
    // When items could not be read, only those faults are reported, and not an empty order too.
    if (faults.length > 0) throw inputError(faults);
    if (options.item?.length === 0 || options.generate?.length === 0) return { items: [] };
    faults.push(noItems(options));
  }
  const draft = {
    body: { ...base, items: found.items } as OrderBody,
    faults: [...faults, ...found.faults],
    warnings: found.warnings,
  };
  return checkRequest(context, endpoint, draft, flags);
}

async function itemsFrom(context: Context, { items }: ItemOptions): Promise<OrderItem[]> {
  if (items === undefined) return [];
  const bytes = await readDocument(context, items, "--items");
  return orderItemsOf(parseInput(context, bytes, "--items", nameDocument("--items", items)));
}

async function itemsOfNumbers(
  context: Context,
  { rows = [], isPurchase = false }: ItemOptions,
): Promise<OrderItem[]> {
  if (rows.length === 0) return [];
  const items = await itemsOfRows(context, rows, { isPurchase });
  return items.map(({ collectionId, granuleId }) => ({ collectionId, granuleId }));
}

/** The items of one flag, with their product types in capitals. */
function inUpperCase(
  { events }: Context,
  flag: string,
  items: readonly OrderItem[],
): readonly [flag: string, items: readonly OrderItem[]] {
  const plain = items.map((item) => {
    if (!isGeneratedItem(item)) return item;
    const productType = item.productType.toUpperCase();
    if (productType !== item.productType)
      events.note(`${flag}: ${item.productType} was taken as ${productType}`);
    return { ...item, productType };
  });
  return [flag, plain];
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
  hint: advice`Say what to order: --item <collection>/<item>, --generate <type>=<collectId>, or --items with the output of ${swath`catalog search --output order-items`}`,
});
