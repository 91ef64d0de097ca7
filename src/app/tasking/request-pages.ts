/**
 * Chooses the number of records and pages to request, yields records as they arrive, and finally notes the number of
 * omitted ones.
 */
import { fetchRequestPages, type RequestPagesOptions } from "../../client/request-pages.ts";
import type { RecordPage } from "../../contract/read-items.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import type { AppContext } from "../context.ts";
import { AppError } from "../../errors.ts";
import { readUntilFailure, reportStop, SHOW_MORE } from "../incomplete-list.ts";
import type { Hint } from "../../hint.ts";

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
  /** Records at the start of the first page that were not asked for. */
  skip?: number;
}

/**
 * Returns one page unless more is requested. `given` contains the values of flags: the first page, and its number of
 * records.
 */
export function toPaging({ limit, all }: PagingWishes, given: { page?: unknown; limit?: unknown }): Paging {
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

export interface PageSource<R extends RequestRecord> extends Pick<RequestPagesOptions<R>, "remedy"> {
  paging: Paging;
  /** Fetches one page with the given `limit`; undefined: the service's default. */
  fetchPage: (page: number, signal: AbortSignal, size: number | undefined) => Promise<RecordPage<R>>;
  /** Selects records. Only selected records count towards the limit. Default: all. */
  keeps?: (record: R) => boolean;
}

/** Pages are only read, and mostly wait for the service, so their concurrency is twice that of other work. */
const PAGES_AT_ONCE = 8;

/** Yields the records. If the service refuses the page size, it reads pages of a size that the service takes, and cuts them. */
// Spec silent: the smallest page of a request search. We send the size that is asked for, and after a refusal of `limit` the
// nearest one that the response names.
export async function* recordPages<R extends RequestRecord>(
  context: AppContext,
  source: PageSource<R>,
): AsyncGenerator<readonly R[]> {
  try {
    yield* readPages(context, source);
  } catch (error) {
    const { sentPageSize } = source.paging;
    const size = sentPageSize === undefined ? undefined : sizeTaken(error, sentPageSize);
    if (sentPageSize === undefined || size === undefined) throw error;
    context.events.note(`the service refuses pages of ${sentPageSize}; read in pages of ${size}`);
    yield* readPages(context, { ...source, paging: resizePages(size, source.paging, sentPageSize) });
  }
}

/** Returns the page size to send after a refusal; undefined if the error is about something else. */
function sizeTaken(error: unknown, sent: number): number | undefined {
  if (!(error instanceof AppError) || (error.status !== 400 && error.status !== 422)) return undefined;
  const issues = error.issues.filter(({ path, message }) => /\blimit\b/i.test(`${path} ${message}`));
  // The status and the path at the end of the message are ours.
  const texts = [...issues.map(({ message }) => message), error.message.replace(/ \(\d+ from .*\)$/s, "")];
  if (!texts.some((text) => /\blimit\b|page size/i.test(text)) && issues.length === 0) return undefined;
  const named = texts.flatMap((text) => (text.match(/\b\d{1,4}\b/g) ?? []).map(Number));
  const { searchPageSize, searchPageSizeMax } = LIMITS;
  const larger = [...named, searchPageSize].filter((size) => size > sent);
  const smaller = [...named, searchPageSizeMax].filter((size) => size > 0 && size < sent);
  if (larger.length > 0 && sent < searchPageSize) return Math.min(...larger);
  return smaller.length > 0 ? Math.max(...smaller) : undefined;
}

/** Returns the same records in pages of another size. */
function resizePages(size: number, paging: Paging, before: number): Paging {
  const { firstPage, maxPages, limit } = paging;
  const from = (firstPage - 1) * before;
  return {
    firstPage: Math.floor(from / size) + 1,
    skip: from % size,
    maxPages: Number.POSITIVE_INFINITY,
    limit: maxPages === 1 ? Math.min(limit, before) : limit,
    sentPageSize: size,
    pageSize: size,
  };
}

async function* readPages<R extends RequestRecord>(
  { events, settings, signal }: AppContext,
  { paging, keeps, fetchPage, remedy }: PageSource<R>,
): AsyncGenerator<readonly R[]> {
  const { value, origin } = settings.concurrency;
  const concurrency = origin === "default" ? PAGES_AT_ONCE : value;
  const { skip = 0, sentPageSize } = paging;
  let shown = 0;
  let last: Footer;
  const pages = fetchRequestPages({
    remedy,
    fetchPage: (page, pageSignal) => fetchPage(page, pageSignal, sentPageSize),
    idOf: ({ id }) => id,
    ...paging,
    limit: keeps === undefined ? paging.limit + skip : Number.POSITIVE_INFINITY,
    concurrency,
    signal,
  });
  for await (const { records, page, totalPages, hasMore, skipped, note } of readUntilFailure(events, pages)) {
    const asked = page === paging.firstPage ? records.slice(skip) : records;
    const kept = (keeps === undefined ? asked : asked.filter(keeps)).slice(0, paging.limit - shown);
    yield kept;
    shown += kept.length;
    last = formatFooter({ shown, page, totalPages, hasMore }, paging);
    if (skipped !== undefined)
      events.warn(`${skipped} of the entries of page ${page} are not records and were skipped`);
    if (note !== undefined) reportStop(events, note);
    if (shown >= paging.limit) break;
  }
  if (last !== undefined) events.note(...last);
}

type Footer = [message: string, next?: Hint] | undefined;

interface Position {
  shown: number;
  page: number;
  totalPages: number | undefined;
  hasMore: boolean;
}

/** Returns `page 1 of 12` and how to get the others; undefined when everything was shown. */
function formatFooter(
  { shown, page, totalPages, hasMore }: Position,
  { maxPages, firstPage }: Paging,
): Footer {
  const isOnePage = maxPages === 1;
  const next = isOnePage ? `--page ${page + 1} for the next` : SHOW_MORE;
  const where = `page ${page} of ${totalPages}`;
  if (!hasMore) return isOnePage && firstPage !== 1 && totalPages !== undefined ? [where] : undefined;
  if (totalPages === undefined) return [`showing ${shown}, and there may be more`, next];
  if (totalPages === 1) return [`showing ${shown}, and there are more`, next];
  return [isOnePage ? `${where}: showing ${shown}` : `showing ${shown}, up to ${where}`, next];
}
