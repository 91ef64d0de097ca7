/** Runs a command that was found: words -> request -> data -> view. Loaded only when a command is to run, not for help. */
import { inputError, type ExitCode } from "../errors.ts";
import { createContext } from "./context.ts";
import type { CommandDefinition } from "./define-command.ts";
import { DryRun, plannedRequestView } from "./dry-run.ts";
import { parseWords } from "./parse-words.ts";
import { present } from "./present.ts";
import { presentationOf } from "./presentation.ts";
import { validatedRequest } from "./validated-request.ts";
import type { World } from "./world.ts";

export async function runCommand(
  world: World,
  path: readonly string[],
  definition: CommandDefinition,
  words: readonly string[],
): Promise<ExitCode> {
  const { options, args, faults } = parseWords(path, definition, words);
  if (definition.parse === undefined && faults.length > 0) throw inputError(faults);
  const context = await createContext(world, options, definition.conduct);
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
