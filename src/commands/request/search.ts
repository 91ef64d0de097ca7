/** `search tasks` and `search repeats`, also available as `task search` and `repeat search`. */
import type { RequestRecord } from "../../contract/read-record.ts";
import type { SearchRequest } from "../../app/tasking/search-requests.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import type { Context } from "../../cli/context.ts";
import type { PagedRows } from "../../cli/output/paged-rows.ts";
import { repeatListView, taskListView } from "./views.ts";
import { repeatsSyntax, tasksSyntax } from "./search-flags.ts";

export const searchTasks = defineCommand({
  name: "tasks",
  summary: "Search tasks",
  description:
    "Shows one page without --all or --limit. Shows your own tasks, or with a role such as " +
    "organization-manager those of your organization. Tasks of repeat requests are omitted by default. " +
    "Texts match in any case; all conditions on different fields must match.",
  examples: [
    "swath search tasks --status accepted,completed --from -7d --sandbox",
    "swath search tasks --where 'collectConstraints.offNadirMin>=20' --sort opens:asc --all --output ndjson",
    "swath search tasks --repeat-id 91b2c0aa-... --output id",
  ],
  mostUsed: [
    "--name",
    "--status",
    "--from",
    "--to",
    "--mode",
    "--where",
    "--sort",
    "--limit",
    "--all",
    "--price",
    "--window-open",
    "--include-repeating",
  ],
  body: "search",
  syntax: tasksSyntax,
  parse: async (context, options) => {
    const { searchRequest } = await import("./search-request.ts");
    return searchRequest(context, "task", options);
  },
  run: async (context, request) => searchPages(context, request, taskListView),
  view: taskListView,
});

export const searchRepeats = defineCommand({
  name: "repeats",
  summary: "Search repeat requests",
  description:
    "Shows one page without --all or --limit. Shows your own requests, or with a role such as " +
    "organization-manager those of your organization. Texts match in any case; all conditions on different " +
    "fields must match.",
  examples: [
    "swath search repeats --status submitted --sandbox",
    "swath search repeats --name etna --submitted 2026-03-01/.. --all --output ndjson",
  ],
  mostUsed: ["--name", "--status", "--from", "--to", "--where", "--sort", "--limit", "--all", "--price"],
  body: "search-repeats",
  syntax: repeatsSyntax,
  parse: async (context, options) => {
    const { searchRequest } = await import("./search-request.ts");
    return searchRequest(context, "repeat", options);
  },
  run: async (context, request) => searchPages(context, request, repeatListView),
  view: repeatListView,
});

async function searchPages(
  context: Context,
  request: SearchRequest,
  view: typeof taskListView | typeof repeatListView,
): Promise<PagedRows<RequestRecord>> {
  const [{ searchRequests }, { requestRows }] = await Promise.all([
    import("../../app/tasking/search-requests.ts"),
    import("./rows.ts"),
  ]);
  return requestRows(context, request.noun, searchRequests(context, request), view);
}
