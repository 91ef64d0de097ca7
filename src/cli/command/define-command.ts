/**
 * A command: `syntax` declares its arguments and flags, `parse` converts them to a validated request, `run` does the
 * work and returns data, `view` shows exactly that data. This file does not know how commands are found or how
 * results and errors are printed.
 */
import type { Command } from "@commander-js/extra-typings";
import type { Context, ContextOptions } from "../context.ts";
import type { View } from "../output/view.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- commander's own type parameters: arguments, options, globals
export type AnyCommand = Command<any, any, any>;

type Options<S extends AnyCommand> = ReturnType<S["opts"]>;
type Arguments<S extends AnyCommand> = S["processedArgs"] extends unknown[] ? S["processedArgs"] : never;

interface Words {
  name: string;
  /** One line, no full stop. */
  summary: string;
  /** More than the summary: rules, defaults, which requests cost money. */
  description?: string;
  /** At least one command line that works as written. */
  examples: readonly string[];
  /** The flags in `--help` of a command with too many for a screen; `--help-all` shows them all. */
  mostUsed?: readonly `--${string}`[];
  conduct?: ContextOptions;
}

interface Shown<S extends AnyCommand, Data> extends Words {
  syntax: (command: Command) => S;
  view: View<Data>;
  /** Returns another view of the same data, if a flag asks for it. */
  viewFor?: (options: Options<S>) => View<Data> | undefined;
}

interface Plain<S extends AnyCommand, Data> extends Shown<S, Data> {
  parse?: undefined;
  run: (context: Context, options: Options<S>, ...args: Arguments<S>) => Promise<Data> | Data;
}

interface Parsed<S extends AnyCommand, Request, Data> extends Shown<S, Data> {
  /** Converts the arguments to a validated request; throws all faults at once. Sends nothing. */
  parse: (context: Context, options: Options<S>, ...args: Arguments<S>) => Promise<Request> | Request;
  run: (context: Context, request: Request, options: Options<S>) => Promise<Data> | Data;
}

export interface CommandDefinition extends Words {
  syntax: (command: Command) => AnyCommand;
  parse: ((context: Context, options: object, ...args: unknown[]) => unknown) | undefined;
  run: (context: Context, ...rest: unknown[]) => unknown;
  view: View<unknown>;
  viewFor?: (options: object) => View<unknown> | undefined;
}

export function defineCommand<S extends AnyCommand, Request, Data>(
  definition: Parsed<S, Request, Data>,
): CommandDefinition;
export function defineCommand<S extends AnyCommand, Data>(definition: Plain<S, Data>): CommandDefinition;
export function defineCommand(definition: unknown): CommandDefinition {
  return definition as CommandDefinition;
}

export type Load = () => Promise<CommandDefinition>;

/** A noun: its commands by name. Each is loaded only when it is typed. */
export interface Noun {
  name: string;
  summary: string;
  /** `swath --help` has only its name; `swath --help-all` describes it. */
  isLessUsed?: true;
  /** The command for the noun alone, as in `swath spend`; without it the noun prints its help. */
  own?: Load;
  verbs: Readonly<Record<string, Load>>;
}

/** A command without a noun. Its summary is repeated here, so that listing the commands loads none of them. */
export interface Single {
  name: string;
  summary: string;
  /** As of a noun. */
  isLessUsed?: true;
  load: Load;
}

/** Every command. The table is in `commands/index.ts`. */
export interface CommandTree {
  nouns: readonly Noun[];
  singles: readonly Single[];
}
