/** `man/`: a page of the program, one for each noun with its verbs, and one for each command without a noun. */
import type { AllWords, CommandWords, NamedWords } from "../cli/command/command-words.ts";
import { FORMAT_SUMMARIES } from "../cli/help/format-summaries.ts";
import { shellLine } from "../cli/help/help-layout.ts";
import { environmentRows } from "../cli/help/help-topics.ts";
import { ERROR_CODES, EXIT_CODES } from "../errors.ts";
import { descriptionOf, row, typed } from "./command-description.ts";
import { bold, paragraph, roff, section, shellLines, subsection, terms, title } from "./roff.ts";

/** A section is indented by 7 columns in a terminal of 80. */
const EXAMPLE_WIDTH = 73;

const SEE_ALSO = section(
  "SEE ALSO",
  `${bold("swath")}(1) has the flags of every command, exit codes and variables.`,
);

export interface ManPage {
  /** `swath-order.1` */
  file: string;
  text: string;
}

/** @param version of the package, for the footer */
export function manPages(words: AllWords, version: string): ManPage[] {
  const page = (name: string, summary: string, parts: readonly string[]): ManPage => ({
    file: `${name}.1`,
    text: `${[
      title(name.toUpperCase(), `swath ${version}`, "swath manual"),
      section("NAME", `${roff(name)} \\- ${roff(summary)}`),
      ...parts,
    ].join("\n")}\n`,
  });
  const { nouns, singles } = words;
  return [
    page("swath", "task, search, order and download SAR satellite imagery", programParts(words)),
    ...nouns.map(({ name, summary, own, verbs }) =>
      page(`swath-${name}`, summary, [
        section(
          "SYNOPSIS",
          `${bold(`swath ${name}`)} ${roff(own === undefined ? "<command>" : "[command]")} [flags]`,
        ),
        ...(own === undefined ? [] : [section("DESCRIPTION", ...commandParts(own))]),
        section("COMMANDS", ...verbs.map((verb) => subsection(typed(verb), ...commandParts(verb)))),
        SEE_ALSO,
      ]),
    ),
    ...singles.map((single) =>
      page(`swath-${single.path.join("-")}`, single.summary, [
        section("SYNOPSIS", `${bold(typed(single))} [flags]`),
        section("DESCRIPTION", ...commandParts(single)),
        SEE_ALSO,
      ]),
    ),
  ];
}

function programParts({ nouns, singles, globalFlags }: AllWords): string[] {
  const entries = [...nouns, ...singles.map(({ path, summary }) => ({ name: path.join("-"), summary }))];
  return [
    section("SYNOPSIS", `${bold("swath")} ${roff("<command>")} [flags]`),
    section(
      "DESCRIPTION",
      paragraph(
        "Results go to stdout, everything else to stderr. Without an account, --sandbox runs a command against a local service " +
          "with simulated satellites, prices and imagery, at no cost.",
      ),
    ),
    section("COMMANDS", terms(entries.map(({ name, summary }) => [`swath-${name}(1)`, summary]))),
    section("FLAGS OF EVERY COMMAND", ...groupsOf(globalFlags)),
    section("OUTPUT FORMATS", terms(Object.entries(FORMAT_SUMMARIES))),
    section("ENVIRONMENT", terms(environmentRows())),
    section("EXIT STATUS", terms(Object.entries(EXIT_CODES))),
    section(
      "ERROR CODES",
      terms(
        Object.entries(ERROR_CODES).map(([code, [exit, condition]]) => [code, `${condition} (exit ${exit})`]),
      ),
    ),
  ];
}

function commandParts(words: CommandWords): string[] {
  const { args, flags, formats, examples } = words;
  return [
    paragraph(descriptionOf(words)),
    ...(args.length === 0 ? [] : [terms(args.map(row))]),
    ...groupsOf(flags),
    paragraph(`Formats: ${formats.join(", ")}.`),
    shellLines(examples.map((line) => shellLine(line, EXAMPLE_WIDTH))),
  ];
}

/** Flags under their headings; a single group needs none. */
function groupsOf(flags: readonly (NamedWords & { group: string })[]): string[] {
  const headings = [...new Set(flags.map(({ group }) => group))];
  return headings.flatMap((heading) => [
    ...(headings.length === 1 ? [] : [paragraph(heading)]),
    terms(flags.filter(({ group }) => group === heading).map(row)),
  ]);
}
