import { Argument, Option } from "@commander-js/extra-typings";
import { defineCommand } from "../cli/command/define-command.ts";
import { completing } from "../cli/completion/completing.ts";
import { ENDPOINTS } from "../contract/endpoints.ts";
import { flag, repeatable } from "../cli/flags/flag.ts";
import { text } from "../domain/readers.ts";
import { apiRequest, headerLine, METHODS, queryPair } from "./api/request.ts";
import { maxCostFlag } from "../cli/flags/max-cost-flag.ts";
import type { View } from "../cli/output/view.ts";
import { safeJson } from "../render/safe-json.ts";
import { safeText } from "../render/safe-text.ts";

/** Shows any body unchanged: the columns of an unknown response are unknown. */
const replyView: View<unknown> = {
  formats: ["table", "json", "ndjson", "yaml"],
  rows: (body) => (Array.isArray(body) ? body : [body]),
  text: (body) => (typeof body === "string" ? linesOf(body) : safeJson(body, 2)),
};

/** Returns the lines of a text; control characters cannot act on the terminal. */
const linesOf = (text: string): string => text.split(/\r?\n/).map(safeText).join("\n");

const PATHS = [...new Set(Object.values(ENDPOINTS).map(({ path }) => path))];

export const api = defineCommand({
  name: "api",
  summary: "Send one authenticated request by method and path",
  description:
    "For requests without a command of their own, such as an undocumented path. The path is relative to " +
    "the base URL and never leaves its scheme, host and port. A request that spends money asks for consent " +
    "and is written to the journal, like the command for the same endpoint. A request that changes " +
    "something at an unknown path also asks (--yes in scripts). Prints the body of the response: JSON " +
    "unchanged, other text as text, an empty body as null.",
  examples: [
    "swath api GET /collectiontypes --sandbox",
    "swath api POST /tasks/search --data '{\"limit\":5}' --sandbox",
    "swath api GET /tasks/paged --query-param limit=5 --include --json",
    'swath api PATCH /task/<taskId>/status --data \'{"status":"rejected"}\'',
  ],
  syntax: (command) =>
    command
      .addArgument(
        completing(
          new Argument("<method>", "GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE"),
          async () => METHODS,
        ),
      )
      .addArgument(
        completing(
          new Argument("<path>", "path below the base URL, such as /collectiontypes"),
          async () => PATHS,
        ),
      )
      .addOption(flag("--data <json>", "the body: JSON, @file, or - for stdin", text))
      .addOption(repeatable("--header <name:value>", "additional header", headerLine))
      .addOption(repeatable("--query-param <name=value>", "query parameter", queryPair))
      .addOption(maxCostFlag())
      .addOption(new Option("--include", "print status and headers of the response as well")),
  parse: apiRequest,
  run: async (context, request, options) => {
    const { sendRequest } = await import("../app/ordering/send-raw-request.ts");
    return sendRequest(context, request, options);
  },
  view: replyView,
});
