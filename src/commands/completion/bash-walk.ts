/**
 * The part of the bash script that does not depend on the commands: it finds the position of the cursor in the typed
 * line. It runs in a person's own shell, so it has to work under any IFS, COMP_WORDBREAKS, `set -eu` and `failglob`.
 */
// `%{` stands for the shell's `${`, which a template literal would interpret, and `%B` for a backtick.
export const walk =
  String.raw`# Joins again what bash cut at =, : and @, up to the cursor. Sets words, as they are typed.
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

# $1: lines, $2: what stands there. Adds to COMPREPLY the lines that begin like it.
_swath_add() {
  local line
  while IFS= read -r line; do
    [[ -z $line || $line != "$2"* ]] || COMPREPLY+=("$line")
  done <<<"$1"
}

# The same for words.
_swath_add_words() {
  local newline=$'\n'
  _swath_add "%{1// /$newline}" "$2"
}

# $1: a kind of ids, $2: what stands there. Adds to COMPREPLY those that swath keeps on this machine.
_swath_ids() {
  local folder=%{XDG_CACHE_HOME-} profile=%{SWATH_PROFILE:-default} program=%{words[0]} list='' file i
  [[ $folder == /* ]] || folder=%{HOME-}/.cache
  for ((i = 1; i < %{#words[@]}; i++)); do
    case %{words[i]} in
      --sandbox) profile=sandbox ;;
      --profile) profile=%{words[i + 1]-} ;;
      --profile=*) profile=%{words[i]#*=} ;;
    esac
  done
  case $1 in
    order|intent|profile)
      [[ $program != '~/'* ]] || program=%{HOME-}/%{program#??}
      list=$(NODE_EXTRA_CA_CERTS='' "$program" __complete "$1" "%{words[@]:1}" </dev/null 2>/dev/null) ;;
    *)
      file=$folder/swath/ids/$profile/$1
      [[ ! -f $file || ! -r $file ]] || list=$(<"$file") ;;
  esac
  _swath_add "$list" "$2"
}

# $1: -f or -d, $2: what stands there. Adds the names to COMPREPLY.
_swath_files() {
  local name=$2
  # The shell expands ~ only where a word begins with it.
  [[ -z $before || $name != '~/'* ]] || name=%{HOME-}/%{name#??}
  areFiles=1
  _swath_add "$(compgen "$1" -- "$name")" ''
}

# $1: the source of the value, $2: what stands there. Adds to COMPREPLY.
_swath_value() {
  local source=%{1#\?}
  case $source in
    words\ *) _swath_add_words "%{source#words }" "$2" ;;
    ids\ *) _swath_ids "%{source#ids }" "$2" ;;
    files) _swath_files -f "$2" ;;
    folders) _swath_files -d "$2" ;;
    document)
      if [[ $2 == @* ]]; then
        before+=@
        _swath_files -f "%{2#@}"
      fi ;;
  esac
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
  local IFS=$' \t\n' words path='' commands='' flags='' args='' takes='' pending='' ended='' at=0 i word last
  local plain='' quote='' before='' areFiles=''
  _swath_join
  last=%{words[%{#words[@]}-1]}
  for ((i = 0; i < %{#words[@]}; i++)); do
    _swath_plain "%{words[i]}"
    words[i]=$plain
  done
  word=$plain
  for ((i = 1; i < %{#words[@]} - 1; i++)); do
    if [[ -n $pending && ( $pending != \?* || %{words[i]} != -* ) ]]; then
      pending=''
      continue
    fi
    pending=''
    if [[ -z $ended && %{words[i]} == -- ]]; then ended=1
    elif [[ -z $ended && %{words[i]} == --*=* ]]; then :
    elif [[ -z $ended && %{words[i]} == -?* ]]; then
      _swath_takes "$path" "%{words[i]}"
      pending=$takes
    elif ! _swath_step "$path" "%{words[i]}"; then
      at=$((at + 1))
    fi
  done

  if [[ -n $pending && ( $pending != \?* || $word != -* ) ]]; then
    _swath_value "$pending" "$word"
  elif [[ -z $ended && $word == --*=* ]]; then
    _swath_takes "$path" "%{word%%=*}"
    before=%{word%%=*}=
    _swath_value "$takes" "%{word#*=}"
  else
    _swath_words "$path"
    if [[ -z $ended && $word == -* ]]; then
      _swath_add_words "$flags" "$word"
    elif [[ -n $commands ]]; then
      _swath_add_words "$commands" "$word"
    elif [[ -n $args ]]; then
      while ((at > 0)) && [[ $args == *\;* ]]; do
        args=%{args#*;}
        at=$((at - 1))
      done
      args=%{args%%;*}
      [[ $at -gt 0 && $args != *... ]] || _swath_value "%{args%...}" "$word"
    fi
  fi
  _swath_replace "$1"
}

# Behind || no command of the function ends a shell under set -e.
_swath() {
  COMPREPLY=()
  _swath_complete "%{2-}" || :
}

complete -o nosort -F _swath swath 2>/dev/null || complete -F _swath swath
`
    .replaceAll("%{", "${")
    .replaceAll("%B", "`");
