/** `swath commands`: the table of commands as data, for assistants, wrappers and editors. */
import {
  collectCommandWords,
  listLeaves,
  type ArgumentWords,
  type FlagWords,
} from "../cli/command/command-words.ts";
import { defineCommand, type CommandTree } from "../cli/command/define-command.ts";
import { FORMAT_SUMMARIES } from "../cli/help/format-summaries.ts";
import { listView } from "../cli/output/view.ts";
import { ERROR_CODES, EXIT_CODES } from "../errors.ts";
import { VERSION } from "../version.ts";
import { findCommandEffect, EFFECT_MEANINGS } from "./effects.ts";

type CommandList = Awaited<ReturnType<typeof describeCommands>>;
type Listed = CommandList["commands"][number];

export const listCommands = (tree: CommandTree) =>
  defineCommand({
    name: "commands",
    summary: "List every command with its flags and effect",
    description:
      `The effect is what a command can do at most. ${Object.entries(EFFECT_MEANINGS)
        .map(([effect, meaning]) => `${effect}: ${meaning}.`)
        .join(" ")} ` +
      "--json has arguments, flags with types, choices and defaults, output formats, exit codes and error codes.",
    examples: ["swath commands", "swath commands --output tsv | grep spends", "swath commands --json"],
    syntax: (command) => command,
    run: () => describeCommands(tree),
    view: listView<Listed, CommandList>({
      rows: ({ commands }) => commands,
      columns: [
        { key: "command", header: "COMMAND", value: ({ command }) => command, fixed: true },
        { key: "effect", header: "EFFECT", value: ({ effect }) => effect, fixed: true },
        { key: "summary", header: "SUMMARY", value: ({ summary }) => summary },
      ],
      id: ({ command }) => command,
    }),
  });

/** Error codes are listed once: which of them a command can end with is not in a table. */
async function describeCommands(tree: CommandTree) {
  const words = await collectCommandWords(tree);
  return {
    version: VERSION,
    nouns: words.nouns.map(({ name, summary }) => ({ noun: name, summary })),
    commands: listLeaves(words).map(({ path, summary, description, args, flags, formats, examples }) => ({
      // Without `swath`: `order place`.
      command: path.join(" "),
      summary,
      description: description === "" ? undefined : description,
      effect: findCommandEffect(path),
      arguments: args.map(toListedArgument),
      flags: flags.map(toListedFlag),
      formats,
      examples,
    })),
    // The flags of every command.
    globalFlags: words.globalFlags.map(toListedFlag),
    formats: FORMAT_SUMMARIES,
    exitCodes: EXIT_CODES,
    errorCodes: Object.fromEntries(
      Object.entries(ERROR_CODES).map(([code, [exitCode, condition]]) => [code, { exitCode, condition }]),
    ),
  };
}

const toListedFlag = ({ group: _group, meaning: _meaning, ...flag }: FlagWords) => flag;

const toListedArgument = ({ meaning: _meaning, ...argument }: ArgumentWords) => argument;
