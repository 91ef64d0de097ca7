/** Hands out records as their pages arrive, and says at the end what was left out. */
import { requestPages, type RequestPagesOptions } from "../../client/request-pages.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import type { Context } from "../../cli/context.ts";
import { PagedRows } from "../../cli/output/paged-rows.ts";
import type { Paging } from "./paging.ts";

export interface PageSource extends Pick<RequestPagesOptions<RequestRecord>, "fetchPage" | "remedy"> {
  paging: Paging;
}

/** Pages only read, and wait for the far side most of the time: twice what everything else does at once. */
const PAGES_AT_ONCE = 8;

type Told = Pick<Context, "notes" | "settings" | "signal">;

export const pageRows = (context: Told, source: PageSource): PagedRows<RequestRecord> =>
  new PagedRows(recordPages(context, source));

async function* recordPages(
  { notes, settings, signal }: Told,
  { paging, ...source }: PageSource,
): AsyncGenerator<readonly RequestRecord[]> {
  const { value, origin } = settings.concurrency;
  const concurrency = origin === "default" ? PAGES_AT_ONCE : value;
  let shown = 0;
  let said = "";
  for await (const { records, page, totalPages, hasMore, skipped, note } of requestPages({
    ...source,
    idOf: ({ id }) => id,
    ...paging,
    concurrency,
    signal,
  })) {
    yield records;
    shown += records.length;
    said = footer({ shown, page, totalPages, hasMore }, paging);
    if (skipped !== undefined)
      notes.warn(
        `${skipped} of the entries of page ${page} are no records (not even objects) and were left out`,
      );
    if (note !== undefined) notes.warn(note);
  }
  if (said !== "") notes.note(said);
}

interface Position {
  shown: number;
  page: number;
  totalPages: number | undefined;
  hasMore: boolean;
}

/** `page 1 of 12`, and how to see the others; nothing when all is said. */
function footer({ shown, page, totalPages, hasMore }: Position, { maxPages, firstPage }: Paging): string {
  const isOnePage = maxPages === 1;
  if (totalPages === undefined) {
    const more = isOnePage ? `--page ${page + 1} for the next, --all for every one` : "--all for every one";
    return hasMore ? `showing ${shown}, and there may be more (${more})` : "";
  }
  const where = `page ${page} of ${totalPages}`;
  if (!isOnePage)
    return hasMore ? `showing ${shown}, up to ${where} (--limit N for more, --all for every one)` : "";
  if (hasMore) return `${where}: showing ${shown} (--page ${page + 1} for the next, --all for every one)`;
  return firstPage === 1 ? "" : where;
}
