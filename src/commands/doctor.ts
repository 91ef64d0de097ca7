import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../cli/command/define-command.ts";
import { doctorView } from "./doctor/doctor-view.ts";

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check settings, credentials, network, folders and optional parts",
  description:
    "Sends one request that costs nothing, and only where a base URL and a credential are known. The exit code is 0 " +
    "when nothing failed, else that of the first failure, so that a CI job can stop early.",
  examples: ["swath doctor", "swath doctor --offline", "swath doctor --json", "swath doctor --sandbox"],
  conduct: { toleratesBadSettings: true },
  syntax: (command) =>
    command.addOption(new Option("--offline", "leave out everything that needs the network")),
  run: async (context, options) => {
    const { runChecks } = await import("../app/doctor/run-checks.ts");
    return runChecks(context, options);
  },
  view: doctorView,
});
