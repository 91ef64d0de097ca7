/** The completion script of each shell. They ask `swath __complete` (`complete.ts`), so they contain no command. */

// In a template literal `%{` is replaced by `${` of a shell, and `%B` by a backtick.
const writeScript = (text: TemplateStringsArray): string =>
  text.raw[0]!.replaceAll("%{", "${").replaceAll("%B", "`");

const BASH = writeScript`# bash completion for swath (bash 3.2 and later). It asks swath at each Tab. Load it with:
#   source <(swath completion bash)
# It runs in a person's own shell, under any IFS, COMP_WORDBREAKS, set -eu and failglob.

# Joins again what bash cut at =, : and @, up to the cursor. Sets words, as they are typed.
_swath_join() {
  local rest=%{COMP_LINE:0:COMP_POINT} i piece blanks
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    blanks=%{rest%%[![:space:]]*}
    rest=%{rest#"$blanks"}
    piece=%{COMP_WORDS[i]-}
    [[ $i -lt $COMP_CWORD ]] || piece=$rest
    if [[ $i -eq 0 || -n $blanks ]]; then
      words+=("$piece")
    else
      words[%{#words[@]}-1]+=$piece
    fi
    rest=%{rest#"$piece"}
  done
}

# $1: a word as it is typed. Sets plain: the word without quotation marks, and quote: the mark that is still open.
_swath_plain() {
  local rest=$1 sign
  plain='' quote=''
  if [[ $rest != *[\'\"\\]* ]]; then
    plain=$rest
    return
  fi
  while [[ -n $rest ]]; do
    sign=%{rest:0:1} rest=%{rest:1}
    case $quote$sign in
      \'\'|\"\") quote='' ;;
      \'|\") quote=$sign ;;
      \\) plain+=%{rest:0:1} rest=%{rest:1} ;;
      \"\\)
        [[ $rest == [\"\\\$\%B]* ]] || plain+=$sign
        plain+=%{rest:0:1} rest=%{rest:1} ;;
      *) plain+=$sign ;;
    esac
  done
}

# $1: lines, $2: the word. Adds to COMPREPLY the lines that begin like the word, without their descriptions.
_swath_add() {
  local line
  while IFS= read -r line; do
    line=%{line%%$'\t'*}
    [[ -z $line || $line != "$2"* ]] || COMPREPLY+=("$line")
  done <<<"$1"
}

# $1: -f or -d, $2: the beginning of a path. Adds the paths to COMPREPLY.
_swath_files() {
  local name=$2
  # The shell expands ~ only where a word begins with it.
  [[ -z $before || $name != '~/'* ]] || name=%{HOME-}/%{name#??}
  areFiles=1
  _swath_add "$(compgen "$1" -- "$name")" ''
}

# $1: the end of the last word that readline replaces, as it is typed. Makes each of COMPREPLY its replacement.
_swath_replace() {
  local plain quote kept='' mustQuote='' isFolder name i
  [[ $last != *"$1" ]] || kept=%{last%"$1"}
  _swath_plain "$kept"
  kept=$plain
  _swath_plain "$last"
  if [[ -n $areFiles ]]; then
    # With this option readline quotes names and marks folders. It would also put a backslash before an @ that it cuts at.
    if [[ -z $quote && $1 == @* && $COMP_WORDBREAKS == *@* ]] || ! compopt -o filenames 2>/dev/null; then
      mustQuote=1
    fi
  fi
  for ((i = 0; i < %{#COMPREPLY[@]}; i++)); do
    name=%{COMPREPLY[i]} isFolder=''
    if [[ -n $areFiles && ( -d $name || $name == '~/'* && -d %{HOME-}/%{name#??} ) ]]; then
      isFolder=1
    fi
    name=$before$name
    name=%{name#"$kept"}
    if [[ -n $isFolder && ( -n $mustQuote || ! -d $name ) && $name != '~/'* ]]; then
      name+=/
      [[ %{#COMPREPLY[@]} -gt 1 ]] || compopt -o nospace 2>/dev/null
    fi
    if [[ -n $mustQuote && -z $quote ]]; then
      case $name in
        '~/'*) printf -v name '~/%q' "%{name#??}" ;;
        *) printf -v name %q "$name" ;;
      esac
    fi
    COMPREPLY[i]=$name
  done
}

# $1: the end of the last word that readline replaces.
_swath_complete() {
  local IFS=$' \t\n' words program answer kind word last i
  local plain='' quote='' before='' areFiles=''
  _swath_join
  last=%{words[%{#words[@]}-1]}
  for ((i = 0; i < %{#words[@]}; i++)); do
    _swath_plain "%{words[i]}"
    words[i]=$plain
  done
  word=$plain program=%{words[0]}
  [[ $program != '~/'* ]] || program=%{HOME-}/%{program#??}
  answer=$(NODE_EXTRA_CA_CERTS='' "$program" __complete "%{words[@]:1}" </dev/null 2>/dev/null) || :
  kind=%{answer%%$'\n'*}
  before=%{kind#* }
  word=%{word#"$before"}
  case $kind in
    'words '*) _swath_add "%{answer#"$kind"}" "$word" ;;
    'files '*) _swath_files -f "$word" ;;
    'folders '*) _swath_files -d "$word" ;;
  esac
  _swath_replace "$1"
}

# Behind || no command of the function ends a shell under set -e.
_swath() {
  COMPREPLY=()
  _swath_complete "%{2-}" || :
}

complete -o nosort -F _swath swath 2>/dev/null || complete -F _swath swath
`;

const ZSH = writeScript`#compdef swath
# zsh completion for swath. It asks swath at each Tab. Load it after compinit with:
#   source <(swath completion zsh)
# or keep it as a file named _swath in a folder of $fpath.
_swath() {
  local kind before line
  local -a answer values
  answer=("%{(@f)$(NODE_EXTRA_CA_CERTS= %{(Q)words[1]} __complete "%{(@Q)words[2,CURRENT-1]}" "%{(Q)PREFIX}" </dev/null 2>/dev/null)}")
  kind=%{answer[1]%% *} before=%{answer[1]#* }
  [[ -z $before ]] || compset -P "%{(b)before}" || return 1
  case $kind in
    files) _files ;;
    folders) _files -/ ;;
    words)
      for line in "%{(@)answer[2,-1]}"; do
        values+=("%{%{line%%$'\t'*}//:/\\:}%{%{(M)line#*$'\t'}:+:%{line#*$'\t'}}")
      done
      _describe -t values value values ;;
    *) return 1 ;;
  esac
}

if [[ $funcstack[1] == _swath ]]; then
  _swath "$@"
else
  compdef _swath swath
fi
`;

const FISH = writeScript`# fish completion for swath. It asks swath at each Tab. Load it with:
#   swath completion fish | source

# Sets __swath_words to what may stand at the cursor. Fails where fish itself completes a file.
function __swath_ask
  set -g __swath_words
  set -l tokens (commandline -opc)
  type -q $tokens[1]; or return 0
  set -l word (string unescape -- (commandline -ct | string collect))
  set -l answer (NODE_EXTRA_CA_CERTS= $tokens[1] __complete $tokens[2..-1] "$word" 2>/dev/null </dev/null)
  set -l kind (string split -m 1 ' ' -- "$answer[1]")
  set -l rest (string sub -s (math 1 + (string length -- "$kind[2]")) -- "$word")
  switch $kind[1]
    case words
      set -g __swath_words $kind[2]$answer[2..-1]
    case folders
      set -g __swath_words $kind[2](__fish_complete_directories $rest)
    case files
      string match -q -- '*@' "$kind[2]"; or return 1
      set -g __swath_words $kind[2](__fish_complete_path $rest)
  end
  return 0
end

complete -c swath -n __swath_ask -f -a '$__swath_words'
`;

const POWERSHELL = writeScript`# PowerShell completion for swath. It asks swath at each Tab. Load it with:
#   swath completion powershell | Out-String | Invoke-Expression
# It has not been run in a PowerShell.
Register-ArgumentCompleter -Native -CommandName swath -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  $words = @($commandAst.CommandElements |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or $_.Extent.Text -ne $wordToComplete } |
    ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
  $program, $typed = $words
  # Before 7.3 PowerShell leaves out an empty argument of a program.
  $empty = if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
  $word = if ($wordToComplete) { $wordToComplete } else { $empty }
  $answer = @(& $program __complete @typed $word 2>$null)
  if ($answer.Count -eq 0) { return }
  $kind, $before = $answer[0] -split ' ', 2
  # PowerShell proposes files by itself where nothing else is proposed.
  if ($kind -ne 'words') { return }
  foreach ($line in ($answer | Select-Object -Skip 1)) {
    $value, $description = $line -split "%Bt", 2
    if (-not "$before$value".StartsWith($wordToComplete, [StringComparison]::OrdinalIgnoreCase)) { continue }
    if (-not $description) { $description = $value }
    [System.Management.Automation.CompletionResult]::new("$before$value", $value, 'ParameterValue', $description)
  }
}
`;

/** `file`: the name of the script in completions/. */
export const SCRIPTS = {
  bash: { file: "swath.bash", text: BASH },
  zsh: { file: "swath.zsh", text: ZSH },
  fish: { file: "swath.fish", text: FISH },
  powershell: { file: "swath.ps1", text: POWERSHELL },
} as const;
