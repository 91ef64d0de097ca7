/** Writes the commands in hints for this run: with the flags that chose its service, quoted for its shell. */
import {
  Command,
  commandLine,
  isWritable,
  programName,
  shellOf,
  type ProgramName,
  type Shell,
  type WriteCommand,
} from "../hint.ts";
import type { World } from "./world.ts";

/** Flags that choose the service and the account. Without them the next command would reach another one. */
const CARRIED: Readonly<Record<string, "alone" | "value">> = {
  "--sandbox": "alone",
  "--profile": "value",
  "--sandbox-user": "value",
  "--base-url": "value",
  "--vendor-prefix": "value",
  "--ca-file": "value",
  "--api-key-file": "value",
  "--token-file": "value",
  "--config": "value",
};

/** Commands that reach no service. */
const LOCAL = new Set(["sandbox", "demo", "schema", "completion", "version", "help"]);

/** What a login stores, so that the next command has it already. */
const STORED_BY_LOGIN = new Set(["--base-url", "--api-key-file"]);

/** Longer commands are not repeated in a hint. */
const MOST_CHARACTERS = 300;

export function commandWriter({
  argv,
  env,
  platform,
  ids,
}: Pick<World, "argv" | "env" | "platform" | "ids">): WriteCommand {
  const shell = shellOf(env, platform);
  const program = programName(env);
  return (command) => {
    if (command.kind === "again") return repeated(ids?.inFull(argv) ?? argv, command, { shell, program });
    if (command.kind === "flags") return commandLine(command.words, shell);
    return `${program} ${commandLine([...command.words, ...carried(argv, command)], shell)}`;
  };
}

type Words = Command["words"];

/**
 * The flags are read from the raw arguments, since what failed may be their parser; `=` between flag and value counts.
 */
function carried(argv: readonly string[], { words }: Command): Words {
  if (LOCAL.has(words[0]?.text ?? "") || words.at(-1)?.text === "--help") return [];
  const given = givenFlags(argv);
  if (given.has("--sandbox")) given.delete("--profile");
  const names = words.map(({ text }) => text);
  const choosesProfile = names.includes("--profile") || names.includes("--sandbox");
  const isLogin = argv[0] === "auth" && argv[1] === "login";
  return [...given].flatMap(([name, value]) => {
    if (names.includes(name) || (isLogin && STORED_BY_LOGIN.has(name))) return [];
    if (choosesProfile && (name === "--profile" || name === "--sandbox")) return [];
    return [{ text: name }, ...(value === undefined ? [] : [{ text: value }])];
  });
}

/** The flags of this run that choose its service, as words. */
export const carriedFlags = (argv: readonly string[]): string[] =>
  carried(argv, new Command([])).map(({ text }) => text);

function givenFlags(argv: readonly string[]): Map<string, string | undefined> {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  const given = new Map<string, string | undefined>();
  words.forEach((word, at) => {
    const [name = "", ...rest] = word.split("=");
    const kind = CARRIED[name];
    const value = rest.length > 0 ? rest.join("=") : words[at + 1];
    if (kind === "alone" && rest.length === 0) given.set(name, undefined);
    // A secret that was piped in is not there any more.
    else if (kind === "value" && value !== undefined && value !== "-") given.set(name, value);
  });
  return given;
}

/**
 * This command once more, with more flags or without some. Empty when it read stdin, which a second run would have to be
 * given again, when it may hold a secret (`api`), and when it is long or cannot be written.
 */
function repeated(
  given: readonly string[],
  { words: flags, change }: Command,
  { shell, program }: { shell: Shell; program: ProgramName },
): string {
  const { only, instead, without } = change;
  const narrow = only === undefined ? given : forOneId(given, only);
  const reworded = instead === undefined ? narrow : narrow.map(inOtherWords(instead));
  if (instead !== undefined && reworded.every((word, at) => word === narrow[at])) return "";
  const argv = without === undefined ? reworded : leaveOut(reworded, without);
  // Where nothing is left out, the fault lies elsewhere, such as in a file.
  if (without !== undefined && argv.length === narrow.length) return "";
  const readsStdin = argv.some((word) => word === "-" || word === "@-" || word.endsWith("=-"));
  if (readsStdin || argv[0] === "api" || !argv.every(isWritable)) return "";
  const end = argv.indexOf("--");
  const [own, operands] = end === -1 ? [argv, []] : [argv.slice(0, end), argv.slice(end)];
  const plain = (words: readonly string[]): Words => words.map((text) => ({ text }));
  const line = `${program} ${commandLine([...plain(own), ...flags, ...plain(operands)], shell)}`;
  return line.length > MOST_CHARACTERS ? "" : line;
}

/** `nosuch`, `--profile=nosuch`, and `1a2b3c4d:GEO` where the word is the id. */
const inOtherWords =
  ({ word, by }: NonNullable<Command["change"]["instead"]>) =>
  (typed: string): string => {
    if (typed === word) return by;
    if (typed.startsWith(`${word}:`)) return `${by}${typed.slice(word.length)}`;
    const flag = /^--[\w-]+=/.exec(typed)?.[0];
    return flag !== undefined && typed.slice(flag.length) === word ? `${flag}${by}` : typed;
  };

/** Flags that end in `=` go with their values. */
function leaveOut(argv: readonly string[], flags: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  const isFlag = (word: string | undefined): boolean =>
    word !== undefined && flags.some((flag) => spellings(flag).includes(word));
  return argv.filter((word, at) => {
    if (end !== -1 && at > end) return true;
    const before = argv[at - 1];
    if (isFlag(before?.concat("=")) && !flags.includes(before!)) return false;
    return !isFlag(word) && !isFlag(`${word}=`) && !isFlag(word.replace(/=.*$/s, "="));
  });
}

/** The flags of which a hint speaks that have a short form too. */
const SHORT: Readonly<Record<string, string>> = { "--file=": "-f=", "--output=": "-o=", "--quiet": "-q" };

const spellings = (flag: string): string[] => [flag, ...(flag in SHORT ? [SHORT[flag]!] : [])];

/** The arguments without the other ids. An id that none of them names was read from stdin. */
function forOneId(
  argv: readonly string[],
  { id, of }: NonNullable<Command["change"]["only"]>,
): readonly string[] {
  const others = new Set(of.filter((other) => other !== id));
  const at = argv.includes(id) ? -1 : argv.indexOf("-");
  return argv.flatMap((word, index) => (index === at ? [id] : others.has(word) ? [] : [word]));
}
