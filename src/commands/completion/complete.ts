/**
 * `swath __complete <word>... <word at the cursor>`: proposes words at the cursor, for the completion scripts.
 * The first line describes the next lines: `words`, `files` or `folders`, a blank, and the unchanged start of the
 * word, such as `--data=@`. After `words` each line is a value, a tab and its description. The shell finds files
 * itself, and drops values that do not match the word. An error prints nothing, because a shell cannot show it.
 */
import { Command, Option, type Argument } from "@commander-js/extra-typings";
import type { CommandTree, Load, Noun } from "../../cli/command/define-command.ts";
import { recordOf } from "../../cli/flags/flag.ts";
import type { IdKind } from "../../cli/completion/id-kinds.ts";
import { addGlobalFlags } from "../../cli/flags/global-flags.ts";
import { TOPIC_NAMES } from "../../cli/help/root-help.ts";
import { readValueName, toValueType } from "../../cli/help/value-type.ts";
import type { World } from "../../cli/world.ts";

type Completing = Pick<World, "env" | "homeDir" | "platform" | "stdout">;
type Proposal = readonly [value: string, description?: string];

interface Proposals {
  kind: "words" | "files" | "folders";
  /** The text before the proposed words. */
  prefix: string;
  values: readonly Proposal[];
}

/** The words that may follow the typed ones. */
interface Level {
  path: readonly string[];
  flags: readonly Option[];
  args: readonly Argument[];
  /** The values of --output, where the command limits them. */
  formats?: readonly string[];
  commands: (word: string) => Promise<readonly Proposal[]>;
  next: (word: string) => Promise<Level> | undefined;
}

export async function complete(
  world: Completing,
  tree: CommandTree,
  words: readonly string[],
): Promise<void> {
  try {
    const { kind, prefix, values } = await makeProposals(world, tree, words);
    const lines = values.map(([value, description]) =>
      description === undefined ? value : `${value}\t${description}`,
    );
    await world.stdout.write(`${[`${kind} ${prefix}`, ...lines].join("\n")}\n`);
  } catch {
    // No proposals.
  }
}

async function makeProposals(
  world: Completing,
  tree: CommandTree,
  words: readonly string[],
): Promise<Proposals> {
  const typed = words.slice(0, -1);
  const word = words.at(-1) ?? "";
  let level = openRoot(tree);
  let isEnded = false;
  const given: string[] = [];
  /** The flag before the next word, if it takes a value. */
  let pending: Option | undefined;
  const takes = (text: string): boolean =>
    pending !== undefined && !(pending.optional && text.startsWith("-"));
  for (const text of typed) {
    if (takes(text)) {
      pending = undefined;
      continue;
    }
    pending = undefined;
    if (isEnded || !/^-./.test(text)) {
      const next = isEnded ? undefined : level.next(text);
      if (next === undefined) given.push(text);
      else level = await next;
    } else if (text === "--") isEnded = true;
    else pending = findValueFlag(level, text);
  }

  const valueOf = (named: Option | Argument, text: string, prefix = ""): Promise<Proposals> =>
    proposeValues(world, { typed, given }, level, named, text, prefix);
  if (pending !== undefined && takes(word)) return valueOf(pending, word);
  const [prefix, name] = isEnded ? [] : (/^(--[^=]*)=/s.exec(word) ?? []);
  if (prefix !== undefined) {
    const flag = findValueFlag(level, name!);
    return flag === undefined ? toProposals([]) : valueOf(flag, word.slice(prefix.length), prefix);
  }
  if (!isEnded && word.startsWith("-")) return toProposals(proposeFlags(level));
  const commands = await level.commands(word);
  if (commands.length > 0) return toProposals(given.length === 0 ? commands : []);
  const last = level.args.at(-1);
  const argument = level.args[given.length] ?? (last?.variadic === true ? last : undefined);
  return argument === undefined ? toProposals([]) : valueOf(argument, word);
}

const toProposals = (values: readonly Proposal[]): Proposals => ({ kind: "words", prefix: "", values });

const HELP = new Option("-h, --help", "show help");

const listGlobalFlags = (): readonly Option[] => [...addGlobalFlags(new Command()).options, HELP];

/** Returns the flag with that name if it takes a value; the last definition is the command's own. */
const findValueFlag = ({ flags }: Level, name: string): Option | undefined =>
  flags.find(
    ({ long, short, required, optional }) =>
      (required || optional) && name !== undefined && (long === name || short === name),
  );

const proposeFlags = ({ flags }: Level): Proposal[] =>
  flags
    .filter(({ hidden }) => !hidden)
    .map(({ long, short, description }) => [long ?? short ?? "", description]);

function openRoot({ nouns, singles }: CommandTree): Level {
  const next = (word: string): Promise<Level> | undefined => {
    const noun = nouns.find(({ name }) => name === word);
    if (noun !== undefined) return openNoun(noun);
    const single = singles.find(({ name }) => name === word);
    return single && openCommand([word], single.load);
  };
  const commands = [...nouns, ...singles].map(({ name, summary }): Proposal => [name, summary]);
  const help: Level = {
    path: ["help"],
    flags: [],
    args: [],
    // The codes are proposed once a capital is typed: among the commands, they would be too many.
    commands: async (word) =>
      /^[A-Z]/.test(word)
        ? listErrorCodes()
        : [...commands, ...TOPIC_NAMES.map((name): Proposal => [name, "help topic"])],
    next: (word) => (word === "errors" ? openErrors() : next(word)?.then((level) => openHelp(level))),
  };
  return {
    path: [],
    flags: [...listGlobalFlags(), new Option("-V, --version", "print the version")],
    args: [],
    commands: async () => [...commands, ["help", "Show the help of a command or a topic"]],
    next: (word) => (word === "help" ? Promise.resolve(help) : next(word)),
  };
}

async function listErrorCodes(): Promise<readonly Proposal[]> {
  const { ERROR_CODES } = await import("../../errors.ts");
  return Object.entries(ERROR_CODES).map(([code, [, condition]]): Proposal => [code, condition]);
}

/** `swath help errors` accepts a code, as `swath help` does. */
async function openErrors(): Promise<Level> {
  return {
    path: ["help", "errors"],
    flags: [],
    args: [],
    commands: listErrorCodes,
    next: () => undefined,
  };
}

/** `swath help` accepts names of commands, without their flags and arguments. */
const openHelp = ({ path, commands, next }: Level): Level => ({
  path: ["help", ...path],
  flags: [],
  args: [],
  commands,
  next: (word) => next(word)?.then(openHelp),
});

/** A noun that is also a command has its own flags. */
async function openNoun({ name, own, verbs }: Noun): Promise<Level> {
  const alone = own === undefined ? undefined : await openCommand([name], own);
  return {
    path: [name],
    flags: alone?.flags ?? listGlobalFlags(),
    args: [],
    ...(alone?.formats && { formats: alone.formats }),
    commands: () =>
      Promise.all(
        Object.entries(verbs).map(async ([verb, load]): Promise<Proposal> => [verb, (await load()).summary]),
      ),
    next: (word) => (Object.hasOwn(verbs, word) ? openCommand([name, word], verbs[word]!) : undefined),
  };
}

async function openCommand(path: readonly string[], load: Load): Promise<Level> {
  const { syntax, view } = await load();
  const command = syntax(new Command());
  return {
    path,
    flags: [...(command.options as Option[]), ...listGlobalFlags()],
    args: command.registeredArguments,
    formats: view.formats,
    commands: async () => [],
    next: () => undefined,
  };
}

/** The words before the word at the cursor; `given` has the arguments of the command. */
interface Before {
  typed: readonly string[];
  given: readonly string[];
}

/** Returns the values of a flag or an argument, from its known values, its name and its description. */
async function proposeValues(
  world: Completing,
  { typed, given }: Before,
  { path, formats }: Level,
  named: Option | Argument,
  text: string,
  prefix: string,
): Promise<Proposals> {
  const long = ("long" in named && named.long) || "";
  const completed = await recordOf(named).complete?.(text, given);
  if (completed === "files") return { kind: "files", prefix, values: [] };
  const listed = (long === "--output" && formats) || completed || named.argChoices || [];
  const values = (words: readonly string[]): Proposals => ({
    kind: "words",
    prefix,
    values: words.map((word) => [word]),
  });
  if (listed.length > 0) return values(listed);
  const { description } = named;
  const type = toValueType(named);
  if (type === "file") return { kind: "files", prefix, values: [] };
  if (type === "folder") return { kind: "folders", prefix, values: [] };
  if (description.includes("@file"))
    return text.startsWith("@") ? { kind: "files", prefix: `${prefix}@`, values: [] } : values([]);
  const kind = findIdKind(path, [readValueName(named), long.slice(2)]);
  if (kind === undefined) return values([]);
  const { listKnownIds } = await import("./known-ids.ts");
  return values(await listKnownIds(world, kind, typed));
}

const KINDS: readonly (readonly [pattern: RegExp, kind: IdKind])[] = [
  [/^order-?ids?$/i, "order"],
  [/^(tasking-?request|task)-?ids?$/i, "task"],
  [/^(repeat-?request|repeat)-?ids?$/i, "repeat"],
  [/^collect-?ids?$/i, "collect"],
  [/^items?(-?ids?)?$/i, "item"],
  [/^collection\/item$/i, "granule"],
  [/^collections?(-?ids?)?$/i, "collection"],
  [/^profile$/i, "profile"],
];

/** The kind of a bare `--id`, by command. */
const BARE_ID: Readonly<Record<string, IdKind>> = {
  catalog: "item",
  task: "task",
  tasks: "task",
  repeat: "repeat",
  repeats: "repeat",
  approvals: "task",
  journal: "intent",
};

/** `names`: the name in angle brackets, and that of the flag. */
function findIdKind(path: readonly string[], names: readonly string[]): IdKind | undefined {
  for (const name of names) {
    const found = KINDS.find(([pattern]) => pattern.test(name));
    if (found !== undefined) return found[1];
  }
  return names.includes("id") ? path.map((word) => BARE_ID[word]).find(Boolean) : undefined;
}
