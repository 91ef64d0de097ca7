import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { completing } from "../../cli/completion/completing.ts";
import { flag } from "../../cli/flags/flag.ts";
import { listView } from "../../cli/output/view.ts";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import { formatDuration } from "../../time/duration.ts";
import { duration, integer, text } from "../../domain/readers.ts";
import type { PlantedFault } from "../../sandbox/faults.ts";

/** `*` is not an alternative here, because a shell would expand it to file names. */
const ROUTES = ["asset", ...Object.keys(ENDPOINTS)];

export const faults = defineCommand({
  name: "faults",
  summary: "Plant faults in the sandbox, or list them",
  description:
    "--add is the route that fails: an endpoint by method and path ('POST /orders') or by name (placeOrder), asset for " +
    "signed URLs, or * for everything. The first fault that fits a request is used. --clear with --add replaces all faults.",
  examples: [
    "swath sandbox faults --add 'POST /catalog/search' --status 503 --count 2",
    "swath sandbox faults --add asset --truncate 4096 --count 1",
    "swath sandbox faults --add placeOrder --reset --after",
    "swath sandbox faults --clear",
  ],
  syntax: (command) =>
    command
      .addOption(completing(flag("--add <route>", "plant a fault on this route", text), async () => ROUTES))
      .addOption(new Option("--clear", "remove all faults"))
      .addOption(flag("--status <n>", "status of the response, 400 to 599", integer(400, 599)))
      .addOption(
        flag("--retry-after <seconds>", "Retry-After of the response: seconds or an HTTP date", text),
      )
      .addOption(flag("--html <text>", "send this HTML page as the error body", text))
      .addOption(flag("--latency <duration>", "wait this long first, such as 2s", duration))
      .addOption(new Option("--reset", "end the connection before the first byte of the response"))
      .addOption(
        flag("--truncate <bytes>", "end the connection after this many bytes of the body", integer(0)),
      )
      .addOption(new Option("--expired", "treat a signed URL as expired"))
      .addOption(new Option("--after", "carry out the request, then fail"))
      .addOption(flag("--count <n>", "number of requests that fail (default: until cleared)", integer(1))),
  parse: async (_context, options) => {
    const { parseFaultFlags } = await import("./fault-flags.ts");
    return parseFaultFlags(options);
  },
  run: async (context, { clear, add }): Promise<readonly PlantedFault[]> => {
    const { plantFaults } = await import("../../app/sandbox/control.ts");
    return plantFaults(context, clear, add);
  },
  view: listView<PlantedFault, readonly PlantedFault[]>({
    columns: [
      { key: "route", header: "ROUTE", value: ({ route }) => route, fixed: true },
      { key: "fault", header: "FAULT", value: describeFault },
      { key: "when", header: "WHEN", value: ({ when }) => when ?? "before" },
      { key: "remaining", header: "LEFT", value: ({ remaining }) => remaining ?? "until cleared" },
    ],
    id: ({ id }) => id,
    empty: "No faults are planted",
  }),
});

/** Describes the effect of a fault in a sentence. */
function describeFault(fault: PlantedFault): string {
  const { status, retryAfter, html, latencyMs, reset, truncate, expired } = fault;
  return [
    latencyMs === undefined ? "" : `waits ${formatDuration(latencyMs)}`,
    status === undefined ? "" : `status ${status}`,
    retryAfter === undefined ? "" : `Retry-After ${retryAfter}`,
    html === undefined ? "" : "HTML page",
    reset === true ? "connection ends without a response" : "",
    truncate === undefined ? "" : `body ends after ${truncate} bytes`,
    expired === true ? "signed URL expired" : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
