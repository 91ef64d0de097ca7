/**
 * Parses the arguments with commander: `swath [flags] noun [flags] verb ...`. A noun's commands are created when
 * the noun is typed, and a command's definition is loaded when the command is typed.
 */
import { Command, CommanderError, type Argument } from "@commander-js/extra-typings";
import { AppError, ERROR_CODES, inputError, type Fault } from "../../errors.ts";
import { findClosest } from "../../domain/closest.ts";
import { advice, swath, type Hint, type ProgramName } from "../../hint.ts";
import { VERSION } from "../../version.ts";
import { readFlag, readFlags, recordOf } from "../flags/flag.ts";
import { addGlobalFlags } from "../flags/global-flags.ts";
import type { PickList } from "../ids/pick-list.ts";
import { cleanId, requirePlainWords } from "../input/look-alikes.ts";
import { usageFault } from "../input/usage.ts";
import { formatRootHelp, withProgramName, TOPIC_NAMES } from "../help/root-help.ts";
import type { AnyCommand, CommandDefinition, CommandTree, Load, Noun } from "./define-command.ts";
import { HelpPage, listLevels, toPath, listSharedOptions } from "./help-page.ts";

/** A command with its parsed arguments and flags. */
export interface TypedCommand {
  /** Its words without `swath`: `["catalog", "search"]`. */
  path: readonly string[];
  definition: CommandDefinition;
  options: Record<string, unknown>;
  args: unknown[];
  /** Flag values that a reader rejected; the flag is then undefined. */
  faults: readonly Fault[];
  /** An argument that may be chosen from a list when it is missing. */
  missing?: Missing | undefined;
}

export interface Missing {
  pick: PickList;
  /** The error when nothing can be chosen; without it the command itself reports the missing argument. */
  fault: Fault | undefined;
  /** Passes the choice to the command. */
  take: (chosen: readonly string[]) => void;
}

export type Asked = { text: string } | { command: TypedCommand };

export interface ReadWords {
  /** The width of help in columns. */
  width: number;
  /** The system, whose rules readers of flags follow. */
  platform: string;
  /** The program's name as typed. */
  program?: ProgramName;
  /** The arguments of `swath help`, which may also be the name of a topic or an error code. */
  isHelpCommand?: boolean;
}

/** Errors: USAGE, and the faults that flag readers report. */
export async function readWords(
  tree: CommandTree,
  typed: readonly string[],
  { width, platform, program = "swath", isHelpCommand = false }: ReadWords,
): Promise<Asked> {
  requirePlainWords(typed);
  const words = removeHelp(typed);
  const isFull = typed.some((word) => word === HELP_ALL) && !words.includes(HELP_ALL);
  const whole = async (text: string): Promise<Asked> => {
    if (!isFull) return { text };
    const { formatFullHelp } = await import("../help/help-topics.ts");
    return { text: `${text}\n${formatFullHelp(width)}` };
  };
  const run: Run = {
    helpAsked: isHelpCommand || words.length < typed.length,
    fullHelpAsked: isFull,
    topics: isHelpCommand && typed.length === 1 ? [...TOPIC_NAMES, ...Object.keys(ERROR_CODES)] : [],
    nouns: tree.nouns,
    platform,
    program,
    say: withProgramName(program, [...tree.nouns, ...tree.singles]),
  };
  const root = createProgram(tree, run);
  try {
    await root.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.version") return { text: `${error.message}\n` };
  }
  if (run.command !== undefined) return { command: run.command };
  const about = run.helpOf ?? root;
  if (about === root) return whole(formatRootHelp(tree, width, program, isFull));
  await about.describeVerbs();
  return whole(about.configureHelp({ helpWidth: width }).helpInformation());
}

const HELP_ALL = "--help-all";

/**
 * Returns the arguments before `--` without `-h`, `--help` and `--help-all`: they may be anywhere, and take
 * precedence over any fault.
 */
function removeHelp(words: readonly string[]): string[] {
  const end = words.indexOf("--");
  const asks = new Set(["-h", "--help", HELP_ALL]);
  return words.filter((word, at) => (end !== -1 && at >= end) || !asks.has(word));
}

/** The result of parsing. */
interface Run {
  readonly helpAsked: boolean;
  /** Whether help must have every flag of a command. */
  readonly fullHelpAsked: boolean;
  /** Names that are valid here besides commands. */
  readonly topics: readonly string[];
  readonly nouns: readonly Noun[];
  readonly platform: string;
  readonly program: ProgramName;
  /** Writes the commands as they are typed here. */
  readonly say: (text: string) => string;
  helpOf?: SwathCommand;
  command?: TypedCommand;
}

function createProgram({ nouns, singles }: CommandTree, run: Run): SwathCommand {
  const root = new SwathCommand(run.program, run);
  root
    .version(`swath ${VERSION}`, "-V, --version")
    .helpCommand(false)
    .enablePositionalOptions()
    .configureOutput({ writeOut: () => {} })
    .exitOverride();
  addGlobalFlags(root);
  for (const { name, summary } of nouns) root.command(name).summary(summary);
  for (const { name } of singles) root.command(name);
  return root.hook("preSubcommand", async (_root, command) => {
    const single = singles.find(({ name }) => name === command.name());
    const noun = nouns.find(({ name }) => name === command.name());
    if (single !== undefined) await (command as SwathCommand).become(single.load);
    if (noun !== undefined) await (command as SwathCommand).addVerbs(noun);
  });
}

class SwathCommand extends Command {
  #definition: CommandDefinition | undefined;
  #verbs: Readonly<Record<string, Load>> = {};
  #missing: Fault | undefined;

  constructor(
    name: string,
    private readonly run: Run,
  ) {
    super(name);
  }

  override createCommand(name = ""): SwathCommand {
    return new SwathCommand(name, this.run);
  }

  override createHelp(): HelpPage {
    return Object.assign(new HelpPage(this.#definition, this.run), this.configureHelp());
  }

  /** Help is built after everything that it describes is loaded. */
  override outputHelp(): void {
    this.run.helpOf ??= this;
  }

  async addVerbs({ verbs, own }: Noun): Promise<void> {
    this.#verbs = verbs;
    this.helpCommand(false);
    if (own === undefined) addGlobalFlags(this);
    else this.#define(await own());
    for (const verb of Object.keys(verbs)) this.command(verb);
    this.hook("preSubcommand", (_noun, command) =>
      (command as SwathCommand).become(verbs[command.name()] as Load),
    );
  }

  /** Gives the commands of a noun their summaries. */
  async describeVerbs(): Promise<void> {
    for (const command of this.commands) {
      const { summary } = await (this.#verbs[command.name()] as Load)();
      command.summary(summary);
    }
  }

  /** Adds the flags of the typed command. Commander parses its arguments right afterwards. */
  async become(load: Load): Promise<void> {
    this.#define(await load());
    if (this.run.helpAsked) this.help();
  }

  #define(definition: CommandDefinition): void {
    this.#definition = definition;
    const built: AnyCommand = definition.syntax(this.optionsGroup("Flags:"));
    addGlobalFlags(built as Command);
    built.action(() => {
      if (this.run.helpAsked) this.help();
      const { options, faults } = readValues(this, this.run);
      const args = this.processedArgs.map((value: unknown, at) =>
        cleanIds(this.registeredArguments[at]!, value),
      );
      const missing = findMissing(this, options, args, this.#missing, this.run.platform);
      this.run.command = { path: toPath(this).slice(1), definition, options, args, faults, missing };
    });
  }

  /** Converts commander's error to an AppError. */
  override error(message: string, { code = "" } = {}): never {
    const isExtraWord = code === "commander.excessArguments" && this.commands.length > 0;
    if (code === "commander.unknownCommand" || isExtraWord) throw makeUnknownCommand(this, this.run);
    if (this.run.helpAsked) this.help();
    const fault = makeSyntaxFault(this, code, message.replace(/^error: /, ""));
    // Choosing from a list is possible only when the command runs.
    if (
      code === "commander.missingArgument" &&
      this.registeredArguments.some((argument) => recordOf(argument).pick)
    ) {
      this.#missing = fault;
      return undefined as never;
    }
    if (this.#definition === undefined)
      throw new AppError("usage", "USAGE", fault.message, { next: fault.next });
    throw inputError([fault, ...readValues(this, this.run).faults]);
  }
}

/** Flags for other words that people type; the first one that the command has is meant. */
const FLAGS_MEANT_BY: Readonly<Record<string, readonly string[]>> = {
  "--start": ["--from", "--window-open"],
  "--end": ["--to", "--window-close"],
  "--from": ["--window-open"],
  "--to": ["--window-close"],
  "--window-open": ["--from"],
  "--window-close": ["--to"],
};

/** Flags with a value in another form. */
const FORM_MEANT_BY: Readonly<Record<string, string>> = { "--days": "--window 5d" };

/** Commands for other words that people type. */
const MEANT_BY: Readonly<Record<string, string>> = {
  map: "catalog search",
  maps: "catalog search",
  find: "catalog search",
  scenes: "catalog search",
  archive: "catalog search",
  picture: "catalog preview",
  pictures: "catalog preview",
  preview: "catalog preview",
  buy: "order place",
  price: "order review",
};

/** Returns the value of an argument; ids are read without the marks of a copied list. */
function cleanIds(argument: Argument, value: unknown): unknown {
  if (!/(?:^id|Id|item)/.test(argument.name())) return value;
  if (Array.isArray(value)) return value.map((word: string) => cleanId(word));
  return typeof value === "string" ? cleanId(value) : value;
}

const DOWNLOAD_BOUGHT = advice`A quote is bought once, and then downloaded: ${swath`order download <orderId> --wait --out-dir <dir>`}`;
const ORG_IS_WRITTEN_ONLY = advice`The interface has no request that reads an organization; its defaults are replaced: ${swath`org set-defaults`}`;

const MAKE_PROFILE = advice`A login makes a profile: ${swath`auth login --profile <name> --base-url https://...`}`;
const DELETE_PROFILE = advice`Delete a profile: ${swath`profile delete <name>`}`;
const SHOW_TASK = advice`Show a task: ${swath`task get <id>`}`;
const SHOW_SERIES = advice`Show a series: ${swath`repeat get <id>`}`;
const SHOW_ITEM = advice`Show an item: ${swath`catalog search --id <id>`}`;

/** Next steps for commands that people expect, and that the interface does not allow or that have another name. */
const EXPECTED: Readonly<Record<string, Hint>> = {
  "catalog get": SHOW_ITEM,
  "catalog show": SHOW_ITEM,
  "catalog item": SHOW_ITEM,
  "order ls": advice`List your orders: ${swath`order history`}`,
  "order status": advice`Show an order: ${swath`order get <orderId>`}`,
  "task show": SHOW_TASK,
  "task status": SHOW_TASK,
  "task ls": advice`List your tasks: ${swath`task list`}`,
  "repeat show": SHOW_SERIES,
  "repeat status": SHOW_SERIES,
  "repeat ls": advice`List your series: ${swath`search repeats`}`,
  "journal ls": advice`List the requests that may have cost money: ${swath`journal list`}`,
  "profile ls": advice`List the profiles: ${swath`profile list`}`,
  "quote list": advice`A quote is a file; show it: ${swath`quote show <file>`}`,
  "quote ls": advice`A quote is a file; show it: ${swath`quote show <file>`}`,
  "org list": ORG_IS_WRITTEN_ONLY,
  "order list": advice`List your orders: ${swath`order history`}`,
  "order show": advice`Show an order: ${swath`order get <orderId>`}`,
  "profile create": MAKE_PROFILE,
  "profile add": MAKE_PROFILE,
  "profile new": MAKE_PROFILE,
  "profile remove": DELETE_PROFILE,
  "profile rm": DELETE_PROFILE,
  "catalog cover": advice`Cover an area: ${swath`catalog search --file <area.geojson> --cover`}`,
  man: advice`The manual in the terminal: ${swath`help`}`,
  "repeat list": advice`List your series: ${swath`search repeats`}`,
  "repeat search": advice`Search series: ${swath`search repeats`}`,
  "task search": advice`Search tasks: ${swath`search tasks`}`,
  "journal settle": advice`Record the outcome: ${swath`journal resolve <id>`}`,
  "org show": ORG_IS_WRITTEN_ONLY,
  "org get": ORG_IS_WRITTEN_ONLY,
};

/** Flags of `catalog search` for which export files have no data, or which read more than the files. */
const ONLY_IN_CATALOG: readonly string[] = [
  "--platform <name>",
  "--id <id>",
  "--like <id>",
  "--min-cover <share>",
  "--sort <field>",
  "--cover",
  "--cheapest",
  "--per <row>",
  "--price",
  "--thumbnails",
];

/** Next steps for flags that people expect of a command. */
const EXPECTED_FLAGS: Readonly<Record<string, Hint>> = {
  "task retask --type": advice`A retask keeps the type of its original. For another type: ${swath`task create`}`,
  "repeat retask --type": advice`A retask keeps the type of its original. For another type: ${swath`repeat create`}`,
  "quote buy --download": DOWNLOAD_BOUGHT,
  "quote buy --wait": DOWNLOAD_BOUGHT,
  "export query --orbit-state": 'Add --where "orbt_state=ascending" or descending',
  "export query --instrument-mode": 'Add --where "mode=spotlight" or another mode',
  "export query --collect-id": 'Add --where "id=<collectId>"',
  "export query --all": "Leave it out: without --limit, every match is printed",
  ...Object.fromEntries(
    ONLY_IN_CATALOG.map((flag) => {
      const [name = "", ...value] = flag.split(" ");
      const words = [{ text: name }, ...value.map((text) => ({ text, isBlank: true }))];
      return [
        `export query ${name}`,
        advice`The catalog has this flag: ${swath`catalog search ${{ words }}`}`,
      ] as const;
    }),
  ),
};

/** Returns the argument or flag with a list, if neither it nor an alternative option is given. */
function findMissing(
  command: AnyCommand,
  options: Record<string, unknown>,
  args: unknown[],
  fault: Fault | undefined,
  platform: string,
): Missing | undefined {
  const isMissing = (name: string): boolean => options[name] === undefined;
  const isNeeded = ({ unless, needs }: PickList): boolean =>
    unless.every(isMissing) && (needs.length === 0 || !needs.every(isMissing));
  for (const [index, argument] of command.registeredArguments.entries()) {
    const { pick } = recordOf(argument);
    if (pick === undefined || !isNeeded(pick) || isGiven(args[index])) continue;
    return { pick, fault, take: (chosen) => (args[index] = argument.variadic ? [...chosen] : chosen[0]) };
  }
  // Arguments may replace a flag, as short ids of items replace --item.
  if (args.some(isGiven)) return undefined;
  for (const option of command.options) {
    const { pick } = recordOf(option);
    const name = option.attributeName();
    if (pick === undefined || !isNeeded(pick) || options[name] !== undefined) continue;
    return { pick, fault, take: (chosen) => (options[name] = readFlag(option, chosen, platform).value) };
  }
  return undefined;
}

const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== undefined);

/** Returns the values of a command's flags and of the shared flags before it. The last one typed applies. */
function readValues(command: AnyCommand, { platform }: Run): Pick<TypedCommand, "options" | "faults"> {
  const options: Record<string, unknown> = {};
  const faults: Fault[] = [];
  const shared = new Set(listSharedOptions(command).map(({ long }) => long));
  for (const level of listLevels(command)) {
    // A flag of `swath spend` before `report` does not belong to the report.
    const own = level === command ? [] : level.options.filter(({ long }) => !shared.has(long));
    const astray = own.find((option) => level.getOptionValueSource(option.attributeName()) === "cli");
    if (astray !== undefined) faults.push(makeStrayFlag(command, astray.long ?? astray.flags));
    const read = readFlags(level, platform);
    for (const [name, value] of Object.entries(read.options)) {
      const isTyped = level.getOptionValueSource(name) === "cli";
      if (isTyped || (level === command && !(name in options))) options[name] = value;
    }
    faults.push(...read.faults);
  }
  return { options, faults };
}

function makeStrayFlag(command: AnyCommand, flag: string): Fault {
  const path = toPath(command);
  const noun = path.slice(0, -1).join(" ");
  return usageFault(flag, `${flag} before ${path.at(-1)} is a flag of ${noun} alone`, {
    next: `Try '${path.join(" ")} --help'`,
  });
}

function makeSyntaxFault(command: AnyCommand, code: string, text: string): Fault {
  const name = toPath(command).join(" ");
  const quoted = /'([^']*)'/.exec(text)?.[1] ?? "";
  const hint =
    command.name() === "search" && command.commands.length > 0
      ? advice`To search the archive: ${swath`catalog search`}`
      : `Try '${name} --help'`;
  const fault = { code: "USAGE", path: "", next: hint } as const;
  switch (code) {
    case "commander.unknownOption": {
      // The text after `=` is a value, and a secret in --api-key=...
      const option = quoted.replace(/=.*$/s, "");
      if (
        option !== quoted &&
        command.options.some(({ long, short }) => option === long || option === short)
      ) {
        return {
          ...fault,
          flag: option,
          message: `${option} takes no value`,
          next: `Give ${option} alone`,
        };
      }
      const expected = EXPECTED_FLAGS[`${toPath(command).slice(1).join(" ")} ${option}`];
      const known = command.options.flatMap(({ long, hidden }) =>
        long === undefined || hidden ? [] : [long],
      );
      const others = FLAGS_MEANT_BY[option] ?? [];
      const form = FORM_MEANT_BY[option];
      if (form !== undefined && known.includes(form.split(" ")[0]!))
        return { ...fault, message: `unknown option ${option}`, value: option, next: `For example ${form}` };
      const meant =
        others.find((each) => known.includes(each)) ??
        known.find((each) => each.startsWith(option)) ??
        findClosest(option, known);
      return {
        ...fault,
        message: `unknown option ${option}`,
        value: option,
        next:
          expected ??
          (meant === undefined ? (findSplitHint(command, [option]) ?? hint) : `Did you mean ${meant}?`),
      };
    }
    case "commander.optionMissingArgument": {
      const flag = /--[\w-]+/.exec(quoted)?.[0] ?? quoted;
      return { ...fault, flag, message: `${flag} needs a value (${quoted})` };
    }
    case "commander.missingArgument":
      return { ...fault, message: `<${quoted}> is missing`, rule: command.usage() };
    case "commander.excessArguments": {
      // An argument that is not allowed may be a key: swath auth login <key>.
      if (command.registeredArguments.length === 0)
        return {
          ...fault,
          message: `${name} takes no argument`,
          next: findSplitHint(command, command.args) ?? placeHint(command) ?? findValueHint(command) ?? hint,
        };
      const extra = command.args[command.registeredArguments.length] ?? "";
      return { ...fault, message: `unexpected argument ${JSON.stringify(extra)}`, value: extra };
    }
    default:
      return { ...fault, message: text };
  }
}

/** Extra numbers are the rest of coordinates: PowerShell hands `-9.14,38.71` to the script of npm as two words. */
function findSplitHint(command: AnyCommand, extra: readonly string[]): Hint | undefined {
  const has = (flag: string): boolean => command.options.some(({ long }) => long === flag);
  const areNumbers = extra.every((word) => /^(?:,|,?-?\d+(?:\.\d*)?,?)$/.test(word));
  if (!areNumbers || !(has("--point") || has("--bbox"))) return undefined;
  const isBox = command.getOptionValueSource("bbox") === "cli" || !has("--point");
  return `Write the numbers with commas, in quotes: "${isBox ? "-9.5,38.5,-9,39" : "-9.14,38.71"}"`;
}

/** An extra word that only one flag has among its values is the value of that flag: `export fetch latest`. */
function findValueHint(command: AnyCommand): Hint | undefined {
  const [word = "", ...others] = command.args;
  if (others.length > 0) return undefined;
  const [flag, ...more] = command.options.filter(({ argChoices }) => argChoices?.includes(word));
  const name = more.length > 0 ? undefined : (flag?.long ?? undefined);
  return name && advice`It is a value of a flag: ${swath`${toPath(command).slice(1)} ${[name]} ${word}`}`;
}

/** Extra words are mostly the name of a place. */
function placeHint(command: AnyCommand): Hint | undefined {
  if (command.options.every(({ long }) => long !== "--place")) return undefined;
  return advice`A place has a flag: ${swath`${toPath(command).slice(1)} --place ${command.args.join(" ")}`}`;
}

/** The error for an unknown command, with the closest command or help topic, or the nouns that have such a verb. */
function makeUnknownCommand(command: AnyCommand, { topics, nouns }: Run): AppError {
  const [word = ""] = command.args;
  const path = toPath(command).join(" ");
  const names = [...command.commands.map((each) => each.name()), ...topics];
  const meant = findClosest(word, names) ?? names.find((name) => word.length > 1 && name.startsWith(word));
  const near = meant === undefined ? [] : [topics.includes(meant) ? `help ${meant}` : meant];
  const verbs = nouns.filter(({ verbs }) => Object.hasOwn(verbs, word)).map(({ name }) => `${name} ${word}`);
  const others = Object.hasOwn(MEANT_BY, word) ? [MEANT_BY[word]!] : verbs;
  const helps = topics.length === 0 ? others : others.map((other) => `help ${other}`);
  const guesses = command.parent || others.length === 0 ? near : helps;
  const shown = guesses.slice(0, MAX_GUESSES).map((guess) => `${path} ${guess}`);
  const expected = [...toPath(command).slice(1), word].join(" ");
  const isPlace = command.parent !== null && command.name() === "search" && shown.length === 0;
  return new AppError("usage", "USAGE", `${JSON.stringify(`${path} ${word}`)} is not a command`, {
    next: Object.hasOwn(EXPECTED, expected)
      ? EXPECTED[expected]!
      : isPlace
        ? advice`To search the archive: ${swath`catalog search --place ${command.args.join(" ")}`}`
        : shown.length === 0
          ? `Try '${path} --help'`
          : `Did you mean ${shown.join(", ")}?`,
  });
}

/** `get` alone has several nouns. */
const MAX_GUESSES = 3;
