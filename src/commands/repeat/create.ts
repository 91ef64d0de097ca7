import { defineCommand } from "../../cli/command/define-command.ts";
import { REPEAT_COLUMNS, repeatView } from "../request/views.ts";
import { createViewOf } from "../request/create-view.ts";
import type { RepeatBody } from "../../app/tasking/create-requests.ts";
import type { EachRequest } from "../../app/tasking/send-each.ts";
import type { Fault } from "../../errors.ts";
import { waitAfter } from "../../cli/flags/wait-flags.ts";
import { createSyntax } from "./create-flags.ts";

export const create = defineCommand({
  name: "create",
  summary: "Request a series of images of a point",
  description:
    "Costs nothing until the request is approved (swath repeat approve), unless --pre-approve says so. A series ends " +
    "after --count acquisitions, at --to, or when it is cancelled (--until-canceled). With --each every feature of a file " +
    "becomes a series; a rerun sends what is missing.",
  examples: [
    "swath repeat create --point 14.43,40.82 --from +1d --interval 7 --count 10 --tier routine --type spotlight --name vesuvius --sandbox",
    "swath repeat create --file popocatepetl.geojson --from +7d --interval 36h --to +90d --tier flexible --type stripmap_100 --maintain-framing --look-angle-tolerance 3",
    "swath repeat create --file sites.geojson --each --from +1d --interval 7 --count 4 --tier routine --type spotlight",
  ],
  mostUsed: [
    "--point",
    "--place",
    "--file",
    "--from",
    "--interval",
    "--count",
    "--to",
    "--tier",
    "--type",
    "--name",
    "--product-type",
    "--look-direction",

    "--max-cost",
    "--pre-approve",
    "--each",
    "--wait",
  ],
  body: "repeat",
  syntax: createSyntax,
  parse: async (context, options): Promise<{ body: RepeatBody } | { each: EachRequest }> => {
    const { createRequest, repeatDrafts } = await import("./create-request.ts");
    if (options.each !== true) return { body: await createRequest(context, options) };
    const { eachRequest } = await import("../request/each.ts");
    const drafts = (faults: Fault[]) => repeatDrafts(context, options, faults);
    return { each: await eachRequest(context, "repeat", options, drafts) };
  },
  run: async (context, request, options): Promise<unknown> => {
    if ("each" in request) {
      const { createEach } = await import("../request/each.ts");
      return createEach(context, request.each, options.maxCost);
    }
    const { createRequest } = await import("../../app/tasking/create-requests.ts");
    return createRequest(context, "repeat", request.body, {
      maxCost: options.maxCost,
      wait: waitAfter(options),
    });
  },
  view: createViewOf(repeatView, REPEAT_COLUMNS),
});
