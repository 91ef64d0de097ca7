import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { statusView } from "./status-view.ts";

export const status = defineCommand({
  name: "status",
  summary: "Show which service, key or token a run uses, and where each comes from",
  description:
    "Sends nothing unless --check is given. A key is shown by its last characters at most. " +
    "Without a usable credential the result is printed all the same, and the exit code is 4.",
  examples: ["swath auth status", "swath auth status --check --json", "swath auth status --sandbox"],
  syntax: (command) =>
    command.addOption(new Option("--check", "ask the service with one cheap request whether it accepts us")),
  run: async (context, options) => {
    const { findStatus } = await import("../../app/accounts/auth-status.ts");
    return findStatus(context, options);
  },
  view: statusView,
});
