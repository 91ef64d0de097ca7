/** Maps the arguments to their result: a text, such as help or the version, or a command to run. */
import type { ExitCode } from "../errors.ts";
import type { CommandTree } from "./command/define-command.ts";
import { readWords } from "./command/read-words.ts";
import { withProgramName, TOPIC_NAMES } from "./help/root-help.ts";
import { programName } from "../hint.ts";
import { widthOf } from "./output/presentation.ts";
import type { World } from "./world.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { baseFolder } from "../settings/base-folder.ts";

/** `said` receives the run's messages, as lines for its summary. */
export async function dispatch(world: World, tree: CommandTree, said: string[] = []): Promise<ExitCode> {
  const { argv, stdout, env } = world;
  const width = widthOf(stdout, env["COLUMNS"]);
  const program = programName(env);
  const isHelpCommand = argv[0] === "help";
  const words = isHelpCommand ? argv.slice(1) : argv;
  const topic = isHelpCommand ? await helpTopicOf(words, width) : undefined;
  // `swath help help` prints the help of the program.
  const asked =
    (topic && { text: withProgramName(program, [...tree.nouns, ...tree.singles])(topic.text) }) ??
    (await readWords(tree, words.join(" ") === "help" ? [] : words, {
      width,
      program,
      isHelpCommand,
      listedTypes: () => listedTypes(world),
    }));
  if ("text" in asked) {
    await stdout.write(asked.text);
    return 0;
  }
  const { runCommand } = await import("./command/run-command.ts");
  return runCommand(world, asked.command, said);
}

async function helpTopicOf([name, ...further]: readonly string[], width: number) {
  if (name === undefined || further.length > 0 || !TOPIC_NAMES.some((one) => one === name)) return undefined;
  const { helpTopic } = await import("./help/help-topics.ts");
  return { text: helpTopic(name, width) ?? "" };
}

/** Equal to the lifetime of the list in a run. */
const FRESH_MS = 24 * 3_600_000;

/**
 * Returns the service's collection types, for help; undefined when the cache is empty or outdated. Reads only the file
 * that `task types` caches, because help must load little.
 */
async function listedTypes(
  world: Pick<World, "argv" | "env" | "homeDir" | "clock">,
): Promise<readonly string[] | undefined> {
  try {
    const folder = join(baseFolder(world.env, world.homeDir, "XDG_CACHE_HOME", ".cache") ?? "", "types");
    if (!existsSync(folder)) return undefined;
    const { typedProfile } = await import("./flags/typed-profile.ts");
    const path = join(folder, `${typedProfile(world, world.argv).profile}.json`);
    const { atMs, types } = JSON.parse(readFileSync(path, "utf8")) as {
      atMs: number;
      types: { name: unknown }[];
    };
    const names = types.map(({ name }) => name).filter((name) => typeof name === "string");
    const isFresh = Math.abs(world.clock.now() - atMs) < FRESH_MS;
    return isFresh && names.length > 0 ? names : undefined;
  } catch {
    return undefined;
  }
}
