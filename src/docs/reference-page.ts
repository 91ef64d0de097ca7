/** `docs/reference.md`: the help topics and the help of all commands on one page. */
import { FORMAT_SUMMARIES } from "../cli/help/format-summaries.ts";
import { defaultOf, environmentRows, placesOf } from "../cli/help/help-topics.ts";
import { SETTINGS, type SettingRow } from "../settings/settings-table.ts";
import type { AllWords } from "../cli/command/command-words.ts";
import { ERROR_CODES } from "../errors.ts";
import { anchorOf, cell, code, sections, table } from "./markdown.ts";
import { commands, dialect, endpoints, exitCodes } from "./reference-tables.ts";

export const referencePage = (words: AllWords): string =>
  sections([
    "# Reference",
    "Commands, flags, formats, settings, variables and codes, generated from the program. `swath help` prints the same.",
    "## Commands",
    commands(words),
    "## Flags of every command",
    table(
      ["Flag", "Description"],
      words.globalFlags.map(({ term, meaning }) => [code(term), cell(meaning)]),
    ),
    "## Output formats",
    table(
      ["Format", "Description"],
      Object.entries(FORMAT_SUMMARIES).map(([name, summary]) => [code(name), cell(summary)]),
    ),
    "## Settings",
    settings(),
    "## Environment variables",
    table(
      ["Variable", "Description"],
      environmentRows().map(([name, summary]) => [code(name), cell(summary)]),
    ),
    "## Exit codes",
    exitCodes(),
    "## Error codes",
    'With `--json` an error is one JSON object on stderr: `{"error":{"code","message","source","exitCode","hint","details",...}}`.',
    table(
      ["Code", "Exit", "Condition"],
      Object.entries(ERROR_CODES).map(([name, [exit, condition]]) => [
        `[${code(name)}](troubleshooting.md#${anchorOf(name)})`,
        String(exit),
        cell(condition),
      ]),
    ),
    "## Endpoints of the interface",
    endpoints(words),
    "## Dialect",
    "The interface does not specify everything. Tell a profile how your service works with `swath config set dialect.<key> <value>`. " +
      "Choices without a setting are listed in [decisions.md](decisions.md).",
    dialect(),
  ]);

const settings = (): string =>
  table(
    ["Setting", "Description", "Sources (the first one applies)", "Default"],
    Object.entries(SETTINGS as Record<string, SettingRow>).map(([name, row]) => [
      code(name),
      cell(row.summary),
      placesOf(row)
        .map((place) => code(place))
        .join(", "),
      row.default === undefined ? "" : code(defaultOf(row)),
    ]),
  );
