import { refuse, usageFault } from "../../cli/input/usage.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { advice, typed } from "../../hint.ts";
import type { Context } from "../../cli/context.ts";
import type { CoveredDay } from "../../app/catalog/covered-days.ts";
import type { FindRequest } from "../../app/catalog/find-items.ts";
import type { FoundItem } from "../../app/catalog/found-items.ts";
import type { SearchRequest } from "../../app/catalog/search-items.ts";
import type { BBox, Region } from "../../geo/geojson.ts";
import { itemView, sceneView } from "./item-view.ts";
import type { CoverRequest } from "./cover-request.ts";
import type { AskedArea } from "./map-of-search.ts";
import { SEARCH_MOST_USED, addSearchFlags, type SearchOptions } from "./search-flags.ts";
import { isMapAsked } from "../../cli/flags/map-flags.ts";
import { PagedRows, watchPages } from "../../cli/output/paged-rows.ts";
import { choosePresentation } from "../../cli/output/presentation.ts";
import { isColumnNamed, isRequested } from "../../cli/output/select-columns.ts";
import { listView } from "../../cli/output/view.ts";
import { shareText } from "../../render/quantity-text.ts";

/** One row per day: the joint coverage of its scenes. */
const dayView = listView<CoveredDay, AsyncIterable<CoveredDay>>({
  columns: [
    { key: "day", header: "DAY", value: ({ day }) => day, fixed: true },
    { key: "scenes", header: "SCENES", value: ({ scenes }) => scenes, align: "right" },
    {
      key: "covers",
      header: "COVERS",
      value: ({ covers, isEstimate }) => shareText({ share: covers, isEstimate }),
      align: "right",
    },
    { key: "products", header: "PRODUCTS", value: ({ products }) => products.join(" ") },
  ],
  rowSource: ({ items, ...day }) => ({ ...day, items: items.map(({ id }) => id) }),
  id: ({ items }) => items.flatMap(({ id }) => id ?? []),
});

export const search = defineCommand({
  name: "search",
  summary: "Search the archive by place, time and property",
  description:
    "Without --sort items are in the service's order, which the interface does not state; with several product types, " +
    "the newest first. " +
    "A terminal shows one row per scene with all its products, 20 scenes without --limit or --all (--per-item: one row per item); " +
    "other output has one row per item, one page of them without --limit or --all. " +
    "--min-cover, --cover and --sort by covers or price read all matches, up to 10,000 items (2,000 with prices, all with --all); --limit then limits the listed rows. " +
    "--cover chooses the fewest scenes that cover the joint area of all scenes found (a greedy choice with exchanges), and lists every product of each; " +
    "with --cheapest the cheapest scenes, and the cheapest product of each. " +
    "OWNED marks what this machine has downloaded or can download by an order; --owned and --not-owned read all matches, as --min-cover does. " +
    "--output order-items prints what `swath order place --items -` reads.",
  examples: [
    "swath catalog search --place Lisbon --radius 20km --map lisbon.html --thumbnails --open --sandbox",
    "swath catalog search --point -9.14,38.71 --from -30d --output map --sandbox",
    "swath catalog search --place Lisbon --radius 20km --product-type GEO --limit 50 --json",
    "swath catalog search --file area.geojson --product-type GEO --cover --output order-items",
    'swath catalog search --bbox 178,-18,-178,-16 --where "view:incidence_angle < 30" --output geojson',
  ],
  mostUsed: [
    ...SEARCH_MOST_USED,
    "--sort",
    "--all",
    "--price",
    "--cover",
    "--not-owned",
    "--map",
    "--thumbnails",
    "--open",
  ],
  syntax: addSearchFlags,
  parse: readSearch,
  run: async (context, search, options) => {
    const { showSearched } = await import("./map-of-search.ts");
    showSearched(context, search.request);
    await giveTitleToMap(context, search);
    if (search.rows === "items" && search.isForPeople && options.perItem !== true)
      context.events.note("--columns shows one row per item; without it a terminal shows one row per scene");
    return search.rows === "days" ? listDays(context, search, options) : listItems(context, search, options);
  },
  view: sceneView,
  viewFor: ({ perItem, per }) => (per === "day" ? dayView : perItem === true ? itemView : undefined),
});

/** A search with valid flags. */
interface Search extends CoverRequest {
  request: SearchRequest;
  /** The area as typed. */
  asked: AskedArea;
  /** The area, if it has a surface. */
  area: Region | undefined;
  /**
   * `scenes` is one row for all products of a scene, for people. Scripts, and people who choose columns or --per-item,
   * get `items`. With --per day the rows are `days`, which have an area.
   */
  rows: "items" | "scenes" | "days";
  /** Whether a person sees the rows, in a table or on a map of characters. */
  isForPeople: boolean;
  hasMapPage: boolean;
}

/** Reads and checks the flags. Throws all faults of the request, then those of the coverage. */
async function readSearch(context: Context, options: SearchOptions): Promise<Search> {
  const [{ readCatalogRequest }, { findSearchedArea }, { readCoverRequest, readSortsHere }] =
    await Promise.all([
      import("./catalog-request.ts"),
      import("../../domain/catalog/searched-area.ts"),
      import("./cover-request.ts"),
    ]);
  const { format, columns, stdout, quiet } = choosePresentation(context);
  const { sort, others } = readSortsHere(options.sort);
  const request = await readCatalogRequest(context, { ...options, sort: others });
  if (context.world.stderr.isTTY && isWholeArchive(request, options))
    context.events.note("Without a place, a time or a filter this searches the whole archive");
  const area = findSearchedArea(request.body, request.query);
  const covered = readCoverRequest({ ...options, isMeasured: isShareNamed(columns) }, area, sort);
  const hasMapPage = isMapAsked(options) || format === "html";
  refuse([
    options.thumbnails === true &&
      !hasMapPage &&
      usageFault("--thumbnails", "--thumbnails adds pictures to a map page, and this run writes none", {
        rule: "only with --map, --open or --output html",
        next: advice`Add ${typed("--map", "scenes.html")}`,
      }),
  ]);
  const isForPeople = (format === "table" && stdout.isTTY && !quiet) || format === "map";
  const hasScenes = isForPeople && options.perItem !== true && columns === undefined;
  const rows = options.per === "day" ? "days" : hasScenes ? "scenes" : "items";
  const { place, point, radius, file } = options;
  const bbox = area === undefined ? undefined : (request.body.bbox as BBox | undefined);
  return {
    ...covered,
    request,
    asked: { place, point, radius, bbox, file },
    area,
    rows,
    isForPeople,
    hasMapPage,
  };
}

/** Properties of a search that do not filter. */
const NO_FILTERS: ReadonlySet<string> = new Set(["limit", "sortby"]);

const isWholeArchive = (
  { body, productTypes }: SearchRequest,
  { like, owned, notOwned }: SearchOptions,
): boolean =>
  productTypes === undefined &&
  [like, owned, notOwned].every((value) => value === undefined) &&
  Object.keys(body).every((name) => NO_FILTERS.has(name));

/** Titles a map of scenes, a map of characters only with the name of a place or a file. */
async function giveTitleToMap(context: Context, { asked, rows, hasMapPage }: Search): Promise<void> {
  const isNamed = asked.place !== undefined || asked.file !== undefined;
  const hasTitle = hasMapPage || (choosePresentation(context).format === "map" && isNamed);
  if (!hasTitle || rows === "days") return;
  const { giveTitle } = await import("./map-of-search.ts");
  await giveTitle(context, asked);
}

async function listDays(
  context: Context,
  search: Search,
  options: SearchOptions,
): Promise<AsyncIterable<CoveredDay>> {
  const find = await readFindRequest(context, search, options);
  const { findDays } = await import("../../app/catalog/find-items.ts");
  // A search for days without an area was refused.
  return new PagedRows(findDays(context, { ...find, area: search.area! }));
}

/** On a terminal the listed items are kept for `order place`. */
async function listItems(
  context: Context,
  search: Search,
  options: SearchOptions,
): Promise<AsyncIterable<FoundItem>> {
  const { columns, flags, stdout } = choosePresentation(context);
  const { rows, area, choice, sort, hasMapPage } = search;
  const find = await readFindRequest(context, search, options);
  const [{ findItems }, { addMarks }] = await Promise.all([
    import("../../app/catalog/find-items.ts"),
    import("./owned-marks.ts"),
  ]);
  const items = findItems(context, {
    ...find,
    area,
    choice,
    sort,
    isPriced: isRequested("price", { flags, columns }, itemView.columns),
    isMeasured: columns === undefined ? rows === "scenes" || hasMapPage : isShareNamed(columns),
    hasThumbnails: options.thumbnails === true,
  });
  const found = find.filter === undefined ? await addMarks(context, items) : items;
  return stdout.isTTY ? keepForOrder(context, search, found) : new PagedRows(found);
}

/** Returns the part of the request that items and days have in common. */
async function readFindRequest(
  context: Context,
  { request, rows, least }: Search,
  { like, owned, notOwned }: SearchOptions,
): Promise<FindRequest> {
  const [{ findItemIdsMeant }, { makeOwnedFilter }] = await Promise.all([
    import("../../cli/ids/items-on-screen.ts"),
    import("./owned-marks.ts"),
  ]);
  const [itemLike] = like === undefined ? [] : await findItemIdsMeant(context, [like]);
  const filter = await makeOwnedFilter(context, { owned, notOwned });
  const isForOrder = choosePresentation(context).format === "order-items";
  return { search: { ...request, isForOrder, hasScenes: rows === "scenes" }, like: itemLike, least, filter };
}

/** Stores the items once they are shown, for the list of `order place`, and suggests that command to people. */
async function keepForOrder(
  context: Context,
  { asked, choice, isForPeople }: Search,
  found: AsyncIterable<readonly FoundItem[]>,
): Promise<PagedRows<FoundItem>> {
  const [{ keepLastSearch, MAX_KEPT }, { hintAtList, hintAtOrder }, { describeArea }] = await Promise.all([
    import("../../cli/ids/last-search.ts"),
    import("./order-hint.ts"),
    import("./map-of-search.ts"),
  ]);
  const where = await describeArea(asked);
  const shown: FoundItem[] = [];
  context.outcome.afterShown.push(async () => {
    await keepLastSearch(context, shown, where);
    if (shown.length === 0 || !isForPeople || choosePresentation(context).query !== undefined) return;
    if (choice === undefined) hintAtList(context);
    else hintAtOrder(context, shown, { title: "these scenes", isListed: true });
  });
  return watchPages(new PagedRows(found), (page) =>
    shown.push(...(page.slice(0, MAX_KEPT - shown.length) as readonly FoundItem[])),
  );
}

/** Reports whether --columns has the share of the area. */
const isShareNamed = (columns: readonly string[] | undefined): boolean =>
  isColumnNamed(columns, itemView.columns, ({ key }) => key === "covers");
