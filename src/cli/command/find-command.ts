/** From the words typed to the command meant: `swath [flags] noun verb ...`, with a suggestion for a slip. */
import { Command } from "@commander-js/extra-typings";
import { AppError } from "../../errors.ts";
import { closest } from "../../domain/closest.ts";
import type { CommandDefinition, Load, Noun, Single } from "./define-command.ts";
import { addGlobalFlags } from "../flags/global-flags.ts";

export interface CommandTree {
  nouns: readonly Noun[];
  singles: readonly Single[];
}

export type Found =
  | { kind: "command"; path: readonly string[]; definition: CommandDefinition; words: readonly string[] }
  | { kind: "noun"; noun: Noun; words: readonly string[] }
  | { kind: "root"; words: readonly string[] };

/** The words that stand before the next non-flag word, that word, and the rest. */
interface Split {
  before: string[];
  word: string | undefined;
  after: string[];
}

/** Flags before the command's words that take the next word as their value. */
function valueFlags(): ReadonlySet<string | undefined> {
  const { options } = addGlobalFlags(new Command());
  return new Set(options.filter(({ required }) => required).flatMap(({ short, long }) => [short, long]));
}

function splitAtWord(words: readonly string[], takesValue: ReadonlySet<string | undefined>): Split {
  for (let at = 0; at < words.length; at += 1) {
    const token = words[at]!;
    if (token === "--") break;
    if (takesValue.has(token)) at += 1;
    else if (!token.startsWith("-"))
      return { before: words.slice(0, at), word: token, after: words.slice(at + 1) };
  }
  return { before: [...words], word: undefined, after: [] };
}

/**
 * Finds the command; a word that names none is a usage error that suggests the nearest. `topics` are the words that
 * `swath help` takes besides commands.
 */
export async function findCommand(
  tree: CommandTree,
  words: readonly string[],
  topics: readonly string[] = [],
): Promise<Found> {
  const takesValue = valueFlags();
  const first = splitAtWord(words, takesValue);
  if (first.word === undefined) return { kind: "root", words };
  const rest = [...first.before, ...first.after];
  const single = tree.singles.find(({ name }) => name === first.word);
  if (single !== undefined) {
    return { kind: "command", path: [single.name], definition: await single.load(), words: rest };
  }
  const noun = tree.nouns.find(
    ({ name, aliases = [] }) => name === first.word || aliases.includes(first.word!),
  );
  if (noun === undefined)
    throw (
      unknownFlag(first.before, []) ??
      unknownTopic(first.word, topics, namesOf(tree)) ??
      unknownCommand([], first.word, namesOf(tree))
    );
  const second = splitAtWord(rest, takesValue);
  if (second.word === undefined) return { kind: "noun", noun, words: rest };
  const load: Load | undefined = Object.hasOwn(noun.verbs, second.word) ? noun.verbs[second.word] : undefined;
  if (load === undefined)
    throw (
      unknownFlag(second.before, [noun.name]) ??
      unknownCommand([noun.name], second.word, Object.keys(noun.verbs))
    );
  const definition = await load();
  return {
    kind: "command",
    path: [noun.name, second.word],
    definition,
    words: [...second.before, ...second.after],
  };
}

/** Refuses a flag that stands where no command is named and that no command shares. */
export function requireSharedFlags({ words }: Found, path: readonly string[]): void {
  const unknown = unknownFlag(words, path);
  if (unknown !== undefined) throw unknown;
}

function unknownFlag(words: readonly string[], path: readonly string[]): AppError | undefined {
  const options = addGlobalFlags(new Command()).option("-h, --help").option("-V, --version").options;
  const known = options.flatMap(({ short, long }) => [short, long].filter((name) => name !== undefined));
  const typed = words.find((word) => word.startsWith("-") && word !== "--" && !known.includes(nameOf(word)));
  if (typed === undefined) return undefined;
  const meant = closest(nameOf(typed), known);
  return new AppError("usage", "USAGE", `unknown option ${nameOf(typed)}`, {
    hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}Try '${["swath", ...path].join(" ")} --help'`,
  });
}

const nameOf = (word: string): string => word.split("=", 1)[0] ?? word;

const namesOf = ({ nouns, singles }: CommandTree): string[] => [...nouns, ...singles].map(({ name }) => name);

/** A slip in a topic's name, unless a command is as near. */
function unknownTopic(
  word: string,
  topics: readonly string[],
  commands: readonly string[],
): AppError | undefined {
  const meant = closest(word, [...commands, ...topics]) ?? topics.find((topic) => topic.startsWith(word));
  if (meant === undefined || !topics.includes(meant)) return undefined;
  return new AppError("usage", "USAGE", `${JSON.stringify(word)} is neither a command nor a help topic`, {
    hint: `Did you mean swath help ${meant}? Topics: ${topics.join(", ")}`,
  });
}

function unknownCommand(path: readonly string[], word: string, known: readonly string[]): AppError {
  const typed = ["swath", ...path, word].join(" ");
  const meant = closest(word, known) ?? known.find((name) => word.length > 1 && name.startsWith(word));
  const base = ["swath", ...path].join(" ");
  return new AppError("usage", "USAGE", `${JSON.stringify(typed)} is not a command`, {
    hint: `${meant === undefined ? "" : `Did you mean ${base} ${meant}? `}Try '${base} --help'`,
  });
}
