/** The complete command table as plain data, from which the reference is generated. */
import { Command, type Option } from "@commander-js/extra-typings";
import type { CommandDefinition, CommandTree, Load } from "../cli/command/define-command.ts";
import { addGlobalFlags } from "../cli/flags/global-flags.ts";
import { meaningOf, termOf } from "../cli/help/option-help.ts";

/** A flag or an argument. */
export interface NamedWords {
  /** As in help: `-o, --output <format>`, `[taskId...]`. */
  term: string;
  /** The description with the known values and the default. */
  meaning: string;
}

export interface CommandWords {
  /** `["order", "place"]`; a command of one word has one. */
  path: readonly string[];
  summary: string;
  flags: readonly NamedWords[];
  args: readonly NamedWords[];
  formats: readonly string[];
}

export interface NounWords {
  name: string;
  summary: string;
  /** The command of the noun alone. */
  own?: CommandWords | undefined;
  verbs: readonly CommandWords[];
}

export interface AllWords {
  nouns: readonly NounWords[];
  singles: readonly CommandWords[];
  globalFlags: readonly NamedWords[];
}

export async function commandWords({ nouns, singles }: CommandTree): Promise<AllWords> {
  return {
    nouns: await Promise.all(
      nouns.map(async ({ name, summary, own, verbs }) => ({
        name,
        summary,
        own: own && (await wordsOf([name], own)),
        verbs: await Promise.all(Object.entries(verbs).map(([verb, load]) => wordsOf([name, verb], load))),
      })),
    ),
    singles: await Promise.all(singles.map(({ name, load }) => wordsOf([name], load))),
    globalFlags: addGlobalFlags(new Command()).options.map(flagWords),
  };
}

/** Every command that runs something (not only a noun). */
export const leavesOf = ({ nouns, singles }: AllWords): CommandWords[] => [
  ...nouns.flatMap(({ own, verbs }) => [...(own === undefined ? [] : [own]), ...verbs]),
  ...singles,
];

async function wordsOf(path: readonly string[], load: Load): Promise<CommandWords> {
  const definition: CommandDefinition = await load();
  const command = definition.syntax(new Command(path.join(" ")));
  return {
    path,
    summary: definition.summary,
    flags: command.options.filter(({ hidden }) => !hidden).map(flagWords),
    args: command.registeredArguments.map((argument) => ({
      term: termOf(argument),
      meaning: meaningOf(argument),
    })),
    formats: definition.view.formats,
  };
}

const flagWords = (option: Option): NamedWords => ({ term: option.flags, meaning: meaningOf(option) });
