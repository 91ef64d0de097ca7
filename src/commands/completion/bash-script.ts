/**
 * The completion script for bash 3.2 and later: static words in `case` tables, and a function that walks the typed
 * words.
 */
import {
  leavesOf,
  outputFlag,
  type AllWords,
  type CommandWords,
  type FlagWords,
  type NounWords,
} from "./command-words.ts";
import type { ValueSource } from "./value-source.ts";
import { walk } from "./bash-walk.ts";

export function bashScript(all: AllWords): string {
  const leaves = leavesOf(all);
  return `# bash completion for swath, made from its command table. Load it with:
#   source <(swath completion bash)

# $1: where we are, $2: the next word. Sets path, or fails when the word is an argument.
_swath_step() {
  case "$1/$2" in
${stepCases(all)}
    *) return 1 ;;
  esac
}

# $1: where we are. Sets commands, flags, args.
_swath_words() {
  commands= flags= args=
  case $1 in
    '')
      commands=${quote([...all.nouns, ...all.singles].map(nameOf).concat("help"))}
      flags='--version -V' ;;
    help) commands=${quote([...all.nouns, ...all.singles].map(nameOf).concat(all.topics))} ;;
${all.nouns.map(nounCase).join("\n")}
${leaves
  .filter((leaf) => all.nouns.every(({ own }) => own !== leaf))
  .map(leafCase)
  .join("\n")}
  esac
  case $1 in
    help*) ;;
    *) flags="$flags ${all.globalFlags.map(preferred).join(" ")} --help" ;;
  esac
}

# $1: where we are, $2: a flag. Sets takes: what its value is; empty for a switch, and ? before one that may be left out.
_swath_takes() {
  takes=
  case $1 in
${leaves.map(takesCase).join("\n")}
  esac
  [[ -z $takes ]] || return 0
  case $2 in
${flagCases(all.globalFlags, "    ")}
  esac
}

${walk}`;
}

const nameOf = (each: { name: string } | CommandWords): string =>
  "name" in each ? each.name : each.path.at(-1)!;
const preferred = ({ long, short }: FlagWords): string => long ?? short ?? "";
const quote = (words: readonly string[]): string => `'${words.join(" ").replaceAll("'", `'\\''`)}'`;

function stepCases({ nouns, singles }: AllWords): string {
  const step = (from: string, words: readonly string[], to: string): string =>
    `    ${words.map((word) => quote([`${from}/${word}`])).join("|")}) path=${quote([to])} ;;`;
  return [
    ...["", "help"].flatMap((from) => {
      const under = (to: string): string => [from, to].filter((part) => part !== "").join(" ");
      return [
        ...singles.map(({ path }) => step(from, path, under(path[0]!))),
        ...nouns.map(({ name, aliases }) => step(from, [name, ...aliases], under(name))),
      ];
    }),
    ...nouns.flatMap(({ name, verbs }) =>
      verbs.map((verb) => step(name, [nameOf(verb)], `${name} ${nameOf(verb)}`)),
    ),
    step("", ["help"], "help"),
  ].join("\n");
}

/** A noun that is a command by itself has flags beside its commands. */
function nounCase({ name, own, verbs }: NounWords): string {
  const flags = own === undefined ? "" : ` flags=${quote(own.flags.map(preferred))}`;
  return `    ${quote([name])}|${quote(["help", name])}) commands=${quote(verbs.map(nameOf))}${flags} ;;`;
}

function leafCase({ path, flags, args }: CommandWords): string {
  const sources = args
    .map(({ value, isVariadic }) => `${sourceText(value)}${isVariadic ? "..." : ""}`)
    .join(";");
  const parts = [
    `flags=${quote(flags.map(preferred))}`,
    ...(args.length === 0 ? [] : [`args=${quote([sources])}`]),
  ];
  return `    ${quote([path.join(" ")])}) ${parts.join(" ")} ;;`;
}

function takesCase({ path, flags, formats }: CommandWords): string {
  return `    ${quote([path.join(" ")])})
      case $2 in
${flagCases([...flags, outputFlag(formats)], "        ")}
      esac ;;`;
}

/** Flags with the same values share a line. */
function flagCases(flags: readonly FlagWords[], indent: string): string {
  const bySource = new Map<string, string[]>();
  for (const { long, short, value, isValueOptional } of flags) {
    if (value === undefined) continue;
    const source = `${isValueOptional ? "?" : ""}${sourceText(value)}`;
    const names = [long, short].filter((name) => name !== undefined);
    bySource.set(source, [...(bySource.get(source) ?? []), ...names]);
  }
  return [...bySource]
    .map(([source, names]) => `${indent}${names.join("|")}) takes=${quote([source])} ;;`)
    .join("\n");
}

/** A value source as the walk reads it: a kind, followed by the values or the id kind where there are any. */
function sourceText(value: ValueSource): string {
  switch (value.from) {
    case "words":
      return `words ${value.words.join(" ")}`;
    case "ids":
      return `ids ${value.kind}`;
    case "files":
    case "folders":
    case "document":
    case "anything":
      return value.from;
  }
}
