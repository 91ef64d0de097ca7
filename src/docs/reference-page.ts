/** `docs/reference.md`: the help topics and the help of all commands on one page. */
import { FORMAT_SUMMARIES } from "../cli/help/format-summaries.ts";
import { defaultOf, environmentRows, placesOf } from "../cli/help/help-topics.ts";
import { SETTINGS, type SettingRow } from "../settings/settings-table.ts";
import { leavesOf, type AllWords } from "../commands/completion/command-words.ts";
import { ERROR_CODES } from "../errors.ts";
import type { Decision } from "./decisions.ts";
import { cell, code, sections, table } from "./markdown.ts";
import { commands, dialect, endpoints, exitCodes } from "./reference-tables.ts";

export const referencePage = (words: AllWords, decisions: readonly Decision[]): string =>
  sections([
    "# Reference",
    "Written by `npm run docs` from the tables that the program reads; `swath help <topic>` prints the same.",
    "## Commands",
    commands(words),
    "## Flags of every command",
    table(
      ["Flag", "What it does"],
      words.globalFlags.map(({ flags, meaning }) => [code(flags), cell(meaning)]),
    ),
    "## Output formats",
    table(
      ["Format", "What it is"],
      Object.entries(FORMAT_SUMMARIES).map(([name, summary]) => [code(name), cell(summary)]),
    ),
    formatsOfCommands(words),
    "## Settings",
    settings(),
    "## Environment variables",
    table(
      ["Variable", "What it does"],
      environmentRows().map(([name, summary]) => [code(name), cell(summary)]),
    ),
    "## Exit codes",
    exitCodes(),
    "## Error codes",
    'With `--json` an error is one JSON object on stderr: `{"error":{"code","message","source","exitCode","hint","details",...}}`.',
    table(
      ["Code", "Exit", "Condition"],
      Object.entries(ERROR_CODES).map(([name, [exit, condition]]) => [
        code(name),
        String(exit),
        cell(condition),
      ]),
    ),
    "## Endpoints of the interface",
    endpoints(words),
    "## What a deployment may do differently",
    "The interface leaves some things open. A profile says how your service does them: `swath config set dialect.<key> <value>`. " +
      "What is open and cannot be set, and what we do there, is listed with its place in the sources: [decisions.md](decisions.md).",
    dialect(decisions),
  ]);

/** Commands with the same formats are listed together. */
function formatsOfCommands(words: AllWords): string {
  const commands = new Map<string, string[]>();
  for (const { formats, path } of leavesOf(words)) {
    const list = formats.join(", ");
    commands.set(list, [...(commands.get(list) ?? []), code(path.join(" "))]);
  }
  return table(
    ["Formats", "Commands"],
    [...commands].map(([formats, names]) => [formats, names.join(", ")]),
  );
}

const settings = (): string =>
  table(
    ["Setting", "What it is", "Looked for in (first place wins)", "Default"],
    Object.entries(SETTINGS as Record<string, SettingRow>).map(([name, row]) => [
      code(name),
      cell(row.summary),
      placesOf(row)
        .map((place) => code(place))
        .join(", "),
      row.default === undefined ? "" : code(defaultOf(row)),
    ]),
  );
