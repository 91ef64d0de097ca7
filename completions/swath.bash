# bash completion for swath (bash 3.2 and later). It asks swath at each Tab. Load it with:
#   source <(swath completion bash)
# It runs in a person's own shell, under any IFS, COMP_WORDBREAKS, set -eu and failglob.

# Joins again what bash cut at =, : and @, up to the cursor. Sets words, as they are typed.
_swath_join() {
  local rest=${COMP_LINE:0:COMP_POINT} i piece blanks
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    blanks=${rest%%[![:space:]]*}
    rest=${rest#"$blanks"}
    piece=${COMP_WORDS[i]-}
    [[ $i -lt $COMP_CWORD ]] || piece=$rest
    if [[ $i -eq 0 || -n $blanks ]]; then
      words+=("$piece")
    else
      words[${#words[@]}-1]+=$piece
    fi
    rest=${rest#"$piece"}
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
    sign=${rest:0:1} rest=${rest:1}
    case $quote$sign in
      \'\'|\"\") quote='' ;;
      \'|\") quote=$sign ;;
      \\) plain+=${rest:0:1} rest=${rest:1} ;;
      \"\\)
        [[ $rest == [\"\\\$\`]* ]] || plain+=$sign
        plain+=${rest:0:1} rest=${rest:1} ;;
      *) plain+=$sign ;;
    esac
  done
}

# $1: lines, $2: the word. Adds to COMPREPLY the lines that begin like the word, without their descriptions.
_swath_add() {
  local line
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    [[ -z $line || $line != "$2"* ]] || COMPREPLY+=("$line")
  done <<<"$1"
}

# $1: -f or -d, $2: the beginning of a path. Adds the paths to COMPREPLY.
_swath_files() {
  local name=$2
  # The shell expands ~ only where a word begins with it.
  [[ -z $before || $name != '~/'* ]] || name=${HOME-}/${name#??}
  areFiles=1
  _swath_add "$(compgen "$1" -- "$name")" ''
}

# $1: the end of the last word that readline replaces, as it is typed. Makes each of COMPREPLY its replacement.
_swath_replace() {
  local plain quote kept='' mustQuote='' isFolder name i
  [[ $last != *"$1" ]] || kept=${last%"$1"}
  _swath_plain "$kept"
  kept=$plain
  _swath_plain "$last"
  if [[ -n $areFiles ]]; then
    # With this option readline quotes names and marks folders. It would also put a backslash before an @ that it cuts at.
    if [[ -z $quote && $1 == @* && $COMP_WORDBREAKS == *@* ]] || ! compopt -o filenames 2>/dev/null; then
      mustQuote=1
    fi
  fi
  for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do
    name=${COMPREPLY[i]} isFolder=''
    if [[ -n $areFiles && ( -d $name || $name == '~/'* && -d ${HOME-}/${name#??} ) ]]; then
      isFolder=1
    fi
    name=$before$name
    name=${name#"$kept"}
    if [[ -n $isFolder && ( -n $mustQuote || ! -d $name ) && $name != '~/'* ]]; then
      name+=/
      [[ ${#COMPREPLY[@]} -gt 1 ]] || compopt -o nospace 2>/dev/null
    fi
    if [[ -n $mustQuote && -z $quote ]]; then
      case $name in
        '~/'*) printf -v name '~/%q' "${name#??}" ;;
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
  last=${words[${#words[@]}-1]}
  for ((i = 0; i < ${#words[@]}; i++)); do
    _swath_plain "${words[i]}"
    words[i]=$plain
  done
  word=$plain program=${words[0]}
  [[ $program != '~/'* ]] || program=${HOME-}/${program#??}
  answer=$(NODE_EXTRA_CA_CERTS='' "$program" __complete "${words[@]:1}" </dev/null 2>/dev/null) || :
  kind=${answer%%$'\n'*}
  before=${kind#* }
  word=${word#"$before"}
  case $kind in
    'words '*) _swath_add "${answer#"$kind"}" "$word" ;;
    'files '*) _swath_files -f "$word" ;;
    'folders '*) _swath_files -d "$word" ;;
  esac
  _swath_replace "$1"
}

# Behind || no command of the function ends a shell under set -e.
_swath() {
  COMPREPLY=()
  _swath_complete "${2-}" || :
}

complete -o nosort -F _swath swath 2>/dev/null || complete -F _swath swath
