/** Help texts, made from the same definitions that parse. */
import { Command, Help } from "@commander-js/extra-typings";
import type { AnyCommand, CommandDefinition, Noun } from "./define-command.ts";
import type { CommandTree } from "./find-command.ts";
import { buildCommand } from "./parse-words.ts";

export const DOCS_LINE =
  "Exit codes, environment and settings: swath help exit-codes | environment | settings";

function render(command: AnyCommand, width: number, after: readonly string[]): string {
  const help = new Help();
  help.helpWidth = width;
  help.prepareContext({ helpWidth: width });
  const text = help.formatHelp(command as Command, help);
  return `${[text.trimEnd(), ...after].join("\n\n")}\n`
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

export function commandHelp(path: readonly string[], definition: CommandDefinition, width: number): string {
  const command = buildCommand(path, definition);
  const about = [definition.summary, definition.description]
    .filter((part) => part !== undefined)
    .join("\n\n");
  command.description(about);
  const examples = ["Examples:", ...definition.examples.map((example) => `  ${example}`)].join("\n");
  const formats = `Output formats: ${definition.view.formats.join(", ")}`;
  return render(command, width, [examples, formats, DOCS_LINE]);
}

export async function nounHelp(noun: Noun, width: number): Promise<string> {
  const command = new Command(`swath ${noun.name}`)
    .description(noun.summary)
    .helpOption("-h, --help", "show this help");
  for (const [verb, load] of Object.entries(noun.verbs)) {
    const definition = await load();
    command.addCommand(new Command(verb).description(definition.summary).usage(""));
  }
  command.helpCommand(false).usage("<command> [flags]");
  return render(command, width, [`More: swath ${noun.name} <command> --help`, DOCS_LINE]);
}

export function rootHelp(tree: CommandTree, width: number): string {
  const command = new Command("swath")
    .description("Task, search, order and download SAR satellite imagery")
    .usage("<command> [flags]")
    .helpOption("-h, --help", "show this help")
    .option("-V, --version", "print the version")
    .helpCommand("help [command]", "the same as <command> --help");
  for (const { name, summary } of [...tree.nouns, ...tree.singles]) {
    command.addCommand(new Command(name).description(summary).usage(""));
  }
  const examples = [
    "Examples:",
    "  swath demo",
    "  swath catalog search --point -9.14,38.71 --limit 5 --sandbox",
    "  swath order download <orderId> --out-dir imagery",
  ].join("\n");
  return render(command, width, [examples, DOCS_LINE]);
}
