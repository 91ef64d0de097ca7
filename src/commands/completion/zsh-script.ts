/** The completion script for zsh: specifications for `_arguments`, so that zsh itself parses the line. */
import {
  outputFlag,
  type AllWords,
  type ArgumentWords,
  type CommandWords,
  type FlagWords,
  type NounWords,
} from "./command-words.ts";
import type { ValueSource } from "./value-source.ts";

// `%{` stands for the shell's `${`, which a template literal would interpret.
const HELPERS = String.raw`
# Ids that swath keeps on this machine. The kind is the last word; what stands before is for compadd.
_swath_ids() {
  local dir=$XDG_CACHE_HOME profile=%{SWATH_PROFILE:-default} kind=$argv[-1] program=%{(Q)swath_line[1]} i
  local -a ids
  [[ $dir == /* ]] || dir=$HOME/.cache
  for (( i = 2; i <= $#swath_line; i++ )); do
    case $swath_line[i] in
      --sandbox) profile=sandbox ;;
      --profile) profile=%{(Q)swath_line[i + 1]} ;;
      --profile=*) profile=%{(Q)swath_line[i]#*=} ;;
    esac
  done
  dir=$dir/swath/ids/$profile/$kind
  case $kind in
    order|intent|profile)
      ids=(%{(f)"$(NODE_EXTRA_CA_CERTS= $program __complete $kind "%{(@Q)swath_line[2,-1]}" 2>/dev/null </dev/null)"}) ;;
    *) [[ -r $dir ]] && ids=(%{(f)"$(<$dir)"}) ;;
  esac
  compadd "%{(@)argv[1,-2]}" -a ids
}

# A text, or @ and a file.
_swath_document() {
  compset -P @ && _files
}
`.replaceAll("%{", "${");

const FOOT = String.raw`
if [[ $funcstack[1] == _swath ]]; then
  _swath "$@"
else
  compdef _swath swath
fi
`;

export function zshScript(all: AllWords): string {
  const { nouns, singles, globalFlags, topics } = all;
  const shared = globalFlags.filter(({ long }) => long !== "--output");
  const output = globalFlags.filter(({ long }) => long === "--output");
  return `#compdef swath
# zsh completion for swath, made from its command table. Load it after compinit with:
#   source <(swath completion zsh)
# or keep it as a file named _swath in a folder of $fpath.
${HELPERS}
_swath() {
  local curcontext=$curcontext state state_descr line ret=1
  local -A opt_args
  local -a swath_line=("\${(@)words[1,CURRENT]}") swath_global swath_output swath_commands swath_topics
  swath_global=(
${shared.map((flag) => `    ${flagSpec(flag)}`).join("\n")}
    '(- *)'{-h,--help}'[show help]'
  )
  swath_output=(
${output.map((flag) => `    ${flagSpec(flag)}`).join("\n")}
  )
  swath_commands=(
${[...nouns, ...singles].map((each) => `    ${described("name" in each ? each.name : each.path[0]!, each.summary)}`).join("\n")}
    ${described("help", "help on a command or a topic")}
  )
  swath_topics=(${topics.map((topic) => described(topic, "help topic")).join(" ")})
  _arguments -s -S -C $swath_global $swath_output '(- *)'{-V,--version}'[print the version]' \\
    '(-): :->command' '(-)*:: :->rest' && ret=0
  case $state in
    command) _describe -t commands 'swath command' swath_commands && ret=0 ;;
    rest)
      case $words[1] in
${nouns.map(({ name, aliases }) => `        ${[name, ...aliases].join("|")}) _swath_${name} && ret=0 ;;`).join("\n")}
${singles.map((single) => `        ${single.path[0]})\n${leafArguments(single, "          ")} && ret=0 ;;`).join("\n")}
        help) _swath_help && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_help() {
  local -a swath_verbs
  if (( CURRENT == 2 )); then
    _describe -t commands 'swath command' swath_commands -- swath_topics
  elif (( CURRENT == 3 )); then
    case $words[2] in
${nouns.map((noun) => `      ${noun.name}) ${verbsOf(noun)} ;;`).join("\n")}
    esac
    _describe -t commands 'command' swath_verbs
  fi
}
${nouns.map(nounFunction).join("")}${FOOT}`;
}

function nounFunction(noun: NounWords): string {
  return `
_swath_${noun.name}() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  ${verbsOf(noun)}
${nounArguments(noun)}
  case $state in
    verb) _describe -t commands 'swath ${noun.name} command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
${noun.verbs.map((verb) => `        ${verb.path.at(-1)})\n${leafArguments(verb, "          ")} && ret=0 ;;`).join("\n")}
      esac ;;
  esac
  return ret
}
`;
}

function nounArguments({ own }: NounWords): string {
  const rest = "'(-): :->verb' '(-)*:: :->rest' && ret=0";
  if (own === undefined) return `  _arguments -s -S -C $swath_global $swath_output ${rest}`;
  const specs = [...own.flags, outputFlag(own.formats)].map((flag) => `    ${flagSpec(flag)}`);
  return ["  _arguments -s -S -C $swath_global", ...specs, `    ${rest}`].join(" \\\n");
}

const verbsOf = ({ verbs }: NounWords): string =>
  `swath_verbs=(${verbs.map(({ path, summary }) => described(path.at(-1)!, summary)).join(" ")})`;

/** One flag or argument per line, so that a changed command changes only its own lines. */
function leafArguments({ flags, args, formats }: CommandWords, indent: string): string {
  const specs = [...[...flags, outputFlag(formats)].map(flagSpec), ...args.map(argumentSpec)];
  return [`${indent}_arguments -s -S $swath_global`, ...specs.map((spec) => `${indent}  ${spec}`)].join(
    " \\\n",
  );
}

function flagSpec({ long, short, flags, summary, value, isValueOptional, isRepeatable }: FlagWords): string {
  const names = [short, long].filter((name) => name !== undefined);
  const explained = `[${summary.replaceAll(/[\\[\]]/g, String.raw`\$&`)}]`;
  const name = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1] ?? "value";
  const tail =
    value === undefined
      ? explained
      : `${explained}:${isValueOptional ? ":" : ""}${message(name)}:${action(value)}`;
  const joined = names.map((each) =>
    value === undefined ? each : each + (each.startsWith("--") ? "=" : "+"),
  );
  const exclusion = isRepeatable ? "*" : names.length > 1 ? `(${names.join(" ")})` : "";
  if (joined.length === 1) return quote(exclusion + joined[0] + tail);
  return `${exclusion === "" ? "" : quote(exclusion)}{${joined.join(",")}}${quote(tail)}`;
}

const argumentSpec = ({ term, value, isVariadic }: ArgumentWords): string =>
  quote(`${isVariadic ? "*" : ""}:${message(term.replaceAll(/[<>[\].]/g, ""))}:${action(value)}`);

function action(value: ValueSource): string {
  switch (value.from) {
    case "words":
      return `(${value.words.map(message).join(" ")})`;
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    case "document":
      return "_swath_document";
    case "ids":
      return `_swath_ids ${value.kind}`;
    case "anything":
      return " ";
  }
}

const message = (text: string): string => text.replaceAll(":", String.raw`\:`);
const described = (name: string, summary: string): string => quote(`${message(name)}:${summary}`);
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
