/**
 * Runs a catalog search and processes its results. The steps depend on each other: items are measured and priced,
 * then chosen, then sorted, and only the listed ones get pictures.
 */
import { LIMITS } from "../../contract/vocabulary.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { Region } from "../../geo/geojson.ts";
import type { AppContext } from "../context.ts";
import { filterCovering, limitFound, sortFound, type FoundSort } from "./choose-found.ts";
import type { CoveredDay } from "./covered-days.ts";
import {
  toFoundItems,
  addCover,
  addItemPrices,
  type FoundFilter,
  type FoundItem,
  type FoundPages,
} from "./found-items.ts";
import { searchItems, USUAL_SCENES, type SearchRequest } from "./search-items.ts";

export interface FindRequest {
  search: SearchRequest;
  /** Only scenes with the geometry of this item, around it; all pages are read. */
  like?: string | undefined;
  /** The requested area, if it has a surface. */
  area?: Region | undefined;
  /** Whether the share of the area is requested; otherwise it is measured only if another field needs it. */
  isMeasured?: boolean;
  /** Whether prices are requested; otherwise they are read only if another field needs them. */
  isPriced?: boolean;
  /** Minimum share of the area, 0 to 1. */
  least?: number | undefined;
  /** Only scenes that together cover the area, chosen by number or price. */
  choice?: "fewest" | "cheapest" | undefined;
  sort?: FoundSort | undefined;
  /** Whether to add pictures for a map page. */
  hasThumbnails?: boolean;
  /** Keeps a part of all results; the limit applies afterwards. */
  filter?: FoundFilter | undefined;
}

/** Maximum number of items to choose from, unless all are wanted: a few seconds, and about 50 MB. */
const MAX_READ = 10_000;

/** This limit applies if all of them are priced: 20 reviews. */
const MAX_PRICED = 2000;

export async function* findItems(
  context: AppContext,
  request: FindRequest,
): AsyncGenerator<readonly FoundItem[]> {
  const { search, area, least, choice, sort, filter } = request;
  const { limit, hasScenes = false, isForOrder = false, body } = search;
  // All results are read, and the limit applies afterwards.
  const isChosen = [least, choice, sort, filter].some((part) => part !== undefined);
  const isCheapest = choice === "cheapest";
  const needsPrices = isCheapest || sort?.by === "price";
  const needsShares = least !== undefined || sort?.by === "covers";
  const read = isChosen ? readWhole(request, needsPrices ? MAX_PRICED : MAX_READ) : request;
  let rows: FoundPages = toFoundItems(await readPages(context, read));
  if (filter !== undefined) rows = filter(rows);
  if (area !== undefined && needsShares) rows = addCover(rows, area);
  if (area !== undefined && least !== undefined) rows = filterCovering(context, rows, { least, hasScenes });
  if (isCheapest) rows = addItemPrices(context, rows);
  if (area !== undefined && choice !== undefined) {
    const { chooseCovering } = await import("./cover-area.ts");
    rows = chooseCovering(context, rows, { area, isCheapest, isForOrder });
  }
  if (needsPrices && !isCheapest) rows = addItemPrices(context, rows);
  if (sort !== undefined) rows = sortFound(rows, sort);
  if (isChosen) {
    const usual = hasScenes ? USUAL_SCENES : (body.limit ?? LIMITS.catalogPageSize);
    const most = limit ?? (choice === undefined ? usual : Number.POSITIVE_INFINITY);
    rows = limitFound(context, rows, { limit: most, hasScenes });
  }
  if (request.isMeasured === true && !needsShares && area !== undefined) rows = addCover(rows, area);
  if (request.isPriced === true && !needsPrices) rows = addItemPrices(context, rows);
  if (request.hasThumbnails === true) {
    const { withThumbnails } = await import("./thumbnails.ts");
    rows = withThumbnails(context, rows);
  }
  yield* rows;
}

/** Returns the same request for all items, up to a maximum unless all are wanted. */
function readWhole<Request extends Pick<FindRequest, "search">>(request: Request, most: number): Request {
  const { limit } = request.search;
  const mostRead = limit === Number.POSITIVE_INFINITY ? limit : most;
  return { ...request, search: { ...request.search, limit: undefined, hasScenes: false, mostRead } };
}

/**
 * Yields a row per day with the joint coverage of its scenes, from `least` on. All items are read, because a day with
 * missing items would show a wrong share; the limit counts days.
 */
export async function* findDays(
  context: AppContext,
  request: Pick<FindRequest, "search" | "like" | "least" | "filter"> & { area: Region },
): AsyncGenerator<readonly CoveredDay[]> {
  const { area, least, search, filter = (pages) => pages } = request;
  const { measureDays } = await import("./covered-days.ts");
  const items = toFoundItems(await readPages(context, readWhole(request, MAX_READ)));
  yield await measureDays(context, filter(items), { area, least, limit: search.limit });
}

async function readPages(
  context: AppContext,
  { search, like }: Pick<FindRequest, "search" | "like">,
): Promise<AsyncIterable<readonly StacItem[]>> {
  if (like === undefined) return searchItems(context, search);
  const { filterAlike, makeRequestAround } = await import("./find-stacks.ts");
  const around = await makeRequestAround(context, search, like);
  const { hasScenes = false, limit } = search;
  const pages = searchItems(context, {
    ...around.request,
    limit: Infinity,
    hasScenes: false,
  });
  return filterAlike(context, pages, around.item, { limit, hasScenes });
}
