import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../cli/command/define-command.ts";
import { verifyView } from "./verify/verify-view.ts";

export const verify = defineCommand({
  name: "verify",
  summary: "Check a folder of downloads against its manifest, byte by byte",
  description:
    "Reads every file that swath-manifest.ndjson names and compares size and sha256. Exit code 0 means that all of them " +
    "are whole; files that the manifest does not name are told, and count as faults with --strict. Without --repair " +
    "nothing is written and nothing is sent.",
  examples: ["swath verify imagery", "swath verify imagery --repair", "swath verify imagery --json"],
  syntax: (command) =>
    command
      .argument("[dir]", "folder that was downloaded into (default: the current one)")
      .addOption(new Option("--repair", "fetch again what is wrong or missing, through its order")),
  run: async (context, options, dir) => {
    const { checkFolder } = await import("./verify/check-folder.ts");
    return checkFolder(context, dir ?? ".", options.repair === true);
  },
  view: verifyView,
});
