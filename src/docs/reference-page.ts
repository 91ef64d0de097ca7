/** `docs/reference.md`: the help topics and the help of all commands on one page. */
import { FORMAT_SUMMARIES } from "../cli/help/format-summaries.ts";
import { formatDefault, listEnvironmentRows, listPlaces } from "../cli/help/help-topics.ts";
import { formatShellLine } from "../cli/help/help-layout.ts";
import { SETTINGS, type SettingRow } from "../settings/settings-table.ts";
import { listLeaves, type AllWords, type CommandWords } from "../cli/command/command-words.ts";
import { DIALECT_KEYS } from "../contract/dialect.ts";
import { ENDPOINT_NAMES, getEndpoint } from "../contract/endpoints.ts";
import { ERROR_CODES, EXIT_CODES } from "../errors.ts";
import { describeCommand, toRow, formatTyped } from "./command-description.ts";
import { toAnchor, formatCell, formatCode, joinSections, formatTable } from "./markdown.ts";

export const writeReferencePage = (words: AllWords): string =>
  `${joinSections([
    "# Reference",
    "Commands, flags, formats, settings, variables and codes, generated from the program. `swath help` prints the same.",
    "## Commands",
    writeCommands(words),
    "## Flags of every command",
    describeSetting("Flag", words.globalFlags.map(toRow)),
    "## Output formats",
    describeSetting("Format", Object.entries(FORMAT_SUMMARIES)),
    "## Settings",
    writeSettings(),
    "## Environment variables",
    describeSetting("Variable", listEnvironmentRows()),
    "## Exit codes",
    exitCodes(),
    "## Error codes",
    'With `--json` an error is one JSON object on stderr: `{"error":{"code","message","source","exitCode","hint","details",...}}`.',
    formatTable(
      ["Code", "Exit", "Condition"],
      Object.entries(ERROR_CODES).map(([name, [exit, condition]]) => [
        `[${formatCode(name)}](troubleshooting.md#${toAnchor(name)})`,
        String(exit),
        formatCell(condition),
      ]),
    ),
    "## Endpoints of the interface",
    writeEndpoints(words),
    "## Dialect",
    "The interface does not specify everything. Normally there is nothing to set: `swath` learns a value from responses, or by the " +
      "attempt of another form, and keeps it in the profile; the rest comes from a file " +
      "([profiles.md](profiles.md#a-service-that-differs-from-the-interface)). `swath doctor` shows what is known of your service, and " +
      "`swath config set dialect.<key> <value>` sets one value, which then stays. Choices without a setting are listed in [decisions.md](decisions.md).",
    writeDialect(),
  ])}\n`;

const writeSettings = (): string =>
  formatTable(
    ["Setting", "Description", "Sources (the first one applies)", "Default"],
    Object.entries(SETTINGS as Record<string, SettingRow>).map(([name, row]) => [
      formatCode(name),
      formatCell(row.summary),
      listPlaces(row)
        .map((place) => formatCode(place))
        .join(", "),
      row.default === undefined ? "" : formatCode(formatDefault(row)),
    ]),
  );

/** A table of names with their descriptions. */
const describeSetting = (heading: string, rows: readonly (readonly [string, string])[]): string =>
  formatTable(
    [heading, "Description"],
    rows.map(([name, summary]) => [formatCode(name), formatCell(summary)]),
  );

/** Maximum width of an example, which fits the column of the website. */
const EXAMPLE_WIDTH = 82;

/** A table of the verbs of each noun, then each command with its arguments and flags. */
function writeCommands(words: AllWords): string {
  const { nouns, singles } = words;
  const rows = (list: readonly CommandWords[]): string =>
    formatTable(
      ["Command", "Description"],
      list.map((each) => [
        `[${formatCode(formatTyped(each))}](#${toAnchor(writeHeading(each))})`,
        formatCell(each.summary),
      ]),
    );
  return joinSections([
    ...nouns.map(
      ({ name, summary, own, verbs }) =>
        `**${name}**: ${formatCell(summary)}\n\n${rows([...(own === undefined ? [] : [own]), ...verbs])}`,
    ),
    `**More commands**\n\n${rows(singles)}`,
    ...listLeaves(words).map(writeCommand),
  ]);
}

function writeCommand(words: CommandWords): string {
  const { args, flags, formats, examples } = words;
  const heading = `### ${writeHeading(words)}`;
  const rows = [...args, ...flags].map(toRow);
  return joinSections([
    heading,
    formatCell(describeCommand(words)),
    `Formats: ${formats.join(", ")}.`,
    // `bash` in place of `sh`, because a test runs all `sh` blocks of a page.
    ["```bash", ...examples.map(writeExample), "```"].join("\n"),
    ...(rows.length === 0 ? [] : [describeSetting("Argument or flag", rows)]),
  ]);
}

/** Returns an example without the indentation of help. */
const writeExample = (line: string): string => formatShellLine(line, EXAMPLE_WIDTH).replaceAll(/^ {2}/gm, "");

const writeHeading = ({ path }: CommandWords): string => ["swath", ...path].join(" ");

/** Exit codes with their error codes. */
const exitCodes = (): string =>
  formatTable(
    ["Exit", "Meaning", "Error codes"],
    Object.entries(EXIT_CODES).map(([exit, meaning]) => {
      const names = Object.entries(ERROR_CODES).filter(([, [ends]]) => String(ends) === exit);
      return [exit, formatCell(meaning), names.map(([name]) => formatCode(name)).join(", ")];
    }),
  );

function writeEndpoints(words: AllWords): string {
  const known = new Set(listLeaves(words).map(({ path }) => path.join(" ")));
  return formatTable(
    ["Method", "Path", "Effect", "Description", "Commands"],
    ENDPOINT_NAMES.map(getEndpoint).map(({ method, path, effect, summary, commands: own }) => {
      const found = own.filter((command) => known.has(command));
      const typedAs = found.length > 0 ? found : [`api ${method} ${path}`];
      return [
        method,
        formatCode(path),
        typeof effect === "function" ? "write or spend, by its body" : effect,
        formatCell(summary),
        typedAs.map((command) => formatCode(`swath ${command}`)).join(", "),
      ];
    }),
  );
}

function writeDialect(): string {
  interface Row {
    default: unknown;
    choices?: readonly string[];
    expected?: string;
    summary: string;
    shownBy?: unknown;
  }
  return formatTable(
    ["Key", "Description", "Default", "Values", "Learned"],
    Object.entries(DIALECT_KEYS as Record<string, Row>).map(([key, row]) => {
      const others = row.choices?.map((choice) => formatCode(choice)).join(", ");
      return [
        formatCode(key),
        formatCell(row.summary),
        formatCode(String(row.default)),
        others ??
          (typeof row.default === "boolean" ? "`true`, `false`" : formatCell(row.expected ?? "any text")),
        describeLearned(row.shownBy),
      ];
    }),
  );
}

function describeLearned(shownBy: unknown): string {
  if (shownBy === undefined) return "no";
  return shownBy === "attempt" ? "by an attempt" : "from responses";
}
