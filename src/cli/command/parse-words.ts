/** Reads the words of one command with commander; every fault is ours, with the usage exit code. */
import { Command, CommanderError } from "@commander-js/extra-typings";
import { inputError, type Fault } from "../../errors.ts";
import { closest } from "../../domain/closest.ts";
import type { AnyCommand, CommandDefinition } from "./define-command.ts";
import { faultsOf } from "../flags/flag.ts";
import { asksForSkeleton } from "./skeleton.ts";
import { addGlobalFlags } from "../flags/global-flags.ts";

/** The command as commander sees it, fresh for this run. */
export function buildCommand(path: readonly string[], definition: CommandDefinition): AnyCommand {
  const command = new Command(["swath", ...path].join(" "))
    .description(definition.summary)
    .showSuggestionAfterError(false);
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
  let refused: Fault | undefined;
  try {
    command.parse([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // A template is of the body alone: it needs no id in the path.
    const isNeeded = error.code !== "commander.missingArgument" || !asksForSkeleton(command.opts());
    if (isNeeded) refused = usageFault(error, command);
  }
  const faults = command.options.flatMap(faultsOf).concat(command.registeredArguments.flatMap(faultsOf));
  if (refused !== undefined) throw inputError([refused, ...faults]);
  return { options: optionsOf(command), args: command.processedArgs as unknown[], faults };
}

/** The values as read. Commander writes "" where a reader gave nothing: such a flag is not given, its fault is kept. */
function optionsOf(command: AnyCommand): Record<string, unknown> {
  for (const option of command.options) {
    const name = option.attributeName();
    if (faultsOf(option).length > 0 && command.getOptionValue(name) === "") {
      command.setOptionValue(name, undefined);
    }
  }
  return command.opts() as Record<string, unknown>;
}

/** Commander's complaint in our words. */
function usageFault({ code, message }: CommanderError, command: AnyCommand): Fault {
  const said = message.replace(/^error: /, "");
  const quoted = /'([^']*)'/.exec(said)?.[1] ?? "";
  const hint = `Try '${command.name()} --help'`;
  const fault = { code: "USAGE", path: "", hint } as const;
  switch (code) {
    case "commander.unknownOption": {
      // What follows `=` is a value, and for somebody who types --api-key=... a secret.
      const option = quoted.replace(/=.*$/s, "");
      if (
        option !== quoted &&
        command.options.some(({ long, short }) => option === long || option === short)
      ) {
        const alone = `Give ${option} alone, or leave it out`;
        return { ...fault, flag: option, message: `${option} takes no value`, hint: alone };
      }
      const known = command.options.flatMap(({ long, hidden }) =>
        long === undefined || hidden ? [] : [long],
      );
      const meant = known.find((name) => name.startsWith(option)) ?? closest(option, known);
      return {
        ...fault,
        message: `unknown option ${option}`,
        value: option,
        hint: meant === undefined ? hint : `Did you mean ${meant}? ${hint}`,
      };
    }
    case "commander.optionMissingArgument": {
      const flag = /--[\w-]+/.exec(quoted)?.[0] ?? quoted;
      return { ...fault, flag, message: `${flag} needs a value (${quoted})` };
    }
    case "commander.missingArgument":
      return { ...fault, message: `<${quoted}> is missing`, rule: command.usage() };
    case "commander.excessArguments": {
      // Where no argument can stand, the extra one may be a key: swath auth login <key>.
      if (command.registeredArguments.length === 0)
        return { ...fault, message: `${command.name()} takes no argument` };
      const extra = command.args[command.registeredArguments.length] ?? "";
      return { ...fault, message: `unexpected argument ${JSON.stringify(extra)}`, value: extra };
    }
    default:
      return { ...fault, message: said };
  }
}

/** True when help is asked for: `-h` or `--help` anywhere before `--`. */
export function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const before = end === -1 ? words : words.slice(0, end);
  return before.includes("--help") || before.includes("-h");
}
