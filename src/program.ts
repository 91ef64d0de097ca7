/** Words to an exit code: finds the command, runs it, shows what it returned. The only `catch` that prints. */
import { NOUNS, SINGLES } from "./commands/index.ts";
import { createContext } from "./cli/context.ts";
import type { CommandDefinition } from "./cli/define-command.ts";
import { DryRun, plannedRequestView } from "./cli/dry-run.ts";
import { findCommand, type CommandTree, type Found } from "./cli/find-command.ts";
import type { GlobalOptions } from "./cli/global-flags.ts";
import { commandHelp, nounHelp, rootHelp } from "./cli/help.ts";
import { asksForHelp, parseWords } from "./cli/parse-words.ts";
import { present } from "./cli/present.ts";
import { presentationOf, widthOf } from "./cli/presentation.ts";
import { reportFailure } from "./cli/report-failure.ts";
import { validatedRequest } from "./cli/validated-request.ts";
import type { World } from "./cli/world.ts";
import { inputError, type ExitCode } from "./errors.ts";
import { VERSION } from "./version.ts";

const TREE: CommandTree = { nouns: NOUNS, singles: SINGLES };

export async function run(world: World): Promise<ExitCode> {
  try {
    return await perform(world);
  } catch (error) {
    return reportFailure(world, error);
  }
}

async function perform(world: World): Promise<ExitCode> {
  const [first, ...rest] = world.argv;
  if (first === "help") return help(world, rest);
  const found = await findCommand(TREE, world.argv);
  if (found.kind === "root" && found.words.some((word) => word === "--version" || word === "-V")) {
    await world.stdout.write(`swath ${VERSION}\n`);
    return 0;
  }
  if (found.kind !== "command" || asksForHelp(found.words)) return showHelp(world, found);
  return runCommand(world, found.path, found.definition, found.words);
}

async function help(world: World, words: readonly string[]): Promise<ExitCode> {
  const { helpTopic } = await import("./cli/help-topics.ts");
  const topic = words.length === 1 ? helpTopic(words[0]!) : undefined;
  if (topic === undefined) return showHelp(world, await findCommand(TREE, words));
  await world.stdout.write(topic);
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

async function runCommand(
  world: World,
  path: readonly string[],
  definition: CommandDefinition,
  words: readonly string[],
): Promise<ExitCode> {
  const { options, args, faults } = parseWords(path, definition, words);
  if (definition.parse === undefined && faults.length > 0) throw inputError(faults);
  const context = await createContext(world, options as Partial<GlobalOptions>, definition.conduct);
  try {
    const parsed = await validatedRequest(context, definition, options, args, faults);
    const result = await definition.run(context, ...parsed);
    const count = await present(presentationOf(context), definition.view, result);
    if (count === 0) context.notes.note("Nothing found");
    if (context.failure !== undefined) throw context.failure;
    return 0;
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    await present({ ...presentationOf(context), columns: undefined }, plannedRequestView, error.request);
    return 0;
  } finally {
    await context.service.close();
  }
}
