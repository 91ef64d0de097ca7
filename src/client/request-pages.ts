import { pageOfTypes, type CollectionType } from "../contract/read-collection-types.ts";
import type { RecordPage } from "../contract/read-items.ts";
import type { TaskRecord } from "../contract/read-record.ts";
import type { QueryOf } from "../contract/schemas.ts";
import { AppError } from "../errors.ts";
import type { CallOptions } from "./build-request.ts";
import type { Client } from "./client.ts";
import { rememberIds } from "./seen-ids.ts";

export interface RequestPagesOptions<Row> {
  /** Fetches one page, counted from 1. */
  fetchPage: (page: number, signal: AbortSignal) => Promise<RecordPage<Row>>;
  /** Id of a record, to detect duplicates. */
  idOf: (record: Row) => string | undefined;
  firstPage: number;
  /** Total of pages; `Infinity` for all. */
  maxPages: number;
  /** Total of records; `Infinity` for all. */
  limit: number;
  /** Records of a full page: without a reported number of pages, a shorter page is the last one. */
  pageSize: number;
  /** Maximum number of pages requested or buffered in parallel. */
  concurrency: number;
  signal?: AbortSignal;
  /** The alternative for a service that repeats its pages. */
  remedy: string;
}

export interface FetchedPage<Row> {
  /** New records only, in the service's order. */
  records: Row[];
  page: number;
  /** Undefined when the service does not report it. */
  totalPages: number | undefined;
  /** After the last page: the service has more than requested, or may have (no number of pages). */
  hasMore: boolean;
  /** Number of entries that are not records, and are not in `records`; undefined for none. */
  skipped?: number;
  /** Why the listing ends although the service announced more. */
  note?: string;
}

/**
 * Yields the pages of a request search or of `tasks/paged`: the first alone, then the others ahead of the reader, at most `concurrency` in
 * parallel, in page order. A record may appear on two pages, because something was submitted meanwhile; it is returned once.
 */
export async function* fetchRequestPages<Row>(
  options: RequestPagesOptions<Row>,
): AsyncGenerator<FetchedPage<Row>, void, undefined> {
  const { fetchPage, firstPage, maxPages, concurrency, pageSize } = options;
  const stop = new AbortController();
  const signals = options.signal === undefined ? [stop.signal] : [options.signal, stop.signal];
  const seen = rememberIds();
  const ahead: Promise<RecordPage<Row>>[] = [];
  const ask = (page: number): void => {
    // One signal per request: the listeners of hundreds of requests would accumulate on a shared one.
    const asked = fetchPage(page, AbortSignal.any(signals));
    // The error is thrown when the page is read, and ignored for a page that is never read.
    asked.catch(() => {});
    ahead.push(asked);
  };

  try {
    ask(firstPage);
    let next = firstPage + 1;
    let left = options.limit;
    for (let page = firstPage; ; page += 1) {
      const got = await (ahead.shift() as Promise<RecordPage<Row>>);
      const { totalPages, records, skipped } = got;
      const fresh = records.filter((record) => seen.isNew(options.idOf(record)));
      const taken = fresh.slice(0, left);
      left -= taken.length;
      // Without a number of pages, another may follow a full one.
      const isFull = records.length + (skipped ?? 0) >= pageSize;
      const lastPage = totalPages ?? (isFull ? page + 1 : page);
      const wanted = Math.min(
        lastPage,
        firstPage + maxPages - 1,
        page + Math.ceil(left / (records.length || 1)),
      );
      const problem = findEnd(got, {
        page,
        isMoreWanted: wanted > page,
        fresh: fresh.length,
        ...options,
      });
      const last = problem === undefined ? Math.max(page, wanted) : page;
      while (next <= last && ahead.length < concurrency) {
        ask(next);
        next += 1;
      }
      yield {
        records: taken,
        page,
        totalPages,
        hasMore: lastPage > page || fresh.length > taken.length,
        skipped,
        ...(problem !== undefined && { note: problem }),
      };
      if (page === last) return;
    }
  } finally {
    stop.abort(new Error("no more pages are wanted"));
  }
}

interface Turned extends Pick<RequestPagesOptions<unknown>, "remedy"> {
  page: number;
  isMoreWanted: boolean;
  /** Records of the page that were not on an earlier one. */
  fresh: number;
}

function findEnd(
  { currentPage, totalPages, records }: RecordPage<unknown>,
  { page, isMoreWanted, fresh, remedy }: Turned,
): string | undefined {
  if (currentPage !== undefined && currentPage !== page)
    return `received page ${currentPage} instead of page ${page} (${remedy})`;
  if (!isMoreWanted) return undefined;
  if (records.length === 0) return `page ${page} is empty although the service announced ${totalPages} pages`;
  return fresh === 0 ? `page ${page} had no new results (${remedy})` : undefined;
}

export interface ListTasksOptions extends CallOptions {
  query?: QueryOf<"listTasks">;
  method: "get" | "post";
  /** The other method works here. */
  onMethodFound?: (method: "get" | "post") => void;
}

// The dialect's `paged.method` comes first; the other method is tried once after 404 or 405. Both only read.
export async function listTasks(client: Client, options: ListTasksOptions): Promise<RecordPage<TaskRecord>> {
  const { method, onMethodFound, ...call } = options;
  const other = method === "get" ? "post" : "get";
  const list = { get: client.listTasks, post: client.listTasksByPost };
  try {
    return await list[method](call);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A gateway answers an unknown path with 403.
    if (error.code !== "NOT_FOUND" && error.status !== 404 && error.status !== 405) throw error;
    const reply = await list[other](call);
    onMethodFound?.(other);
    return reply;
  }
}

/** Maximum number of pages of collection types: a service has some tens of types. */
const MAX_TYPE_PAGES = 40;

/** Returns the collection types of all pages, and why some are missing. */
// Spec silent: whether the list of collection types has pages. We read those that the response announces, by `page` in the
// query.
export async function listAllCollectionTypes(
  client: Pick<Client, "listCollectionTypes">,
  { concurrency }: { concurrency: number },
): Promise<{ types: CollectionType[]; note?: string }> {
  const pages = fetchRequestPages({
    fetchPage: async (page, signal) =>
      pageOfTypes(
        await client.listCollectionTypes({ ...(page > 1 && { query: { page: String(page) } }), signal }),
      ),
    idOf: ({ name }) => name,
    firstPage: 1,
    maxPages: MAX_TYPE_PAGES,
    limit: Infinity,
    pageSize: Infinity,
    concurrency,
    remedy: "the service may not take page in the query string of this list",
  });
  const types: CollectionType[] = [];
  let note: string | undefined;
  for await (const page of pages) {
    types.push(...page.records);
    note = page.note ?? (page.hasMore && page.page >= MAX_TYPE_PAGES ? "the list has no end" : undefined);
  }
  return { types, ...(note !== undefined && { note }) };
}
