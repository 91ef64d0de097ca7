/** Runs a search and hands out its items as the pages arrive; says at the end what was left out. */
import { searchPages } from "../../client/pages.ts";
import type { Context } from "../../cli/context.ts";
import { PagedRows } from "../../cli/output/paged-rows.ts";
import { presentationOf } from "../../cli/output/presentation.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import type { SearchRequest } from "../../commands/catalog/search-request.ts";

export const searchRows = (context: Context, request: SearchRequest): PagedRows<StacItem> =>
  new PagedRows(itemPages(context, request));

async function* itemPages(
  context: Context,
  { body, query, limit, pageSize }: SearchRequest,
): AsyncGenerator<readonly StacItem[]> {
  const { service, notes, signal } = context;
  const client = await service.connect();
  const isForOrder = presentationOf(context).format === "order-items";
  let shown = 0;
  let lastPage = 0;
  let matched: number | undefined;
  let hasMore = false;
  let stopped = false;
  for await (const page of searchPages({ client, body, query, limit, pageSize, signal })) {
    for (const item of isForOrder ? page.items : []) {
      const missing = item.collection === undefined ? "collection" : item.id === undefined ? "id" : undefined;
      if (missing !== undefined)
        notes.warn(
          `item ${item.id ?? "without id"} names no ${missing}, which an order needs: it was left out`,
        );
    }
    yield page.items;
    lastPage = page.items.length;
    shown += lastPage;
    matched ??= page.numberMatched;
    hasMore = page.hasMore;
    if (page.skipped !== undefined)
      notes.warn(
        `${grouped(page.skipped)} of the entries of a page are no STAC items (not even objects) and were left out`,
      );
    if (page.note !== undefined) {
      stopped = true;
      notes.warn(`the listing stopped early, with ${counted(shown, matched)} shown: ${page.note}`);
    }
  }
  if (stopped) return;
  const isFull = lastPage >= (pageSize ?? body.limit ?? LIMITS.catalogPageSize);
  if (hasMore)
    notes.note(`showing ${counted(shown, matched, "is")} (--limit N for more, --all for everything)`);
  // Spec silent: the catalog's paging. We say that there may be more when no next page is linked and the count leaves room.
  else if (matched === undefined ? isFull : matched > shown)
    notes.note(
      `showing ${counted(shown, matched, "may be")}: the service offers no further page (narrow the search to see the rest)`,
    );
}

/** `7 of 8,058`, or how sure it is that there are more where nobody counted. */
const counted = (shown: number, matched: number | undefined, verb?: string): string => {
  if (matched !== undefined) return `${grouped(shown)} of ${grouped(matched)}`;
  return verb === undefined ? grouped(shown) : `${grouped(shown)}, and there ${verb} more`;
};

/** 1312 -> 1,312, whatever the locale says. */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
