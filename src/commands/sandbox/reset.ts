import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";
import { refuseDryRun } from "../../cli/input/usage.ts";
import type { ResetReport } from "../../app/sandbox/background.ts";

export const reset = defineCommand({
  name: "reset",
  summary: "Reset the sandbox: orders, faults, settings, clock",
  description:
    "Seed, archive and keys stay, so that the same commands give the same ids again. With --store the whole store is " +
    "removed, for a new one with another --seed or --archive-size. Asks first; --yes agrees.",
  examples: ["swath sandbox reset --yes", "swath sandbox reset --store --yes"],
  syntax: (command) =>
    command.addOption(new Option("--store", "remove the store itself (stop the sandbox first)")),
  run: async (context, { store }) => {
    const { removeStore, resetSandbox } = await import("../../app/sandbox/background.ts");
    if (store !== true) return resetSandbox(context);
    refuseDryRun(context, "sandbox reset --store");
    return removeStore(context);
  },
  view: recordView<ResetReport>({
    text: ({ reset, store, removed }) =>
      removed ? `The store in ${store} is removed` : reset ? "Sandbox reset" : `No store in ${store}`,
    columns: [
      { key: "reset", header: "RESET", value: (report) => report.reset },
      { key: "removed", header: "REMOVED", value: (report) => report.removed },
      { key: "store", header: "STORE", value: (report) => report.store },
    ],
  }),
});
