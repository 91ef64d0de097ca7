import { Option } from "@commander-js/extra-typings";
import { baseBody, dataFlag } from "../../cli/flags/body-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { mapFlag, openFlag } from "../../cli/flags/map-flags.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { allFlag, limitFlag, pageSizeFlag, pagingFaults, priceFlag } from "../../cli/flags/paging-flags.ts";
import { integer, oneOf, text } from "../../domain/readers.ts";
import { inputError, type Fault } from "../../errors.ts";
import { taskListView } from "../request/views.ts";

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
      .addOption(flag("--page <n>", "page number, from 1", integer(1)))
      .addOption(pageSizeFlag())
      .addOption(allFlag())
      .addOption(priceFlag())
      .addOption(flag("--org <id>", "only tasks of this organization", text))
      .addOption(new Option("--reverse", "reverse the rows"))
      .addOption(suggesting(flag("--method <method>", "HTTP method to use", oneOf(METHODS)), METHODS))
      .addOption(mapFlag())
      .addOption(openFlag())
      .addOption(dataFlag()),
  parse: async (context, options) => {
    const [{ draftList }, { gatherFaults }] = await Promise.all([
      import("../../app/tasking/list-tasks.ts"),
      import("../../cli/input/gather-faults.ts"),
    ]);
    const { data, org, method } = options;
    const faults = pagingFaults(options);
    const body =
      data === undefined ? undefined : await gatherFaults(faults, () => baseBody(context, options), "--data");
    if (data !== undefined && method === "get") faults.push(bodyOfGet(data));
    const draft = draftList({ ...options, organizationId: org, body });
    // Only the page size is a rule of the service here. The other checks are syntax, which --no-validate does not
    // disable.
    const isLifted = context.options.validate === false;
    if (!isLifted) faults.push(...draft.faults.map((fault) => ({ ...fault, flag: "--page-size" })));
    if (faults.length > 0) throw inputError(faults);
    for (const { message, code } of isLifted ? draft.faults : [])
      context.notes.warn(`${message} [${code}]; sent all the same (--no-validate)`);
    return draft.request;
  },
  run: async (context, request, { reverse }) => {
    const [{ listPages }, { listedRows }] = await Promise.all([
      import("../../app/tasking/list-tasks.ts"),
      import("../request/rows.ts"),
    ]);
    const { columns } = taskListView;
    return listedRows(context, "task", await listPages(context, request), { columns, reverse });
  },
  view: taskListView,
});

const bodyOfGet = (data: string): Fault => ({
  code: "USAGE",
  path: "",
  flag: "--data",
  value: data,
  rule: "a body with --method post",
  message: "--data is a body, which GET does not have",
});
