/** Runs a search and hands out its items as the pages arrive; says at the end what was left out. */
import { searchPages } from "../../client/pages.ts";
import type { Context } from "../../cli/context.ts";
import { PagedRows } from "../../cli/paged-rows.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import type { SearchRequest } from "./search-request.ts";

export const searchRows = (context: Context, request: SearchRequest): PagedRows<StacItem> =>
  new PagedRows(itemPages(context, request));

async function* itemPages(
  { service, notes, signal }: Context,
  { body, query, limit, pageSize }: SearchRequest,
): AsyncGenerator<readonly StacItem[]> {
  const client = await service.connect();
  let shown = 0;
  let lastPage = 0;
  let matched: number | undefined;
  let hasMore = false;
  for await (const page of searchPages({ client, body, query, limit, pageSize, signal })) {
    yield page.items;
    lastPage = page.items.length;
    shown += lastPage;
    matched ??= page.numberMatched;
    hasMore = page.hasMore;
    if (page.note !== undefined) notes.warn(page.note);
  }
  const isFull = lastPage >= (pageSize ?? body.limit ?? LIMITS.catalogPageSize);
  if (hasMore) notes.note(`${counted(shown, matched, "is")} (--limit N for more, --all for everything)`);
  // Spec silent: the catalog's paging. We say that there may be more when no next page is linked and the count leaves room.
  else if (matched === undefined ? isFull : matched > shown)
    notes.note(
      `${counted(shown, matched, "may be")}: the service offers no further page (narrow the search to see the rest)`,
    );
}

const counted = (shown: number, matched: number | undefined, verb: string): string =>
  matched === undefined
    ? `showing ${grouped(shown)}, and there ${verb} more`
    : `showing ${grouped(shown)} of ${grouped(matched)}`;

/** 1312 -> 1,312, whatever the locale says. */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
