/** The generated sections of the README, by the name in their markers. */
import { DIALECT_KEYS } from "../contract/dialect.ts";
import { ENDPOINTS, type Endpoint, type EndpointName } from "../contract/endpoints.ts";
import { ERROR_CODES, EXIT_CODES } from "../errors.ts";
import { FORMAT_SUMMARIES } from "../cli/help/format-summaries.ts";
import { defaultOf, environmentRows, placesOf } from "../cli/help/help-topics.ts";
import { SETTINGS, type SettingRow } from "../cli/settings/settings-table.ts";
import { leavesOf, type AllWords, type CommandWords } from "../commands/completion/command-words.ts";
import type { Decision } from "./decisions.ts";
import { ENDPOINT_COMMANDS } from "./endpoint-commands.ts";
import { cell, code, sections, table } from "./markdown.ts";

export function readmeSections(words: AllWords, decisions: readonly Decision[]): Record<string, string> {
  return {
    commands: commands(words),
    flags: table(
      ["Flag", "What it does"],
      words.globalFlags.map(({ flags, summary }) => [code(flags), cell(summary)]),
    ),
    settings: settings(),
    environment: table(
      ["Variable", "What it does"],
      environmentRows().map(([name, summary]) => [code(name), cell(summary)]),
    ),
    "exit-codes": table(
      ["Exit", "Meaning"],
      Object.entries(EXIT_CODES).map(([exit, meaning]) => [exit, cell(meaning)]),
    ),
    "error-codes": table(
      ["Code", "Exit", "Condition"],
      Object.entries(ERROR_CODES).map(([name, [exit, condition]]) => [
        code(name),
        String(exit),
        cell(condition),
      ]),
    ),
    endpoints: endpoints(words),
    formats: formats(words),
    dialect: dialect(decisions),
    decisions: table(
      ["The interface leaves open", "What we do", "Where"],
      decisions
        .filter(({ key }) => key === undefined)
        .map(({ open, choice, file }) => [
          cell(open),
          cell(choice),
          `[${file.slice("src/".length)}](${file})`,
        ]),
    ),
  };
}

const typed = ({ path, args }: CommandWords): string =>
  ["swath", ...path, ...args.map(({ term }) => term)].join(" ");

function commands({ nouns, singles }: AllWords): string {
  const rows = (list: readonly CommandWords[]): string =>
    table(
      ["Command", "What it does"],
      list.map((each) => [code(typed(each)), cell(each.summary)]),
    );
  return sections([
    ...nouns.map(({ name, aliases, summary, verbs }) => {
      const also = aliases.length === 0 ? "" : ` (also ${aliases.map((alias) => code(alias)).join(", ")})`;
      return `**${name}**${also}: ${cell(summary)}\n\n${rows(verbs)}`;
    }),
    `**More commands**\n\n${rows(singles)}`,
  ]);
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

function endpoints(words: AllWords): string {
  const known = new Set(leavesOf(words).map(({ path }) => path.join(" ")));
  const reachedBy = (name: EndpointName, method: string, path: string): string => {
    const own = ENDPOINT_COMMANDS[name].filter((command) => known.has(command));
    return (own.length > 0 ? own : [`api ${method} ${path}`]).map((each) => code(`swath ${each}`)).join(", ");
  };
  return table(
    ["Method", "Path", "Effect", "What it does", "Commands"],
    (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).map(
      ([name, { method, path, effect, summary }]) => [
        method,
        code(path),
        typeof effect === "function" ? "write or spend, by its body" : effect,
        cell(summary),
        reachedBy(name, method, path),
      ],
    ),
  );
}

function formats(words: AllWords): string {
  return sections([
    table(
      ["Format", "What it is"],
      Object.entries(FORMAT_SUMMARIES).map(([name, summary]) => [code(name), cell(summary)]),
    ),
    table(
      ["Command", "Formats"],
      leavesOf(words).map((each) => [code(`swath ${each.path.join(" ")}`), each.formats.join(", ")]),
    ),
  ]);
}

function dialect(decisions: readonly Decision[]): string {
  interface Row {
    default: unknown;
    choices?: readonly string[];
    expected?: string;
    summary: string;
  }
  return table(
    ["Key", "What it is", "Default", "May be", "The interface leaves open", "What we do"],
    Object.entries(DIALECT_KEYS as Record<string, Row>).map(([key, row]) => {
      const decision = decisions.find((one) => one.key === key);
      const others = row.choices?.map((choice) => code(choice)).join(", ");
      return [
        code(key),
        cell(row.summary),
        code(String(row.default)),
        others ?? (typeof row.default === "boolean" ? "`true`, `false`" : cell(row.expected ?? "any text")),
        cell(decision?.open ?? ""),
        cell(decision?.choice ?? ""),
      ];
    }),
  );
}
