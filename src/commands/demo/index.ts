import { defineCommand } from "../../cli/command/define-command.ts";
import { flag } from "../../cli/flags/flag.ts";
import { text } from "../../domain/readers.ts";
import { demoView } from "./demo-view.ts";

export const demo = defineCommand({
  name: "demo",
  summary: "Do the whole job on this machine: search, price, order, download, verify",
  description:
    "Starts a sandbox of its own, so it needs no account and no network and costs nothing. " +
    "Writes only into the folder it names.",
  examples: ["swath demo", "swath demo --out-dir /tmp/swath-demo --json"],
  syntax: (command) =>
    command.addOption(flag("--out-dir <dir>", "folder to write into (default: swath-demo)", text)),
  run: async (context, { outDir }) => {
    const [{ withPrivateContext }, { runDemo }] = await Promise.all([
      import("./private-context.ts"),
      import("../../app/demo/run-demo.ts"),
    ]);
    return withPrivateContext(context, (inner) => runDemo(inner, outDir ?? "swath-demo"));
  },
  view: demoView,
});
