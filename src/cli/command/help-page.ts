/** Commander's help of a command or a noun, in the layout of all help pages. */
import { Help, type Argument, type Option } from "@commander-js/extra-typings";
import type { ProgramName } from "../../hint.ts";
import { wrap } from "../../render/wrap.ts";
import { meanings, page, section, shellLine, widestWord } from "../help/help-layout.ts";
import { briefMeaningOf, choiceLine, meaningOf, termOf } from "../help/option-help.ts";
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
    this.showGlobalOptions = true;
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

  override subcommandTerm(command: AnyCommand): string {
    return command.name();
  }

  override argumentTerm(argument: Argument): string {
    return termOf(argument);
  }

  override argumentDescription(argument: Argument): string {
    return this.how.say(meaningOf(argument));
  }

  override optionDescription(option: Option): string {
    return this.how.say(meaningOf(option));
  }

  /** Returns the command's own flags. The flags shared by all commands have a separate list. */
  override visibleOptions(command: AnyCommand): Option[] {
    const shared = new Set(this.visibleGlobalOptions(command).map(({ long }) => long));
    return command.options.filter(({ hidden, long }) => !hidden && !shared.has(long));
  }

  /** Every level accepts shared flags, so that they may be typed anywhere. */
  override visibleGlobalOptions(command: AnyCommand): Option[] {
    return sharedOptions(command).filter(({ hidden, long }) => !hidden && long !== "--version");
  }

  override formatItem(term: string, termWidth: number, description: string): string {
    return meanings([[term, description]], this.#width, termWidth);
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
    const args = command.registeredArguments;
    const widest = widestWord([
      ...args.map((one) => [this.argumentTerm(one), ""] as const),
      ...options.map((one) => [this.optionTerm(one), ""] as const),
    ]);
    // Two blanks before the term, two after it.
    const columns = width - widest - 4;
    const groups = isShort
      ? new Map([["Flags used most:", options]])
      : this.groupItems(options, options, headingOf);
    const path = pathOf(command).join(" ");
    return page([
      wrap(say(summary), { width }),
      section("Usage:", shellLine(this.commandUsage(command), width), width),
      [isShort ? firstSentence(description) : description, choiceLine(command)]
        .flatMap((text) => (text === "" ? [] : [wrap(text, { width })]))
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
      this.#list(
        "Arguments:",
        args.map((one) => this.formatItem(this.argumentTerm(one), widest, this.argumentDescription(one))),
      ),
      ...[...groups].map(([heading, group]) =>
        this.#list(
          heading,
          group.map((one) =>
            this.formatItem(
              this.optionTerm(one),
              widest,
              isShort ? say(briefMeaningOf(one, columns)) : this.optionDescription(one),
            ),
          ),
        ),
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
    const verbs = this.visibleCommands(noun);
    const widest = widestWord(verbs.map((one) => [this.subcommandTerm(one), ""]));
    return this.#list(
      "Commands:",
      verbs.map((one) => this.formatItem(this.subcommandTerm(one), widest, this.subcommandDescription(one))),
    );
  }

  #list(heading: string, items: readonly string[]): string {
    return section(heading, items.join("\n"), this.#width);
  }
}

const firstSentence = (text: string): string => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;

const headingOf = ({ helpGroupHeading }: Option): string => helpGroupHeading ?? "Flags:";

/** Returns the flags that every command has: those of the program. */
export const sharedOptions = (command: AnyCommand): readonly Option[] =>
  command.parent ? sharedOptions(command.parent) : command.options;

/** Returns `["swath", "order", "place"]`. */
export const pathOf = (command: AnyCommand): string[] => [
  ...(command.parent === null || command.parent === undefined ? [] : pathOf(command.parent)),
  command.name(),
];
