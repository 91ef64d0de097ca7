/** The complete command table as plain data: `swath commands`, the reference and the man pages show it. */
import { Command, type Argument, type Option } from "@commander-js/extra-typings";
import { addGlobalFlags } from "../flags/global-flags.ts";
import { SETTINGS, type SettingRow } from "../../settings/settings-table.ts";
import { formatDefault } from "../help/help-topics.ts";
import { formatChoiceLine, groupOf, formatMeaning, formatTerm } from "../help/option-help.ts";
import { toValueType, type ValueType } from "../help/value-type.ts";
import type { CommandDefinition, CommandTree, Load } from "./define-command.ts";
import { flagName } from "../../hint.ts";

/** A flag or an argument, with the names that `swath commands` prints. */
export interface NamedWords {
  /** As in help: `-o, --output <format>`, `[taskId...]`. */
  term: string;
  description: string;
  /** The description with the known values and the default. */
  meaning: string;
  type: ValueType;
  /** Known values. */
  choices?: readonly string[] | undefined;
  /** As help writes it: `5s`, `the current folder`. */
  default?: string | undefined;
  repeatable: boolean;
}

export interface FlagWords extends NamedWords {
  /** The long form. */
  flag: string;
  short?: string | undefined;
  /** The heading in help. */
  group: string;
}

export interface ArgumentWords extends NamedWords {
  required: boolean;
}

export interface CommandWords {
  /** `["order", "place"]`; a command of one word has one. */
  path: readonly string[];
  summary: string;
  description: string;
  /** The note of a command that offers a list. */
  choiceLine: string;
  examples: readonly string[];
  flags: readonly FlagWords[];
  args: readonly ArgumentWords[];
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
  globalFlags: readonly FlagWords[];
}

export async function collectCommandWords({ nouns, singles }: CommandTree): Promise<AllWords> {
  return {
    nouns: await Promise.all(
      nouns.map(async ({ name, summary, own, verbs }) => ({
        name,
        summary,
        own: own && (await readCommand([name], own)),
        verbs: await Promise.all(
          Object.entries(verbs).map(([verb, load]) => readCommand([name, verb], load)),
        ),
      })),
    ),
    singles: await Promise.all(singles.map(({ name, load }) => readCommand([name], load))),
    globalFlags: addGlobalFlags(new Command()).options.map(describeFlag),
  };
}

/** Every command that runs something (not only a noun). */
export const listLeaves = ({ nouns, singles }: AllWords): CommandWords[] => [
  ...nouns.flatMap(({ own, verbs }) => [...(own === undefined ? [] : [own]), ...verbs]),
  ...singles,
];

async function readCommand(path: readonly string[], load: Load): Promise<CommandWords> {
  const definition: CommandDefinition = await load();
  const command = definition.syntax(new Command(path.join(" ")).optionsGroup("Flags:"));
  const { summary, description = "", examples, view } = definition;
  return {
    path,
    summary,
    description,
    choiceLine: formatChoiceLine(command),
    examples,
    flags: command.options.filter(({ hidden }) => !hidden).map(describeFlag),
    args: command.registeredArguments.map(describeArgument),
    formats: view.formats,
  };
}

const describeFlag = (option: Option): FlagWords => ({
  flag: option.long ?? option.flags,
  short: option.short,
  group: groupOf(option),
  term: option.flags,
  description: option.description,
  meaning: formatMeaning(option),
  type: toValueType(option),
  choices: option.argChoices,
  default: findDefault(option),
  repeatable: option.description.endsWith("(repeatable)"),
});

const describeArgument = (argument: Argument): ArgumentWords => ({
  term: formatTerm(argument),
  description: argument.description,
  meaning: formatMeaning(argument),
  type: toValueType(argument),
  choices: argument.argChoices,
  default: findDefault(argument),
  repeatable: argument.variadic,
  required: argument.required,
});

/** Returns the default at the end of a description, or that of the setting of a flag. */
function findDefault(named: Option | Argument): string | undefined {
  const written = /\(default: ([^)]+)\)/.exec(formatMeaning(named))?.[1];
  return written ?? ("long" in named ? SETTING_DEFAULTS.get(named.long ?? "") : undefined);
}

const SETTING_DEFAULTS = new Map(
  Object.values(SETTINGS as Record<string, SettingRow>).flatMap((row) =>
    row.option === undefined || row.default === undefined ? [] : [[flagName(row.option), formatDefault(row)]],
  ),
);
