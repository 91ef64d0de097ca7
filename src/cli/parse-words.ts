/** Reads the words of one command with commander; every fault is ours, with the usage exit code. */
import { Command, CommanderError } from "@commander-js/extra-typings";
import { AppError, type Fault } from "../errors.ts";
import type { AnyCommand, CommandDefinition } from "./define-command.ts";
import { faultsOf } from "./flag.ts";
import { addGlobalFlags } from "./global-flags.ts";

/** The command as commander sees it, fresh for this run. */
export function buildCommand(path: readonly string[], definition: CommandDefinition): AnyCommand {
  const command = new Command(["swath", ...path].join(" ")).description(definition.summary);
  const built = definition.syntax(command.optionsGroup("Flags:"));
  addGlobalFlags(built as Command);
  return built.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
}

export interface ParsedWords {
  options: Record<string, unknown>;
  args: unknown[];
  /** Values that a flag's reader refused; the flag is then undefined. */
  faults: readonly Fault[];
}

export function parseWords(
  path: readonly string[],
  definition: CommandDefinition,
  words: readonly string[],
): ParsedWords {
  const command = buildCommand(path, definition);
  command.action(() => {});
  try {
    command.parse([...words], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) throw usageError(error, command.name());
    throw error;
  }
  return {
    options: command.opts() as Record<string, unknown>,
    args: command.processedArgs as unknown[],
    faults: command.options.flatMap(faultsOf).concat(command.registeredArguments.flatMap(faultsOf)),
  };
}

function usageError(error: CommanderError, name: string): AppError {
  const [message = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const meant = suggestion?.replaceAll(/[()]/g, "");
  return new AppError("usage", "USAGE", message, {
    hint: `${meant === undefined ? "" : `${meant} `}Try '${name} --help'`,
  });
}

/** True when help is asked for: `-h` or `--help` anywhere before `--`. */
export function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const before = end === -1 ? words : words.slice(0, end);
  return before.includes("--help") || before.includes("-h");
}
