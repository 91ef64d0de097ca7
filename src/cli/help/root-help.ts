/** The help of the program itself. It needs no command and no parser, so `swath --help` loads neither. */
import { wrap } from "../../render/wrap.ts";
import { meanings, page, section, shellLine, type Meaning } from "./help-layout.ts";

/** Pages of `swath help <topic>`. */
export const TOPIC_NAMES = ["environment", "errors", "exit-codes", "flags", "formats", "settings"] as const;

/** The last line of every help text. */
export const moreLine = (width: number): string =>
  wrap(`More: swath help ${TOPIC_NAMES.join(" | ")}`, { width, hangingIndent: 2 });

const EXAMPLES = [
  "swath demo",
  "swath catalog search --point -9.14,38.71 --limit 5 --sandbox",
  "swath order download <orderId> --out-dir imagery",
];

const FLAGS: readonly Meaning[] = [
  ["-h, --help", "show help, after any command"],
  ["--help-all", "the same with shared flags, environment variables and exit codes"],
  ["-V, --version", "print the version"],
];

interface Named {
  name: string;
  summary: string;
}

export function rootHelp(
  { nouns, singles }: { nouns: readonly Named[]; singles: readonly Named[] },
  width: number,
): string {
  const rows = [...nouns, ...singles].map(({ name, summary }): Meaning => [name, summary]);
  return page([
    wrap("Task, search, order and download SAR satellite imagery", { width }),
    section("Usage:", shellLine("swath <command> [flags]", width), width),
    section("Examples:", EXAMPLES.map((line) => shellLine(line, width)).join("\n"), width),
    section("Commands:", meanings([...rows, ["help", "help on a command or a topic"]], width), width),
    section("Flags:", meanings(FLAGS, width), width),
    moreLine(width),
  ]);
}

/** True when the arguments ask only for this help. */
export const asksForRootHelp = (words: readonly string[]): boolean =>
  words.every((word) => word === "--help" || word === "-h" || word === "help");
