/**
 * A command: `syntax` declares what may be typed, `parse` makes a validated request of it, `run` works and returns
 * data, `view` shows exactly that data. Nothing here knows how a command is found, printed or failed.
 */
import type { Command } from "@commander-js/extra-typings";
import type { BodyKind } from "../../contract/body-kinds.ts";
import type { Context, ContextOptions } from "../context.ts";
import type { View } from "../output/view.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- commander's own type parameters: arguments, options, globals
export type AnyCommand = Command<any, any, any>;

type Options<S extends AnyCommand> = ReturnType<S["opts"]>;
type Arguments<S extends AnyCommand> = S["processedArgs"] extends unknown[] ? S["processedArgs"] : never;

interface Words {
  name: string;
  /** Further names for the same command. */
  aliases?: readonly string[];
  /** One line, no full stop. */
  summary: string;
  /** More than the summary says: rules, defaults, what happens to money. */
  description?: string;
  /** At least one line that works as it stands. */
  examples: readonly string[];
  conduct?: ContextOptions;
  /** The body that it sends, for --generate-skeleton. */
  body?: BodyKind | ((options: Readonly<Record<string, unknown>>) => BodyKind);
}

interface Plain<S extends AnyCommand, Data> extends Words {
  syntax: (command: Command) => S;
  parse?: undefined;
  run: (context: Context, options: Options<S>, ...args: Arguments<S>) => Promise<Data> | Data;
  view: View<Data>;
}

interface Parsed<S extends AnyCommand, Request, Data> extends Words {
  syntax: (command: Command) => S;
  /** Words to a validated request; throws every fault at once. Sends nothing. */
  parse: (context: Context, options: Options<S>, ...args: Arguments<S>) => Promise<Request> | Request;
  run: (context: Context, request: Request, options: Options<S>) => Promise<Data> | Data;
  view: View<Data>;
}

export interface CommandDefinition extends Words {
  syntax: (command: Command) => AnyCommand;
  parse: ((context: Context, options: object, ...args: unknown[]) => unknown) | undefined;
  run: (context: Context, ...rest: unknown[]) => unknown;
  view: View<unknown>;
}

export function defineCommand<S extends AnyCommand, Request, Data>(
  definition: Parsed<S, Request, Data>,
): CommandDefinition;
export function defineCommand<S extends AnyCommand, Data>(definition: Plain<S, Data>): CommandDefinition;
export function defineCommand(definition: unknown): CommandDefinition {
  return definition as CommandDefinition;
}

export type Load = () => Promise<CommandDefinition>;

/** A noun: its verbs by name, each loaded only when it is typed. */
export interface Noun {
  name: string;
  aliases?: readonly string[];
  summary: string;
  verbs: Readonly<Record<string, Load>>;
}

/** A command of one word. Its summary stands here too, so that the list of commands loads none of them. */
export interface Single {
  name: string;
  summary: string;
  load: Load;
}

/** Every command, as the table in `commands/index.ts` names them. */
export interface CommandTree {
  nouns: readonly Noun[];
  singles: readonly Single[];
}
