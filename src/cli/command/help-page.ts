/** Commander's help of a command or a noun, in the layout of all help pages. */
import { Help, type Option } from "@commander-js/extra-typings";
import type { ProgramName } from "../../hint.ts";
import { wrap } from "../../render/width.ts";
import { meanings, page, section, shellLine, widestWord, type Meaning } from "../help/help-layout.ts";
import { briefMeaningOf, choiceLine, groupOf, meaningOf, termOf } from "../help/option-help.ts";
import { moreLine } from "../help/root-help.ts";
import type { AnyCommand, CommandDefinition } from "./define-command.ts";

const INDENTED = { hangingIndent: 2 };
/** Number of examples on a page with the most used flags. */
const FEW_EXAMPLES = 2;

export class HelpPage extends Help {
  /**
   * @param definition the command's definition; undefined for a noun, whose page lists its commands
   * @param how.fullHelpAsked with every flag, also for a command whose page shows only the most used ones
   * @param how.say writes the commands in a text as they are typed here
   */
  constructor(
    private readonly definition: CommandDefinition | undefined,
    private readonly how: { fullHelpAsked: boolean; program: ProgramName; say: (text: string) => string },
  ) {
    super();
  }

  override formatHelp(command: AnyCommand): string {
    return this.definition === undefined
      ? this.#nounPage(command)
      : this.#commandPage(command, this.definition);
  }

  override commandUsage(command: AnyCommand): string {
    const verb = this.definition === undefined ? "<command>" : "[command]";
    const args = command.commands.length > 0 ? [verb] : command.registeredArguments.map(termOf);
    return [pathOf(command).join(" "), ...args, "[flags]"].join(" ");
  }

  /** Returns the command's own flags. The flags shared by all commands have a separate list. */
  override visibleOptions(command: AnyCommand): Option[] {
    const shared = new Set(sharedOptions(command).map(({ long }) => long));
    return command.options.filter(({ hidden, long }) => !hidden && !shared.has(long));
  }

  get #width(): number {
    return this.helpWidth ?? 80;
  }

  #commandPage(command: AnyCommand, definition: CommandDefinition): string {
    const { summary, description: text = "", examples, mostUsed, view } = definition;
    const { program, say } = this.how;
    const description = say(text);
    const width = this.#width;
    const isShort = mostUsed !== undefined && !this.how.fullHelpAsked;
    const all = this.visibleOptions(command);
    const options = isShort ? all.filter(({ long }) => mostUsed.includes(long as `--${string}`)) : all;
    const args = command.registeredArguments.map((one): Meaning => [termOf(one), say(meaningOf(one))]);
    const widest = widestWord([...args, ...options.map(({ flags }) => [flags, ""] as const)]);
    // Two blanks before the term, two after it.
    const columns = width - widest - 4;
    const rowOf = (one: Option): Meaning => [
      one.flags,
      say(isShort ? briefMeaningOf(one, columns) : meaningOf(one)),
    ];
    const groups = isShort
      ? new Map([["Flags used most:", options]])
      : this.groupItems(options, options, groupOf);
    const path = pathOf(command).join(" ");
    return page([
      wrap(say(summary), { width }),
      section("Usage:", shellLine(this.commandUsage(command), width), width),
      [isShort ? firstSentence(description) : description, choiceLine(command)]
        .flatMap((line) => (line === "" ? [] : [wrap(line, { width })]))
        .join("\n"),
      section(
        "Examples:",
        examples
          .slice(0, isShort ? FEW_EXAMPLES : undefined)
          .map((line) => shellLine(say(line), width))
          .join("\n"),
        width,
      ),
      this.#verbList(command),
      section("Arguments:", meanings(args, width, widest), width),
      ...[...groups].map(([heading, group]) =>
        section(heading, meanings(group.map(rowOf), width, widest), width),
      ),
      [
        isShort && `All ${all.length} flags, and more on these: ${path} --help-all`,
        `Flags of every command, such as --json, --sandbox, --dry-run: ${program} help flags`,
        `Formats of -o, --output: ${view.formats.join(", ")}`,
      ]
        .flatMap((line) => (line === false ? [] : [wrap(line, { width, ...INDENTED })]))
        .join("\n"),
      moreLine(width, program),
    ]);
  }

  #nounPage(noun: AnyCommand): string {
    const width = this.#width;
    return page([
      wrap(noun.summary(), { width }),
      section("Usage:", shellLine(this.commandUsage(noun), width), width),
      this.#verbList(noun),
      wrap(`Flags and examples: ${pathOf(noun).join(" ")} <command> --help`, { width, ...INDENTED }),
      moreLine(width, this.how.program),
    ]);
  }

  /** Lists the commands of a noun; empty for a command without any. */
  #verbList(noun: AnyCommand): string {
    const rows = this.visibleCommands(noun).map((one): Meaning => [one.name(), one.summary()]);
    return section("Commands:", meanings(rows, this.#width), this.#width);
  }
}

const firstSentence = (text: string): string => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;

/** Returns the program, the noun, the command. */
export const levelsOf = (command: AnyCommand): AnyCommand[] => [
  ...(command.parent ? levelsOf(command.parent) : []),
  command,
];

/** Returns the flags that every command has: those of the program. */
export const sharedOptions = (command: AnyCommand): readonly Option[] => levelsOf(command)[0]!.options;

/** Returns `["swath", "order", "place"]`. */
export const pathOf = (command: AnyCommand): string[] => levelsOf(command).map((level) => level.name());
