/** Converts flags, files and stdin to the validated body of an order. */
import { completeItems, type OrderBody } from "../../app/ordering/order-items.ts";
import { gatherFaults } from "../../cli/input/usage.ts";
import type { Context } from "../../cli/context.ts";
import {
  readBaseBody,
  listBodySources,
  withAssignments,
  type BodyOptions,
} from "../../cli/flags/body-flags.ts";
import { expandIds, readIdsFromStdin } from "../../cli/ids/ids-argument.ts";
import { looksLikeScene, mayBeItem } from "../../app/ids/item-words.ts";
import { SHORT_IDS } from "../../domain/short-ids.ts";
import { findItemsToOrder } from "../../cli/ids/items-on-screen.ts";
import { requireValidRequest } from "../../cli/input/require-valid-request.ts";
import { readJsonDocument } from "../../cli/input/read-value.ts";
import {
  isArchiveItem,
  isGeneratedItem,
  type ArchiveItem,
  type OrderItem,
} from "../../contract/order-item.ts";
import { findContract, separateContract } from "../../domain/orders/order-contract.ts";
import { parseArchiveItem, readOrderItems, removeRepeats } from "../../domain/orders/order-items.ts";
import { correctFields } from "../../domain/correct-fields.ts";
import { inputError, quoteText, type Fault } from "../../errors.ts";
import { NOT_AN_ITEM, type ItemOptions } from "./order-flags.ts";
import { MIN_CHARACTERS } from "../../domain/short-ids.ts";
import { advice, swath } from "../../hint.ts";

export async function readItemsRequest(
  context: Context,
  options: ItemOptions & BodyOptions,
  endpoint: "placeOrder" | "reviewOrder",
): Promise<OrderBody> {
  const faults: Fault[] = [];
  const given = withAssignments(
    (await gatherFaults(faults, () => readBaseBody(context, options), "--data")) ?? {},
    options,
  );
  const { body: base, ...correction } = correctFields("order", given);
  const { groups, fileContract } = await readGroups(context, options, base, faults);
  const all = groups.flatMap(([, some]) => some);
  const contract = separateContract(withFileContract(base, fileContract, faults), all, {
    given,
    option: options.contract,
  });
  for (const note of contract.notes) context.events.note(note);
  const found = await completeItems(context, removeRepeats(contract.items), options);
  const flags: Record<string, string> = { items: "--item", ...listBodySources(base, options) };
  for (const [index, item] of found.items.entries()) {
    const typed = all[contract.items.indexOf(item)];
    const source = groups.find(([, items]) => typed !== undefined && items.includes(typed))?.[0];
    if (source !== undefined) flags[`items[${index}]`] = source;
  }
  if (!hasList(base)) faults.push(makeNotAListFault(base["items"]));
  else if (found.items.length === 0) {
    // If items were unreadable, only those faults are reported, not an empty order as well.
    if (faults.length > 0) throw inputError(faults);
    if (options.item?.length === 0 || options.generate?.length === 0) return { items: [] };
    faults.push(makeNoItemsFault(options));
  }
  const draft = {
    body: {
      ...base,
      ...(contract.contractId !== undefined && { contractId: contract.contractId }),
      items: found.items,
    } as OrderBody,
    faults: [...faults, ...correction.faults, ...contract.faults, ...found.faults],
    warnings: [...correction.warnings, ...found.warnings],
  };
  return requireValidRequest(context, endpoint, draft, flags);
}

type Group = readonly [flag: string, items: readonly OrderItem[]];

/** Reads the items of each flag, and the contract of the file. Unreadable items are added to `faults`. */
async function readGroups(
  context: Context,
  options: ItemOptions & BodyOptions,
  base: Readonly<Record<string, unknown>>,
  faults: Fault[],
): Promise<{ groups: readonly Group[]; fileContract: unknown }> {
  const fromBody = hasList(base) ? ((base["items"] ?? []) as OrderItem[]) : [];
  const fromArguments = await gatherFaults(faults, () => readArgumentItems(context, options));
  const fromFlags = await gatherFaults(faults, () => readFlagItems(context, options), "--item");
  const generated = await gatherFaults(faults, () => readGeneratedItems(context, options), "--generate");
  const file = await gatherFaults(faults, () => readItemList(context, options), "--items");
  const groups: Group[] = [
    readUpperCase(context, listBodySources(base, options)["items"] ?? "--data", fromBody),
    ["<item>", fromArguments ?? []],
    ["--item", fromFlags ?? []],
    readUpperCase(context, "--generate", generated ?? []),
    readUpperCase(context, "--items", file?.items ?? []),
  ];
  return { groups, fileContract: file?.contractId };
}

const hasList = ({ items }: Readonly<Record<string, unknown>>): boolean =>
  items === undefined || Array.isArray(items);

/** A file may be the body of an order, with its contract. */
async function readItemList(
  context: Context,
  { items }: ItemOptions,
): Promise<{ items: OrderItem[]; contractId?: unknown }> {
  if (items === undefined) return { items: [] };
  const { value } = await readJsonDocument(context, items, "--items");
  return { items: readOrderItems(value), contractId: isArchiveItem(value) ? undefined : findContract(value) };
}

/** Returns the body with the contract of the file. Two contracts are a fault. */
function withFileContract(
  base: Readonly<Record<string, unknown>>,
  contractId: unknown,
  faults: Fault[],
): Readonly<Record<string, unknown>> {
  if (contractId === undefined || contractId === null) return base;
  const merged = { contractId, ...base };
  if (merged.contractId !== contractId)
    faults.push({
      code: "PLACEMENT_CONFLICT",
      path: "contractId",
      flag: "--items",
      value: contractId,
      rule: "one contract for an order",
      message: `the contract ${JSON.stringify(contractId)} of the file differs from ${JSON.stringify(merged.contractId)} of the body`,
      next: "Order the items of each contract alone, with --contract",
    });
  return merged;
}

/** Returns the items of short and full ids, resolved as in their notes. A `-` among them reads ids from stdin. */
async function readArgumentItems(
  context: Context,
  { words, isPurchase = false }: ItemOptions,
): Promise<OrderItem[]> {
  const ids = (await readIdsFromStdin(context, words, "item")) ?? [];
  const given = ids.map((word) => parseArchiveItem(word) ?? word);
  return resolveItems(context, given, isPurchase, (word) => ({
    code: "USAGE",
    path: "",
    value: word,
    ...explainUnknownWord(context, word),
  }));
}

const readFlagItems = (
  context: Context,
  { item = [], isPurchase = false }: ItemOptions,
): Promise<OrderItem[]> =>
  resolveItems(context, item, isPurchase, (word) => ({
    ...NOT_AN_ITEM,
    path: "",
    flag: "--item",
    value: word,
    message: `--item ${quoteText(word)}: ${NOT_AN_ITEM.rule}${isSought(context, word) ? ", and the catalog has no item of that id" : ""}`,
    ...(looksLikeScene(word) && explainUnknownWord(context, word)),
  }));

async function readGeneratedItems(
  context: Context,
  { generate = [], isPurchase = false }: ItemOptions,
): Promise<OrderItem[]> {
  const full: OrderItem[] = [];
  for (const item of generate)
    full.push(
      isGeneratedItem(item)
        ? { ...item, collectIds: await expandIds(context, "collect", item.collectIds, { isPurchase }) }
        : item,
    );
  return full;
}

/**
 * Resolves items with a collection, which may have a short id; an unknown id stays unchanged. Errors: those of
 * `findItemsToOrder`, and a fault for each other unknown word.
 */
async function resolveItems(
  context: Context,
  given: readonly (OrderItem | string)[],
  isPurchase: boolean,
  faultOf: (word: string) => Fault,
): Promise<OrderItem[]> {
  const wordOf = (item: OrderItem | string): string | undefined =>
    typeof item === "string"
      ? item
      : isArchiveItem(item)
        ? `${item.collectionId}/${item.granuleId}`
        : undefined;
  const words = given.flatMap((item) => wordOf(item) ?? []);
  if (words.length === 0) return given.filter((item) => typeof item !== "string");
  const meant = await findItemsToOrder(context, words, { isPurchase });
  const isUnknown = (word: string): boolean => meant[words.indexOf(word)] === undefined;
  const faults = given.flatMap((item) =>
    typeof item === "string" && isUnknown(item) ? [faultOf(item)] : [],
  );
  if (faults.length > 0)
    throw inputError(await Promise.all(faults.map((fault) => suggestOtherKind(context, fault))));
  return given.flatMap((item): OrderItem[] => {
    const items = meant[words.indexOf(wordOf(item) ?? "")];
    if (items === undefined) return typeof item === "string" ? [] : [item];
    return items.map(({ collectionId, granuleId }): ArchiveItem => ({ collectionId, granuleId }));
  });
}

/** The id may be that of a task or of an order. */
async function suggestOtherKind(context: Context, fault: Fault): Promise<Fault> {
  if (typeof fault.value !== "string") return fault;
  const { suggestOtherKind } = await import("../../cli/completion/id-of-other-kind.ts");
  const hint = await suggestOtherKind(context, { noun: "item", id: fault.value });
  return hint === undefined ? fault : { ...fault, next: hint };
}

/** Returns whether the catalog was asked for an item with that id. */
const isSought = ({ service }: Context, word: string): boolean => mayBeItem(word) && !service.isDryRun;

function explainUnknownWord(context: Context, word: string): Pick<Fault, "message" | "next"> {
  if (!looksLikeScene(word) && isSought(context, word))
    return { message: `the catalog has no item ${quoteText(word)}`, next: SHORT_IDS };
  if (!looksLikeScene(word) && !mayBeItem(word))
    return {
      message: `${quoteText(word)} is not the id of an item: the beginning of an id has at least ${MIN_CHARACTERS} characters`,
      next: SHORT_IDS,
    };
  return context.service.isDryRun
    ? {
        message: `a dry run does not search for ${JSON.stringify(word)}`,
        next: advice`Give items in full, as this prints them: ${swath`catalog search --output order-items`}`,
      }
    : { message: `no scene found has an id that begins with ${JSON.stringify(word)}`, next: SHORT_IDS };
}

/** Returns the items of one flag, with their product types in capitals. */
function readUpperCase({ events }: Context, flag: string, items: readonly OrderItem[]): Group {
  const plain = items.map((item) => {
    if (!isGeneratedItem(item)) return item;
    const productType = item.productType.toUpperCase();
    if (productType !== item.productType)
      events.note(`${flag}: ${item.productType} was taken as ${productType}`);
    return { ...item, productType };
  });
  return [flag, plain];
}

const makeNotAListFault = (value: unknown): Fault => ({
  code: "ORDER_EMPTY",
  path: "items",
  value,
  rule: "an array of order items",
  message: `items ${JSON.stringify(value)} is not an array of order items`,
});

const makeNoItemsFault = ({ data, items }: ItemOptions & BodyOptions): Fault => ({
  code: "ORDER_EMPTY",
  path: "items",
  flag: items !== undefined ? "--items" : data !== undefined ? "--data" : "--item",
  value: [],
  rule: "at least one item",
  message: "the order has no item",
  next: "Add --item <collection>/<item>",
});
