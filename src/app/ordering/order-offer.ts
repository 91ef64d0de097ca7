/** Makes an offer of an order, which has its items and the request that places it. */
import type { AppContext } from "../context.ts";
import {
  isArchiveItem,
  isGeneratedItem,
  type ArchiveItem,
  type OrderItem,
} from "../../contract/order-item.ts";
import type { OrderReview } from "../../contract/read-review.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { getEndpoint } from "../../contract/endpoints.ts";
import type { PaidRequest } from "../../contract/spend.ts";
import { isNamed, isTaskName, listPieces, type OrderedItem, type Purchase } from "../../money/purchase.ts";
import { toArchiveItems, listCollectsWithoutGeo } from "../../domain/orders/order-items.ts";
import { hasNoCollects } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import { readOrderedItems } from "../../money/record.ts";
import type { Offer } from "../../money/run.ts";
import { listOrderPieces, makePurchaseIdentity } from "../../money/recorded-purchase.ts";
import { searchCollects, type OrderBody } from "./order-items.ts";
import { advice, swath } from "../../hint.ts";

interface OrderRequest<Reply> {
  /** Identifies an order without readable items. */
  path?: string;
  prepare: (body: OrderBody) => Promise<PaidRequest<Reply>>;
  /** The typed body is sent, and no item is removed from it. */
  isTyped?: boolean;
}

/** Builds the offer of an order of items. A body with unreadable items may contain anything. */
export async function makeItemsOffer<Reply>(
  context: AppContext,
  body: OrderBody,
  request: OrderRequest<Reply>,
): Promise<Offer<Reply, OrderBody>> {
  const { path = "", prepare, isTyped = false } = request;
  return {
    purchase: await makeItemsPurchase(context, body, path),
    body,
    request: () => prepare(body),
    contents: (taskId) => readListedItems(context, taskId),
    ...(!isTyped && { without: (held) => removeItems(context, body, held, request) }),
  };
}

/** Returns an order of items as a purchase. `path` identifies one without readable items. */
export async function makeItemsPurchase(
  { service }: AppContext,
  body: OrderBody,
  path = "",
): Promise<Purchase> {
  const { origin } = await service.connect();
  const items = readOrderedItems(body);
  return {
    kind: "placeOrder",
    origin,
    effect: "spend",
    identity: makePurchaseIdentity({ kind: "placeOrder", path, body }),
    pieces: listOrderPieces(body),
    isComplete: items !== undefined && items.length > 0 && items.every(isNamed),
    isGenerated: items?.every(({ granuleId }) => granuleId !== undefined) !== true,
  };
}

/** Returns the archive items that a price names. */
export const listNamedItems = ({ lines }: OrderReview): OrderedItem[] =>
  (readOrderedItems({ items: lines.map(({ source }) => source) }) ?? []).filter(
    (item) => item.granuleId !== undefined && isNamed(item),
  );

/**
 * Returns an order with the pieces that its price names. A generated product may be an item of the archive, whose id
 * only the service knows. Undefined if the price names no other piece.
 */
export function addNamedItems<Reply>(
  { purchase, ...offer }: Offer<Reply, OrderBody>,
  items: readonly OrderedItem[],
): Offer<Reply, OrderBody> | undefined {
  const known = new Set(purchase.pieces.map(({ name }) => name));
  const named = items.flatMap(listPieces).filter(({ name }) => !known.has(name));
  return named.length === 0
    ? undefined
    : { ...offer, without: undefined, purchase: { ...purchase, pieces: [...purchase.pieces, ...named] } };
}

/** Returns the items without these pieces. A product of several collects stays in the order for the collects without such a piece. */
export const removePieces = ({ items }: OrderBody, held: ReadonlySet<string>): OrderItem[] =>
  items.flatMap((item): OrderItem[] => {
    const [read] = readOrderedItems({ items: [item] }) ?? [];
    const isHeld = (one: OrderedItem): boolean => listPieces(one).some(({ name }) => held.has(name));
    if (read === undefined || !isHeld(read)) return [item];
    if (!isGeneratedItem(item)) return [];
    const collectIds = item.collectIds.filter((collectId) => !isHeld({ ...read, collectIds: [collectId] }));
    return collectIds.length === 0 ? [] : [{ ...item, collectIds }];
  });

/** Returns the order of the other items; undefined when they cannot be ordered alone. */
function removeItems<Reply>(
  context: AppContext,
  body: OrderBody,
  held: ReadonlySet<string>,
  request: OrderRequest<Reply>,
): Promise<Offer<Reply, OrderBody>> | undefined {
  const items = removePieces(body, held);
  // VS is derived from the GEO item of the same order, which may be among the items to remove.
  if (items.length === 0 || listCollectsWithoutGeo(items).length > 0) return undefined;
  return makeItemsOffer(context, { ...body, items }, request);
}

export interface TaskContent {
  taskId: string;
  /** Undefined until the service was asked; empty when its list is incomplete. */
  items?: readonly OrderItem[];
  collectIds?: readonly string[];
  /** The price of the task itself, if its record shows one. */
  taskPrice?: string | undefined;
  /** True if `items` are a part of the contents, which is ordered as items. */
  isRest?: true;
}

interface TaskRequests<Reply> {
  ofTask: () => Promise<PaidRequest<Reply>>;
  /** Orders a part of the contents. Absent if the request has members that an order of items cannot have. */
  ofItems?: ((body: OrderBody) => Promise<PaidRequest<Reply>>) | undefined;
  /** The contract of an order of items, as a member of its body. */
  contract?: { contractId?: string };
}

/** Builds the offer of an order of everything that a task collected. Without a part of it, the rest is an order of items. */
export async function makeTaskOffer<Reply>(
  context: AppContext,
  content: TaskContent,
  requests: TaskRequests<Reply>,
): Promise<Offer<Reply, TaskContent>> {
  const { taskId, items } = content;
  const { origin } = await context.service.connect();
  const path = getEndpoint("orderTask").path.replace(/\{\w+\}/, encodeURIComponent(taskId));
  return {
    purchase: {
      kind: "orderTask",
      origin,
      effect: "spend",
      identity: makePurchaseIdentity({ kind: "orderTask", path, body: undefined }),
      taskId,
      collectIds: content.collectIds,
      pieces: listOrderPieces({ items }, taskId),
      isComplete: items !== undefined && items.length > 0,
    },
    body: content,
    request: requests.ofTask,
    contents: (other) => readListedItems(context, other),
    complete: async () =>
      makeTaskOffer(
        context,
        items === undefined ? await readTaskContent(context, taskId) : content,
        requests,
      ),
    ...(requests.ofItems !== undefined &&
      items !== undefined &&
      items.length > 0 && { without: (held) => makeRestOffer(context, content, held, requests) }),
  };
}

/** Returns the order of the other items of a task; undefined when an order contains all of them. */
function makeRestOffer<Reply>(
  context: AppContext,
  content: TaskContent,
  held: ReadonlySet<string>,
  { ofItems, contract }: TaskRequests<Reply>,
): Promise<Offer<Reply, TaskContent>> | undefined {
  const { taskId, items = [] } = content;
  const rest = removePieces({ items: [...items] }, held);
  if (ofItems === undefined || rest.length === 0 || [...held].some(isTaskName)) return undefined;
  const make = async (): Promise<Offer<Reply, TaskContent>> => {
    const body = { ...contract, items: rest };
    const { purchase, request, contents } = await makeItemsOffer(context, body, { prepare: ofItems });
    return {
      // The other tasks of the run may contain the same items.
      purchase: { ...purchase, taskId },
      body: { ...content, items: rest, isRest: true },
      request,
      contents,
    };
  };
  return make();
}

async function readTaskContent(context: AppContext, taskId: string): Promise<TaskContent> {
  const { found, missing, ...content } = await findCollectedItems(context, taskId);
  const items = found.length > 0 ? toArchiveItems(found) : await readPreviewedItems(context, taskId);
  if (items.length === 0) noteUnlisted(context, missing);
  return { taskId, items, ...content };
}

/**
 * Returns the items that an order of the task would contain, where the service shows them all. The interface has no such request.
 * The items are priced like all others.
 */
async function readPreviewedItems({ service, signal }: AppContext, taskId: string): Promise<ArchiveItem[]> {
  const review = await service.client
    .reviewTaskOrder({ params: { taskingRequestId: taskId }, isSentOnce: true })
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return undefined;
    });
  signal.throwIfAborted();
  const lines = review?.lines.map(({ source }) => source) ?? [];
  if (!lines.every(isArchiveItem)) return [];
  return lines.map(({ collectionId, granuleId }) => ({ collectionId, granuleId }));
}

function noteUnlisted({ events }: AppContext, collectIds: readonly string[]): void {
  if (collectIds.length > 0)
    events.note(
      `The catalog does not list all items of collect ${collectIds.join(", ")}, so the price of the task is not known`,
    );
}

/**
 * Returns the items of these product types among what the tasks collected, and the known prices of the tasks. Errors:
 * ITEM_NOT_FOUND for a type that none has.
 */
export async function findProductsOfTasks(
  context: AppContext,
  taskIds: readonly string[],
  productTypes: readonly string[],
): Promise<{ body: OrderBody; taskPrices: (string | undefined)[] }> {
  const contents = await Promise.all(taskIds.map((taskId) => findCollectedItems(context, taskId)));
  for (const { missing } of contents) noteUnlisted(context, missing);
  const found = contents.flatMap((content) => content.found);
  const missing = productTypes.filter((type) => found.every((item) => !isOfType(item, type)));
  if (missing.length > 0) {
    const types = [...new Set(found.map(readType))].join(", ");
    throw new AppError(
      "local",
      "ITEM_NOT_FOUND",
      `the catalog lists no ${missing.join(", ")} of what was collected${types === "" ? "" : `: there is ${types}`}`,
      { next: advice`Find items: ${swath`catalog search`}` },
    );
  }
  const items = toArchiveItems(found.filter((item) => productTypes.some((type) => isOfType(item, type))));
  return { body: { items }, taskPrices: contents.map(({ taskPrice }) => taskPrice) };
}

const readType = ({ properties }: StacItem): string => String(properties?.["sar:product_type"]);

const isOfType = (item: StacItem, type: string): boolean =>
  readType(item).toUpperCase() === type.toUpperCase();

/** Returns a task's items; undefined when the service does not list them all. */
async function readListedItems(
  context: AppContext,
  taskId: string,
): Promise<readonly OrderedItem[] | undefined> {
  try {
    const { items = [] } = await readTaskContent(context, taskId);
    return items.length === 0 ? undefined : readOrderedItems({ items });
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    context.events.note(`The contents of task ${taskId} could not be read: ${error.message}`);
    return undefined;
  }
}

/** Exceeds the number of products of a collect. */
const MAX_ITEMS_OF_COLLECT = 100;

interface TaskContents {
  collectIds: readonly string[];
  /** The items in the catalog; empty when the task's record or the catalog does not list all of them. */
  found: StacItem[];
  /** Collects whose items the catalog does not list, or not all of them. */
  missing: readonly string[];
  taskPrice: string | undefined;
}

/** Finds a task's collects, and their items in the catalog. Errors: TASK_HAS_NO_COLLECTS before its images are taken. */
async function findCollectedItems(context: AppContext, taskId: string): Promise<TaskContents> {
  const { service } = context;
  const {
    collectIds = [],
    status,
    estimate,
  } = await service.client.getTask({
    params: { taskingrequestId: taskId },
  });
  const taskPrice = estimate.price;
  if (collectIds.length === 0 && hasNoCollects(status))
    throw new AppError(
      "local",
      "TASK_HAS_NO_COLLECTS",
      `task ${taskId} has no collects to order: its status is ${status}`,
      {
        next: advice`Wait for the collect: ${swath`task wait ${taskId}`}`,
        about: { noun: "task", id: taskId },
      },
    );
  const pages = await searchCollects(context, collectIds, { limit: MAX_ITEMS_OF_COLLECT });
  const found = pages.map(({ items, next, skipped }) =>
    // A page that is not all makes a price too low.
    next !== undefined || skipped !== undefined ? [] : items.filter(({ id, collection }) => id && collection),
  );
  const missing = collectIds.filter((_id, index) => found[index]?.length === 0);
  return { collectIds, found: missing.length === 0 ? found.flat() : [], missing, taskPrice };
}
