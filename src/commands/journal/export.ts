import { defineCommand } from "../../cli/command/define-command.ts";
import { readArgument } from "../../cli/input/usage.ts";
import { recordView } from "../../cli/output/view.ts";
import type { ExportedFile } from "../../app/journal/move.ts";
import { readNewPath } from "../../domain/readers.ts";

export const exportRecords = defineCommand({
  name: "export",
  summary: "Write all records to a file, for another machine (offline)",
  description:
    "The journal's id goes with the file, so that its quotes are bought in one place: where the file is imported into a journal without other " +
    "records. Refused while a request is being sent. The file has what was bought and its prices, but no key and no signed link.",
  examples: ["swath journal export journal.jsonl"],
  syntax: (command) => command.argument("<file>", "file to write; an earlier export is replaced"),
  run: async (context, _options, file) => {
    const { exportJournal } = await import("../../app/journal/move.ts");
    return exportJournal(
      context,
      readArgument("<file>", file, (text) => readNewPath(text, context.world.platform)),
    );
  },
  view: recordView<ExportedFile>({
    fields: ({ file, journal, records }) => [
      ["File", file],
      ["Journal", journal],
      ["Records", records],
    ],
  }),
});
