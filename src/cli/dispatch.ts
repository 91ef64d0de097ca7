/** From the words to what they ask for: the version, a help text, or a command that runs. */
import type { ExitCode } from "../errors.ts";
import { VERSION } from "../version.ts";
import { findCommand, requireSharedFlags, type CommandTree } from "./command/find-command.ts";
import { helpFor, helpOn } from "./help/help.ts";
import { asksForHelp } from "./command/parse-words.ts";
import type { World } from "./world.ts";

export async function dispatch(world: World, tree: CommandTree): Promise<ExitCode> {
  const [first, ...rest] = world.argv;
  if (first === "help") return say(world, await helpOn(tree, rest, world));
  const found = await findCommand(tree, world.argv);
  if (found.kind === "root" && found.words.some((word) => word === "--version" || word === "-V")) {
    return say(world, `swath ${VERSION}\n`);
  }
  if (asksForHelp(found.words)) return say(world, await helpFor(tree, found, world));
  if (found.kind !== "command") {
    requireSharedFlags(found, found.kind === "noun" ? [found.noun.name] : []);
    return say(world, await helpFor(tree, found, world));
  }
  const { runCommand } = await import("./command/run-command.ts");
  return runCommand(world, found.path, found.definition, found.words);
}

async function say({ stdout }: World, text: string): Promise<ExitCode> {
  await stdout.write(text);
  return 0;
}
