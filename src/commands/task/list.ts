/** `task list`. */
import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { readBaseBody, dataFlag } from "../../cli/flags/body-flags.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { addMapFlags } from "../../cli/flags/map-flags.ts";
import {
  allFlag,
  limitFlag,
  pageSizeFlag,
  findPagingFaults,
  priceFlag,
} from "../../cli/flags/paging-flags.ts";
import { usageFault } from "../../cli/input/usage.ts";
import { makeIntegerReader, makeWordReader, readNonEmpty } from "../../domain/readers.ts";
import { inputError } from "../../errors.ts";
import { LIST_VIEWS } from "../request/views.ts";

const METHODS = ["get", "post"] as const;

export const list = defineCommand({
  name: "list",
  summary: "List tasks page by page, in the service's order",
  description:
    "Sorted by submission, including the tasks of repeat requests. The interface allows GET and POST: GET is sent " +
    "first, and POST once if it is refused; the profile remembers the accepted method.",
  examples: [
    "swath task list --limit 20 --sandbox",
    "swath task list --org 7d0f... --all --output ndjson",
    "swath task list --page 2 --page-size 50 --method post",
  ],
  syntax: (command) =>
    addMapFlags(
      command
        .addOption(limitFlag())
        .addOption(flag("--page <n>", "page number, from 1", makeIntegerReader(1)))
        .addOption(pageSizeFlag())
        .addOption(allFlag())
        .addOption(priceFlag())
        .addOption(new Option("--reverse", "reverse the rows")),
    )
      .addOption(flag("--org <id>", "only tasks of this organization", readNonEmpty))
      .addOption(
        suggesting(flag("--method <method>", "HTTP method to use", makeWordReader(METHODS)), METHODS),
      )
      .addOption(dataFlag()),
  parse: async (context, options) => {
    const [{ findPageSizeFault }, { gatherFaults }] = await Promise.all([
      import("../../app/tasking/list-tasks.ts"),
      import("../../cli/input/usage.ts"),
    ]);
    const { page, pageSize, limit, all, data: value, org, method } = options;
    const faults = findPagingFaults(options);
    const body =
      value === undefined
        ? undefined
        : await gatherFaults(faults, () => readBaseBody(context, options), "--data");
    if (value !== undefined && method === "get") {
      const rule = "a body with --method post";
      faults.push(usageFault("--data", "--data is a body, which GET does not have", { value, rule }));
    }
    const request = { page, pageSize, limit, all, organizationId: org, method, body };
    // Only the page size is a rule of the service here. The other checks are syntax, which --no-validate does not
    // disable.
    const fault = findPageSizeFault(request);
    const isLifted = context.options.validate === false;
    if (fault !== undefined && !isLifted) faults.push({ ...fault, flag: "--page-size" });
    if (faults.length > 0) throw inputError(faults);
    if (fault !== undefined)
      context.notes.warn(`${fault.message} [${fault.code}]; sent anyway (--no-validate)`);
    return request;
  },
  run: async (context, request, { reverse }) => {
    const [{ listTaskPages }, { toRequestRows }] = await Promise.all([
      import("../../app/tasking/list-tasks.ts"),
      import("../request/rows.ts"),
    ]);
    const rows = toRequestRows(context, "task", await listTaskPages(context, request));
    return reverse === true ? (await Array.fromAsync(rows)).reverse() : rows;
  },
  view: LIST_VIEWS.task,
});
