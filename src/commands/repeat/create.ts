import { defineCreate } from "../request/create.ts";

export const create = defineCreate("repeat", {
  summary: "Request a series of images of a point",
  description:
    "Costs nothing until the request is approved (swath repeat approve), unless --pre-approve is given. A series ends " +
    "after --count acquisitions, at --to, or when it is cancelled (--until-canceled). With --each every feature of a file " +
    "becomes a series; a rerun sends the missing ones.",
  examples: [
    "swath repeat create --point 14.43,40.82 --from +1d --interval 7 --count 10 --tier routine --type spotlight --name vesuvius --sandbox",
    "swath repeat create --file popocatepetl.geojson --from +7d --interval 36h --to +90d --tier flexible --type stripmap_100 --maintain-framing --look-angle-tolerance 3",
    "swath repeat create --file sites.geojson --each --from +1d --interval 7 --count 4 --tier routine --type spotlight",
  ],
  mostUsed: ["--from", "--interval", "--count", "--to"],
});
