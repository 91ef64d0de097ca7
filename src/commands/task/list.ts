import { Option } from "@commander-js/extra-typings";
import { dataFlag } from "../../cli/flags/body-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { allFlag, limitFlag, pageSizeFlag } from "../../cli/flags/paging-flags.ts";
import { integer, oneOf, text } from "../../domain/readers.ts";
import { taskListView } from "../search/request-list-view.ts";

const METHODS = ["get", "post"] as const;

export const list = defineCommand({
  name: "list",
  summary: "List tasks page by page, in the service's order",
  description:
    "Sorted by submission, tasks of repeat requests among them. The interface gives GET and POST for it: GET is tried, and " +
    "POST once when that is refused; what works is remembered in the profile.",
  examples: [
    "swath task list --limit 20 --sandbox",
    "swath task list --org 7d0f... --all --output ndjson",
    "swath task list --page 2 --page-size 50 --method post",
  ],
  syntax: (command) =>
    command
      .addOption(limitFlag())
      .addOption(flag("--page <n>", "which page, counted from 1", integer(1)))
      .addOption(pageSizeFlag())
      .addOption(allFlag())
      .addOption(flag("--org <id>", "tasks of this organization", text))
      .addOption(new Option("--reverse", "the last of what is listed first (turned round here)"))
      .addOption(suggesting(flag("--method <method>", "this one, and no other", oneOf(METHODS)), METHODS))
      .addOption(dataFlag()),
  parse: async (context, options) => {
    const { listRequest } = await import("./list-request.ts");
    return listRequest(context, options);
  },
  run: async (context, request) => {
    const { listRows } = await import("../../app/tasking/list-rows.ts");
    return listRows(context, request);
  },
  view: taskListView,
});
