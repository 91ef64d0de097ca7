import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { statusView } from "./status-view.ts";

export const status = defineCommand({
  name: "status",
  summary: "Show the service and credentials of a run, and their sources",
  description:
    "Sends nothing unless --check is given. A key is shown by its last characters at most. " +
    "Without a usable credential the result is still printed, and the exit code is 4.",
  examples: ["swath auth status", "swath auth status --check --json", "swath auth status --sandbox"],
  syntax: (command) =>
    command.addOption(new Option("--check", "send one cheap request to test the credentials")),
  run: async (context, options) => {
    const { findStatus } = await import("../../app/accounts/auth-status.ts");
    return findStatus(context, options);
  },
  view: statusView,
});
