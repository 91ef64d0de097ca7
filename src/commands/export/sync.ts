import { defineCommand } from "../../cli/command/define-command.ts";
import { limitRateFlag, overwriteFlag } from "../order/download-flags.ts";
import { formatFlag, typesFlag, weeksFlag } from "./export-flags.ts";
import { fetchedView } from "./fetched-view.ts";

export const sync = defineCommand({
  name: "sync",
  summary: "Mirror the exports into a folder, fetching only what changed",
  description:
    "Made for CI: no questions, exit 0 with or without changes, and `changed` in the JSON says which. Fetched is what is " +
    "missing and what the service has made anew since the last sync: latest and the last 4 weeks daily at 10:00 UTC, full " +
    "on Mondays. Weeks that the service leaves out of the sequence are reported as gaps. What it offers no more is kept and " +
    "named. A second job in the same folder waits for the first. `swath verify <dir>` reads every byte again.",
  examples: [
    "swath export sync footprints --sandbox",
    "swath export sync footprints --type weekly --type latest --format gpkg --json --query changed",
  ],
  syntax: (command) =>
    command
      .argument("<dir>", "folder of the mirror, made when missing")
      .addOption(typesFlag("latest, weekly or full; all three by default"))
      .addOption(formatFlag().default("geoparquet" as const))
      .addOption(weeksFlag())
      .addOption(overwriteFlag())
      .addOption(limitRateFlag()),
  run: async (context, options, dir) => {
    const { syncExports } = await import("./sync-exports.ts");
    return syncExports(context, dir, options);
  },
  view: fetchedView,
});
