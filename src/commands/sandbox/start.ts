import { Option } from "@commander-js/extra-typings";
import { SANDBOX_PORT } from "../../app/service/sandbox-address.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag, repeatable, suggesting } from "../../cli/flags/flag.ts";
import { integer, list, text } from "../../domain/readers.ts";
import { VARIANTS } from "../../sandbox/settings.ts";
import { originReader, prefixReader, productSizeReader, readStartFlags, startWords } from "./start-flags.ts";
import { startedView } from "./started-view.ts";

const SIZES = ["tiny", "real"] as const;

export const start = defineCommand({
  name: "start",
  summary: "Start the sandbox as an HTTP server on this machine",
  description:
    "Listens on 127.0.0.1 only and stays in the foreground until Ctrl-C (exit 130) or SIGTERM (exit 143); either way it " +
    "answers what is in flight and closes its store. With --detach it continues in the background until: swath sandbox " +
    "stop. Commands with --sandbox use it while it runs. Needs no key, and refuses to start beside a real one.",
  examples: [
    "swath sandbox start",
    "swath sandbox start --port 0 --detach --quiet",
    "swath sandbox start --ephemeral --clock auto --variant download-202",
  ],
  mostUsed: ["--port", "--detach", "--ephemeral", "--clock", "--product-size", "--seed"],
  syntax: (command) =>
    command
      .addOption(flag("--port <n>", `port; 0 takes a free one (default ${SANDBOX_PORT})`, integer(0, 65_535)))
      .addOption(flag("--prefix <path>", "serve below this path, such as /v1", prefixReader))
      .addOption(
        repeatable(
          "--cors-origin <origin>",
          "let web pages of this origin read replies (* for any)",
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
