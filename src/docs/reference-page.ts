/** `docs/reference.md`: the help topics and the help of all commands on one page. */
import { FORMAT_SUMMARIES } from "../cli/help/format-summaries.ts";
import { defaultOf, environmentRows, placesOf } from "../cli/help/help-topics.ts";
import { shellLine } from "../cli/help/help-layout.ts";
import { SETTINGS, type SettingRow } from "../settings/settings-table.ts";
import { leavesOf, type AllWords, type CommandWords } from "../cli/command/command-words.ts";
import { DIALECT_KEYS } from "../contract/dialect.ts";
import { ENDPOINT_NAMES, endpointOf } from "../contract/endpoints.ts";
import { ERROR_CODES, EXIT_CODES } from "../errors.ts";
import { descriptionOf, row, typed } from "./command-description.ts";
import { anchorOf, cell, code, sections, table } from "./markdown.ts";

export const referencePage = (words: AllWords): string =>
  `${sections([
    "# Reference",
    "Commands, flags, formats, settings, variables and codes, generated from the program. `swath help` prints the same.",
    "## Commands",
    commands(words),
    "## Flags of every command",
    described("Flag", words.globalFlags.map(row)),
    "## Output formats",
    described("Format", Object.entries(FORMAT_SUMMARIES)),
    "## Settings",
    settings(),
    "## Environment variables",
    described("Variable", environmentRows()),
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
    "The interface does not specify everything. Normally there is nothing to set: `swath` learns a value from responses, or by the " +
      "attempt of another form, and keeps it in the profile; the rest comes from a file " +
      "([profiles.md](profiles.md#a-service-that-differs-from-the-interface)). `swath doctor` shows what is known of your service, and " +
      "`swath config set dialect.<key> <value>` sets one value, which then stays. Choices without a setting are listed in [decisions.md](decisions.md).",
    dialect(),
  ])}\n`;

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

/** A table of names with their descriptions. */
const described = (heading: string, rows: readonly (readonly [string, string])[]): string =>
  table(
    [heading, "Description"],
    rows.map(([name, summary]) => [code(name), cell(summary)]),
  );

/** A line that fits the column of the website. */
const EXAMPLE_WIDTH = 82;

/** A table of the verbs of each noun, then each command with its arguments and flags. */
function commands(words: AllWords): string {
  const { nouns, singles } = words;
  const rows = (list: readonly CommandWords[]): string =>
    table(
      ["Command", "Description"],
      list.map((each) => [`[${code(typed(each))}](#${anchorOf(headingOf(each))})`, cell(each.summary)]),
    );
  return sections([
    ...nouns.map(
      ({ name, summary, own, verbs }) =>
        `**${name}**: ${cell(summary)}\n\n${rows([...(own === undefined ? [] : [own]), ...verbs])}`,
    ),
    `**More commands**\n\n${rows(singles)}`,
    ...leavesOf(words).map(command),
  ]);
}

function command(words: CommandWords): string {
  const { args, flags, formats, examples } = words;
  const heading = `### ${headingOf(words)}`;
  const rows = [...args, ...flags].map(row);
  return sections([
    heading,
    cell(descriptionOf(words)),
    `Formats: ${formats.join(", ")}.`,
    // Not `sh`: a test runs those blocks of a page in order.
    ["```bash", ...examples.map(exampleOf), "```"].join("\n"),
    ...(rows.length === 0 ? [] : [described("Argument or flag", rows)]),
  ]);
}

/** Returns an example without the indentation of help. */
const exampleOf = (line: string): string => shellLine(line, EXAMPLE_WIDTH).replaceAll(/^ {2}/gm, "");

const headingOf = ({ path }: CommandWords): string => ["swath", ...path].join(" ");

/** Exit codes with their error codes. */
const exitCodes = (): string =>
  table(
    ["Exit", "Meaning", "Error codes"],
    Object.entries(EXIT_CODES).map(([exit, meaning]) => {
      const names = Object.entries(ERROR_CODES).filter(([, [ends]]) => String(ends) === exit);
      return [exit, cell(meaning), names.map(([name]) => code(name)).join(", ")];
    }),
  );

function endpoints(words: AllWords): string {
  const known = new Set(leavesOf(words).map(({ path }) => path.join(" ")));
  return table(
    ["Method", "Path", "Effect", "Description", "Commands"],
    ENDPOINT_NAMES.map(endpointOf).map(({ method, path, effect, summary, commands: own }) => {
      const found = own.filter((command) => known.has(command));
      const typedAs = found.length > 0 ? found : [`api ${method} ${path}`];
      return [
        method,
        code(path),
        typeof effect === "function" ? "write or spend, by its body" : effect,
        cell(summary),
        typedAs.map((command) => code(`swath ${command}`)).join(", "),
      ];
    }),
  );
}

function dialect(): string {
  interface Row {
    default: unknown;
    choices?: readonly string[];
    expected?: string;
    summary: string;
    shownBy?: unknown;
  }
  return table(
    ["Key", "Description", "Default", "Values", "Learned"],
    Object.entries(DIALECT_KEYS as Record<string, Row>).map(([key, row]) => {
      const others = row.choices?.map((choice) => code(choice)).join(", ");
      return [
        code(key),
        cell(row.summary),
        code(String(row.default)),
        others ?? (typeof row.default === "boolean" ? "`true`, `false`" : cell(row.expected ?? "any text")),
        learnedText(row.shownBy),
      ];
    }),
  );
}

function learnedText(shownBy: unknown): string {
  if (shownBy === undefined) return "no";
  return shownBy === "attempt" ? "by an attempt" : "from responses";
}
