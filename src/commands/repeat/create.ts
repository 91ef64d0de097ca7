import { defineCommand } from "../../cli/command/define-command.ts";
import { repeatView } from "../request-views.ts";
import type { Records } from "../../app/tasking/request-kind.ts";
import { waitAfter } from "../../cli/flags/wait-flags.ts";
import { createSyntax } from "./create-flags.ts";

export const create = defineCommand({
  name: "create",
  summary: "Request a series of images of a point",
  description:
    "Costs nothing until the request is approved (swath repeat approve), unless --pre-approve says so. A series ends " +
    "after --count acquisitions, at --to, or when it is cancelled (--until-canceled).",
  examples: [
    "swath repeat create --point 14.43,40.82 --from +1d --interval 7 --count 10 --tier routine --type spotlight --name vesuvius --sandbox",
    "swath repeat create --file popocatepetl.geojson --from +7d --interval 36h --to +90d --tier flexible --type stripmap_100 --maintain-framing --look-angle-tolerance 3",
  ],
  body: "repeat",
  syntax: createSyntax,
  parse: async (context, options) => {
    const { createRequest } = await import("./create-request.ts");
    return createRequest(context, options);
  },
  run: async (context, body, options): Promise<Records> => {
    const { createRepeat } = await import("../../app/tasking/create-requests.ts");
    return createRepeat(context, body, { maxCost: options.maxCost, wait: waitAfter(options) });
  },
  view: repeatView,
});
