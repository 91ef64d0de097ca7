/** The tables of the reference that combine several tables of the program. */
import { DIALECT_KEYS } from "../contract/dialect.ts";
import { ENDPOINT_NAMES, endpointOf } from "../contract/endpoints.ts";
import { ERROR_CODES, EXIT_CODES } from "../errors.ts";
import { shellLine } from "../cli/help/help-layout.ts";
import { descriptionOf } from "./command-description.ts";
import { leavesOf, type AllWords, type CommandWords } from "../cli/command/command-words.ts";
import { anchorOf, cell, code, sections, table } from "./markdown.ts";

/** A line that fits the column of the website. */
const EXAMPLE_WIDTH = 82;

const typed = ({ path, args }: CommandWords): string =>
  ["swath", ...path, ...args.map(({ term }) => term)].join(" ");

/** A table of the verbs of each noun, then each command with its arguments and flags. */
export function commands(words: AllWords): string {
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
  const { args, flags, formats, examples, sameAs } = words;
  const heading = `### ${headingOf(words)}`;
  const description = cell(descriptionOf(words));
  if (sameAs !== undefined) return sections([heading, description]);
  const rows = [...args, ...flags].map(({ term, meaning }) => [code(term), cell(meaning)]);
  return sections([
    heading,
    description,
    `Formats: ${formats.join(", ")}.`,
    // Not `sh`: a test runs those blocks of a page in order.
    ["```bash", ...examples.map(exampleOf), "```"].join("\n"),
    ...(rows.length === 0 ? [] : [table(["Argument or flag", "Description"], rows)]),
  ]);
}

/** Returns an example without the indentation of help. */
const exampleOf = (line: string): string => shellLine(line, EXAMPLE_WIDTH).replaceAll(/^ {2}/gm, "");

const headingOf = ({ path }: CommandWords): string => ["swath", ...path].join(" ");

/** Exit codes with their error codes. */
export const exitCodes = (): string =>
  table(
    ["Exit", "Meaning", "Error codes"],
    Object.entries(EXIT_CODES).map(([exit, meaning]) => {
      const names = Object.entries(ERROR_CODES).filter(([, [ends]]) => String(ends) === exit);
      return [exit, cell(meaning), names.map(([name]) => code(name)).join(", ")];
    }),
  );

export function endpoints(words: AllWords): string {
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

export function dialect(): string {
  interface Row {
    default: unknown;
    choices?: readonly string[];
    expected?: string;
    summary: string;
  }
  return table(
    ["Key", "Description", "Default", "Values"],
    Object.entries(DIALECT_KEYS as Record<string, Row>).map(([key, row]) => {
      const others = row.choices?.map((choice) => code(choice)).join(", ");
      return [
        code(key),
        cell(row.summary),
        code(String(row.default)),
        others ?? (typeof row.default === "boolean" ? "`true`, `false`" : cell(row.expected ?? "any text")),
      ];
    }),
  );
}
