import { defineCommand } from "../../cli/command/define-command.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { itemView, sceneView } from "./item-view.ts";
import { searchSyntax } from "./search-flags.ts";

export const search = defineCommand({
  name: "search",
  summary: "Search the archive by place, time and property",
  description:
    "The items come in the order of the service, which promises none: --sort asks for one. Without --limit or --all one page is shown. " +
    "A terminal shows a row a scene with its products (--per-item: a row an item); everything else has a row an item. " +
    "--output order-items prints what `swath order place --items -` reads.",
  examples: [
    "swath catalog search --point -9.14,38.71 --from -30d --sandbox",
    "swath catalog search --place Lisbon --radius 20km --product-type GEO --limit 50 --json",
    "swath catalog search --bbox 178,-18,-178,-16 --where 'view:incidence_angle<30' --output geojson",
  ],
  mostUsed: [
    "--point",
    "--place",
    "--radius",
    "--bbox",
    "--file",
    "--from",
    "--to",
    "--product-type",
    "--instrument-mode",
    "--orbit-state",
    "--where",
    "--id",
    "--sort",
    "--limit",
    "--all",
  ],
  body: "catalog",
  syntax: searchSyntax,
  parse: async (context, options) => {
    const [{ catalogRequest }, { searchedArea }] = await Promise.all([
      import("../catalog-request.ts"),
      import("../../domain/catalog/searched-area.ts"),
    ]);
    const request = await catalogRequest(context, options);
    return { ...request, area: searchedArea(request.body, request.query) };
  },
  run: async (context, { area, ...request }, { price, perItem }) => {
    const [{ searchItems }, { foundItems }, { PagedRows }, { presentationOf }] = await Promise.all([
      import("../../app/catalog/search-items.ts"),
      import("../../app/catalog/found-items.ts"),
      import("../../cli/output/paged-rows.ts"),
      import("../../cli/output/presentation.ts"),
    ]);
    const { format, columns, stdout } = presentationOf(context);
    const hasScenes = format === "table" && stdout.isTTY && columns === undefined && perItem !== true;
    const isMeasured = columns?.includes("covers") ?? hasScenes;
    const { intersects } = request.body;
    if (area !== undefined) context.map.area = area;
    else if (intersects !== undefined) context.map.targets = [{ name: "", geometry: intersects as Geometry }];
    const pages = searchItems(context, { ...request, isForOrder: format === "order-items", hasScenes });
    return new PagedRows(
      foundItems(context, pages, { area: isMeasured ? area : undefined, isPriced: price === true }),
    );
  },
  view: sceneView,
  viewFor: ({ perItem }) => (perItem === true ? itemView : undefined),
});
