/** Runs a search and returns its items as the pages arrive; a note at the end counts what was left out. */
import { searchPages } from "../../client/pages.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { toWireSearch } from "../../contract/vendor-prefix.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import type { AppContext } from "../context.ts";
import { pagingLoop } from "../paging-loop.ts";

export interface SearchRequest {
  body: BodyOf<"searchCatalog">;
  query?: Record<string, string>;
  /** Total of items to fetch, over all pages; default: one page. */
  limit?: number | undefined;
  /** A warning names items without an id or a collection, since they cannot be ordered. */
  isForOrder?: boolean;
  /** The items are shown as scenes, several in a row: then a note that counts them names them. */
  hasScenes?: boolean;
  /** What to say when nothing is found. */
  noteIfEmpty?: () => Promise<string | undefined>;
}

/** Items per page for long results: few round trips, little memory. */
const LONG_PAGE = 500;

export async function* searchItems(
  { service, events, signal, dialect }: Pick<AppContext, "service" | "events" | "signal" | "dialect">,
  {
    body: asked,
    query = {},
    limit: total,
    isForOrder = false,
    hasScenes = false,
    noteIfEmpty,
  }: SearchRequest,
): AsyncGenerator<readonly StacItem[]> {
  const client = await service.connect();
  const body = toWireSearch(asked, dialect.vendorPrefix);
  const limit = total ?? body.limit ?? LIMITS.catalogPageSize;
  // A limit in the body is the requested page size; pages get our own size only for a total beyond one default
  // page.
  const pageSize =
    body.limit === undefined && limit > LIMITS.catalogPageSize ? Math.min(limit, LONG_PAGE) : undefined;
  let shown = 0;
  let lastPage = 0;
  let matched: number | undefined;
  let hasMore = false;
  let stopped = false;
  for await (const page of searchPages({ client, body, query, limit, pageSize, signal })) {
    for (const item of isForOrder ? page.items : []) {
      const missing = item.collection === undefined ? "collection" : item.id === undefined ? "id" : undefined;
      if (missing !== undefined)
        events.warn(
          `item ${item.id ?? "without id"} names no ${missing}, which an order needs: it was left out`,
        );
    }
    yield page.items;
    lastPage = page.items.length;
    shown += lastPage;
    matched ??= page.numberMatched;
    hasMore = page.hasMore;
    if (page.skipped !== undefined)
      events.warn(
        `${grouped(page.skipped)} of the entries of a page are not STAC items (not even objects) and were left out`,
      );
    if (page.note !== undefined) {
      stopped = true;
      const why = `the listing stopped early, with ${counted(shown, matched)} shown: ${page.note}`;
      if (page.isLoop === true) events.failed(pagingLoop(why));
      else events.warn(why);
    }
  }
  if (stopped) return;
  const note = shown === 0 ? await noteIfEmpty?.() : undefined;
  if (note !== undefined) events.note(note);
  const unit = hasScenes && matched !== undefined ? " items" : "";
  const isFull = lastPage >= (pageSize ?? body.limit ?? LIMITS.catalogPageSize);
  if (hasMore)
    events.note(`showing ${counted(shown, matched, "is")}${unit} (--limit N for more, --all for everything)`);
  // Spec silent: the catalog's paging. We say that there may be more when no next page is linked and the count leaves room.
  else if (matched === undefined ? isFull : matched > shown)
    events.note(
      `showing ${counted(shown, matched, "may be")}${unit}: the service offers no further page (narrow the search to see the rest)`,
    );
}

/** `7 of 8,058`; without a count, the number shown and whether there may be more. */
const counted = (shown: number, matched: number | undefined, verb?: string): string => {
  if (matched !== undefined) return `${grouped(shown)} of ${grouped(matched)}`;
  return verb === undefined ? grouped(shown) : `${grouped(shown)}, and there ${verb} more`;
};

/** 1312 -> 1,312 in every locale. */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
