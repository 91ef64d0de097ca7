/** Writes `man/`: a page for the program, for each noun with its verbs, and for each command without a noun. */
import type { AllWords, CommandWords, NamedWords } from "../cli/command/command-words.ts";
import { FORMAT_SUMMARIES } from "../cli/help/format-summaries.ts";
import { formatShellLine } from "../cli/help/help-layout.ts";
import { listEnvironmentRows } from "../cli/help/help-topics.ts";
import { ERROR_CODES, EXIT_CODES } from "../errors.ts";
import { describeCommand, toRow, formatTyped } from "./command-description.ts";
import {
  writeBold,
  writeParagraph,
  escapeRoff,
  writeSection,
  writeShellLines,
  writeSubsection,
  writeTerms,
  writeTitle,
} from "./roff.ts";

/** Maximum width of an example: a terminal of 80 columns, of which 7 are the indentation of a section. */
const EXAMPLE_WIDTH = 73;

const SEE_ALSO = writeSection(
  "SEE ALSO",
  `${writeBold("swath")}(1) has the flags of every command, exit codes and variables.`,
);

export interface ManPage {
  /** The name of the file, such as `swath-order.1`. */
  file: string;
  text: string;
}

/** @param version of the package, for the footer */
export function writeManPages(words: AllWords, version: string): ManPage[] {
  const page = (name: string, summary: string, parts: readonly string[]): ManPage => ({
    file: `${name}.1`,
    text: `${[
      writeTitle(name.toUpperCase(), `swath ${version}`, "swath manual"),
      writeSection("NAME", `${escapeRoff(name)} \\- ${escapeRoff(summary)}`),
      ...parts,
    ].join("\n")}\n`,
  });
  const { nouns, singles } = words;
  return [
    page("swath", "task, search, order and download SAR satellite imagery", writeProgramParts(words)),
    ...nouns.map(({ name, summary, own, verbs }) =>
      page(`swath-${name}`, summary, [
        writeSection(
          "SYNOPSIS",
          `${writeBold(`swath ${name}`)} ${escapeRoff(own === undefined ? "<command>" : "[command]")} [flags]`,
        ),
        ...(own === undefined ? [] : [writeSection("DESCRIPTION", ...writeCommandParts(own))]),
        writeSection(
          "COMMANDS",
          ...verbs.map((verb) => writeSubsection(formatTyped(verb), ...writeCommandParts(verb))),
        ),
        SEE_ALSO,
      ]),
    ),
    ...singles.map((single) =>
      page(`swath-${single.path.join("-")}`, single.summary, [
        writeSection("SYNOPSIS", `${writeBold(formatTyped(single))} [flags]`),
        writeSection("DESCRIPTION", ...writeCommandParts(single)),
        SEE_ALSO,
      ]),
    ),
  ];
}

function writeProgramParts({ nouns, singles, globalFlags }: AllWords): string[] {
  const entries = [...nouns, ...singles.map(({ path, summary }) => ({ name: path.join("-"), summary }))];
  return [
    writeSection("SYNOPSIS", `${writeBold("swath")} ${escapeRoff("<command>")} [flags]`),
    writeSection(
      "DESCRIPTION",
      writeParagraph(
        "Results go to stdout, everything else to stderr. Without an account, --sandbox runs a command against a local service " +
          "with simulated satellites, prices and imagery, at no cost.",
      ),
    ),
    writeSection("COMMANDS", writeTerms(entries.map(({ name, summary }) => [`swath-${name}(1)`, summary]))),
    writeSection("FLAGS OF EVERY COMMAND", ...listFlagGroups(globalFlags)),
    writeSection("OUTPUT FORMATS", writeTerms(Object.entries(FORMAT_SUMMARIES))),
    writeSection("ENVIRONMENT", writeTerms(listEnvironmentRows())),
    writeSection("EXIT STATUS", writeTerms(Object.entries(EXIT_CODES))),
    writeSection(
      "ERROR CODES",
      writeTerms(
        Object.entries(ERROR_CODES).map(([code, [exit, condition]]) => [code, `${condition} (exit ${exit})`]),
      ),
    ),
  ];
}

function writeCommandParts(words: CommandWords): string[] {
  const { args, flags, formats, examples } = words;
  return [
    writeParagraph(describeCommand(words)),
    ...(args.length === 0 ? [] : [writeTerms(args.map(toRow))]),
    ...listFlagGroups(flags),
    writeParagraph(`Formats: ${formats.join(", ")}.`),
    writeShellLines(examples.map((line) => formatShellLine(line, EXAMPLE_WIDTH))),
  ];
}

/** Flags under their headings; a single group needs none. */
function listFlagGroups(flags: readonly (NamedWords & { group: string })[]): string[] {
  const headings = [...new Set(flags.map(({ group }) => group))];
  return headings.flatMap((heading) => [
    ...(headings.length === 1 ? [] : [writeParagraph(heading)]),
    writeTerms(flags.filter(({ group }) => group === heading).map(toRow)),
  ]);
}
