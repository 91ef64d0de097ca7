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
      .addOption(
        new Option("--repair", "fetch again what is wrong or missing, through its order or the exports"),
      ),
  parse: async (_context, _options, dir) => {
    const { requireFolder } = await import("./order/download-faults.ts");
    requireFolder(
      dir ?? ".",
      "The same swath order download looks at every object, and fetches what is missing; for every byte, copy the prefix to a folder and verify that",
    );
    return dir ?? ".";
  },
  run: async (context, dir, options) => {
    const { checkFolder } = await import("../app/downloads/check-folder.ts");
    return checkFolder(context, dir, options.repair === true);
  },
  view: verifyView,
});
