/** Words to an exit code: finds the command, runs it, shows what it returned. The only `catch` that prints. */
import { NOUNS, SINGLES } from "./commands/index.ts";
import { findCommand, requireSharedFlags, type CommandTree, type Found } from "./cli/find-command.ts";
import { commandHelp, nounHelp, rootHelp } from "./cli/help.ts";
import { asksForHelp } from "./cli/parse-words.ts";
import { widthOf } from "./cli/presentation.ts";
import type { World } from "./cli/world.ts";
import type { ExitCode } from "./errors.ts";
import { VERSION } from "./version.ts";

const TREE: CommandTree = { nouns: NOUNS, singles: SINGLES };

export async function run(world: World): Promise<ExitCode> {
  try {
    return await perform(world);
  } catch (error) {
    const { reportFailure } = await import("./cli/report-failure.ts");
    return reportFailure(world, error);
  }
}

async function perform(world: World): Promise<ExitCode> {
  const [first, ...rest] = world.argv;
  if (first === "help") return help(world, rest);
  if (first === "__complete") return complete(world, rest);
  const found = await findCommand(TREE, world.argv);
  if (found.kind === "root" && found.words.some((word) => word === "--version" || word === "-V")) {
    await world.stdout.write(`swath ${VERSION}\n`);
    return 0;
  }
  if (asksForHelp(found.words)) return showHelp(world, found);
  if (found.kind !== "command") {
    requireSharedFlags(found, found.kind === "noun" ? [found.noun.name] : []);
    return showHelp(world, found);
  }
  const { runCommand } = await import("./cli/run-command.ts");
  return runCommand(world, found.path, found.definition, found.words);
}

/** Asked by completion scripts, not by people. */
async function complete(world: World, words: readonly string[]): Promise<ExitCode> {
  const { completeIds } = await import("./cli/complete-ids.ts");
  await completeIds(world, words);
  return 0;
}

async function help(world: World, words: readonly string[]): Promise<ExitCode> {
  const { helpOn } = await import("./cli/help.ts");
  await world.stdout.write(await helpOn(TREE, words, world));
  return 0;
}

async function showHelp(world: World, found: Found): Promise<ExitCode> {
  const width = widthOf(world.stdout, world.env["COLUMNS"]);
  const text =
    found.kind === "command"
      ? commandHelp(found.path, found.definition, width)
      : found.kind === "noun"
        ? await nounHelp(found.noun, width)
        : rootHelp(TREE, width);
  await world.stdout.write(text);
  return 0;
}
