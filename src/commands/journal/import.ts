import { defineCommand } from "../../cli/command/define-command.ts";
import { readArgument } from "../../cli/input/usage.ts";
import { recordView } from "../../cli/output/view.ts";
import type { ImportedJournal } from "../../app/journal/move.ts";
import { readPath } from "../../domain/readers.ts";

export const importRecords = defineCommand({
  name: "import",
  summary: "Add the records of an exported journal (offline)",
  description:
    "A record that may have cost money is never replaced. A file that is damaged, newer, or not an export is refused as a whole. A journal " +
    "without other records becomes the exported one, and buys its quotes. Refused while a request is being sent.",
  examples: ["swath journal import journal.jsonl"],
  syntax: (command) => command.argument("<file>", "file of swath journal export (- for stdin)"),
  parse: async (context, _options, file) => {
    const [{ readDocument }, { readText }] = await Promise.all([
      import("../../cli/input/read-value.ts"),
      import("../../geo/read-text.ts"),
    ]);
    const { bytes, name } = await readDocument(context, readArgument("<file>", file, readPath), "<file>");
    return { file, text: readText(bytes, name, "INPUT_NOT_READABLE").text };
  },
  run: async (context, { file, text }) => {
    const { importJournal } = await import("../../app/journal/move.ts");
    return importJournal(context, text, file);
  },
  view: recordView<ImportedJournal>({
    fields: ({ file, journal, added, replaced, kept }) => [
      ["File", file],
      ["Journal", journal],
      ["Added", added],
      ["Replaced", replaced],
      ["Known before", kept],
    ],
  }),
});
