/** Requests of unknown outcome, requests and orders that wait, are in progress or are ready to fetch, and the rest of the budget. */
import type { TaskRecord } from "../../contract/read-record.ts";
import { readVendorMember } from "../../contract/vendor-prefix.ts";
import { hasFailed } from "../../contract/vocabulary.ts";
import { type OrderedItem, readShownKind } from "../../money/purchase.ts";
import { makeShortener } from "../../domain/short-ids.ts";
import { isFinal, REVIEW } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import { readRecordedPrice, formatShortCommitment, type Price } from "../../domain/price/price.ts";
import type { SpendKind } from "../../contract/endpoint.ts";
import type { JournalEntry } from "../../money/journal.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { isDone, reportFailures, tryPart } from "../batch.ts";
import { findInCatalog } from "../catalog/item-places.ts";
import type { AppContext } from "../context.ts";
import { isReady, suggestDownload } from "../downloads/order-readiness.ts";
import { readOrderHistory, findWhereabouts, type HistoryRow } from "../ordering/order-history.ts";
import { readBudgetState, type BudgetState } from "../../money/spend.ts";
import { listInReview, formatSum, splitClosed, type Waiting } from "../tasking/approvals.ts";
import type { RequestNoun } from "../tasking/request-kind.ts";
import { describeRequest } from "../tasking/request-line.ts";
import { searchRequests } from "../tasking/search-requests.ts";
import { advice, swath, type Hint } from "../../hint.ts";
import { SEE_APPROVALS, SEE_CLOSED, suggestFollowing, suggestOrdering } from "../tasking/request-hints.ts";

export interface StatusRow {
  kind: RequestNoun | "order";
  /** The id in the journal for a request of unknown outcome. */
  id: string;
  name?: string | undefined;
  place?: string | undefined;
  /** `23-30 Nov`, for a request. */
  window?: string | undefined;
  /** In the service's words. */
  status?: string | undefined;
  /** For people; the price of an order is from its purchase. */
  price?: string | undefined;
}

interface StatusPart {
  rows: StatusRow[];
  /** The next command; null when nothing needs to be done. */
  next: Hint | null;
}

/** A request that may have been accepted and may cost money; `kind` is its word in the journal. */
export interface UnknownRow extends Omit<StatusRow, "kind"> {
  kind: SpendKind;
  /** The time of the request, UTC. */
  time?: string | undefined;
  /** The reason why its outcome is unknown. */
  reason?: string | undefined;
}

/** Requests and orders that could not be read are missing. */
export interface WorkStatus {
  /** Null if the journal cannot be read. */
  unknown: { rows: UnknownRow[]; sum: string | null; next: Hint | null } | null;
  /** `closed`: the number of requests in review whose window is over; they are not in the rows. */
  approvals: (StatusPart & { sum: string | null; closed: number }) | null;
  inProgress: StatusPart;
  ready: StatusPart;
  /** Collected tasks of which some products were ordered, and the others perhaps left on purpose. */
  partlyOrdered: { rows: StatusRow[] };
  budget: BudgetState | null;
}

/** Older requests need a search. */
const MAX_REQUESTS = 250;
/** The state of an order is one request. */
const MAX_ORDERS = 5;
/** One catalog search finds as many. */
const MAX_ITEMS = 250;

/** Reads everything at once. A part that fails is missing, and named after the result (BATCH_PARTIAL). */
export async function readWorkStatus(context: AppContext): Promise<WorkStatus> {
  // Notes and warnings of the searches are about rows that a list of their own shows.
  const quiet = { ...context, events: { ...context.events, note: () => {}, warn: () => {}, hint: () => {} } };
  const [unknown, waiting, requests, placed] = await Promise.all([
    tryPart("journal", () => readUnknownOutcomes(quiet)),
    tryPart("approvals", () => listInReview(quiet)),
    tryPart("requests", () => readRequests(quiet)),
    tryPart("orders", () => readOwnOrders(quiet)),
  ]);
  const { running, collected } = isDone(requests) ? requests.value : { running: [], collected: [] };
  const { pending, complete, orderedTasks, orderedItems } = isDone(placed) ? placed.value : NO_ORDERS;
  const notOrdered = collected.filter(({ row }) => !orderedTasks.has(row.id));
  const rest = await tryPart("products", () => removeOrdered(quiet, notOrdered, orderedItems));
  const left: readonly ToOrder[] = isDone(rest) ? rest.value : notOrdered;
  const toOrder = left.filter(({ isPartlyOrdered }) => isPartlyOrdered !== true);
  const { open, closed } = splitClosed(isDone(waiting) ? waiting.value : []);
  reportFailures(context, [unknown, waiting, requests, placed, rest], "parts");
  const readyTasks = toOrder.map(({ row }) => row);
  const shortOf = makeShortener([...running, ...pending, ...complete, ...readyTasks].map(({ id }) => id));
  const sumUp = (priced: readonly { price: Price | undefined }[]): string | null =>
    priced.length === 0 ? null : formatSum(priced, context.dialect["currency.$"]);
  return {
    unknown: isDone(unknown)
      ? {
          rows: unknown.value.map(({ row }) => row),
          sum: sumUp(unknown.value),
          next: suggestResolving(unknown.value) ?? null,
        }
      : null,
    approvals: isDone(waiting)
      ? {
          rows: open.map(toRowInReview),
          next: open.length > 0 ? SEE_APPROVALS : closed.length > 0 ? SEE_CLOSED : null,
          sum: sumUp(open),
          closed: closed.length,
        }
      : null,
    inProgress: {
      rows: [...running, ...pending],
      next: suggestWaiting(running[0] ?? pending[0], shortOf) ?? null,
    },
    ready: {
      rows: [...complete, ...readyTasks],
      next: suggestFetching(complete[0], readyTasks, shortOf) ?? null,
    },
    partlyOrdered: {
      rows: left.flatMap(({ row, isPartlyOrdered }) => (isPartlyOrdered === true ? [row] : [])),
    },
    budget: await readBudgetState(context),
  };
}

/**
 * Returns the requests of this profile that may have been accepted, newest first, and the records that cannot be read, which may be
 * of any profile.
 */
async function readUnknownOutcomes({ service, profileName }: AppContext): Promise<Unresolved[]> {
  const { open, damaged } = await (await service.journal()).read({ newest: 0 });
  const isUnknown = ({ record, state, isOpen }: JournalEntry): boolean =>
    isOpen && state === "unknown" && record.profile === profileName;
  return [
    ...open.filter(isUnknown).map(({ record: { id, kind, preparedAt, details, reason } }): Unresolved => {
      const price = readRecordedPrice(details ?? {});
      const time = formatTimestamp(preparedAt);
      const row = { kind: readShownKind(kind), id, time, status: "unknown" };
      const text = price && formatShortCommitment(price);
      return { price, row: { ...row, ...(text && { price: text }), ...(reason && { reason }) } };
    }),
    ...damaged
      .filter(({ isOpen }) => isOpen)
      .map(({ id, problem }): Unresolved => ({
        price: undefined,
        row: { kind: "other", id, status: "unreadable", reason: problem },
      })),
  ];
}

interface Unresolved {
  row: UnknownRow;
  price: Price | undefined;
}

function suggestResolving([first, ...others]: readonly Unresolved[]): Hint | undefined {
  if (first === undefined) return undefined;
  return others.length === 0
    ? advice`An outcome is unknown: ${swath`journal show ${first.row.id}`}`
    : swath`journal list --state unknown`;
}

const toRowInReview = ({ row: { kind, id, name, place, window, priceText } }: Waiting): StatusRow => ({
  kind,
  id,
  ...(name !== undefined && { name }),
  ...(place !== undefined && { place }),
  ...(window !== undefined && { window }),
  price: priceText,
});

interface Requests {
  running: StatusRow[];
  /** Tasks with images. */
  collected: Collected[];
}

interface Collected {
  row: StatusRow;
  record: TaskRecord;
}

interface ToOrder {
  row: StatusRow;
  isPartlyOrdered?: boolean;
}

/** Reads the newest requests in two pages: tasks, including those of series, and series. */
async function readRequests(context: AppContext): Promise<Requests> {
  const { placeText } = await import("../../places/describe-geometry.ts");
  const read = async (kind: RequestNoun): Promise<Collected[]> => {
    const query = { ...(kind === "task" && { includeRepeatingTasks: { eq: true } }) };
    const body = { sort: "submissionTime", order: "desc" as const, query };
    const found: Collected[] = [];
    for await (const page of searchRequests(context, { noun: kind, body, limit: MAX_REQUESTS }))
      for (const record of page) {
        const { name, place, window } = describeRequest(record, context.clock.now(), placeText);
        const { id, status } = record;
        if (id !== undefined) found.push({ row: { kind, id, name, place, window, status }, record });
      }
    return found;
  };
  const [tasks, series] = await Promise.all([read("task"), read("repeat")]);
  const rows = [...tasks, ...series].map(({ row }) => row);
  return {
    running: rows.filter(({ status }) => status !== REVIEW && !isFinal(status)),
    collected: tasks.filter(({ row }) => row.status === "completed"),
  };
}

/**
 * Returns the tasks with a product that was not ordered from here; their status names the ordered ones. The
 * catalog knows the collect and the type of an ordered item.
 */
async function removeOrdered(
  context: AppContext,
  tasks: readonly Collected[],
  ordered: readonly OrderedItem[],
): Promise<ToOrder[]> {
  const ids = ordered.flatMap(({ granuleId }) => granuleId ?? []).slice(0, MAX_ITEMS);
  const find = await findInCatalog(context, tasks.length === 0 ? [] : ids.map((id) => ({ id })));
  const listed = ids.map((id) => find({ id })?.properties ?? {});
  const products = [
    ...listed.map((properties) => ({
      collectId: readVendorMember(properties, "collect_id"),
      type: properties["sar:product_type"],
    })),
    ...ordered.flatMap(({ productType: type, collectIds = [] }) =>
      collectIds.map((collectId) => ({ collectId, type })),
    ),
  ];
  return tasks.flatMap(({ row, record: { collectIds = [], productTypes } }) => {
    const own = products.filter(({ collectId }) => collectIds.some((id) => id === collectId));
    const types = [...new Set(own.map(({ type }) => String(type)))];
    if (types.length === 0) return { row };
    const rest = productTypes?.filter((type) => !types.includes(type));
    if (rest?.length === 0) return [];
    return { row: { ...row, status: `${row.status}, ${types.join(", ")} ordered` }, isPartlyOrdered: true };
  });
}

interface Orders {
  /** Orders that are not ready. */
  pending: StatusRow[];
  /** Orders that are ready, and not downloaded here. */
  complete: StatusRow[];
  /** Tasks whose images were ordered from here. */
  orderedTasks: ReadonlySet<string>;
  /** Newest first. */
  orderedItems: readonly OrderedItem[];
}

const NO_ORDERS: Orders = { pending: [], complete: [], orderedTasks: new Set(), orderedItems: [] };

/** Reads the orders of this machine; the service is asked about the newest ones whose end is not known. */
async function readOwnOrders(context: AppContext): Promise<Orders> {
  const history = (await readOrderHistory(context)).filter(
    ({ entry: { profile, state } }) => profile === context.profileName && state === "confirmed",
  );
  const open = history.filter(
    ({ entry, downloadedAt, isExpired }) =>
      downloadedAt === undefined && !isExpired && !hasFailed(entry.orderStatus),
  );
  const unknown = open.filter(({ entry }) => entry.orderStatus !== "completed").slice(0, MAX_ORDERS);
  const [whereOf, ...found] = await Promise.all([
    findWhereabouts(context, open.slice(0, MAX_ORDERS)),
    ...unknown.map(async (row) => ({ row, isReady: await isReadyNow(context, row) })),
  ]);
  const isComplete = (row: HistoryRow): boolean =>
    row.entry.orderStatus === "completed" || found.some((one) => one.row === row && one.isReady);
  const rowsOf = (some: readonly HistoryRow[]): StatusRow[] =>
    some.map((row) => {
      const { orderId = "", orderStatus, price } = row.entry;
      const { place, task } = whereOf(row);
      const status = isComplete(row) ? "completed" : orderStatus;
      return { kind: "order", id: orderId, name: task, place, status, price };
    });
  return {
    pending: rowsOf(open.filter((row) => !isComplete(row))),
    complete: rowsOf(open.filter(isComplete)),
    orderedTasks: new Set(history.flatMap(({ task }) => task?.id ?? [])),
    orderedItems: history.flatMap(({ ordered }) => ordered),
  };
}

/** Without a response, an order has the state in the journal. */
async function isReadyNow(context: AppContext, { entry: { orderId = "" } }: HistoryRow): Promise<boolean> {
  return isReady(context, orderId).catch((error: unknown) => {
    if (error instanceof AppError) return false;
    throw error;
  });
}

type ShortOf = (id: string) => string;

function suggestWaiting(first: StatusRow | undefined, shortOf: ShortOf): Hint | undefined {
  if (first === undefined) return undefined;
  const { kind } = first;
  const id = shortOf(first.id);
  return kind === "order" ? suggestDownload(id, { wait: true }) : suggestFollowing(kind, [id]);
}

function suggestFetching(
  order: StatusRow | undefined,
  tasks: readonly StatusRow[],
  shortOf: ShortOf,
): Hint | undefined {
  if (order !== undefined) return suggestDownload(shortOf(order.id));
  return tasks.length === 0 ? undefined : suggestOrdering(tasks.map(({ id }) => shortOf(id)));
}
