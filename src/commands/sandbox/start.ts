import { Option } from "@commander-js/extra-typings";
import { SANDBOX_PORT } from "../../app/service/sandbox-address.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag, repeatable, suggesting } from "../../cli/flags/flag.ts";
import { integer, list, text } from "../../domain/readers.ts";
import { VARIANTS } from "../../sandbox/settings.ts";
import { originReader, prefixReader, productSizeReader, readStartFlags, startWords } from "./start-flags.ts";
import type { StartedSandbox } from "../../app/sandbox/run-sandbox.ts";
import { recordView } from "../../cli/output/view.ts";
import { detail } from "../../render/detail.ts";
import type { Account } from "../../sandbox/accounts.ts";

const COLUMNS = [
  { key: "name", header: "USER", value: ({ name }: Account) => name, fixed: true },
  { key: "apiKey", header: "KEY", value: ({ apiKey }: Account) => apiKey, fixed: true },
  { key: "organization", header: "ORGANIZATION", value: ({ organization }: Account) => organization },
];

const startedView = recordView<StartedSandbox>({
  text: async (started, { paint, width, program = "swath" }) => {
    const { table } = await import("../../render/table.ts");
    const { url, pid, store, seed, archiveSize, clock, variant, users, log } = started;
    const [member] = users;
    const facts = detail(
      [
        ["Sandbox", url],
        ["Process", pid],
        ["Store", store === "memory" ? "memory, gone when it stops" : store],
        ["Archive", `${archiveSize} collects, seed ${seed}`],
        ["Clock", `${clock.now} (${clock.mode === "speed" ? `${clock.speed} times as fast` : clock.mode})`],
        ["Variant", variant === "" ? undefined : variant],
        ["Contract", member?.contractIds[0]],
        ["Log", log],
      ],
      { paint },
    );
    const next = [
      `${program} catalog search --point -9.14,38.71 --limit 5 --sandbox`,
      `curl ${url}/catalog/search -H 'Authorization: ApiKey ${member?.apiKey ?? ""}' --json '{"limit": 1}'`,
      `${program} sandbox clock --mode auto`,
      `${program} sandbox stop`,
    ];
    return [
      facts,
      table(users, COLUMNS, { width, paint }),
      `${paint("bold", "Next:")}\n${next.map((line) => `  ${line}\n`).join("")}`,
    ].join("\n");
  },
  id: ({ url }) => url,
});

const SIZES = ["tiny", "real"] as const;

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
    "swath sandbox start --ephemeral --clock auto --variant download-202",
  ],
  mostUsed: ["--port", "--detach", "--ephemeral", "--clock", "--product-size", "--seed"],
  syntax: (command) =>
    command
      .addOption(
        flag("--port <n>", `port; 0 takes a free one (default: ${SANDBOX_PORT})`, integer(0, 65_535)),
      )
      .addOption(flag("--prefix <path>", "serve below this path, such as /v1", prefixReader))
      .addOption(
        repeatable(
          "--cors-origin <origin>",
          "let web pages of this origin read responses (* for any)",
          originReader,
        ),
      )
      .addOption(new Option("--detach", "run in the background; return when it is ready"))
      .addOption(new Option("--ephemeral", "keep everything in memory, until it stops"))
      .addOption(flag("--seed <text>", "other data, keys and ids; fixed when the store is made", text))
      .addOption(
        flag(
          "--archive-size <n>",
          "collects in the archive; fixed when the store is made",
          integer(1, 2_000_000),
        ),
      )
      .addOption(
        suggesting(
          flag(
            "--product-size <size>",
            "image files: tiny, real or a size, such as 2GB (up to 10GB)",
            productSizeReader,
          ),
          SIZES,
        ),
      )
      .addOption(
        suggesting(repeatable("--variant <name>", "imitate another deployment", list), Object.keys(VARIANTS)),
      )
      .addOption(flag("--clock <how>", "real, manual, auto, x60 (60 times as fast) or a start time", text)),
  parse: async (context, options) => readStartFlags(context, options),
  run: async (context, request, flags) => {
    const { processes } = context.world;
    if (flags.detach === true) {
      if (processes === undefined) throw new Error("this world starts no processes");
      const { detachSandbox } = await import("../../app/sandbox/background.ts");
      return detachSandbox(context, processes, startWords(context, flags));
    }
    const [{ runSandbox }, { present }, { presentationOf }] = await Promise.all([
      import("../../app/sandbox/run-sandbox.ts"),
      import("../../cli/output/present.ts"),
      import("../../cli/output/presentation.ts"),
    ]);
    // Shown as soon as the sandbox responds, because the command ends only by a signal.
    return runSandbox(context, request, (started) => present(presentationOf(context), startedView, started));
  },
  view: startedView,
});
