/** Writes the commands in hints for this run: with the flags that selected its service, quoted for its shell. */
import { Command, commandLine, programName, shellOf, type WriteCommand } from "../hint.ts";
import type { World } from "./world.ts";

/** Flags that select the service and the account. Without them the next command would reach another service. */
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

/** The flags that a login stores, so that the next command omits them. */
const STORED_BY_LOGIN = new Set(["--base-url", "--api-key-file"]);

export function commandWriter({
  argv,
  env,
  platform,
}: Pick<World, "argv" | "env" | "platform">): WriteCommand {
  const shell = shellOf(env, platform);
  const program = programName(env);
  return (command) =>
    command.isFlags
      ? commandLine(command.words, shell)
      : `${program} ${commandLine([...command.words, ...carried(argv, command)], shell)}`;
}

type Words = Command["words"];

/** Reads the flags from the raw arguments, since their parser may have failed; handles `=` between flag and value. */
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

/** Returns the flags of this run that select its service, as words. */
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
    // A secret from a pipe is no longer available.
    else if (kind === "value" && value !== undefined && value !== "-") given.set(name, value);
  });
  return given;
}
