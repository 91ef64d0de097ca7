import { defineCommand } from "../../cli/command/define-command.ts";
import { addMapFlags } from "../../cli/flags/map-flags.ts";
import { flag, repeatable, suggesting } from "../../cli/flags/flag.ts";
import { makeIntegerReader, readCommaList, readPath, readNonEmpty } from "../../domain/readers.ts";
import { readArgument } from "../../cli/input/usage.ts";
import { isTableForPeople, choosePresentation } from "../../cli/output/presentation.ts";
import type { Context } from "../../cli/context.ts";
import { parseWhere } from "../../domain/where.ts";
import type { FoundFilter, FoundItem, FoundPages } from "../../app/catalog/found-items.ts";
import { groupScenes } from "../../domain/catalog/scene.ts";
import type { QueryRequest } from "../../app/exports/query-request.ts";
import type { BBox } from "../../geo/geojson.ts";
import { addAreaFlags, notOwnedFlag, ownedFlag, SEARCH_MOST_USED } from "../catalog/search-flags.ts";
import { sceneView } from "../catalog/item-view.ts";
import { PRODUCT_COLUMNS } from "../../domain/exports/export-attributes.ts";

/** The columns of a search, without those that it reads or computes. */
const FILE_COLUMNS = sceneView.columns?.filter(
  ({ key, onRequest }) => key !== "covers" && onRequest === undefined,
);

export const query = defineCommand({
  name: "query",
  summary: "Search fetched export files (offline)",
  description:
    "Reads GeoParquet, GeoPackage and zipped shapefiles and prints what `catalog search` would: one item for each product of " +
    "a footprint. Of GeoParquet only the row groups that can contain a match are read. Sorted by time, the newest first; " +
    "more than 10,000 items without --limit keep the order of the files. A terminal shows one row per scene, with short ids " +
    "for the next command; an order looks its collection up in the catalog.",
  examples: [
    "swath export query footprints --point -9.14,38.71 --product-type GEO",
    'swath export query full.gpkg --bbox 178,-18,-178,-16 --where "incd_angle < 30" --output geojson',
    "swath export query full.geoparquet --product-type GEO --output id | swath order review -",
  ],
  mostUsed: [...SEARCH_MOST_USED, "--collection"],
  syntax: (command) =>
    addMapFlags(
      addAreaFlags(command.argument("<file...>", "export files, or folders of them"))
        .optionsGroup("What:")
        .addOption(
          suggesting(
            repeatable("--product-type <type>", "only items of this product type", readCommaList),
            PRODUCT_COLUMNS,
          ),
        )
        .addOption(
          repeatable("--where <condition>", 'condition on an attribute: "incd_angle<30"', parseWhere),
        )
        .addOption(
          flag("--collection <id>", "collection of the items, missing from export files", readNonEmpty),
        )
        .addOption(
          flag("--limit <n>", "maximum number of items; on a terminal, of scenes", makeIntegerReader(1)),
        )
        .addOption(ownedFlag())
        .addOption(notOwnedFlag())
        .optionsGroup("Map:"),
    ),
  parse: async (context, options, files) => {
    const [
      { readCatalogRequest, requireCollection },
      { giveTitle, showSearched },
      { readQueryRequest },
      { expandPatterns },
    ] = await Promise.all([
      import("../catalog/catalog-request.ts"),
      import("../catalog/map-of-search.ts"),
      import("../../app/exports/query-request.ts"),
      import("../../cli/input/path-patterns.ts"),
    ]);
    const {
      productType,
      where,
      collection,
      limit,
      owned: _owned,
      notOwned: _notOwned,
      ...placeAndTime
    } = options;
    // Area and time are parsed and checked exactly as in `catalog search`.
    const { body: search } = await readCatalogRequest(context, placeAndTime);
    const { format, query: isReshaped } = choosePresentation(context);
    requireCollection(format, collection);
    showSearched(context, { body: search });
    await giveTitle(context, { ...options, bbox: search.bbox as BBox | undefined });
    return readQueryRequest(context, {
      files: await expandPatterns(
        context,
        "<file>",
        files.map((file) => readArgument("<file>", file, readPath)),
      ),
      search,
      where,
      productTypes: productType,
      collection,
      limit,
      // People at a terminal get one row per scene, with a short id for the next command.
      hasScenes: isTableForPeople(choosePresentation(context)),
      isOnlyIds: (format === "id" || format === "order-items") && isReshaped === undefined,
    });
  },
  run: async (context, request, { owned, notOwned }) => {
    const [{ queryFiles }, { toFoundItems }, { PagedRows, watchPages }, { makeOwnedFilter, addMarks }] =
      await Promise.all([
        import("../../app/exports/query-files.ts"),
        import("../../app/catalog/found-items.ts"),
        import("../../cli/output/paged-rows.ts"),
        import("../catalog/owned-marks.ts"),
      ]);
    const filter = await makeOwnedFilter(context, { owned, notOwned });
    const found = await (filter === undefined
      ? addMarks(context, toFoundItems(queryFiles(context, request)))
      : findChosen(context, request, filter));
    const rows = new PagedRows(found);
    if (!request.hasScenes) return rows;
    const { hintAtOrder } = await import("../catalog/order-hint.ts");
    const shown: FoundItem[] = [];
    context.outcome.afterShown.push(async () =>
      hintAtOrder(context, shown, { title: "the first scene", isListed: false }),
    );
    return watchPages(rows, (page) => {
      if (shown.length > 0) return;
      const [{ items } = { items: [] }] = groupScenes(page as readonly FoundItem[]);
      shown.push(...items);
    });
  },
  view: { ...sceneView, columns: FILE_COLUMNS },
});

/** Yields the first of the items that the filter keeps, so all matches are read. */
async function findChosen(context: Context, request: QueryRequest, filter: FoundFilter): Promise<FoundPages> {
  const [{ queryFiles }, { toFoundItems }, { limitFound }] = await Promise.all([
    import("../../app/exports/query-files.ts"),
    import("../../app/catalog/found-items.ts"),
    import("../../app/catalog/choose-found.ts"),
  ]);
  const all = toFoundItems(queryFiles(context, { ...request, limit: Number.POSITIVE_INFINITY }));
  return limitFound(context, filter(all), request);
}
