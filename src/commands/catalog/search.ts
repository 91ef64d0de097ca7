import { defineCommand } from "../../cli/command/define-command.ts";
import { listView } from "../../cli/output/view.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { fromStac } from "../../domain/orders/order-items.ts";
import type { Feature } from "../../geo/geojson.ts";
import { ITEM_COLUMNS } from "../item-columns.ts";
import { searchSyntax } from "./search-flags.ts";

export const search = defineCommand({
  name: "search",
  summary: "Search the archive by place, time and property",
  description:
    "The items come in the order of the service, which promises none: --sort asks for one. Without --limit or --all one page is shown. " +
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
    const { catalogRequest } = await import("../catalog-request.ts");
    return catalogRequest(context, options);
  },
  run: async (context, request) => {
    const [{ searchItems }, { PagedRows }, { presentationOf }] = await Promise.all([
      import("../../app/catalog/search-items.ts"),
      import("../../cli/output/paged-rows.ts"),
      import("../../cli/output/presentation.ts"),
    ]);
    const isForOrder = presentationOf(context).format === "order-items";
    return new PagedRows(searchItems(context, { ...request, isForOrder }));
  },
  view: listView<StacItem>({
    columns: ITEM_COLUMNS,
    id: ({ id }) => id,
    feature: (item) => item as unknown as Feature,
    orderItem: ({ id, collection }) =>
      id === undefined || collection === undefined ? undefined : fromStac({ id, collection }),
  }),
});
