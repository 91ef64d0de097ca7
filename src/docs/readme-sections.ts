/** The generated sections of the README, by the names of their markers. */
import { DIALECT_KEYS } from "../contract/dialect.ts";
import { ENDPOINT_NAMES, endpointOf } from "../contract/endpoints.ts";
import { ERROR_CODES, EXIT_CODES } from "../errors.ts";
import { leavesOf, type AllWords, type CommandWords } from "../commands/completion/command-words.ts";
import type { Decision } from "./decisions.ts";
import { cell, code, sections, table } from "./markdown.ts";

export function readmeSections(words: AllWords, decisions: readonly Decision[]): Record<string, string> {
  return {
    commands: commands(words),
    endpoints: endpoints(words),
    "exit-codes": exitCodes(),
    dialect: dialect(decisions),
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
    ...nouns.map(({ name, aliases, summary, own, verbs }) => {
      const also = aliases.length === 0 ? "" : ` (also ${aliases.map((alias) => code(alias)).join(", ")})`;
      return `**${name}**${also}: ${cell(summary)}\n\n${rows([...(own === undefined ? [] : [own]), ...verbs])}`;
    }),
    `**More commands**\n\n${rows(singles)}`,
  ]);
}

/** Error codes with their exit codes; the reference explains each one. */
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
    ["Method", "Path", "Effect", "What it does", "Commands"],
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
