import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { mapFlag, openFlag } from "../../cli/flags/map-flags.ts";
import { flag } from "../../cli/flags/flag.ts";
import { allFlag, limitFlag, pageSizeFlag, pagingFaults, priceFlag } from "../../cli/flags/paging-flags.ts";
import type { SearchRequest } from "../../app/tasking/search-requests.ts";
import { integer } from "../../domain/readers.ts";
import { repeatListView } from "../request/views.ts";

// Spec silent: a list of repeat requests. We list the results of a search without conditions.
export const list = defineCommand({
  name: "list",
  summary: "List repeat requests page by page, the newest first",
  description:
    "The interface has no list of repeat requests: this is a search without conditions, sorted by " +
    "submission. Shows one page without --all or --limit.",
  examples: ["swath repeat list --sandbox", "swath repeat list --all --price --output csv"],
  syntax: (command) =>
    command
      .addOption(limitFlag())
      .addOption(flag("--page <n>", "page number, from 1", integer(1)))
      .addOption(pageSizeFlag())
      .addOption(allFlag())
      .addOption(priceFlag())
      .addOption(new Option("--reverse", "reverse the rows"))
      .addOption(mapFlag())
      .addOption(openFlag()),
  parse: async (context, options): Promise<SearchRequest> => {
    const { checkRequest } = await import("../../cli/input/check-request.ts");
    const { page, pageSize, limit, all } = options;
    const body = {
      sort: "submissionTime",
      order: "desc" as const,
      ...(page !== undefined && { page }),
      ...(pageSize !== undefined && { limit: pageSize }),
    };
    const draft = { body, faults: pagingFaults(options) };
    const flags = { page: "--page", limit: "--page-size" };
    return { noun: "repeat", body: await checkRequest(context, "searchRepeats", draft, flags), limit, all };
  },
  run: async (context, request, { reverse }) => {
    const [{ searchRequests }, { listedRows }] = await Promise.all([
      import("../../app/tasking/search-requests.ts"),
      import("../request/rows.ts"),
    ]);
    const { columns } = repeatListView;
    return listedRows(context, "repeat", searchRequests(context, request), { columns, reverse });
  },
  view: repeatListView,
});
