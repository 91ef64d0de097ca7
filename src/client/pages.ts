import { type ItemPage, readItems, type StacItem } from "../contract/read-items.ts";
import type { BodyOf, QueryOf } from "../contract/schemas.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import type { SearchCheck } from "../domain/catalog/fits-search.ts";
import { AppError } from "../errors.ts";
import type { Client } from "./client.ts";
import {
  requestByNumber,
  listLinkRequests,
  toSignature,
  type OwnSearch,
  type PageRequest,
  type Way,
} from "./next-page.ts";
import { parseJson } from "./exchange.ts";
import { SHOW_EXCHANGE } from "../contract/send.ts";

export interface SearchPagesOptions {
  client: Client;
  body: BodyOf<"searchCatalog">;
  query?: QueryOf<"searchCatalog">;
  /** Total of items; `Infinity` for all. */
  limit: number;
  /** Sent as `limit`; omitted when undefined, since the service has its own default. */
  pageSize?: number;
}

export interface SearchPage {
  /** New items only, in the service's order. */
  items: StacItem[];
  /** Number of entries that are not items; undefined for none. */
  skipped?: number;
  /** Items of a later page that do not meet the search, and are not in `items`; undefined for none. */
  misfits?: Misfits;
  /** On the first page: the total number of items, if the service reports it. */
  numberMatched?: number;
  /** After the last page: the service has more items than requested. */
  hasMore: boolean;
  /** The page has as many items as were requested: without a count, others may follow. */
  isFull: boolean;
  /** Why the search ends before the last page of the service: the missing items cannot be fetched. */
  note?: string;
  /** With `note`: whether items are missing is not known, since the service does not count them. */
  isUncertain?: boolean;
}

export interface Misfits {
  count: number;
  /** The filter that one of them does not meet, and its value: `sar:product_type is "SLC"`. */
  example: string;
}

/** Maximum number of remembered page URLs, to detect a cycle of links. */
const MAX_REMEMBERED_PAGES = 10_000;

/** Maximum number of pages without results in succession: some services filter a page after they cut it, others never end. */
const MAX_EMPTY_PAGES = 10;

/**
 * Yields the pages of a catalog search. Each is fetched only after the previous one was consumed: the first rows appear early, and memory stays
 * bounded. Follows `links[rel=next]`, also behind a few empty pages; without links it continues by `page` while the service counts more
 * items or the first page is full. Every request goes to the search's own address. Items of later pages are compared with the search.
 */
export async function* fetchSearchPages(
  options: SearchPagesOptions,
): AsyncGenerator<SearchPage, void, undefined> {
  const { client, pageSize } = options;
  const body = { ...options.body, ...(pageSize !== undefined && { limit: pageSize }) };
  const search = { body, query: options.query };
  const first = await client.searchCatalog(search);
  // Loaded late: loading takes longer than a dry run may.
  const { shortenKey, rememberIds } = await import("./seen-ids.ts");
  const { url, headers } = client.describe("searchCatalog", search);
  const turner = new PageTurner(client, { url, body, headers: Object.keys(headers) }, first, shortenKey);
  const seen = rememberIds();
  const isNew = ({ collection, id }: StacItem): boolean =>
    seen.isNew(id === undefined ? id : JSON.stringify([collection, id]));

  let left = options.limit;
  let listed = 0;
  let empty = 0;
  let read: ReadPage = { page: first, fitting: first.items };
  for (;;) {
    const { page, fitting, misfits } = read;
    const fresh = fitting.filter(isNew);
    const taken = fresh.slice(0, left);
    left -= taken.length;
    listed += fresh.length;
    const isEmpty = fresh.length === 0 && (fitting.length === 0 || misfits !== undefined);
    empty = isEmpty ? empty + 1 : 0;
    const next = left > 0 ? turner.next(page, fresh.length) : undefined;
    const { numberMatched } = first;
    // Some services link on and on: nothing is missing when their own count is reached.
    const isCounted = numberMatched !== undefined && listed > 0 && listed >= numberMatched;
    const end = next && findEnd({ next, fresh: fresh.length, empty });
    const problem = isCounted || end === undefined ? undefined : withDoubt(end, numberMatched);
    yield {
      items: taken,
      skipped: page.skipped,
      misfits,
      numberMatched,
      hasMore: (turner.hasMore(page) && (end === undefined || !isCounted)) || fresh.length > taken.length,
      isFull: body.limit === undefined ? taken.length >= LIMITS.catalogPageSize : taken.length === body.limit,
      ...problem,
    };
    if (next === undefined || end !== undefined) return;
    const turned = await turner.turn(isCounted ? { ...next, isGuess: true } : next);
    if (turned === undefined || "note" in turned) {
      const stop = turned && withDoubt(turned, numberMatched);
      yield { items: [], numberMatched, hasMore: turned !== undefined, isFull: false, ...stop };
      return;
    }
    read = turned;
  }
}

interface ReadPage {
  page: ItemPage;
  /** Its items that meet the search. */
  fitting: StacItem[];
  misfits?: Misfits;
}

interface Stop {
  note: string;
  isUncertain?: boolean;
}

/** Marks the end as uncertain if the service does not count its items. */
const withDoubt = ({ note }: Stop, numberMatched: number | undefined): Stop => ({
  note,
  ...(numberMatched === undefined && { isUncertain: true }),
});

interface NextPage {
  /** The requests that may return it; none when each of them was sent before. */
  requests: readonly PageRequest[];
  /** The page is linked; otherwise it is requested by its number. */
  isLinked: boolean;
  /** Nothing may be missing: without new items on the page, the listing has ended. */
  isGuess?: boolean;
}

/** A link without a position. */
const NO_ADDRESS: NextPage = { requests: [], isLinked: true };

/** Statuses of a request in a form that a service does not know. */
const REFUSED = new Set([400, 404, 405, 415, 422, 501]);

/** Finds the way to the next page, and keeps to the first one that works. */
class PageTurner {
  readonly #client: Client;
  readonly #own: OwnSearch;
  readonly #first: ItemPage;
  readonly #shortenKey: (text: string) => string;
  readonly #asked: Set<string>;
  #way: Way | undefined;
  #page: number;
  /** Entries of all pages, also those that are not shown. */
  #received: number;
  #checks: Promise<readonly SearchCheck[]> | undefined;

  constructor(client: Client, own: OwnSearch, first: ItemPage, shortenKey: (text: string) => string) {
    this.#client = client;
    this.#own = own;
    this.#first = first;
    this.#shortenKey = shortenKey;
    this.#asked = new Set([this.#makeSignature({ method: "POST", url: own.url, body: own.body })]);
    const { page } = own.body;
    this.#page = typeof page === "number" ? page : 1;
    this.#received = countEntries(first);
  }

  /** Returns whether the service has more items than were received, as far as it counts them. */
  hasMore(page: ItemPage): boolean {
    if (page.next !== undefined) return true;
    return this.#isByNumber && this.#countsMore() === true && countEntries(page) > 0;
  }

  /** Returns the next page; undefined after the last one. `fresh`: the number of new items of this page. */
  next(page: ItemPage, fresh: number): NextPage | undefined {
    const byNumber = [requestByNumber(this.#own, this.#page + 1)];
    // Beyond the end, some services repeat their last page.
    const isMore = this.#countsMore() ?? (this.#isFull(page) && fresh > 0);
    const isPage = this.#isByNumber && countEntries(page) > 0;
    const mayFollow = isPage && isMore;
    if (page.next === undefined) {
      const isGuess = !isMore && fresh > 0 && this.#canSayLess(page);
      if (!isPage || (!isMore && !isGuess)) return undefined;
      return { requests: this.#listUnsent(byNumber), isLinked: false, ...(isGuess && { isGuess }) };
    }
    const linked = listLinkRequests(page.next, this.#own);
    if (linked.length === 0 && mayFollow) return { requests: this.#listUnsent(byNumber), isLinked: false };
    if (linked.length === 0 && page.next.href === undefined && page.next.body === undefined)
      return NO_ADDRESS;
    const known = linked.filter(({ way }) => way === this.#way);
    return { requests: this.#listUnsent(known.length > 0 ? known : linked), isLinked: true };
  }

  /**
   * Fetches the next page: the first answer with items that the search wants, or else the first answer. Returns undefined if a
   * guessed page has none.
   */
  async turn({ requests, isLinked, isGuess }: NextPage): Promise<ReadPage | Stop | undefined> {
    let refusal: AppError | undefined;
    let fallback: { read: ReadPage; way: Way } | undefined;
    for (const request of requests) {
      this.#remember(request);
      let read: ReadPage;
      try {
        read = await this.#read(request);
      } catch (error) {
        if (!(error instanceof AppError) || !REFUSED.has(error.status ?? 0)) throw error;
        refusal ??= error;
        continue;
      }
      fallback ??= { read, way: request.way };
      if (!this.#isUseful(read)) continue;
      return this.#take(read, request.way);
    }
    if (isGuess === true) return undefined;
    if (fallback === undefined && isLinked) throw refusal!;
    // An empty page may be followed by others, and items that the search does not want are reported.
    const isRepeated =
      fallback === undefined || (countEntries(fallback.read.page) > 0 && fallback.read.misfits === undefined);
    if (fallback !== undefined && !isRepeated) return this.#take(fallback.read, fallback.way);
    return isLinked ? { note: "the service's next page has no new results" } : this.#stop(refusal);
  }

  /** Pages have numbers unless the service links them: a listing by links ends with the first page without a link. */
  get #isByNumber(): boolean {
    return this.#way === "number" || this.#way === undefined;
  }

  /** Returns undefined when the service does not count, or counts something else. */
  #countsMore(): boolean | undefined {
    const { numberMatched } = this.#first;
    return numberMatched === undefined || this.#received > numberMatched
      ? undefined
      : this.#received < numberMatched;
  }

  /**
   * Returns whether a page that looks like the last one may have a successor: some services cut pages to less than was
   * requested, to a round number, and some count the items of a page in place of all.
   */
  #canSayLess(page: ItemPage): boolean {
    if (this.#countsMore() === false) return page === this.#first && this.#isFull(page);
    const entries = countEntries(page);
    return (
      this.#own.body["ids"] === undefined &&
      entries < Number(this.#own.body["limit"] ?? LIMITS.catalogPageSize) &&
      (entries % 10 === 0 || entries % 25 === 0)
    );
  }

  /**
   * Returns whether another page may follow: a longer page than requested comes from a service that does not cut at all, and ids have
   * no more items.
   */
  #isFull(page: ItemPage): boolean {
    const { ids, limit = LIMITS.catalogPageSize } = this.#own.body;
    return ids === undefined && countEntries(page) === limit;
  }

  #isUseful({ page, fitting }: ReadPage): boolean {
    // An empty page without a link is the end, which the service has not reached while it counts more.
    if (countEntries(page) === 0)
      return this.#way !== undefined || page.next !== undefined || this.#countsMore() !== true;
    return this.#way !== undefined || fitting.some((item) => !this.#isOfFirst(item));
  }

  #isOfFirst({ id, collection }: StacItem): boolean {
    return (
      id !== undefined &&
      this.#first.items.some((other) => other.id === id && other.collection === collection)
    );
  }

  #take(read: ReadPage, way: Way): ReadPage {
    this.#way ??= way;
    this.#page += 1;
    this.#received += countEntries(read.page);
    return read;
  }

  /** Returns why a listing by number ends. */
  #stop(refusal: AppError | undefined): Stop {
    const page = this.#page + 1;
    const why =
      refusal === undefined
        ? `answers page ${page} with the items of page ${this.#page}`
        : `refuses page ${page} (${refusal.message})`;
    const isUncertain = this.#countsMore() === undefined;
    return { note: `the service links to no next page, and ${why}`, ...(isUncertain && { isUncertain }) };
  }

  async #read(request: PageRequest): Promise<ReadPage> {
    const page = readPageItems(await follow(this.#client, request));
    this.#checks ??= listMetChecks(this.#own, this.#first.items);
    const checks = await this.#checks;
    const missed = (item: StacItem): SearchCheck | undefined => checks.find(({ isMet }) => !isMet(item));
    const fitting = page.items.filter((item) => missed(item) === undefined);
    const other = page.items.find((item) => missed(item) !== undefined);
    if (other === undefined) return { page, fitting };
    const count = page.items.length - fitting.length;
    return { page, fitting, misfits: { count, example: formatMisfit(other, missed(other)!) } };
  }

  #listUnsent(requests: readonly PageRequest[]): PageRequest[] {
    return requests.filter((request) => !this.#asked.has(this.#makeSignature(request)));
  }

  #remember(request: PageRequest): void {
    if (this.#asked.size >= MAX_REMEMBERED_PAGES) this.#asked.clear();
    this.#asked.add(this.#makeSignature(request));
  }

  #makeSignature(request: Omit<PageRequest, "way">): string {
    return this.#shortenKey(toSignature(request));
  }
}

const countEntries = ({ items, skipped = 0 }: ItemPage): number => items.length + skipped;

/**
 * Returns the checks of the search that every item of the first page meets. The service reads the other filters in another
 * way than this program.
 */
async function listMetChecks(
  { url, body }: OwnSearch,
  items: readonly StacItem[],
): Promise<readonly SearchCheck[]> {
  const { listChecks } = await import("../domain/catalog/fits-search.ts");
  const crs = new URL(url).searchParams.get("bbox-crs");
  const checks = listChecks(crs === null ? body : { ...body, "bbox-crs": crs });
  return checks.filter(({ isMet }) => items.every(isMet));
}

function formatMisfit(item: StacItem, { name, valueOf }: SearchCheck): string {
  const which = item.id === undefined ? "" : ` of item ${item.id}`;
  const value = valueOf?.(item);
  return value === undefined ? `${name}${which}` : `${name}${which} is ${JSON.stringify(value)}`;
}

async function follow(client: Client, { method, url, headers, body }: PageRequest): Promise<unknown> {
  const { text } = await client.raw({ method, path: url, headers, body, effect: "read" });
  const parsed = parseJson(Buffer.from(text));
  if (!parsed.ok) throw toUnreadable(`something that is ${parsed.problem}`);
  return parsed.value;
}

function readPageItems(reply: unknown): ItemPage {
  const page = readItems(reply);
  if (page === undefined) throw toUnreadable("no list of STAC items");
  return page;
}

const toUnreadable = (what: string): AppError =>
  new AppError("service", "RESPONSE_UNRECOGNISED", `a page of the catalog search has ${what}`, {
    next: SHOW_EXCHANGE,
  });

interface Turned {
  next: NextPage;
  /** Number of items of the page that were not on an earlier one. */
  fresh: number;
  /** Number of pages in succession without items, or with misfits in place of new ones; this one included. */
  empty: number;
}

function findEnd({ next, fresh, empty }: Turned): Stop | undefined {
  const { requests, isLinked } = next;
  if (!isLinked && fresh === 0 && empty === 0)
    return { note: "the service links to no next page, and the last one has no new results" };
  if (requests.length === 0)
    return {
      note: `the service's link to the next page ${next === NO_ADDRESS ? "has no address" : "leads back to a page already read"}`,
    };
  if (empty > 0)
    return empty < MAX_EMPTY_PAGES
      ? undefined
      : { note: `the service still offers a next page after ${empty} empty ones` };
  return fresh > 0
    ? undefined
    : { note: "the last page has no new results, and the service still offers a next one" };
}
