import { defineCreate } from "../request/create.ts";

export const create = defineCreate("task", {
  summary: "Request one image of a point or an area",
  description:
    "Costs nothing until the request is approved (swath task approve), unless --pre-approve is given. Only " +
    "given values are sent; the service's defaults apply to the rest. Flags override --set, which " +
    "overrides --file and --data. On a terminal without flags it asks. With --each every feature of a file " +
    "becomes a request; a rerun sends the missing ones.",
  examples: [
    "swath task create --point -9.14,38.69 --window-open +1d --window 7d --tier standard --type spotlight --name tagus --sandbox",
    "swath task create --place Etna --radius 10km --window-open +7d --window 14d --type stripmap_100 --tier priority",
    "swath task create --file sites.geojson --each --window-open now --window 14d --tier flexible --type spotlight",
    "swath task create --like 2d720478 --window-open now --window 14d --tier standard",
    "swath task create --point -9.14,38.69 --window-open +1d --window 7d --local-time day --explain",
  ],
  mostUsed: [
    "--radius",
    "--like",
    "--window-open",
    "--window",
    "--off-nadir-max",
    "--local-time",
    "--explain",
  ],
});
