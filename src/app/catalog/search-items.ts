/** Runs a search and yields its items as pages arrive; a final note counts the omitted ones. */
import {
  fetchSearchPages,
  type Misfits,
  type SearchPage,
  type SearchPagesOptions,
} from "../../client/pages.ts";
import { findFootprintFault } from "../../contract/item-footprint.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { hasVendorName, toWireSearch } from "../../contract/vendor-prefix.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { PRODUCT_TYPE } from "../../domain/catalog/catalog-query.ts";
import { findUnmetRange } from "../../domain/catalog/fits-search.ts";
import { FirstScenes } from "../../domain/catalog/scene.ts";
import { splitSearch, type SearchBody } from "../../domain/catalog/searched-area.ts";
import { AppError, quoteText } from "../../errors.ts";
import { countText, groupedText, listText } from "../../counted.ts";
import type { AppContext } from "../context.ts";
import { readUntilFailure, reportStop, SHOW_MORE } from "../incomplete-list.ts";
import { findOtherPrefix } from "../service/learn-forms.ts";
import { SHORT_IDS } from "../../domain/short-ids.ts";
import type { Hint } from "../../hint.ts";

export interface SearchRequest {
  /** An area with several parts is searched part by part. */
  body: SearchBody;
  query?: Record<string, string>;
  /** Several product types for a catalog that does not compare with a list: one search each, merged. */
  productTypes?: readonly string[] | undefined;
  /**
   * Total number of items over all pages; default: one page. With `hasScenes`, the number of scenes. `Infinity` for
   * everything, up to an error at `MAX_ITEMS`.
   */
  limit?: number | undefined;
  /** Maximum number of items to choose from; a note reports further ones. */
  mostRead?: number | undefined;
  /** Ids of items that were typed: one that is not in a complete result is the failure of the run. */
  typedIds?: readonly string[] | undefined;
  /** Warns about items without an id or a collection, since they cannot be ordered. */
  isForOrder?: boolean;
  /** The items are shown as scenes, several per row: the limit counts scenes, and the last one is complete. */
  hasScenes?: boolean;
  /**
   * Called for an empty result: returns alternative searches with their messages. The first with a result is
   * reported.
   */
  ifEmpty?: () => Promise<readonly MeantSearch[]>;
}

export interface MeantSearch {
  /** The request for one item; undefined when no person waits for the answer. */
  body: SearchBody | undefined;
  /** The search is for any product type. */
  hasAnyType?: boolean;
  /** Returns the word of an item that the message lists. */
  readWord?: (item: StacItem) => unknown;
  /** Message if this search has a result. */
  ifFound: string;
  /** Message if it has none. */
  ifNot?: string | undefined;
}

/** Maximum number of ids in a message. */
const MAX_NAMED = 5;

const makeAbsentError = (ids: readonly string[]): AppError =>
  new AppError("service", "NOT_FOUND", `the catalog has no ${listText(ids.map(quoteText), MAX_NAMED)}`, {
    next: SHORT_IDS,
    data: { notFound: ids },
  });

/** Items per page for long results: few requests, little memory. */
const LONG_PAGE = 500;

/** Number of scenes that a terminal shows without scrolling. */
export const USUAL_SCENES = 20;

/** Products requested per scene: most scenes have fewer. */
const USUAL_PRODUCTS = 5;

/** Maximum products read per scene, in case a service never ends a scene. */
const MAX_PRODUCTS = 20;

/** Maximum results of a search for everything: some services always link to a next page. */
export const MAX_ITEMS = 100_000;

export async function* searchItems(
  context: AppContext,
  request: SearchRequest,
  prefix = context.dialect.vendorPrefix,
): AsyncGenerator<readonly StacItem[]> {
  const { events } = context;
  const { query = {}, productTypes, isForOrder = false } = request;
  const client = await context.service.connect();
  const body = toWireSearch(request.body, prefix);
  const sizes = planSizes(request);
  const scenes = sizes.mostScenes === undefined ? undefined : new FirstScenes(sizes.mostScenes);
  let shown = 0;
  let isFull = false;
  let matched: number | undefined;
  let hasMore = false;
  let stopped = false;
  let unmetRange: string | undefined;
  const unread = new UnreadFootprints();
  const absent = new Map(request.typedIds?.map((id) => [id.toLowerCase(), id]));
  const misfits = new MisfitCount();
  const onFailure = (error: AppError): void => {
    stopped = true;
    events.failed(error);
  };
  const { mostItems: limit, pageSize } = sizes;
  const pages = await openPages(context, { client, body, query, limit, pageSize }, productTypes);
  for await (const page of readUntilFailure(events, pages, onFailure)) {
    const items = scenes?.take(page.items) ?? page.items;
    unread.count(items);
    if (absent.size > 0) for (const { id = "" } of items) absent.delete(id.toLowerCase());
    misfits.count(page.misfits);
    unmetRange ??= findUnmetRange(body, items);
    if (isForOrder) warnOfUnorderable(events, items);
    yield items;
    ({ isFull } = page);
    shown += items.length;
    matched = page.numberMatched ?? matched;
    hasMore = page.hasMore || scenes?.isFull === true;
    if (page.skipped !== undefined)
      events.warn(
        `${groupedText(page.skipped)} of the entries of a page are not STAC items and were skipped`,
      );
    // The next page is irrelevant when the limit is reached.
    if (scenes?.isFull === true) break;
    if (page.note !== undefined) {
      stopped = true;
      const counted = formatCounts({ shown, matched });
      reportStop(events, `the listing stopped early, with ${counted} shown: ${page.note}`, page.isUncertain);
    }
  }
  unread.warn(events);
  if (unmetRange !== undefined)
    events.warn(`the service compares ${unmetRange} with one bound of the range only`, "Filter the result");
  if (misfits.report(events) || stopped) return;
  const shortfall = findShortfall({ shown, matched, hasMore }, sizes);
  if (shortfall !== undefined) {
    events.failed(shortfall);
    return;
  }
  const isComplete = !hasMore && (matched === undefined ? !isFull : shown >= matched);
  if (isComplete && absent.size > 0) {
    events.failed(makeAbsentError([...absent.values()]));
    return;
  }
  if (shown === 0 && hasVendorName(request.body.query)) {
    const other = await findOtherPrefix(context, prefix);
    if (other !== undefined) return yield* searchItems(context, request, other);
  }
  if (shown === 0) await reportMeantSearch(context, request, { client, query }, prefix);
  for (const note of makeEndNotes(request, { shown, matched, hasMore, isFull }, scenes)) events.note(...note);
}

/** A search whose area may have several parts. */
type Searched = Omit<SearchPagesOptions, "body"> & { body: SearchBody };

/** Returns the pages of one search, or of one for each part and product type. The service ignores types beside ids. */
async function openPages(
  { service, events }: AppContext,
  { body, ...options }: Searched,
  given: SearchRequest["productTypes"],
): Promise<AsyncIterable<SearchPage>> {
  const parts = splitSearch(body);
  const types = body.ids === undefined ? given : undefined;
  const [only] = parts;
  if (parts.length === 1 && types === undefined) return fetchSearchPages({ ...options, body: only! });
  if (service.isDryRun) {
    const kinds = [
      parts.length > 1 && { what: `${parts.length} parts of the area`, differs: "geometry" },
      types !== undefined && { what: `${types.length} product types`, differs: "type" },
    ].filter((kind) => kind !== false);
    events.note(
      `the request for the first of ${kinds.map(({ what }) => what).join(" and ")}; the others differ only in the ${kinds.map(({ differs }) => differs).join(" and the ")}`,
    );
  }
  const { searchEach } = await import("./merge-searches.ts");
  return searchEach(options, { parts, types });
}

/** Plans how much a search reads. `least`: with fewer items than this and than announced, the result is not complete. */
function planSizes(request: SearchRequest) {
  const { body, limit, mostRead, hasScenes = false } = request;
  const total = mostRead ?? limit ?? countIds(body);
  const mostScenes = hasScenes ? (total ?? USUAL_SCENES) : undefined;
  const most =
    mostScenes === undefined
      ? (total ?? body.limit ?? LIMITS.catalogPageSize)
      : mostScenes * MAX_PRODUCTS + LONG_PAGE;
  const mostItems = most === Number.POSITIVE_INFINITY ? MAX_ITEMS : most;
  const wanted = mostScenes === undefined ? mostItems : estimateItems(mostScenes, request);
  // A limit in the body is the requested page size; our own page size is used only for a total beyond one default
  // page.
  const pageSize =
    body.limit === undefined && wanted > LIMITS.catalogPageSize ? Math.min(wanted, LONG_PAGE) : undefined;
  // By default, fewer scenes than fit on a terminal are enough.
  const least = total === undefined && hasScenes ? 1 : most;
  return { mostScenes, most, mostItems, least, pageSize };
}

/** Returns the number of ids, if they do not fit into the service's default page: all of them are wanted. */
function countIds({ ids, limit }: SearchRequest["body"]): number | undefined {
  const isOnePage = limit !== undefined || ids === undefined || ids.length <= LIMITS.catalogPageSize;
  return isOnePage ? undefined : ids.length;
}

function warnOfUnorderable(events: Pick<AppContext["events"], "warn">, items: readonly StacItem[]): void {
  for (const { id, collection } of items) {
    const missing = collection === undefined ? "collection" : id === undefined ? "id" : undefined;
    if (missing !== undefined)
      events.warn(`item ${id ?? "without id"} has no ${missing}, which an order requires: it was skipped`);
  }
}

/** Runs the alternative searches of an empty result, up to the first with a result. */
async function reportMeantSearch(
  context: AppContext,
  { ifEmpty, productTypes }: SearchRequest,
  search: Pick<SearchPagesOptions, "client" | "query">,
  prefix: string,
): Promise<void> {
  for (const { body: other, hasAnyType = false, readWord, ifFound, ifNot } of (await ifEmpty?.()) ?? []) {
    const body = other && toWireSearch(other, prefix);
    const types = hasAnyType ? undefined : productTypes;
    const found =
      body === undefined
        ? []
        : await findSome(context, { ...search, body }, types, readWord === undefined ? 1 : 100);
    const words = new Set(found.map((item) => readWord?.(item)).filter((word) => typeof word === "string"));
    const listed = words.size > 0 ? `: ${listText([...words].toSorted(), MAX_WORDS)}` : "";
    const note = found.length > 0 ? `${ifFound}${listed}` : ifNot;
    if (note !== undefined) context.events.note(note);
    if (found.length > 0) return;
  }
}

/**
 * Returns the notes about the end of a search, the last one with the next step; none if it is complete. `isFull`: the last
 * page was a full one.
 */
function makeEndNotes(
  { mostRead, hasScenes = false, body }: SearchRequest,
  { shown, matched, hasMore, isFull }: Counts & { hasMore: boolean; isFull: boolean },
  scenes: FirstScenes | undefined,
): [message: string, next?: Hint][] {
  const counts = { shown, matched };
  if (hasMore && mostRead !== undefined)
    return [[`only the first ${formatCounts(counts)} items were read`, "--all reads everything"]];
  if (hasMore && scenes !== undefined) {
    const items =
      matched === undefined
        ? `${groupedText(shown)} items, and there are more`
        : `${groupedText(shown)} of the ${groupedText(matched)} items found`;
    const which = scenes.count === 1 ? "scene" : countText(scenes.count, "scene");
    const message = `showing the first ${which}: ${items}`;
    const mayContinue = scenes.areApart || !scenes.isFull || canScatter(body.sortby);
    return mayContinue
      ? [[message], ["further products of these scenes may follow", "--all reads everything"]]
      : [[message, SHOW_MORE]];
  }
  // The rows are scenes, and the counts are of items.
  const unit = hasScenes && matched !== undefined ? " items" : "";
  if (hasMore) return [[`showing ${formatCounts(counts, "is")}${unit}`, SHOW_MORE]];
  // Spec silent: how a search shows its last page. We report that there may be more when a full page has no link to a next
  // one and no count.
  const text = `showing ${groupedText(shown)}, and there may be more`;
  return matched === undefined && isFull ? [[text, SHOW_MORE]] : [];
}

interface Counts {
  shown: number;
  /** The service's count; undefined without one. */
  matched: number | undefined;
}

/** Returns `7 of 8,058`; without a count, the number shown and whether there may be more. */
function formatCounts({ shown, matched }: Counts, verb?: string): string {
  if (matched !== undefined) return `${groupedText(shown)} of ${groupedText(matched)}`;
  return verb === undefined ? groupedText(shown) : `${groupedText(shown)}, and there ${verb} more`;
}

/** Returns the final error of a result that is not complete. */
function findShortfall(
  { shown, matched, hasMore }: Counts & { hasMore: boolean },
  { most, least }: Pick<ReturnType<typeof planSizes>, "most" | "least">,
): AppError | undefined {
  if (hasMore)
    return most === Number.POSITIVE_INFINITY && shown >= MAX_ITEMS ? makeTooManyError(matched) : undefined;
  const isShort = matched !== undefined && shown < Math.min(matched, least);
  return isShort ? makeIncompleteError(shown, matched) : undefined;
}

/** Returns the final error of a search for everything, after its result. */
function makeTooManyError(matched: number | undefined): AppError {
  const all = matched === undefined || matched <= MAX_ITEMS ? "" : `, of ${groupedText(matched)}`;
  const message = `the search ended at ${groupedText(MAX_ITEMS)} items${all}, and the service offers more: the result is not complete`;
  return new AppError("local", "RESULT_TOO_LONG", message, {
    next: "Narrow the search, for example with a later --from",
  });
}

/** Returns the final error of a search whose pages ended before the announced number of items. */
function makeIncompleteError(shown: number, matched: number): AppError {
  const counted = formatCounts({ shown, matched });
  const message = `the service announced more than it listed: ${counted} items, and no further page; the result is not complete`;
  return new AppError("service", "RESPONSE_UNRECOGNISED", message, {
    next: "Narrow the search, so that each part fits into one page",
  });
}

/** Counts items with an invalid geometry, for one warning at the end. */
class UnreadFootprints {
  private first: { id: string; fault: string } | undefined;
  private items = 0;

  count(items: readonly StacItem[]): void {
    for (const item of items) {
      const fault = findFootprintFault(item);
      if (fault === undefined) continue;
      this.items += 1;
      this.first ??= { id: item.id ?? "without id", fault };
    }
  }

  warn(events: Pick<AppContext["events"], "warn">): void {
    if (this.first === undefined) return;
    const { id, fault } = this.first;
    events.warn(
      this.items === 1
        ? `item ${id} has no footprint that can be read: ${fault}`
        : `${this.items} items have no footprint that can be read; the first is ${id}: ${fault}`,
    );
  }
}

/** Counts the items of later pages that do not meet the search, for one error after the result. */
class MisfitCount {
  private items = 0;
  private example = "";

  count(misfits: Misfits | undefined): void {
    if (this.items === 0 && misfits !== undefined) this.example = misfits.example;
    this.items += misfits?.count ?? 0;
  }

  /** Returns whether there were any. */
  report(events: Pick<AppContext["events"], "failed">): boolean {
    if (this.items === 0) return false;
    const count = countText(this.items, "item");
    const message = `${count} of later pages ${this.items === 1 ? "does" : "do"} not match the search (${this.example}): left out; the service lost the filter after its first page, and the result may not be complete`;
    events.failed(
      new AppError("service", "RESPONSE_UNRECOGNISED", message, {
        next: "Narrow the search, so that each part fits into one page",
      }),
    );
    return true;
  }
}

/** Returns the usual number of items in so many scenes, plus one that shows the end of the last scene. */
function estimateItems(scenes: number, { body: { query }, productTypes }: SearchRequest): number {
  const type = productTypes ?? toJsonObject(toJsonObject(query)[PRODUCT_TYPE])["eq"];
  return scenes * (type === undefined ? USUAL_PRODUCTS : 1) + 1;
}

/** Returns whether this order may separate the products of a scene: shared sort values keep them together. */
function canScatter(sortby: SearchRequest["body"]["sortby"]): boolean {
  if (sortby === undefined) return false;
  const names = typeof sortby === "string" ? sortby.split(",") : sortby.map(({ field }) => field);
  const [first = ""] = names.map((name) =>
    name
      .trim()
      .replace(/^[-+]/, "")
      .replace(/^properties\./, ""),
  );
  return first !== "" && !KEPT_TOGETHER.test(first);
}

const KEPT_TOGETHER = /^(?:datetime|start_datetime|end_datetime|.*:collect_id)$/;

/** Maximum number of words in a readable note. */
const MAX_WORDS = 12;

/** Runs one request for a few items. Its own failure does not fail the run. */
async function findSome(
  context: AppContext,
  search: Pick<Searched, "client" | "query" | "body">,
  types: SearchRequest["productTypes"],
  limit: number,
): Promise<readonly StacItem[]> {
  try {
    for await (const { items } of await openPages(context, { ...search, limit, pageSize: limit }, types))
      if (items.length > 0) return items;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return [];
}
