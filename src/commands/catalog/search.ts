import { refuse, usageFault } from "../../cli/input/usage.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { advice, typed } from "../../hint.ts";
import type { Context } from "../../cli/context.ts";
import type { CoveredDay } from "../../app/catalog/covered-days.ts";
import type { FoundItem } from "../../app/catalog/found-items.ts";
import type { BBox } from "../../geo/geojson.ts";
import { itemView, sceneView } from "./item-view.ts";
import { SEARCH_MOST_USED, searchSyntax } from "./search-flags.ts";
import { isMapAsked, type MapOptions } from "../../cli/flags/map-flags.ts";
import { PagedRows, watchPages } from "../../cli/output/paged-rows.ts";
import { presentationOf } from "../../cli/output/presentation.ts";
import { isColumnNamed, isRequested } from "../../cli/output/select-columns.ts";
import { listView } from "../../cli/output/view.ts";
import type { Format } from "../../domain/output-formats.ts";
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
    "Items are in the service's order, which is unspecified: use --sort. " +
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
    "swath catalog search --bbox 178,-18,-178,-16 --where 'view:incidence_angle<30' --output geojson",
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
  syntax: searchSyntax,
  parse: async (context, options) => {
    const [{ catalogRequest }, { searchedArea }, { coverRequest, sortedHere }] = await Promise.all([
      import("./catalog-request.ts"),
      import("../../domain/catalog/searched-area.ts"),
      import("./cover-request.ts"),
    ]);
    const { format, columns } = presentationOf(context);
    const { sort, others } = sortedHere(options.sort);
    const request = await catalogRequest(context, { ...options, sort: others });
    const area = searchedArea(request.body, request.query);
    const isMeasured = isColumnNamed(columns, itemView.columns, isShare);
    const covered = coverRequest({ ...options, isMeasured }, area, sort);
    refuse([
      options.thumbnails === true &&
        !hasPage(format, options) &&
        usageFault("--thumbnails", "--thumbnails adds pictures to a map page, and this run writes none", {
          rule: "only with --map, --open or --output html",
          next: advice`Add ${typed("--map", "scenes.html")}`,
        }),
    ]);
    return { request, area, ...covered };
  },
  run: async (
    context,
    { request, area, least, choice, isPerDay, sort },
    { perItem, thumbnails, like, map, open, place, point, radius, file, owned, notOwned },
  ): Promise<AsyncIterable<FoundItem> | AsyncIterable<CoveredDay>> => {
    const [{ askedAreaText, giveTitle, showSearched }, { findDays, findItems }] = await Promise.all([
      import("./map-of-search.ts"),
      import("../../app/catalog/find-items.ts"),
    ]);
    const { format, columns, flags, stdout, quiet, query } = presentationOf(context);
    const isForPeople = (format === "table" && stdout.isTTY && !quiet) || format === "map";
    const hasOneRowPerScene = isForPeople && perItem !== true && !isPerDay;
    const hasScenes = hasOneRowPerScene && columns === undefined;
    const hasMapPage = hasPage(format, { map, open });
    showSearched(context, request);
    const bbox = area === undefined ? undefined : (request.body.bbox as BBox | undefined);
    const asked = { place, point, radius, bbox, file };
    const isNamed = place !== undefined || file !== undefined;
    if ((hasMapPage || (format === "map" && isNamed)) && !isPerDay) await giveTitle(context, asked);
    if (hasOneRowPerScene && columns !== undefined)
      context.events.note("--columns shows one row per item; without it a terminal shows one row per scene");
    const { itemIdsMeant } = await import("../../cli/ids/item-words.ts");
    const [itemLike] = like === undefined ? [] : await itemIdsMeant(context, [like]);
    const { ownedFilter, withMarks } = await import("./owned-marks.ts");
    const filter = await ownedFilter(context, { owned, notOwned });
    const find = {
      filter,
      search: { ...request, isForOrder: format === "order-items", hasScenes },
      like: itemLike,
      least,
      isPriced: isRequested("price", { flags, columns }, isPerDay ? [] : itemView.columns),
    };
    if (area !== undefined && isPerDay) return new PagedRows(findDays(context, { ...find, area }));
    const items = findItems(context, {
      ...find,
      area,
      choice,
      sort,
      isMeasured:
        columns === undefined ? hasScenes || hasMapPage : isColumnNamed(columns, itemView.columns, isShare),
      hasThumbnails: thumbnails === true,
    });
    const found = filter === undefined ? await withMarks(context, items) : items;
    if (!stdout.isTTY) return new PagedRows(found);
    const suggest = choice === undefined ? "list" : "all";
    return keptForOrder(context, new PagedRows(found), {
      where: await askedAreaText(asked),
      suggest: isForPeople && query === undefined ? suggest : undefined,
    });
  },
  view: sceneView,
  viewFor: ({ perItem, per }) => (per === "day" ? dayView : perItem === true ? itemView : undefined),
});

/** The column that needs an area. */
const isShare = ({ key }: { key: string }): boolean => key === "covers";

/** Returns whether a map page is written. */
const hasPage = (format: Format, options: MapOptions): boolean => isMapAsked(options) || format === "html";

/** Stores the items once they are shown, for the list of `order place`, and suggests that command. */
async function keptForOrder(
  context: Context,
  rows: PagedRows<FoundItem>,
  { where, suggest }: { where: string | undefined; suggest: "list" | "all" | undefined },
): Promise<PagedRows<FoundItem>> {
  const [{ keepLastSearch, MAX_KEPT }, { hintAtList, hintAtOrder }] = await Promise.all([
    import("../../cli/ids/last-search.ts"),
    import("./order-hint.ts"),
  ]);
  const shown: FoundItem[] = [];
  context.outcome.afterShown.push(async () => {
    await keepLastSearch(context, shown, where);
    if (shown.length === 0 || suggest === undefined) return;
    if (suggest === "list") hintAtList(context);
    else hintAtOrder(context, shown, { title: "these scenes", isListed: true });
  });
  return watchPages(rows, (page) =>
    shown.push(...(page.slice(0, MAX_KEPT - shown.length) as readonly FoundItem[])),
  );
}
