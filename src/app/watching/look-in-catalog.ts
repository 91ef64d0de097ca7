/** Looks at a site in the catalog. */
import type { StacItem } from "../../contract/read-items.ts";
import type { Look } from "../../domain/watching/site-delta.ts";
import type { AppError } from "../../errors.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { filterCovering } from "../catalog/choose-found.ts";
import { toFoundItems, addCover } from "../catalog/found-items.ts";
import { searchItems } from "../catalog/search-items.ts";
import type { AppContext } from "../context.ts";
import { withEvents } from "../surroundings.ts";
import type { Site } from "./watch-request.ts";

/** Items per request: enough for a month over most sites; larger pages cost 30 MB of memory. */
const PAGE_ITEMS = 200;

/**
 * Yields the pages of a search over the site. `onIncomplete` is called with the error of a search that did not list
 * everything.
 */
export async function* readPagesOverSite(
  context: AppContext,
  { name, search, area, least }: Site,
  { fromMs }: Look,
  onIncomplete: (error: AppError) => void,
): AsyncGenerator<readonly StacItem[]> {
  const { events } = context;
  const quiet = withEvents(context, {
    note: (message) => events.detail(`${name}: ${message}`),
    warn: (message) => events.warn(`${name}: ${message}`),
    hint: () => {},
    failed: onIncomplete,
  });
  const from = fromMs === undefined ? {} : { datetime: `${formatTimestamp(fromMs)}/..` };
  const pages = searchItems(quiet, {
    ...search,
    body: { ...search.body, ...from, limit: PAGE_ITEMS },
    limit: Infinity,
  });
  if (area === undefined || least === undefined) return yield* pages;
  const covering = filterCovering(quiet, addCover(toFoundItems(pages), area), { least, hasScenes: false });
  for await (const page of covering) yield page.map(({ item }) => item);
}
