/** The completion script for fish: one `complete` line per flag, each under a condition on the typed line. */
import {
  leavesOf,
  type AllWords,
  type ArgumentWords,
  type CommandWords,
  type FlagWords,
} from "./command-words.ts";
import type { ValueSource } from "./value-source.ts";

const HELPERS = String.raw`
# Where the line stands: the command's words, / and the number of arguments after them. Worked out once a line.
function __swath_place
  set -l tokens (commandline -opc)
  set -l line (string join ' ' -- $tokens)
  if test "$line" != "$__swath_line"
    set -g __swath_line "$line"
    set -l path ''
    set -l count 0
    set -l pending ''
    set -l ended ''
    for token in $tokens[2..-1]
      if test -n "$pending"
        set -l was $pending
        set pending ''
        if test "$was" = value; or not string match -q -- '-*' $token
          continue
        end
      end
      if test -z "$ended"; and string match -q -- '-?*' $token
        if test "$token" = --
          set ended 1
        else if not string match -q -- '--*=*' $token
          set pending (__swath_pending "$path" $token)
        end
      else if set -l step (__swath_step "$path/$token")
        set path $step
      else
        set count (math $count + 1)
      end
    end
    set -g __swath_at_path $path
    set -g __swath_at_count $count
  end
end

# True at the command $argv[1].
function __swath_at
  __swath_place
  test "$__swath_at_path" = "$argv[1]"
end

# True where argument $argv[2] (from 0) of the command $argv[1] may stand; with $argv[3], a later one too.
function __swath_argument
  __swath_at $argv[1]; or return
  test $__swath_at_count -eq $argv[2]; and return
  test -n "$argv[3]"; and test $__swath_at_count -gt $argv[2]
end

# True before a whole command stands.
function __swath_open
  __swath_place
  contains -- "$__swath_at_path" $__swath_nouns
end

# Ids that swath keeps on this machine; $argv[1] is their kind.
function __swath_ids
  set -l tokens (commandline -opc)
  if contains -- $argv[1] order intent profile
    type -q $tokens[1]; and NODE_EXTRA_CA_CERTS= $tokens[1] __complete $argv[1] $tokens[2..-1] 2>/dev/null </dev/null
    return
  end
  set -l folder $HOME/.cache
  string match -q -- '/*' "$XDG_CACHE_HOME"; and set folder $XDG_CACHE_HOME
  set -l profile default
  test -n "$SWATH_PROFILE"; and set profile $SWATH_PROFILE
  set -l before ''
  for token in $tokens
    test "$before" = --profile; and set profile $token
    string match -q -- '--profile=*' $token; and set profile (string sub -s 11 -- $token)
    test "$token" = --sandbox; and set profile sandbox
    set before $token
  end
  set -l file $folder/swath/ids/$profile/$argv[1]
  test -r $file; and cat $file
end

# A text, or @ and a file. The token is as it is typed: with quotation marks and the flag that it may be joined to.
function __swath_document
  set -l token (commandline -ct)
  set token (string replace -r -- '^--[^=]*=' '' (string unescape -- "$token"))
  string match -q -- '@*' "$token"
  and for found in (__fish_complete_path (string sub -s 2 -- $token))
    echo "@$found"
  end
end
`;

export function fishScript(all: AllWords): string {
  const leaves = leavesOf(all);
  const tops = [...all.nouns, ...all.singles].map((each) =>
    "name" in each ? each : { name: each.path[0]!, aliases: [], summary: each.summary },
  );
  const under = (from: string, to: string): string => (from === "" ? to : `${from} ${to}`);
  const steps = ["", "help"]
    .flatMap((from) =>
      tops.map(({ name, aliases }) => [
        [name, ...aliases].map((word) => `${from}/${word}`),
        under(from, name),
      ]),
    )
    .concat(
      all.nouns.flatMap(({ name, verbs }) =>
        verbs.map(({ path }) => [[`${name}/${path[1]}`], path.join(" ")]),
      ),
    ) as [string[], string][];
  steps.push([["/help"], "help"]);
  const commands = (at: string, rows: readonly { name: string; summary: string }[]): string[] =>
    rows.map(({ name, summary }) => line(at, `-a ${name}`, summary));
  const verbRows = all.nouns.flatMap(({ name, verbs }) =>
    ["", "help "].flatMap((before) =>
      commands(
        before + name,
        verbs.map(({ path, summary }) => ({ name: path[1]!, summary })),
      ),
    ),
  );
  const shared = all.globalFlags.filter(({ long }) => long !== "--output");
  return `# fish completion for swath, made from its command table. Load it with:
#   swath completion fish | source
${HELPERS}
set -g __swath_nouns '' ${all.nouns.flatMap(({ name, own }) => (own === undefined ? [name] : [])).join(" ")}

function __swath_step
  switch $argv[1]
${steps.map(([from, to]) => `    case ${from.map(quote).join(" ")}\n      echo ${quote(to)}`).join("\n")}
    case '*'
      return 1
  end
end

# Says value when the flag takes the next word, and maybe when it takes it unless it is a flag.
function __swath_pending
  switch $argv[1]
${leaves.map(pendingCase).join("\n")}
  end
  switch $argv[2]
${pendingFlags(all.globalFlags, "    ")}
  end
end

complete -c swath -f
${[
  ...commands("", tops),
  ...commands("", [{ name: "help", summary: "help on a command or a topic" }]),
  ...commands("help", tops),
  ...commands(
    "help",
    all.topics.map((name) => ({ name, summary: "help topic" })),
  ),
  ...verbRows,
  line("", "-s V -l version", "print the version"),
  "complete -c swath -s h -l help -d 'show help'",
  ...shared.map((flag) => flagLine("complete -c swath", flag)),
  ...all.globalFlags
    .filter(({ long }) => long === "--output")
    .map((flag) => flagLine("complete -c swath -n __swath_open", flag)),
  ...leaves.flatMap(leafLines),
].join("\n")}
`;
}

const condition = (at: string): string => `complete -c swath -n ${quote(`__swath_at ${quote(at)}`)}`;
const line = (at: string, words: string, summary: string): string =>
  `${condition(at)} ${words} -d ${quote(summary)}`;

function leafLines({ path, flags, args, formats }: CommandWords): string[] {
  const at = path.join(" ");
  const output = `-s o -l output -x -a ${quote(formats.join(" "))} -d 'how to print the result'`;
  return [
    ...flags.map((flag) => flagLine(condition(at), flag)),
    `${condition(at)} ${output}`,
    ...args.flatMap((argument, index) => argumentLine(at, index, argument)),
  ];
}

function flagLine(start: string, { long, short, summary, value, isValueOptional }: FlagWords): string {
  const names = [short && `-s ${short.slice(1)}`, long && `-l ${long.slice(2)}`].filter(Boolean).join(" ");
  const takes = value === undefined ? "" : ` ${valueWords(value, isValueOptional)}`;
  return `${start} ${names}${takes} -d ${quote(summary)}`;
}

function argumentLine(at: string, index: number, { value, isVariadic, summary }: ArgumentWords): string[] {
  if (value.from === "anything") return [];
  const place = quote(`__swath_argument ${quote(at)} ${index}${isVariadic ? " more" : ""}`);
  const words =
    value.from === "files" || value.from === "folders" ? filesOf(value.from) : `-a ${list(value)}`;
  return [`complete -c swath -n ${place} ${words} -d ${quote(summary)}`];
}

function valueWords(value: ValueSource, isOptional: boolean): string {
  const required = isOptional ? "" : value.from === "files" || value.from === "folders" ? "-r " : "-x ";
  if (value.from === "files" || value.from === "folders") return required + filesOf(value.from);
  return value.from === "anything" ? required.trim() : `${required}-a ${list(value)}`;
}

const filesOf = (from: "files" | "folders"): string =>
  from === "files" ? "-F" : "-f -a '(__fish_complete_directories (commandline -ct))'";

function list(value: Exclude<ValueSource, { from: "files" | "folders" | "anything" }>): string {
  switch (value.from) {
    case "words":
      // fish expands the list once more, where a bare $ would begin a variable.
      return quote(value.words.map((word) => word.replaceAll("$", String.raw`\$`)).join(" "));
    case "ids":
      return quote(`(__swath_ids ${value.kind})`);
    case "document":
      return "'(__swath_document)'";
  }
}

const pendingCase = ({ path, flags }: CommandWords): string =>
  `    case ${quote(path.join(" "))}\n      switch $argv[2]\n${pendingFlags(flags, "        ")}\n      end`;

function pendingFlags(flags: readonly FlagWords[], indent: string): string {
  const names = (isOptional: boolean): string[] =>
    flags
      .filter(({ value, isValueOptional }) => value !== undefined && isValueOptional === isOptional)
      .flatMap(({ long, short }) => [long, short].filter((name) => name !== undefined));
  return [[names(false), "value"] as const, [names(true), "maybe"] as const]
    .filter(([list]) => list.length > 0)
    .map(([list, value]) => `${indent}case ${list.join(" ")}\n${indent}  echo ${value}\n${indent}  return`)
    .join("\n");
}

const quote = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
