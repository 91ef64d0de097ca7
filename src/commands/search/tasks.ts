import { defineCommand } from "../../cli/command/define-command.ts";
import { taskListView } from "./request-list-view.ts";
import { tasksSyntax } from "./search-flags.ts";

export const tasks = defineCommand({
  name: "tasks",
  summary: "Search tasks",
  description:
    "Shows one page unless --all or --limit says more. You see the tasks that you may see: your own, or with a role such " +
    "as organization-manager those of your organization. Tasks of repeat requests are left out unless asked for. Texts " +
    "match in any case; conditions on different fields must all hold.",
  examples: [
    "swath search tasks --status accepted,completed --submitted-since 7d --sandbox",
    "swath search tasks --where 'collectConstraints.offNadirMin>=20' --sort windowOpen --order asc --all --output ndjson",
    "swath search tasks --repeat-id 91b2c0aa-... --output id",
  ],
  body: "search",
  syntax: tasksSyntax,
  parse: async (context, options) => {
    const { searchRequest } = await import("./search-request.ts");
    return searchRequest(context, "task", options);
  },
  run: async (context, request) => {
    const { searchRows } = await import("../../app/tasking/search-rows.ts");
    return searchRows(context, request);
  },
  view: taskListView,
});
