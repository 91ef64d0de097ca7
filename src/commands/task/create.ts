import { defineCommand } from "../../cli/define-command.ts";
import { taskView } from "../../cli/request-view.ts";
import { createSyntax } from "./create-flags.ts";

export const create = defineCommand({
  name: "create",
  summary: "Request one image of a point or an area",
  description:
    "Costs nothing until the request is approved (swath task approve), unless --pre-approve says so. Only what is given " +
    "is sent; for the rest the service's defaults hold. Flags win over --set, which wins over --file and --data.",
  examples: [
    "swath task create --point -9.14,38.69 --window-open +1d --window 7d --tier standard --type spotlight --name tagus --sandbox",
    "swath task create --file etna.geojson --window-open 2026-06-01 --window-close 2026-06-15 --type stripmap_100 --tier priority",
    "swath task create --file sites.geojson --each --window-open now --window 14d --tier flexible --type spotlight",
  ],
  syntax: createSyntax,
  parse: async (context, options) => {
    const { createRequest } = await import("./create-request.ts");
    return createRequest(context, options);
  },
  run: async (context, body, options) => {
    const { createTask } = await import("./create-task.ts");
    return createTask(context, body, options);
  },
  view: taskView,
});
