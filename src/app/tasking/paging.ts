/** How many records, and in which pages: the same for the request searches and `task list`. */
import { LIMITS } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";

export interface PagingOptions {
  page?: number;
  pageSize?: number;
  limit?: number;
  all?: true;
}

export interface Paging {
  firstPage: number;
  maxPages: number;
  /** Records in all. */
  limit: number;
  /** Sent with every page; undefined leaves it to the service. */
  sentPageSize: number | undefined;
  /** What a full page holds. */
  pageSize: number;
}

/** `given` is the body as it is to be sent: `--data` may page as well. */
export function pagingOf(
  { limit, all }: PagingOptions,
  given: { page?: unknown; limit?: unknown },
  usualPageSize: number,
): Paging {
  const isOnePage = limit === undefined && all !== true;
  const own = typeof given.limit === "number" ? given.limit : undefined;
  const wanted = all === true ? Number.POSITIVE_INFINITY : (limit ?? 0);
  const sentPageSize =
    own ?? (wanted > usualPageSize ? Math.min(wanted, LIMITS.searchPageSizeMax) : undefined);
  return {
    firstPage: typeof given.page === "number" ? given.page : 1,
    maxPages: isOnePage ? 1 : Number.POSITIVE_INFINITY,
    limit: limit ?? Number.POSITIVE_INFINITY,
    sentPageSize,
    pageSize: sentPageSize ?? usualPageSize,
  };
}

/** Words that contradict each other: nobody could know which was meant. */
export function pagingFaults({ limit, all, page }: PagingOptions): Fault[] {
  if (all !== true) return [];
  const pairs = [
    ["--limit", limit],
    ["--page", page],
  ] as const;
  return pairs
    .filter(([, value]) => value !== undefined)
    .map(([flag]) => ({
      code: "USAGE",
      path: "",
      flag,
      rule: `${flag} or --all`,
      message: `${flag} and --all contradict each other`,
      hint: "Give one of them",
    }));
}
