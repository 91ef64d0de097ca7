import { Option, type Command } from "@commander-js/extra-typings";
import type { FaultRequest } from "../../app/sandbox/control.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { completing, flag } from "../../cli/flags/flag.ts";
import { usageError } from "../../cli/input/usage.ts";
import { listView } from "../../cli/output/view.ts";
import { ENDPOINTS, type EndpointName } from "../../contract/endpoints.ts";
import { findClosest } from "../../domain/closest.ts";
import { readDuration, makeIntegerReader, readNonEmpty } from "../../domain/readers.ts";
import { advice, flagName, swath } from "../../hint.ts";
import type { PlantedFault } from "../../sandbox/faults.ts";
import { formatDuration } from "../../time/duration.ts";

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** `*` is not proposed, because a shell would expand it to file names. */
const ROUTES = ["asset", ...NAMES];

const addFaultFlags = (command: Command) =>
  command
    .addOption(
      completing(flag("--add <route>", "plant a fault on this route", readNonEmpty), async () => ROUTES),
    )
    .addOption(new Option("--clear", "remove all faults"))
    .addOption(flag("--status <n>", "status of the response, 400 to 599", makeIntegerReader(400, 599)))
    .addOption(
      flag("--retry-after <seconds>", "Retry-After of the response: seconds or an HTTP date", readNonEmpty),
    )
    .addOption(flag("--html <text>", "send this HTML page as the error body", readNonEmpty))
    .addOption(
      flag(
        "--latency <duration>",
        "delay the request, or its response with --after, such as 2s",
        readDuration,
      ),
    )
    .addOption(new Option("--reset", "end the connection before the first byte of the response"))
    .addOption(
      flag(
        "--truncate <bytes>",
        "end the connection after this many bytes of the body",
        makeIntegerReader(0),
      ),
    )
    .addOption(new Option("--expired", "treat a signed URL as expired"))
    .addOption(new Option("--after", "carry out the request, then fail"))
    .addOption(
      flag("--count <n>", "number of requests that fail (default: until cleared)", makeIntegerReader(1)),
    );

type FaultOptions = ReturnType<ReturnType<typeof addFaultFlags>["opts"]>;

export const faults = defineCommand({
  name: "faults",
  summary: "Plant faults in the sandbox, or list them",
  description:
    '--add is the route that fails: an endpoint by method and path ("POST /orders") or by name (placeOrder), asset for ' +
    "signed URLs, or * for everything. The first fault that fits a request is used. --clear with --add replaces all faults.",
  examples: [
    'swath sandbox faults --add "POST /catalog/search" --status 503 --count 2',
    "swath sandbox faults --add asset --truncate 4096 --count 1",
    "swath sandbox faults --add placeOrder --reset --after",
    "swath sandbox faults --clear",
  ],
  syntax: addFaultFlags,
  parse: (_context, options) => readFaultChange(options),
  run: async (context, { clear, add }): Promise<readonly PlantedFault[]> => {
    const { changeFaults } = await import("../../app/sandbox/control.ts");
    return changeFaults(context, clear, add);
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

/** Flags that describe a fault; they require --add. */
const DETAILS = [
  "status",
  "retryAfter",
  "html",
  "latency",
  "reset",
  "truncate",
  "expired",
  "after",
  "count",
] as const;

function readFaultChange(options: FaultOptions): { clear: boolean; add?: FaultRequest } {
  const { add, clear, status, retryAfter, html, latency, reset, truncate, expired, after, count } = options;
  if (add === undefined) {
    const stray = DETAILS.find((name) => options[name] !== undefined);
    if (stray === undefined) return { clear: clear === true };
    throw usageError(
      `${flagName(stray)} describes a fault, and needs --add`,
      advice`For example: ${swath`sandbox faults --add ${"POST /orders"} --status 503`}`,
    );
  }
  const wish: FaultRequest = {
    route: readRoute(add),
    when: after === true ? "after" : undefined,
    status,
    retryAfter: /^\d+$/.test(retryAfter ?? "") ? Number(retryAfter) : retryAfter,
    html,
    latencyMs: latency,
    reset,
    truncate,
    expired,
    count,
  };
  const acts = [status, html, latency, reset, truncate, expired];
  if (acts.every((act) => act === undefined)) {
    throw usageError(
      `--add ${add}: the kind of failure is missing`,
      "Add one of --status, --html, --latency, --reset, --truncate, --expired",
    );
  }
  if (retryAfter !== undefined && status === undefined && html === undefined) {
    throw usageError("--retry-after needs a --status to go with, such as 429 or 503");
  }
  return { clear: clear === true, add: wish };
}

const formatRoute = (name: EndpointName): string => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`;

/** Returns an endpoint's name from the name itself or from its method and path, with any parameter names. */
function readRoute(typed: string): string {
  if (typed === "*" || ROUTES.includes(typed)) return typed;
  const fold = (text: string): string =>
    text
      .replaceAll(/\{[^}]*\}/g, "{}")
      .replaceAll(/\s+/g, " ")
      .toLowerCase();
  const found = NAMES.find((name) => fold(formatRoute(name)) === fold(typed.trim()));
  if (found !== undefined) return found;
  const meant = findClosest(typed, ["*", ...ROUTES, ...NAMES.map(formatRoute)]);
  throw usageError(
    `--add ${JSON.stringify(typed)}: no route is called that`,
    meant === undefined
      ? `Routes: *, asset, ${NAMES.map((name) => `'${formatRoute(name)}'`).join(", ")}`
      : `Did you mean '${meant}'?`,
  );
}
