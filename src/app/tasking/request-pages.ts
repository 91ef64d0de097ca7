/**
 * Chooses the number of records and pages to request, yields records as they arrive, and finally notes the number of
 * omitted ones.
 */
import { requestPages, type RequestPagesOptions } from "../../client/request-pages.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import type { NextStep } from "../../next-step.ts";
import type { AppContext } from "../context.ts";
import { reportStop, untilFailure } from "../report-stop.ts";

export interface PagingWishes {
  /** Total number of records. */
  limit?: number | undefined;
  /** Reads all pages. */
  all?: boolean | undefined;
}

export interface Paging {
  firstPage: number;
  maxPages: number;
  /** Total number of records. */
  limit: number;
  /** Sent with every page; undefined: the service's default. */
  sentPageSize: number | undefined;
  /** Records of a full page. */
  pageSize: number;
}

/**
 * Returns one page unless more is requested. `given` contains the values of flags: the first page, and its number of
 * records.
 */
export function pagingOf({ limit, all }: PagingWishes, given: { page?: unknown; limit?: unknown }): Paging {
  const isOnePage = limit === undefined && all !== true;
  const own = typeof given.limit === "number" ? given.limit : undefined;
  const wanted = all === true ? Number.POSITIVE_INFINITY : (limit ?? 0);
  const sentPageSize =
    own ?? (wanted > LIMITS.searchPageSize ? Math.min(wanted, LIMITS.searchPageSizeMax) : undefined);
  return {
    firstPage: typeof given.page === "number" ? given.page : 1,
    maxPages: isOnePage ? 1 : Number.POSITIVE_INFINITY,
    limit: limit ?? Number.POSITIVE_INFINITY,
    sentPageSize,
    pageSize: sentPageSize ?? LIMITS.searchPageSize,
  };
}

export interface PageSource<R extends RequestRecord> extends Pick<
  RequestPagesOptions<R>,
  "fetchPage" | "remedy"
> {
  paging: Paging;
  /** Selects records; the others do not count. Default: all. */
  keeps?: (record: R) => boolean;
}

/** Pages are only read, and mostly wait for the service, so their concurrency is twice that of other work. */
const PAGES_AT_ONCE = 8;

export async function* recordPages<R extends RequestRecord>(
  { events, settings, signal }: Pick<AppContext, "events" | "settings" | "signal">,
  { paging, keeps, ...source }: PageSource<R>,
): AsyncGenerator<readonly R[]> {
  const { value, origin } = settings.concurrency;
  const concurrency = origin === "default" ? PAGES_AT_ONCE : value;
  let shown = 0;
  let last: Footer;
  const pages = requestPages({
    ...source,
    idOf: ({ id }) => id,
    ...paging,
    ...(keeps !== undefined && { limit: Number.POSITIVE_INFINITY }),
    concurrency,
    signal,
  });
  for await (const { records, page, totalPages, hasMore, skipped, note } of untilFailure(events, pages)) {
    const kept = keeps === undefined ? records : records.filter(keeps).slice(0, paging.limit - shown);
    yield kept;
    shown += kept.length;
    last = footer({ shown, page, totalPages, hasMore }, paging);
    if (skipped !== undefined)
      events.warn(`${skipped} of the entries of page ${page} are not records and were skipped`);
    if (note !== undefined) reportStop(events, note);
    if (shown >= paging.limit) break;
  }
  if (last !== undefined) events.note(...last);
}

type Footer = [message: string, next?: NextStep] | undefined;

interface Position {
  shown: number;
  page: number;
  totalPages: number | undefined;
  hasMore: boolean;
}

/** Returns `page 1 of 12` and how to get the others; undefined when everything was shown. */
function footer({ shown, page, totalPages, hasMore }: Position, { maxPages, firstPage }: Paging): Footer {
  const isOnePage = maxPages === 1;
  const next: NextStep = { do: "showMore", ...(isOnePage && { page: page + 1 }) };
  const where = `page ${page} of ${totalPages}`;
  if (!hasMore) return isOnePage && firstPage !== 1 && totalPages !== undefined ? [where] : undefined;
  if (totalPages === undefined) return [`showing ${shown}, and there may be more`, next];
  if (totalPages === 1) return [`showing ${shown}, and there are more`, next];
  return [isOnePage ? `${where}: showing ${shown}` : `showing ${shown}, up to ${where}`, next];
}
