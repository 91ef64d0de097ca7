import { defineCommand } from "../../cli/command/define-command.ts";
import { repeatListView } from "./request-list-view.ts";
import { repeatsSyntax } from "./search-flags.ts";

export const repeats = defineCommand({
  name: "repeats",
  summary: "Search repeat requests",
  description:
    "Shows one page unless --all or --limit says more. You see the requests that you may see: your own, or with a role " +
    "such as organization-manager those of your organization. Texts match in any case; conditions on different fields " +
    "must all hold.",
  examples: [
    "swath search repeats --status submitted --sandbox",
    "swath search repeats --name etna --submitted 2026-03-01/.. --all --output ndjson",
  ],
  body: "search-repeats",
  syntax: repeatsSyntax,
  parse: async (context, options) => {
    const { searchRequest } = await import("./search-request.ts");
    return searchRequest(context, "repeat", options);
  },
  run: async (context, request) => {
    const { searchRows } = await import("../../app/tasking/search-rows.ts");
    return searchRows(context, request);
  },
  view: repeatListView,
});
