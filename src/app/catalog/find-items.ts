/**
 * A catalog search with all that is asked of what it finds. The steps depend on each other: what is measured and priced
 * can be chosen, what was chosen is sorted, and only what is listed at the end gets pictures.
 */
import type { StacItem } from "../../contract/read-items.ts";
import type { Region } from "../../geo/flat-polygons.ts";
import type { AppContext } from "../context.ts";
import type { CoveredDay, FoundSort } from "./choose-found.ts";
import { foundItems, type FoundItem } from "./found-items.ts";
import { searchItems, type SearchRequest } from "./search-items.ts";
import type { PictureContext } from "./item-pictures.ts";

export interface FindRequest {
  search: SearchRequest;
  /** Only scenes in the geometry of this item, around it; all pages are read. */
  like?: string | undefined;
  /** The area asked for, where it has a surface. */
  area?: Region | undefined;
  /** The share of the area is wanted; without this it is measured only where another member needs it. */
  isMeasured?: boolean;
  /** Prices are wanted; without this they are read only where another member needs them. */
  isPriced?: boolean;
  /** Only what covers this share of the area, 0 to 1. */
  least?: number | undefined;
  /** Only the scenes that together cover the area, by their number or their price. */
  choice?: "fewest" | "cheapest" | undefined;
  sort?: FoundSort | undefined;
  /** With the pictures that a map page shows. */
  hasThumbnails?: boolean;
}

type Finding = PictureContext & Pick<AppContext, "service" | "events" | "signal" | "dialect">;
type Pages = AsyncIterable<readonly FoundItem[]>;

export async function* findItems(
  context: Finding,
  request: FindRequest,
): AsyncGenerator<readonly FoundItem[]> {
  const { search, area, least, choice, sort } = request;
  let rows: Pages = foundItems(context, await pagesOf(context, request), {
    area: request.isMeasured === true || least !== undefined || sort?.by === "covers" ? area : undefined,
    isPriced: request.isPriced === true || choice === "cheapest" || sort?.by === "price",
  });
  if (area !== undefined && least !== undefined) {
    const { coveringAtLeast } = await import("./choose-found.ts");
    rows = coveringAtLeast(context, rows, least);
  }
  if (area !== undefined && choice !== undefined) {
    const { fewestCovering } = await import("./choose-found.ts");
    const isCheapest = choice === "cheapest";
    rows = fewestCovering(context, rows, { area, isCheapest, isForOrder: search.isForOrder === true });
  }
  if (sort !== undefined) {
    const { sortedFound } = await import("./choose-found.ts");
    rows = sortedFound(rows, sort);
  }
  if (request.hasThumbnails === true) {
    const { withThumbnails } = await import("./thumbnails.ts");
    rows = withThumbnails(context, rows);
  }
  yield* rows;
}

/** A row a day with what its scenes cover together, where that is at least `least`. */
export async function* findDays(
  context: Finding,
  request: Pick<FindRequest, "search" | "like" | "least" | "isPriced"> & { area: Region },
): AsyncGenerator<readonly CoveredDay[]> {
  const { coveredDays } = await import("./choose-found.ts");
  const found = foundItems(context, await pagesOf(context, request), { isPriced: request.isPriced === true });
  yield* coveredDays(found, request.area, request.least);
}

async function pagesOf(
  context: Finding,
  { search, like }: Pick<FindRequest, "search" | "like">,
): Promise<AsyncIterable<readonly StacItem[]>> {
  if (like === undefined) return searchItems(context, search);
  const { itemsLike, requestAround } = await import("./find-stacks.ts");
  const around = await requestAround(context, search, like);
  const { hasScenes = false, limit } = search;
  const pages = searchItems(context, { ...around.request, limit: Infinity, hasScenes: false });
  return itemsLike(context, pages, around.item, { limit, hasScenes });
}
