/** `task list` and `repeat list`. */
import { Option, type Command } from "@commander-js/extra-typings";
import type { SearchRequest } from "../../app/tasking/search-requests.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { baseBody, dataFlag } from "../../cli/flags/body-flags.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { addMapFlags } from "../../cli/flags/map-flags.ts";
import { allFlag, limitFlag, pageSizeFlag, pagingFaults, priceFlag } from "../../cli/flags/paging-flags.ts";
import { usageFault } from "../../cli/input/usage.ts";
import { integer, oneOf, text } from "../../domain/readers.ts";
import { inputError } from "../../errors.ts";
import { LIST_VIEWS } from "./views.ts";

const METHODS = ["get", "post"] as const;

const addListFlags = (command: Command) =>
  addMapFlags(
    command
      .addOption(limitFlag())
      .addOption(flag("--page <n>", "page number, from 1", integer(1)))
      .addOption(pageSizeFlag())
      .addOption(allFlag())
      .addOption(priceFlag())
      .addOption(new Option("--reverse", "reverse the rows")),
  );

export const listTasks = defineCommand({
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
    addListFlags(command)
      .addOption(flag("--org <id>", "only tasks of this organization", text))
      .addOption(suggesting(flag("--method <method>", "HTTP method to use", oneOf(METHODS)), METHODS))
      .addOption(dataFlag()),
  parse: async (context, options) => {
    const [{ pageSizeFault }, { gatherFaults }] = await Promise.all([
      import("../../app/tasking/list-tasks.ts"),
      import("../../cli/input/gather-faults.ts"),
    ]);
    const { page, pageSize, limit, all, data: value, org, method } = options;
    const faults = pagingFaults(options);
    const body =
      value === undefined
        ? undefined
        : await gatherFaults(faults, () => baseBody(context, options), "--data");
    if (value !== undefined && method === "get") {
      const rule = "a body with --method post";
      faults.push(usageFault("--data", "--data is a body, which GET does not have", { value, rule }));
    }
    const request = { page, pageSize, limit, all, organizationId: org, method, body };
    // Only the page size is a rule of the service here. The other checks are syntax, which --no-validate does not
    // disable.
    const fault = pageSizeFault(request);
    const isLifted = context.options.validate === false;
    if (fault !== undefined && !isLifted) faults.push({ ...fault, flag: "--page-size" });
    if (faults.length > 0) throw inputError(faults);
    if (fault !== undefined)
      context.notes.warn(`${fault.message} [${fault.code}]; sent anyway (--no-validate)`);
    return request;
  },
  run: async (context, request, { reverse }) => {
    const [{ listPages }, { listedRows }] = await Promise.all([
      import("../../app/tasking/list-tasks.ts"),
      import("./rows.ts"),
    ]);
    return listedRows(context, "task", await listPages(context, request), reverse);
  },
  view: LIST_VIEWS.task,
});

// Spec silent: a list of repeat requests. We list the results of a search without conditions.
export const listRepeats = defineCommand({
  name: "list",
  summary: "List repeat requests page by page, the newest first",
  description:
    "The interface has no list of repeat requests: this is a search without conditions, sorted by " +
    "submission. Shows one page without --all or --limit.",
  examples: ["swath repeat list --sandbox", "swath repeat list --all --price --output csv"],
  syntax: addListFlags,
  parse: async (context, options): Promise<SearchRequest> => {
    const { requireValidRequest } = await import("../../cli/input/require-valid-request.ts");
    const { page, pageSize, limit, all } = options;
    const body = {
      sort: "submissionTime",
      order: "desc" as const,
      ...(page !== undefined && { page }),
      ...(pageSize !== undefined && { limit: pageSize }),
    };
    const draft = { body, faults: pagingFaults(options) };
    const flags = { page: "--page", limit: "--page-size" };
    return {
      noun: "repeat",
      body: await requireValidRequest(context, "searchRepeats", draft, flags),
      limit,
      all,
    };
  },
  run: async (context, request, { reverse }) => {
    const [{ searchRequests }, { listedRows }] = await Promise.all([
      import("../../app/tasking/search-requests.ts"),
      import("./rows.ts"),
    ]);
    return listedRows(context, "repeat", searchRequests(context, request), reverse);
  },
  view: LIST_VIEWS.repeat,
});
