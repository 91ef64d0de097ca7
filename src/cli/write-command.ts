/** Reads the raw arguments, and writes the commands in hints for this run: with the flags that selected its service, quoted for its shell. */
import {
  type Command,
  commandLine,
  findShell,
  flagName,
  type Hint,
  hintText,
  programName,
  type WriteCommand,
} from "../hint.ts";
import type { World } from "./world.ts";

/** Flags that select the service and the account. Without them the next command would reach another service. */
const CARRIED = [
  "--profile",
  "--sandbox-user",
  "--base-url",
  "--vendor-prefix",
  "--ca-file",
  "--api-key-file",
  "--token-file",
  "--config",
];

/** Commands that reach no service. */
const LOCAL = new Set(["sandbox", "demo", "schema", "completion", "version", "help"]);

/** The flags that a login stores, so that the next command omits them. */
const STORED_BY_LOGIN = new Set(["--base-url", "--api-key-file"]);

export function createCommandWriter({
  argv,
  env,
  platform,
}: Pick<World, "argv" | "env" | "platform">): WriteCommand {
  const shell = findShell(env, platform);
  const program = programName(env);
  return (command) =>
    command.isFlags === true
      ? commandLine(command.inShell?.[shell] ?? command.words, shell)
      : `${program} ${commandLine([...command.words, ...collectCarried(argv, command)], shell)}`;
}

type Words = Command["words"];

function collectCarried(argv: readonly string[], { words }: Command): Words {
  if (LOCAL.has(words[0]?.text ?? "") || words.at(-1)?.text === "--help") return [];
  const names = words.map(({ text }) => text);
  const isLogin = argv[0] === "auth" && argv[1] === "login";
  const isSandbox = listFlagWords(argv).includes("--sandbox");
  // The flag of a setting would contradict the value to store.
  const stored = names[0] === "config" && names[1] === "set" ? flagName(names[2] ?? "") : undefined;
  const choosesProfile = isSandbox || names.includes("--profile") || names.includes("--sandbox");
  const flags = CARRIED.filter(
    (name) =>
      !names.includes(name) &&
      name !== stored &&
      !(isLogin && STORED_BY_LOGIN.has(name)) &&
      !(choosesProfile && name === "--profile"),
  ).flatMap((name) => {
    const value = readTypedValues(argv, name).at(-1);
    // A secret from a pipe is no longer available.
    return value === undefined || value === "-" ? [] : [name, value];
  });
  const sandbox =
    isSandbox && !names.includes("--profile") && !names.includes("--sandbox") ? ["--sandbox"] : [];
  return [...sandbox, ...flags].map((text) => ({ text }));
}

/** Returns the hint as text for this run. */
export const writeHint = (world: Pick<World, "argv" | "env" | "platform">, hint: Hint): string =>
  hintText(hint, createCommandWriter(world));

/** Returns the flags of this run that select its service, as words. */
export const listCarriedFlags = (argv: readonly string[]): string[] =>
  collectCarried(argv, { words: [] }).map(({ text }) => text);

/**
 * Returns the first typed value that begins and ends with a single quote in cmd, which passes such quotes on: `--query '[].id'`
 * is then a text.
 */
export function findSingleQuoted({
  argv,
  env,
  platform,
}: Pick<World, "argv" | "env" | "platform">): string | undefined {
  if (platform !== "win32" || findShell(env, platform) !== "cmd") return undefined;
  return argv.map((word) => word.replace(/^--[\w-]+=/, "")).find((value) => /^'.*'$/s.test(value));
}

/** Returns the arguments before `--`. */
function listFlagWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}

/**
 * Returns the values of a flag in the raw arguments, for cases in which parsing has failed or not begun: in the order in which they
 * were typed, as `--flag value`, `--flag=value` or `-fvalue`.
 */
export const readTypedValues = (argv: readonly string[], long: string, short?: string): string[] =>
  listFlagWords(argv).flatMap((word, at, words) => {
    if (word === long || word === short) return words[at + 1] ?? [];
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1);
    return short !== undefined && word.startsWith(short) ? word.slice(short.length).replace(/^=/, "") : [];
  });
