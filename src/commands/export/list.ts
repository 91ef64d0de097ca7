import { Option } from "@commander-js/extra-typings";
import { countText } from "../../counted.ts";
import { choosePresentation } from "../../cli/output/presentation.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { refuse } from "../../cli/input/usage.ts";
import { flag } from "../../cli/flags/flag.ts";
import { makeIntegerReader } from "../../domain/readers.ts";
import {
  findWeekFault,
  formatFlag,
  fromFlag,
  matchFlag,
  needsNames,
  readSelector,
  typeFlag,
  weeksFlag,
} from "./export-flags.ts";
import { listView } from "../../cli/output/view.ts";
import type { Column } from "../../render/column.ts";
import { escapeText } from "../../render/safe-text.ts";
import type { ListedFile } from "../../app/exports/offered-files.ts";

const NAME: Column<ListedFile> = { key: "name", header: "NAME", value: ({ name }) => name, fixed: true };
const AS_OF: Column<ListedFile> = {
  key: "computedAsOf",
  header: "AS OF (COMPUTED)",
  value: ({ computedAsOf }) => computedAsOf,
  fixed: true,
};
/** Exports are always made at 10:00 UTC, and 80 columns fit only the day. */
const DAY: Column<ListedFile> = { ...AS_OF, value: ({ computedAsOf }) => computedAsOf.slice(0, 10) };

const COLUMNS: readonly Column<ListedFile>[] = [
  NAME,
  { key: "exportType", header: "TYPE", value: ({ exportType }) => exportType },
  { key: "format", header: "FORMAT", value: ({ format }) => format },
  { key: "week", header: "WEEK", value: ({ isoWeek }) => isoWeek },
  AS_OF,
];

/** People get a group per type; a pipe gets a row per file. */
const listedView = listView<ListedFile, ListedFile[]>({
  columns: COLUMNS,
  id: ({ name }) => name,
  text: async (files, { paint, width }) => {
    const { formatTable } = await import("../../render/table.ts");
    if (files.length === 0) return "no export files";
    const types = [...new Set(files.map(({ exportType }) => exportType))];
    const groups = types.map((type) => {
      const group = files.filter(({ exportType }) => exportType === type);
      const title = paint("bold", `${escapeText(type)} (${group.length})`);
      return `${title}\n${formatTable(group, [NAME, DAY], { width, paint, header: true })}`;
    });
    return groups.join("\n").trimEnd();
  },
});

/** Returns the latest file of each type and format, in the same order. */
function listLatest(files: readonly ListedFile[]): ListedFile[] {
  const kindOf = ({ exportType, format }: ListedFile): string => `${exportType} ${format}`;
  const latest = new Map<string, ListedFile>();
  for (const file of files) {
    const known = latest.get(kindOf(file));
    if (known === undefined || (file.from ?? "") >= (known.from ?? "")) latest.set(kindOf(file), file);
  }
  return files.filter((file) => latest.get(kindOf(file)) === file);
}

export const list = defineCommand({
  name: "list",
  summary: "List the footprint export files on offer",
  description:
    "Footprints of the public archive: latest has the last 7 days, weekly a file per week from Monday to Sunday, full " +
    "everything. latest and the last 4 weeks are replaced daily at 10:00 UTC, full on Mondays at 10:00 UTC. " +
    "Collects under holdback are in none of them. AS OF is computed from this schedule; the service does not report it.",
  examples: [
    "swath export list --sandbox",
    "swath export list --type weekly --format geoparquet --weeks 4 --output id",
  ],
  syntax: (command) =>
    command
      .addOption(typeFlag("only latest, weekly or full"))
      .addOption(formatFlag())
      .addOption(flag("--year <year>", "ISO year of the weeks", makeIntegerReader(1, 9999)))
      .addOption(flag("--week <week>", "ISO week number", makeIntegerReader(1, 53)))
      .addOption(weeksFlag())
      .addOption(fromFlag())
      .addOption(matchFlag())
      .addOption(new Option("--all", "every file, also on a terminal")),
  run: async (context, options) => {
    const { listFiles } = await import("../../app/exports/offered-files.ts");
    const { type, all, ...selectors } = options;
    refuse([findWeekFault(selectors, type)]);
    const files = await listFiles(context, readSelector(context, selectors), type);
    const { format, stdout } = choosePresentation(context);
    if (format !== "table" || !stdout.isTTY || all === true || needsNames(selectors)) return files;
    const latest = listLatest(files);
    if (latest.length < files.length)
      context.notes.note(
        `showing ${latest.length} of ${countText(files.length, "file")}, the latest of each type and format (--all for everything)`,
      );
    return latest;
  },
  view: listedView,
});
