/** Checks whether everything in an order can be downloaded: once, or by polling. */
import type { WaitTimes } from "../../time/poll.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { OrderDownload } from "../../contract/replies.ts";
import { hasFailed } from "../../contract/vocabulary.ts";
import { AppError } from "../../errors.ts";
import { listExpectedItems } from "../../money/recorded-purchase.ts";
import { EXPIRED, type IntentRecord } from "../../money/record.ts";
import { isOrder } from "../../money/purchase.ts";
import { countText, listText } from "../../counted.ts";
import type { Order } from "../../contract/read-order.ts";
import type { AppContext } from "../context.ts";
import { pollShown } from "../poll-shown.ts";
import { chooseItems } from "./chosen-items.ts";
import { noteExpired, isExpiredBy, noteEnded, readOrderIfShown } from "./ended-order.ts";
import { advice, swath, type Hint } from "../../hint.ts";
import { SHOW_EXCHANGE } from "../../contract/send.ts";

type OrderState =
  | { ready: true; items: StacItem[]; skipped: number; record: IntentRecord | undefined }
  | {
      ready: false;
      state: string;
      cause?: AppError;
      /** The service's record of the order has this state. */
      isShown?: true;
      /** The items with links, if the response lists some. */
      part?: Part;
    };

/** The items of an order that can be downloaded before the others. */
interface Part {
  items: StacItem[];
  /** All items of the response. */
  listed: readonly StacItem[];
  skipped: number;
  /** Ids of the items without links, as far as they are known. */
  missing: string[];
  /** The number of items in the order. */
  wanted: number;
}

/** Statuses with which services report "not ready yet". */
const NOT_YET = new Set([409, 425]);

/** The items that are wanted of an order. */
export interface Wanted {
  /** Words for the items that have to be ready. */
  items?: readonly string[] | undefined;
  /** Any item that is ready is enough. Called with the error that names the others. */
  onPart?: ((error: AppError) => void) | undefined;
}

/** Returns the items of an order with their signed URLs. Throws ORDER_IN_PROGRESS while a wanted one is missing. */
export async function readReadyItems(
  context: AppContext,
  orderId: string,
  wanted: Wanted = {},
): Promise<StacItem[]> {
  const found = await readOrderState(context, orderId);
  if (found.ready) return takeAll(context, orderId, found, wanted);
  const { part } = found;
  if (part !== undefined && hasAllWanted(part, wanted)) return takeItems(context, orderId, part);
  if (part === undefined || wanted.onPart === undefined) throw toNotReady(orderId, found);
  wanted.onPart(toPartlyReady(orderId, part));
  return takeItems(context, orderId, part);
}

/** Returns true if items are chosen, and each of them is ready. */
const hasAllWanted = ({ items, listed }: Part, { items: words = [] }: Wanted): boolean =>
  words.length > 0 &&
  words.every((word) => {
    const chosen = chooseItems(word, listed);
    return chosen.length > 0 && chosen.every((item) => items.includes(item));
  });

/** Maximum number of items in a message. */
const MAX_NAMED = 5;

function toPartlyReady(orderId: string, { items, missing, wanted }: Part): AppError {
  const names = missing.length === 0 ? "" : `: ${listText(missing, MAX_NAMED)}`;
  const left = wanted - items.length;
  return new AppError(
    "service",
    "DOWNLOAD_PARTIAL",
    `${left} of ${countText(wanted, "item")} of order ${orderId} ${left === 1 ? "is" : "are"} not ready${names}`,
    {
      next: "Use --wait in place of --available to wait for the rest",
      data: { orderId, notReady: missing },
    },
  );
}

/** Returns the command that downloads an order, or with `wait` also waits for it. */
export const suggestDownload = (orderId: string, { wait = false } = {}): Hint =>
  advice`Download it: ${swath`order download ${orderId} --out-dir imagery ${wait ? ["--wait"] : []}`}`;

/** Returns whether everything in an order can be downloaded now. */
export const isReady = async (context: AppContext, orderId: string): Promise<boolean> =>
  (await readOrderState(context, orderId)).ready;

/** Returns all items. An ordered item that the service replaced by another is the failure of the run, after the others are downloaded. */
function takeAll(
  context: AppContext,
  orderId: string,
  found: OrderState & { ready: true },
  { items: chosen = [] }: Wanted,
): StacItem[] {
  const items = takeItems(context, orderId, found);
  const replaced = chosen.length > 0 ? [] : listMissingItems(items, items, found.record);
  // Items without an id may be any.
  if (replaced.length > 0 && items.every(({ id }) => id !== undefined)) {
    const ordered = new Set(listOrderedIds(found.record));
    const others = items.flatMap(({ id = "" }) => (ordered.has(id) ? [] : id));
    context.events.failed(
      new AppError(
        "service",
        "DOWNLOAD_PARTIAL",
        `order ${orderId} contains ${listText(others, MAX_NAMED)} in place of ${listText(replaced, MAX_NAMED)}, which you ordered`,
        {
          next: advice`See what the order contains: ${swath`order get ${orderId}`}`,
          data: { orderId, missing: replaced, others },
        },
      ),
    );
  }
  return items;
}

/** Returns the items. A skipped entry is paid for and never downloaded, so the run ends with an error after the other items. */
function takeItems(
  { events }: AppContext,
  orderId: string,
  { items, skipped }: Pick<Part, "items" | "skipped">,
): StacItem[] {
  if (skipped > 0)
    events.failed(
      new AppError(
        "service",
        "DOWNLOAD_PARTIAL",
        `${skipped} of the entries of order ${orderId} are not items and were skipped`,
      ),
    );
  return items;
}

/** Polls until all items have a signed URL. Throws WAIT_TIMEOUT. */
export const waitForOrder = (
  context: AppContext,
  orderId: string,
  times: WaitTimes,
  wanted: Wanted = {},
): Promise<StacItem[]> =>
  pollShown(context, `order ${orderId}`, times, async () => {
    const found = await readOrderState(context, orderId);
    if (found.ready) return { done: true, value: takeAll(context, orderId, found, wanted) };
    const { part, state } = found;
    return part !== undefined && hasAllWanted(part, wanted)
      ? { done: true, value: takeItems(context, orderId, part) }
      : { done: false, state };
  });

/** Requests the signed URLs once; reports whether the order is complete. */
async function readOrderState(context: AppContext, orderId: string): Promise<OrderState> {
  let reply: OrderDownload;
  try {
    reply = await context.service.client.getOrderDownload({ params: { orderId } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return readStateOfError(context, orderId, error);
  }
  const { items = [], state, skipped = 0, unreadable } = reply;
  // A skipped item would be paid for and never downloaded.
  if (unreadable !== undefined)
    throw toUnrecognised(`${unreadable} of the items of order ${orderId} have assets that are not objects`);
  const linked = items.filter(isAnswered);
  // A service may list an item twice, and an id in two collections. The transfer treats items without an id as one.
  const linkedCount = new Set(linked.map(({ id = "item" }) => id)).size;
  const listedCount = new Set(items.map(({ id }, index) => id ?? index)).size;
  const record = (await findRecord(context, orderId))?.record;
  const wanted = Math.max(listedCount, record === undefined ? 0 : countItems(record));
  if (linkedCount === 0 || linkedCount < wanted || linked.length < items.length) {
    if (state?.toLowerCase() === EXPIRED) throw await noteExpired(context, orderId);
    if (hasFailed(state)) throw await noteEnded(context, orderId, state);
    if (reply.items === undefined) return { ready: false, state: readState(reply, orderId) };
    return {
      ready: false,
      state: wanted === 0 ? "the service lists no items yet" : `${linkedCount} of ${wanted} items ready`,
      ...(linkedCount > 0 && {
        part: {
          items: linked,
          listed: items,
          skipped,
          wanted,
          missing: listMissingItems(linked, items, record),
        },
      }),
    };
  }
  return { ready: true, items, skipped, record };
}

/** Returns whether the response has an address for the item, even an unusable one: waiting would not change it. */
const isAnswered = ({ assets = {} }: StacItem): boolean =>
  Object.values(assets).some(({ href }) => (href ?? "") !== "");

/** Returns the state in a response without items; any other response without items is not recognised. */
function readState({ state }: OrderDownload, orderId: string): string {
  if (state !== undefined) return state;
  throw toUnrecognised(`the download result of order ${orderId} has no list of items`);
}

const toUnrecognised = (message: string): AppError =>
  new AppError("service", "RESPONSE_UNRECOGNISED", message, { next: SHOW_EXCHANGE });

/** Statuses for an order that is in progress, has ended, or is unknown. Only words or the order's record tell which. */
const UNCLEAR = new Set([400, 404, 405, 422]);

/** Returns the state for errors that mean "not ready yet"; throws the end of an order, and all other errors. */
async function readStateOfError(context: AppContext, orderId: string, error: AppError): Promise<OrderState> {
  if (error.code === "ORDER_EXPIRED") throw await noteExpired(context, orderId, { cause: error });
  if (error.code === "ORDER_NOT_AUTHORIZED" && error.serviceCode === undefined)
    throw await noteEnded(context, orderId, "rejected");
  const { status = 0 } = error;
  if (error.code === "ORDER_IN_PROGRESS" || NOT_YET.has(status))
    return { ready: false, state: "in-progress", cause: error };
  if (!UNCLEAR.has(status)) throw error;
  const record = (await findRecord(context, orderId))?.record;
  const isKnown = record !== undefined && isOrder(record);
  // A 404 for an order that was placed elsewhere means that the service does not know it.
  if (status === 404 && !isKnown) throw error;
  const shown = await readOrderIfShown(context, orderId);
  if (shown?.orderStatus !== undefined) return readShownState(context, shown, error);
  // Services answer 404 or 405 for an order in progress as well.
  if (isKnown && (status === 404 || status === 405))
    return { ready: false, state: `the service answers ${status}`, cause: error };
  throw error;
}

/** Returns the state in the service's record of an order that cannot be downloaded. Throws the end of an order. */
async function readShownState(context: AppContext, shown: Order, cause: AppError): Promise<OrderState> {
  const { orderId, orderStatus = "" } = shown;
  const isFailed = hasFailed(orderStatus) && orderStatus.toLowerCase() !== EXPIRED;
  if (isFailed) throw await noteEnded(context, orderId, orderStatus);
  if (isExpiredBy(context, shown)) throw await noteExpired(context, orderId, { cause, shown });
  return { ready: false, state: orderStatus, cause, isShown: true };
}

/** Returns the ids of the items without links: those that the service lists, and those that were ordered. */
function listMissingItems(
  linked: readonly StacItem[],
  listed: readonly StacItem[],
  record: IntentRecord | undefined,
): string[] {
  const ready = new Set(linked.map(({ id }) => id));
  const ids = [...listed.flatMap(({ id }) => id ?? []), ...listOrderedIds(record)];
  return [...new Set(ids)].filter((id) => !ready.has(id));
}

/** Returns the ids of the items that a recorded order is to have, as far as they are known. */
const listOrderedIds = (record: IntentRecord | undefined): string[] =>
  record === undefined ? [] : listExpectedItems(record).flatMap(({ granuleId }) => granuleId ?? []);

/** Returns the number of items that a recorded order is to have. */
export const countItems = (record: IntentRecord): number =>
  new Set(listExpectedItems(record).map(({ granuleId }, index) => granuleId ?? index)).size;

const findRecord = async ({ service }: AppContext, orderId: string) => (await service.journal()).get(orderId);

/** Returns the error for an order that is not ready yet, or unknown to the service. */
function toNotReady(
  orderId: string,
  { state, cause, isShown, part }: OrderState & { ready: false },
): AppError {
  const reply = {
    status: cause?.status,
    serviceCode: cause?.serviceCode,
    request: cause?.request,
    cause,
  };
  // Some services return 404 until an order is ready, others after it has expired: without waiting, both are possible.
  if (cause?.status === 404 && cause.code !== "ORDER_IN_PROGRESS" && isShown !== true)
    return new AppError(
      cause.kind,
      "ORDER_NOT_FOUND",
      `the service answers 404 for order ${orderId}, which this machine placed: it may not be ready yet`,
      { next: suggestDownload(orderId, { wait: true }), ...reply },
    );
  return new AppError(
    cause?.kind ?? "service",
    "ORDER_IN_PROGRESS",
    `order ${orderId} is not ready yet (${state})`,
    {
      about: { noun: "order", id: orderId },
      next:
        part === undefined
          ? advice`Wait for it: ${swath`order download ${orderId} --wait`}`
          : advice`Wait for it: ${swath`order download ${orderId} --wait`}, or take what is ready: ${swath`order download ${orderId} --available`}`,
      ...reply,
    },
  );
}
