import type { RecordPage } from "../contract/read-items.ts";
import type { TaskRecord } from "../contract/read-record.ts";
import type { QueryOf } from "../contract/schemas.ts";
import { AppError } from "../errors.ts";
import type { CallOptions } from "./call.ts";
import type { Client } from "./client.ts";
import { seenIds } from "./seen-items.ts";

export interface RequestPagesOptions<Row> {
  /** One page, counted from 1. */
  fetchPage: (page: number, signal: AbortSignal) => Promise<RecordPage<Row>>;
  /** Id of a record, by which one that comes twice is recognised. */
  idOf: (record: Row) => string | undefined;
  firstPage: number;
  /** Pages in all; `Infinity` for every one. */
  maxPages: number;
  /** Records in all; `Infinity` for every one. */
  limit: number;
  /** Records of a full page: a shorter one is the last, where the service names no number of pages. */
  pageSize: number;
  /** Pages that are asked for or held at the same time. */
  concurrency: number;
  signal?: AbortSignal;
  /** What to try when the service does not turn pages. */
  remedy: string;
}

export interface FetchedPage<Row> {
  /** New records only, in the service's order. */
  records: Row[];
  page: number;
  /** Undefined where the service does not say. */
  totalPages: number | undefined;
  /** After the last page: the service has more than was asked for, or may have (no number of pages). */
  hasMore: boolean;
  /** How many entries of the page were no records, and are not in `records`; absent when there were none. */
  skipped?: number;
  /** Why it ends here although the service announced more. */
  note?: string;
}

/**
 * The pages of a request search or of `tasks/paged`: the first alone, then the others ahead of who reads them, at most
 * `concurrency` at a time, handed out in page order. Records that come twice, because something was submitted
 * meanwhile, are handed out once.
 */
export async function* requestPages<Row>(
  options: RequestPagesOptions<Row>,
): AsyncGenerator<FetchedPage<Row>, void, undefined> {
  const { fetchPage, firstPage, maxPages, concurrency, pageSize } = options;
  const stop = new AbortController();
  const signals = options.signal === undefined ? [stop.signal] : [options.signal, stop.signal];
  const known = seenIds();
  const isNew = (record: Row): boolean => {
    const id = options.idOf(record);
    // A record without an id cannot be a known one.
    return id === undefined || known.isNew(id);
  };
  const ahead: Promise<RecordPage<Row>>[] = [];
  const ask = (page: number): void => {
    // A signal for each: what listens to one of hundreds of requests would pile up on a shared one.
    const asked = fetchPage(page, AbortSignal.any(signals));
    // It fails when it is taken; one that is never taken fails unheard.
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
      const fresh = records.filter(isNew);
      const taken = fresh.slice(0, left);
      left -= taken.length;
      // Without a number of pages, a full one may be followed by another.
      const isFull = records.length + (skipped ?? 0) >= pageSize;
      const lastPage = totalPages ?? (isFull ? page + 1 : page);
      const wanted = Math.min(
        lastPage,
        firstPage + maxPages - 1,
        page + Math.ceil(left / (records.length || 1)),
      );
      const note = problemWith(got, { page, isMoreWanted: wanted > page, fresh: fresh.length, ...options });
      const last = note === undefined ? Math.max(page, wanted) : page;
      while (next <= last && ahead.length < concurrency) {
        ask(next);
        next += 1;
      }
      yield {
        records: taken,
        page,
        totalPages,
        hasMore: lastPage > page || fresh.length > taken.length,
        ...(skipped !== undefined && { skipped }),
        ...(note !== undefined && { note }),
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
  /** Records of the page that had not come before. */
  fresh: number;
}

function problemWith(
  { currentPage, totalPages, records }: RecordPage<unknown>,
  { page, isMoreWanted, fresh, remedy }: Turned,
): string | undefined {
  if (currentPage !== undefined && currentPage !== page)
    return `page ${page} was asked for, and page ${currentPage} came (${remedy})`;
  if (!isMoreWanted) return undefined;
  if (records.length === 0) return `page ${page} is empty although the service announced ${totalPages} pages`;
  return fresh === 0 ? `page ${page} brought nothing new (${remedy})` : undefined;
}

export interface ListTasksOptions extends CallOptions {
  query?: QueryOf<"listTasks">;
  /** Only the POST form may have one; by default there is none. */
  body?: unknown;
  method: "get" | "post";
  /** The other form is the one that works here: worth remembering in the profile. */
  onMethodFound?: (method: "post") => void;
}

// Spec silent: whether `tasks/paged` is GET or POST (it gives both). We send GET, and POST once when that form is
// answered with 404 or 405; both only read.
export async function listTasks(client: Client, options: ListTasksOptions): Promise<RecordPage<TaskRecord>> {
  const { method, onMethodFound, body, ...call } = options;
  if (method === "post") return client.listTasksByPost({ ...call, body });
  try {
    return await client.listTasks(call);
  } catch (error) {
    if (!(error instanceof AppError) || (error.status !== 404 && error.status !== 405)) throw error;
    const reply = await client.listTasksByPost({ ...call, body });
    onMethodFound?.("post");
    return reply;
  }
}
