import { defineCommand } from "../../cli/command/define-command.ts";
import { createSyntax } from "./create-flags.ts";
import { createView } from "./create-view.ts";

export const create = defineCommand({
  name: "create",
  summary: "Request one image of a point or an area",
  description:
    "Costs nothing until the request is approved (swath task approve), unless --pre-approve says so. Only what is given " +
    "is sent; for the rest the service's defaults hold. Flags win over --set, which wins over --file and --data. On a " +
    "terminal without flags it asks. With --each every feature of a file becomes a request; a rerun sends what is missing.",
  examples: [
    "swath task create --point -9.14,38.69 --window-open +1d --window 7d --tier standard --type spotlight --name tagus --sandbox",
    "swath task create --file etna.geojson --window-open 2026-06-01 --window-close 2026-06-15 --type stripmap_100 --tier priority",
    "swath task create --file sites.geojson --each --window-open now --window 14d --tier flexible --type spotlight",
    "swath task create --point -9.14,38.69 --window-open +1d --window 7d --local-time day --explain",
  ],
  body: "task",
  syntax: createSyntax,
  parse: async (context, options) => {
    const { planCreate } = await import("./plan-create.ts");
    return planCreate(context, options);
  },
  run: async (context, plan, options): Promise<unknown> => {
    const { runCreate } = await import("./plan-create.ts");
    return runCreate(context, plan, options);
  },
  view: createView,
});
