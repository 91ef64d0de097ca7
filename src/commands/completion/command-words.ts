/** The complete command table as plain data, from which the completion scripts and the reference are generated. */
import { Command, type Option } from "@commander-js/extra-typings";
import type { CommandDefinition, CommandTree, Load } from "../../cli/command/define-command.ts";
import { loadWords } from "../../cli/completion/completing.ts";
import { addGlobalFlags } from "../../cli/flags/global-flags.ts";
import { TOPIC_NAMES } from "../../cli/help/root-help.ts";
import { meaningOf, termOf } from "../../cli/help/option-help.ts";
import { valueSource, type ValueSource } from "./value-source.ts";

export interface FlagWords {
  /** `--output`, `-o`; at least one of them. */
  long: string | undefined;
  short: string | undefined;
  /** As in help: `-o, --output <format>`. */
  flags: string;
  summary: string;
  /** The summary with the known values and the default. */
  meaning: string;
  /** The source of its value; undefined for a switch. */
  value: ValueSource | undefined;
  /** The value may be left out. */
  isValueOptional: boolean;
  isRepeatable: boolean;
}

export interface ArgumentWords {
  /** `<orderId>`, `[taskId...]`. */
  term: string;
  summary: string;
  /** The summary with the known values and the default. */
  meaning: string;
  value: ValueSource;
  isVariadic: boolean;
}

export interface CommandWords {
  /** `["order", "place"]`; a command of one word has one. */
  path: readonly string[];
  summary: string;
  flags: readonly FlagWords[];
  args: readonly ArgumentWords[];
  formats: readonly string[];
}

export interface NounWords {
  name: string;
  aliases: readonly string[];
  summary: string;
  /** The command of the noun alone. */
  own?: CommandWords | undefined;
  verbs: readonly CommandWords[];
}

export interface AllWords {
  nouns: readonly NounWords[];
  singles: readonly CommandWords[];
  globalFlags: readonly FlagWords[];
  topics: readonly string[];
}

export async function commandWords({ nouns, singles }: CommandTree): Promise<AllWords> {
  return {
    nouns: await Promise.all(
      nouns.map(async ({ name, aliases = [], summary, own, verbs }) => ({
        name,
        aliases,
        summary,
        own: own && (await wordsOf([name], own)),
        verbs: await Promise.all(Object.entries(verbs).map(([verb, load]) => wordsOf([name, verb], load))),
      })),
    ),
    singles: await Promise.all(singles.map(({ name, load }) => wordsOf([name], load))),
    globalFlags: addGlobalFlags(new Command()).options.map((option) => flagWords([], option)),
    topics: TOPIC_NAMES,
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
  await loadWords([...command.options, ...command.registeredArguments]);
  return {
    path,
    summary: definition.summary,
    flags: command.options.filter(({ hidden }) => !hidden).map((option) => flagWords(path, option)),
    args: command.registeredArguments.map((argument) => ({
      term: termOf(argument),
      summary: argument.description,
      meaning: meaningOf(argument),
      value: valueSource(path, argument.name(), argument),
      isVariadic: argument.variadic,
    })),
    formats: definition.view.formats,
  };
}

function flagWords(path: readonly string[], option: Option): FlagWords {
  const { long, short, flags, description, required, optional } = option;
  const valueName = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1]?.replace(/\.+$/, "") ?? "";
  const takesValue = required || optional;
  return {
    long,
    short,
    flags,
    summary: description,
    meaning: meaningOf(option),
    value: takesValue ? valueSource(path, valueName, option) : undefined,
    isValueOptional: optional,
    // `repeatable` in cli/flags adds this word to the description of each repeatable flag.
    isRepeatable: description.includes("(repeatable)"),
  };
}

/** `--output` of one command, with the formats that it supports. */
export const outputFlag = (formats: readonly string[]): FlagWords => ({
  long: "--output",
  short: "-o",
  flags: "-o, --output <format>",
  summary: "how to print the result",
  meaning: "how to print the result",
  value: { from: "words", words: formats },
  isValueOptional: false,
  isRepeatable: false,
});
