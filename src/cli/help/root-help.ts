/** The help of the program itself. It needs no command and no parser, so `swath --help` loads neither. */
import type { ProgramName } from "../../hint.ts";
import { wrap } from "../../render/width.ts";
import { formatMeanings, formatPage, formatSection, formatShellLine, type Meaning } from "./help-layout.ts";

/** Pages of `swath help <topic>`. */
export const TOPIC_NAMES = ["environment", "errors", "exit-codes", "flags", "formats", "settings"] as const;

/** Returns the last line of every help text. */
export const formatMoreLine = (width: number, program: ProgramName): string =>
  wrap(`More: ${program} help ${TOPIC_NAMES.join(" | ")}`, { width, hangingIndent: 2 });

/** The main workflow, step by step, and a run that shows it. */
const EXAMPLES = [
  "catalog search --place Lisbon --radius 20km --map lisbon.html --thumbnails --open --sandbox",
  "order place --sandbox",
  "order download --out-dir imagery --gallery --sandbox",
  "demo",
];

const FLAGS: readonly Meaning[] = [
  ["-h, --help", "show help, after any command"],
  ["--help-all", "all commands, shared flags, environment variables, exit codes"],
  ["-V, --version", "print the version"],
];

interface Named {
  name: string;
  summary: string;
  isLessUsed?: true;
}

/** Replaces `swath` in help by the program's name as typed here. */
export function withProgramName(program: ProgramName, commands: readonly Named[]): (text: string) => string {
  if (program === "swath") return (text) => text;
  const names = [...commands.map(({ name }) => name), "help"].join("|");
  const command = new RegExp(String.raw`\bswath (?=(?:${names})\b)`, "g");
  return (text) => text.replaceAll(command, `${program} `);
}

/** @param isFull with a summary of every command */
export function formatRootHelp(
  { nouns, singles }: { nouns: readonly Named[]; singles: readonly Named[] },
  width: number,
  program: ProgramName,
  isFull = false,
): string {
  const commands = [...nouns, ...singles];
  const isShown = ({ isLessUsed }: Named): boolean => isFull || isLessUsed !== true;
  const rows = commands.filter(isShown).map(({ name, summary }): Meaning => [name, summary]);
  const others = commands.filter((one) => !isShown(one)).map(({ name }) => name);
  return formatPage([
    wrap("Task, search, order and download SAR satellite imagery", { width }),
    formatSection("Usage:", formatShellLine(`${program} <command> [flags]`, width), width),
    formatSection(
      "Examples:",
      EXAMPLES.map((line) => formatShellLine(`${program} ${line}`, width)).join("\n"),
      width,
    ),
    formatSection(
      "Commands:",
      formatMeanings([...rows, ["help", "Show the help of a command or a topic"]], width),
      width,
    ),
    others.length === 0 ? "" : wrap(`More commands: ${others.join(", ")}`, { width, hangingIndent: 2 }),
    formatSection("Flags:", formatMeanings(FLAGS, width), width),
    formatMoreLine(width, program),
  ]);
}

/** Returns true when the arguments ask only for this help. */
export const asksForRootHelp = (words: readonly string[]): boolean =>
  words.every((word) => word === "--help" || word === "-h" || word === "help");
