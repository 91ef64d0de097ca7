/** Commander's help of a command or a noun, in the layout of all help pages. */
import { Help, type Option } from "@commander-js/extra-typings";
import type { ProgramName } from "../../hint.ts";
import { wrap } from "../../render/width.ts";
import {
  formatMeanings,
  formatPage,
  formatSection,
  formatShellLine,
  measureWidestWord,
  type Meaning,
} from "../help/help-layout.ts";
import {
  formatBriefMeaning,
  formatChoiceLine,
  groupOf,
  formatMeaning,
  formatTerm,
} from "../help/option-help.ts";
import { formatMoreLine } from "../help/root-help.ts";
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
      ? this.#formatNounPage(command)
      : this.#formatCommandPage(command, this.definition);
  }

  override commandUsage(command: AnyCommand): string {
    const verb = this.definition === undefined ? "<command>" : "[command]";
    const args = command.commands.length > 0 ? [verb] : command.registeredArguments.map(formatTerm);
    return [toPath(command).join(" "), ...args, "[flags]"].join(" ");
  }

  /** Returns the command's own flags. The flags shared by all commands have a separate list. */
  override visibleOptions(command: AnyCommand): Option[] {
    const shared = new Set(listSharedOptions(command).map(({ long }) => long));
    return command.options.filter(({ hidden, long }) => !hidden && !shared.has(long));
  }

  get #width(): number {
    return this.helpWidth ?? 80;
  }

  #formatCommandPage(command: AnyCommand, definition: CommandDefinition): string {
    const { summary, description: text = "", examples, mostUsed, view } = definition;
    const { program, say } = this.how;
    const description = say(text);
    const width = this.#width;
    const isShort = mostUsed !== undefined && !this.how.fullHelpAsked;
    const all = this.visibleOptions(command);
    const options = isShort ? all.filter(({ long }) => mostUsed.includes(long as `--${string}`)) : all;
    const args = command.registeredArguments.map((one): Meaning => [
      formatTerm(one),
      say(formatMeaning(one)),
    ]);
    const widest = measureWidestWord([...args, ...options.map(({ flags }) => [flags, ""] as const)]);
    // Two blanks before the term, two after it.
    const columns = width - widest - 4;
    const rowOf = (one: Option): Meaning => [
      one.flags,
      say(isShort ? formatBriefMeaning(one, columns) : formatMeaning(one)),
    ];
    const groups = isShort
      ? new Map([["Flags used most:", options]])
      : this.groupItems(options, options, groupOf);
    const path = toPath(command).join(" ");
    return formatPage([
      wrap(say(summary), { width }),
      formatSection("Usage:", formatShellLine(this.commandUsage(command), width), width),
      [isShort ? takeFirstSentence(description) : description, formatChoiceLine(command)]
        .flatMap((line) => (line === "" ? [] : [wrap(line, { width })]))
        .join("\n"),
      formatSection(
        "Examples:",
        examples
          .slice(0, isShort ? FEW_EXAMPLES : undefined)
          .map((line) => formatShellLine(say(line), width))
          .join("\n"),
        width,
      ),
      this.#formatVerbs(command),
      formatSection("Arguments:", formatMeanings(args, width, widest), width),
      ...[...groups].map(([heading, group]) =>
        formatSection(heading, formatMeanings(group.map(rowOf), width, widest), width),
      ),
      [
        isShort && `All ${all.length} flags, and more on these: ${path} --help-all`,
        `Flags of every command, such as --json, --sandbox, --dry-run: ${program} help flags`,
        `Formats of -o, --output: ${view.formats.join(", ")}`,
      ]
        .flatMap((line) => (line === false ? [] : [wrap(line, { width, ...INDENTED })]))
        .join("\n"),
      formatMoreLine(width, program),
    ]);
  }

  #formatNounPage(noun: AnyCommand): string {
    const width = this.#width;
    return formatPage([
      wrap(noun.summary(), { width }),
      formatSection("Usage:", formatShellLine(this.commandUsage(noun), width), width),
      this.#formatVerbs(noun),
      wrap(`Flags and examples: ${toPath(noun).join(" ")} <command> --help`, { width, ...INDENTED }),
      formatMoreLine(width, this.how.program),
    ]);
  }

  /** Lists the commands of a noun; empty for a command without any. */
  #formatVerbs(noun: AnyCommand): string {
    const rows = this.visibleCommands(noun).map((one): Meaning => [one.name(), one.summary()]);
    return formatSection("Commands:", formatMeanings(rows, this.#width), this.#width);
  }
}

const takeFirstSentence = (text: string): string => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;

/** Returns the program, the noun, the command. */
export const listLevels = (command: AnyCommand): AnyCommand[] => [
  ...(command.parent ? listLevels(command.parent) : []),
  command,
];

/** Returns the flags that every command has: those of the program. */
export const listSharedOptions = (command: AnyCommand): readonly Option[] => listLevels(command)[0]!.options;

/** Returns `["swath", "order", "place"]`. */
export const toPath = (command: AnyCommand): string[] => listLevels(command).map((level) => level.name());
