import { Option } from "@commander-js/extra-typings";
import { requireOneOfEach, requireReach } from "../files/transfer-faults.ts";
import { addTransferFlags, outDirFlag, toTransferOptions } from "../files/transfer-flags.ts";
import { addPresignFlags } from "./export-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { endWithTotal } from "../files/file-rows.ts";
import { fetchedView, formatFetchTotal } from "./fetched-view.ts";

export const fetchFiles = defineCommand({
  name: "fetch",
  summary: "Download export files: resumable, verified, atomic",
  description:
    "Without --format, --file-name and --match, --weeks or --from, all files of the type are fetched as geoparquet. Weekly files go into folders of year and week. A file gets its name once its length, digests and structure (Parquet footer, " +
    "SQLite integrity, zip members) are checked; in a bucket or stdout, length and digests. A changed value is detected " +
    "only if the server sends a digest. Files that the service has replaced since the last run are fetched again; all others are " +
    "kept. Links are renewed before they are an hour old. The command never prompts.",
  examples: [
    "swath export fetch --type weekly --weeks 4 --format geoparquet --out-dir footprints --sandbox",
    "swath export fetch --type weekly --weeks 1 --format gpkg --out-dir footprints --json",
  ],
  mostUsed: [
    "--type",
    "--format",
    "--file-name",
    "--match",
    "--weeks",
    "--from",
    "--out-dir",
    "--flat",
    "--overwrite",
    "--limit-rate",
  ],
  syntax: (command) =>
    addTransferFlags(
      addPresignFlags(command)
        .optionsGroup("Destination:")
        .addOption(outDirFlag())
        .addOption(new Option("--flat", "put all files in one folder, not by year and week")),
    ),
  parse: async (context, options) => {
    const { readPresignRequest } = await import("./presign-request.ts");
    requireOneOfEach(options, context);
    await requireReach(context, options.outDir);
    return readPresignRequest(context, options, "geoparquet");
  },
  run: async (context, request, options) => {
    const { fetchExports } = await import("../../app/exports/fetch-exports.ts");
    const { flat, outDir, stdout } = options;
    context.outcome.isStdoutTaken = stdout === true;
    const report = await fetchExports(context, request, {
      ...toTransferOptions(options),
      outDir,
      layout: flat === true ? "flat" : "item",
      write: stdout && ((chunk) => context.world.stdout.write(chunk)),
      isWatched: context.world.stderr.isTTY,
    });
    endWithTotal(context, formatFetchTotal(report));
    return report;
  },
  view: fetchedView,
});
