/** Runs a search and returns its items as the pages arrive; a note at the end counts what was left out. */
import { searchPages, type SearchPagesOptions } from "../../client/pages.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { toWireSearch } from "../../contract/vendor-prefix.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { AppError } from "../../errors.ts";
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
  /** When nothing is found: the search that was perhaps meant, and what to say. */
  ifEmpty?: () => Promise<MeantSearch | undefined>;
}

export interface MeantSearch {
  /** Sent, for one item; undefined where no person waits for the answer. */
  body: BodyOf<"searchCatalog"> | undefined;
  /** Said when this search finds something. */
  ifFound: string;
  /** Said when it does not. */
  ifNot?: string | undefined;
}

/** Items per page for long results: few round trips, little memory. */
const LONG_PAGE = 500;

export async function* searchItems(
  { service, events, signal, dialect }: Pick<AppContext, "service" | "events" | "signal" | "dialect">,
  { body: asked, query = {}, limit: total, isForOrder = false, hasScenes = false, ifEmpty }: SearchRequest,
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
  const meant = shown === 0 ? await ifEmpty?.() : undefined;
  if (meant !== undefined) {
    const { body: other } = meant;
    const isFound =
      other !== undefined &&
      (await findsSomething({ client, query, signal }, toWireSearch(other, dialect.vendorPrefix)));
    const note = isFound ? meant.ifFound : meant.ifNot;
    if (note !== undefined) events.note(note);
  }
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

/** One request for one item. The search itself has succeeded, so that a failure here is none of it. */
async function findsSomething(
  { client, query, signal }: Pick<SearchPagesOptions, "client" | "query" | "signal">,
  body: BodyOf<"searchCatalog">,
): Promise<boolean> {
  try {
    for await (const { items } of searchPages({ client, body, query, limit: 1, pageSize: 1, signal }))
      if (items.length > 0) return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return false;
}

/** `7 of 8,058`; without a count, the number shown and whether there may be more. */
const counted = (shown: number, matched: number | undefined, verb?: string): string => {
  if (matched !== undefined) return `${grouped(shown)} of ${grouped(matched)}`;
  return verb === undefined ? grouped(shown) : `${grouped(shown)}, and there ${verb} more`;
};

/** 1312 -> 1,312 in every locale. */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
