/** Help texts, made from the same definitions that parse. */
import { Command } from "@commander-js/extra-typings";
import { wrap } from "../../render/wrap.ts";
import type { AnyCommand, CommandDefinition, Noun } from "../command/define-command.ts";
import { findCommand, type CommandTree, type Found } from "../command/find-command.ts";
import { addGlobalFlags } from "../flags/global-flags.ts";
import { meanings, page, section, shellLine, widestWord, words, type Meaning } from "./help-layout.ts";
import { optionGroups, meaningOf, termOf } from "./option-help.ts";
import { widthOf } from "../output/presentation.ts";
import { moreLine, rootHelp, TOPIC_NAMES } from "./root-help.ts";
import type { World } from "../world.ts";

/** `swath help <words>`: a topic, or the help of the command that the words name. */
export async function helpOn(
  tree: CommandTree,
  words: readonly string[],
  world: Pick<World, "stdout" | "env">,
): Promise<string> {
  const [name, ...further] = words;
  if (name !== undefined && further.length === 0) {
    const { helpTopic } = await import("./help-topics.ts");
    const topic = helpTopic(name, widthOf(world.stdout, world.env["COLUMNS"]));
    if (topic !== undefined) return topic;
  }
  const isKnown = name !== "help" || further.length > 0;
  return helpFor(
    tree,
    await findCommand(tree, isKnown ? words : [], further.length === 0 ? TOPIC_NAMES : []),
    world,
  );
}

/** The help of whatever the words name, as wide as the terminal. */
export async function helpFor(
  tree: CommandTree,
  found: Found,
  { stdout, env }: Pick<World, "stdout" | "env">,
): Promise<string> {
  const width = widthOf(stdout, env["COLUMNS"]);
  switch (found.kind) {
    case "command":
      return commandHelp(found.path, found.definition, width);
    case "noun":
      return nounHelp(found.noun, width);
    case "root":
      return rootHelp(tree, width);
  }
}

function commandHelp(path: readonly string[], definition: CommandDefinition, width: number): string {
  const name = ["swath", ...path].join(" ");
  const command = definition.syntax(new Command(name).optionsGroup("Flags:"));
  const global = addGlobalFlags(new Command()).options.map(({ long, flags }) => long ?? flags);
  const args = command.registeredArguments.map((argument): Meaning => [
    termOf(argument),
    meaningOf(argument),
  ]);
  const groups = optionGroups(command);
  const widest = widestWord([...args, ...groups.flatMap(([, rows]) => rows)]);
  return page([
    wrap(definition.summary, { width }),
    section("Usage:", shellLine(usageOf(name, command), width), width),
    definition.description === undefined ? "" : wrap(definition.description, { width }),
    section("Examples:", definition.examples.map((line) => shellLine(line, width)).join("\n"), width),
    section("Arguments:", meanings(args, width, widest), width),
    ...groups.map(([heading, rows]) => section(heading, meanings(rows, width, widest), width)),
    section("Global flags (swath help flags says more):", words([...global, "--help"], width), width),
    wrap(`Output formats: ${definition.view.formats.join(", ")}`, { width, hangingIndent: 2 }),
    moreLine(width),
  ]);
}

const usageOf = (name: string, command: AnyCommand): string =>
  [name, ...command.registeredArguments.map(termOf), "[flags]"].join(" ");

async function nounHelp(noun: Noun, width: number): Promise<string> {
  const rows: Meaning[] = [];
  for (const [verb, load] of Object.entries(noun.verbs)) {
    const { name, summary } = await load();
    rows.push([verb, verb === name ? summary : `the same as ${name}`]);
  }
  return page([
    wrap(noun.summary, { width }),
    section("Usage:", shellLine(`swath ${noun.name} <command> [flags]`, width), width),
    section("Commands:", meanings(rows, width), width),
    wrap(`Flags and examples: swath ${noun.name} <command> --help`, { width, hangingIndent: 2 }),
    moreLine(width),
  ]);
}
