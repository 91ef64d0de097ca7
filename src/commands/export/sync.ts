import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { addRateFlags, overwriteFlag, toRateOptions } from "../files/transfer-flags.ts";
import { findRateFault, requireFolder } from "../files/transfer-faults.ts";
import { findWeekFault, formatFlag, typesFlag, weeksFlag } from "./export-flags.ts";
import { endWithTotal } from "../files/file-rows.ts";
import { fetchedView, formatFetchTotal } from "./fetched-view.ts";
import { readArgument, refuse } from "../../cli/input/usage.ts";
import { readNewPath } from "../../domain/readers.ts";
import { advice, swath } from "../../hint.ts";

export const sync = defineCommand({
  name: "sync",
  summary: "Mirror the exports into a folder, fetching only what changed",
  description:
    "For CI: it asks nothing. `changed` in the JSON, --exit-code and --github-output report whether a file has new bytes " +
    "since the last completed sync. It fetches missing files, and files that the service has replaced since then: latest " +
    "and the last 4 weeks daily at 10:00 UTC, full on Mondays. An unchanged file costs a request, not a download. Missing weeks " +
    "are reported as gaps; files that are no longer offered are kept and listed. A second job in the same folder waits for the " +
    "first. Existing files are checked by size only; `swath verify <dir>` reads every byte.",
  examples: [
    "swath export sync footprints --sandbox",
    "swath export sync footprints --type weekly --type latest --format gpkg --json --query changed",
  ],
  mostUsed: [
    "--type",
    "--format",
    "--weeks",
    "--overwrite",
    "--limit-rate",
    "--exit-code",
    "--github-output",
  ],
  syntax: (command) =>
    addRateFlags(
      command
        .argument("<dir>", "folder of the mirror, created if missing")
        .addOption(typesFlag("latest, weekly or full (default: all three)"))
        .addOption(formatFlag().default("geoparquet" as const))
        .addOption(weeksFlag())
        .addOption(overwriteFlag()),
    )
      .optionsGroup("For a job:")
      .addOption(new Option("--exit-code", "exit with 15 instead of 0 when a file changed"))
      .addOption(new Option("--github-output", "append the counts and changed files to $GITHUB_OUTPUT")),
  parse: ({ world }, { type, format, weeks, ...rates }, dir) => {
    const isWeekly = type?.includes("weekly") === true;
    refuse([!isWeekly && findWeekFault({ format, weeks }, type?.[0]), findRateFault(rates)]);
    const folder = requireFolder(
      advice`Bring files into a bucket: ${swath`export fetch --type latest --format ${format} --out-dir ${dir}`}`,
      dir,
    );
    return readArgument("<dir>", folder, (text) => readNewPath(text, world.platform));
  },
  run: async (context, dir, options) => {
    const [{ syncExports }, { makeJobReport }, { reportToJob }] = await Promise.all([
      import("../../app/exports/sync-exports.ts"),
      import("./job-report.ts"),
      import("../job-report.ts"),
    ]);
    const { type: types, format, weeks, overwrite } = options;
    const report = await syncExports(
      context,
      dir,
      { types, format, weeks, overwrite, ...toRateOptions(options) },
      (found) => reportToJob(context, makeJobReport(found, context.world.uuid()), options),
    );
    endWithTotal(context, formatFetchTotal(report));
    return report;
  },
  view: fetchedView,
});
