/** What the answers of the form come to: the GeoJSON, the same as a line to type, and the last question. */
import { Command } from "@commander-js/extra-typings";
import type { Context } from "../../cli/context.ts";
import { askYesNo } from "../../cli/input/prompt.ts";
import { commandLine } from "../../domain/command-line.ts";
import { AppError } from "../../errors.ts";
import { safeJson } from "../../render/safe-json.ts";
import { createSyntax, type CreateOptions } from "./create-flags.ts";
import type { TaskBody } from "./create-request.ts";

/** The words read as if they had been typed. */
export const optionsOf = (words: readonly string[]): CreateOptions =>
  createSyntax(new Command("swath task create"))
    .exitOverride()
    .parse([...words], { from: "user" })
    .opts();

export async function confirmTask(context: Context, body: TaskBody, words: readonly string[]): Promise<void> {
  const { notes, world, options } = context;
  for (const line of safeJson(body, 2).split("\n")) notes.note(line);
  const profile = options.sandbox === true ? ["--sandbox"] : [];
  notes.note("The same as a command:");
  notes.note(`  ${commandLine(["swath", "task", "create", ...words, ...profile])}`);
  if (options.dryRun === true || options.yes === true) return;
  if (await askYesNo(world, "Send it? It costs nothing until it is approved", true)) return;
  throw new AppError("local", "ABORTED", "you said no: nothing was sent");
}
