import { defineCommand } from "../../cli/command/define-command.ts";
import { formatFlag, matchFlag, sinceFlag, typeFlag, weekFlag, weeksFlag, yearFlag } from "./export-flags.ts";
import { listedView } from "./list-view.ts";

export const list = defineCommand({
  name: "list",
  summary: "List the footprint export files on offer",
  description:
    "Footprints of the public archive: latest holds the last 7 days and weekly the weeks from Monday to Sunday; latest and " +
    "the last 4 weeks are made anew daily at 10:00 UTC. full holds everything and is made on Mondays at 10:00 UTC. " +
    "Collects under holdback are in none of them. AS OF is computed from this schedule, not told by the service.",
  examples: [
    "swath export list --sandbox",
    "swath export list --type weekly --format geoparquet --weeks 4 --output id",
  ],
  syntax: (command) =>
    command
      .addOption(typeFlag("only latest, weekly or full"))
      .addOption(formatFlag())
      .addOption(yearFlag())
      .addOption(weekFlag())
      .addOption(weeksFlag())
      .addOption(sinceFlag())
      .addOption(matchFlag()),
  run: async (context, options) => {
    const [{ listFiles }, { readSelector, requireWeeks }] = await Promise.all([
      import("../../app/exports/offered-files.ts"),
      import("./read-selector.ts"),
    ]);
    const { type, ...selectors } = options;
    requireWeeks(selectors, type);
    return listFiles(context, readSelector(context, selectors), type);
  },
  view: listedView,
});
