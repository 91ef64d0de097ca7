import { resolve } from "node:path";
import { Option, type Command } from "@commander-js/extra-typings";
import type { StartedSandbox, StartRequest } from "../../app/sandbox/run-sandbox.ts";
import { SANDBOX_PORT } from "../../settings/profiles.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import type { Context } from "../../cli/context.ts";
import { flag, repeatable, suggesting } from "../../cli/flags/flag.ts";
import { refuse, refuseDryRun, usageError, usageFault } from "../../cli/input/usage.ts";
import { recordView } from "../../cli/output/view.ts";
import { makeIntegerReader, readNonEmpty, type Reader } from "../../domain/readers.ts";
import { AppError, type Fault } from "../../errors.ts";
import { advice, flagName, swath, type Shell } from "../../hint.ts";
import { formatDetail } from "../../render/detail.ts";
import { DEPLOYMENTS, isDeploymentName } from "../../contract/deployments.ts";
import type { Account } from "../../sandbox/accounts.ts";
import {
  findDeploymentFault,
  KEY_PREFIX,
  PRODUCT_SIZE_RULE,
  readProductSize,
} from "../../sandbox/settings.ts";
import { readStartClock } from "./clock.ts";

/** Reads a path prefix for the interface. The control plane keeps its own path. */
const prefixReader: Reader<string> = (text) => {
  const path = text.replace(/\/+$/, "");
  return /^(?:\/[\w.~-]+)+$/.test(path) && !path.startsWith("/_sandbox")
    ? { ok: true, value: path }
    : { ok: false, rule: "must be a path such as /v1: a slash, then letters, digits and . _ ~ -" };
};

/** Reads the origin of web pages, or `*` for any. */
const readOrigin: Reader<string> = (text) => {
  if (text === "*") return { ok: true, value: text };
  const { origin, href } = URL.canParse(text) ? new URL(text) : { origin: "null", href: "" };
  const isOrigin = origin !== "null";
  if (isOrigin && [origin, href].includes(text)) return { ok: true, value: origin };
  const rule = "must be an origin such as http://localhost:3000, or * for any";
  return { ok: false, rule, ...(isOrigin && { next: `Did you mean ${origin}?` }) };
};

/** Reads the size of image files, in the setting's form. */
const readSizeFlag: Reader<string> = (text) =>
  readProductSize(text) === undefined ? { ok: false, rule: PRODUCT_SIZE_RULE } : { ok: true, value: text };

const SIZES = ["tiny", "real"] as const;

const addStartFlags = (command: Command) =>
  command
    .addOption(
      flag("--port <n>", `port; 0 takes a free one (default: ${SANDBOX_PORT})`, makeIntegerReader(0, 65_535)),
    )
    .addOption(flag("--prefix <path>", "serve below this path, such as /v1", prefixReader))
    .addOption(
      repeatable(
        "--cors-origin <origin>",
        "let web pages of this origin read responses (* for any)",
        readOrigin,
      ),
    )
    .addOption(new Option("--detach", "run in the background; return when it is ready"))
    .addOption(new Option("--ephemeral", "keep everything in memory, until it stops"))
    .addOption(flag("--seed <text>", "other data, keys and ids; fixed when the store is made", readNonEmpty))
    .addOption(
      flag(
        "--archive-size <n>",
        "collects in the archive; fixed when the store is made",
        makeIntegerReader(1, 2_000_000),
      ),
    )
    .addOption(
      suggesting(
        flag(
          "--product-size <size>",
          "image files: tiny, real or a size, such as 2GB (up to 10GB)",
          readSizeFlag,
        ),
        SIZES,
      ),
    )
    .addOption(
      suggesting(
        flag(
          "--deployment <nameOrFile>",
          "imitate a deployment: recorded, or a deployment file",
          readNonEmpty,
        ),
        Object.keys(DEPLOYMENTS),
      ),
    )
    .addOption(
      flag("--clock <how>", "real, manual, auto, x60 (60 times as fast) or a start time", readNonEmpty),
    );

type StartOptions = ReturnType<ReturnType<typeof addStartFlags>["opts"]>;

const COLUMNS = [
  { key: "name", header: "USER", value: ({ name }: Account) => name, fixed: true },
  { key: "apiKey", header: "KEY", value: ({ apiKey }: Account) => apiKey, fixed: true },
  { key: "organization", header: "ORGANIZATION", value: ({ organization }: Account) => organization },
];

const startedView = recordView<StartedSandbox>({
  text: async (started, { paint, width, program = "swath", shell = "posix" }) => {
    const { formatTable } = await import("../../render/table.ts");
    const { url, pid, store, seed, archiveSize, clock, deployment, variant, users, log } = started;
    const [member] = users;
    const facts = formatDetail(
      [
        ["Sandbox", url],
        ["Process", pid],
        ["Store", store === "memory" ? "memory, gone when it stops" : store],
        ["Archive", `${archiveSize} collects, seed ${seed}`],
        ["Clock", `${clock.now} (${clock.mode === "speed" ? `${clock.speed} times as fast` : clock.mode})`],
        ["Deployment", deployment === "" ? undefined : deployment],
        ["Variant", variant === "" ? undefined : variant],
        ["Contract", member?.contractIds[0]],
        ["Log", log],
      ],
      { paint },
    );
    const next = [
      `${program} catalog search --point -9.14,38.71 --limit 5 --sandbox`,
      writeRequest(`${url}/catalog/search`, `ApiKey ${member?.apiKey ?? ""}`, shell),
      `${program} sandbox clock --mode auto`,
      `${program} sandbox stop`,
    ];
    return [
      facts,
      formatTable(users, COLUMNS, { width, paint }),
      `${paint("bold", "Next:")}\n${next.map((line) => `  ${line}\n`).join("")}`,
    ].join("\n");
  },
  id: ({ url }) => url,
});

/** Returns a request without `swath`, to paste into the shell. No quoting of JSON for a program works in each PowerShell. */
function writeRequest(url: string, authorization: string, shell: Shell): string {
  const body = '{"limit": 1}';
  if (shell === "powershell")
    return `Invoke-RestMethod ${url} -Method Post -ContentType application/json -Headers @{Authorization='${authorization}'} -Body '${body}'`;
  if (shell === "cmd")
    return `curl.exe ${url} -H "Authorization: ${authorization}" --json "${body.replaceAll('"', '\\"')}"`;
  return `curl ${url} -H 'Authorization: ${authorization}' --json '${body}'`;
}

export const start = defineCommand({
  name: "start",
  summary: "Start the sandbox as an HTTP server on this machine",
  description:
    "Listens on 127.0.0.1 only and stays in the foreground until Ctrl-C (exit 130) or SIGTERM (exit 143); it first " +
    "answers open requests and closes its store. With --detach it runs in the background until swath sandbox " +
    "stop. Commands with --sandbox use it while it runs. Needs no key, and refuses to start beside a real one.",
  examples: [
    "swath sandbox start",
    "swath sandbox start --port 0 --detach --quiet",
    "swath sandbox start --deployment recorded",
    "swath sandbox start --ephemeral --clock auto",
  ],
  mostUsed: ["--port", "--detach", "--ephemeral", "--clock", "--product-size", "--seed"],
  syntax: addStartFlags,
  parse: startRequest,
  run: async (context, request, options) => {
    const { processes } = context.world;
    if (options.detach === true) {
      if (processes === undefined) throw new Error("this world starts no processes");
      const { detachSandbox } = await import("../../app/sandbox/background.ts");
      return detachSandbox(context, processes, startWords(context, options));
    }
    const [{ runSandbox }, { present }, { choosePresentation }] = await Promise.all([
      import("../../app/sandbox/run-sandbox.ts"),
      import("../../cli/output/present.ts"),
      import("../../cli/output/presentation.ts"),
    ]);
    // Shown as soon as the sandbox responds, because the command ends only by a signal.
    return runSandbox(context, request, (started) =>
      present(choosePresentation(context), startedView, started),
    );
  },
  view: startedView,
});

async function startRequest(context: Context, options: StartOptions): Promise<StartRequest> {
  refuseRealKey(context);
  refuseDryRun(context, "sandbox start");
  const { clock, deployment, ...rest } = options;
  const faults: Fault[] = [];
  const reading = clock === undefined ? undefined : readStartClock(clock, context.world.clock.now());
  if (reading?.ok === false) {
    const message = `--clock ${JSON.stringify(clock)}: ${reading.rule}`;
    faults.push(usageFault("--clock", message, { value: clock, next: reading.next }));
  }
  refuse(faults);
  return {
    ...rest,
    port: rest.port ?? SANDBOX_PORT,
    ...(deployment !== undefined && { deployment: await readImitated(context, deployment) }),
    ...(reading?.ok === true && { clock: reading.value }),
  };
}

/** Reads the deployment to imitate, with the settings of the sandbox. Errors: CONFIG_INVALID. */
async function readImitated(
  { world }: Context,
  given: string,
): Promise<NonNullable<StartRequest["deployment"]>> {
  if (isDeploymentName(given)) return given;
  const { readDeployment } = await import("../../settings/deployment-file.ts");
  const deployment = await readDeployment(given, world.cwd);
  const fault = findDeploymentFault(deployment);
  if (fault === undefined) return deployment;
  throw new AppError("usage", "CONFIG_INVALID", `${given}: ${fault}`);
}

/** With a real key and a sandbox, a request may send the key to the wrong service. The key is never shown. */
function refuseRealKey({ world, options }: Context): void {
  const key = world.env["SWATH_API_KEY"] ?? "";
  if (key !== "" && !key.startsWith(KEY_PREFIX)) {
    throw new AppError(
      "usage",
      "CONFIG_INVALID",
      `SWATH_API_KEY holds a key that does not begin with ${KEY_PREFIX}: the sandbox does not start beside a real key`,
      { next: advice`Unset it for this run: env -u SWATH_API_KEY ${swath`sandbox start`}` },
    );
  }
  for (const [flag, given] of [
    ["--api-key-file", options.apiKeyFile],
    ["--token-file", options.tokenFile],
  ]) {
    if (given === undefined) continue;
    throw usageError(
      `sandbox start needs no key and takes none: ${flag} is not for it`,
      advice`Leave it out. Keys of the sandbox's users: ${swath`sandbox users`}`,
    );
  }
}

/** Returns the arguments without --detach. With --json, a failure in the log can be parsed. */
function startWords({ world, options: ofAll }: Context, options: StartOptions): string[] {
  const { port, prefix, seed, archiveSize, productSize, corsOrigin, clock } = options;
  const { deployment: given } = options;
  const deployment = given === undefined || isDeploymentName(given) ? given : resolve(world.cwd, given);
  const config = ofAll.config === undefined ? undefined : resolve(world.cwd, ofAll.config);
  const { profile } = ofAll;
  const values = {
    port,
    prefix,
    seed,
    archiveSize,
    productSize,
    deployment,
    corsOrigin,
    clock,
    config,
    profile,
  };
  return [
    "sandbox",
    "start",
    "--json",
    ...Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [`${flagName(name)}=${String(value)}`],
    ),
    ...(options.ephemeral === true ? ["--ephemeral"] : []),
    ...(ofAll.verbose === true ? ["--verbose"] : []),
  ];
}
