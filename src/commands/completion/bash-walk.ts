/**
 * The part of the bash script that does not depend on the commands: it finds the position of the cursor in the
 * typed line.
 */
// `%{` stands for the shell's `${`, which a template literal would interpret.
export const walk = String.raw`# Joins again what bash cut at =, : and @, up to the cursor. Sets words.
_swath_join() {
  local rest=$COMP_LINE i piece
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    piece=%{COMP_WORDS[i]}
    if [[ $i -eq 0 || $rest == [[:space:]]* || ( -z $piece && -z $rest ) ]]; then
      words+=("$piece")
    else
      words[%{#words[@]}-1]+=$piece
    fi
    rest=%{rest#"%{rest%%[![:space:]]*}"}
    rest=%{rest#"$piece"}
  done
}

# $1: a kind of ids, $2: what stands there. Fills COMPREPLY from what swath keeps on this machine.
_swath_ids() {
  local dir=$XDG_CACHE_HOME profile=%{SWATH_PROFILE:-default} i id
  [[ $dir == /* ]] || dir=$HOME/.cache
  for ((i = 1; i < %{#words[@]}; i++)); do
    case %{words[i]} in
      --sandbox) profile=sandbox ;;
      --profile) profile=%{words[i + 1]} ;;
      --profile=*) profile=%{words[i]#*=} ;;
    esac
  done
  dir=$dir/swath/ids/$profile/$1
  while IFS= read -r id; do
    [[ $id != "$2"* ]] || COMPREPLY+=("$id")
  done < <(
    case $1 in
      order|intent|profile) NODE_EXTRA_CA_CERTS= "%{words[0]}" __complete "$1" "%{words[@]:1}" </dev/null ;;
      *) [[ ! -r $dir ]] || cat "$dir" ;;
    esac 2>/dev/null
  )
}

# $1: the source of the value, $2: what stands there. Fills COMPREPLY.
_swath_value() {
  local IFS=$'\n' source=%{1#\?} list
  case $source in
    words\ *)
      list=%{source#words }
      COMPREPLY=($(compgen -W "%{list// /$'\n'}" -- "$2")) ;;
    ids\ *) _swath_ids "%{source#ids }" "$2" ;;
    files)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$2")) ;;
    folders)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -d -- "$2")) ;;
    document)
      if [[ $2 == @* ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -P @ -f -- "%{2#@}"))
      fi ;;
  esac
}

_swath() {
  local words path='' commands flags args takes pending='' ended='' at=0 i word cur tail
  COMPREPLY=()
  _swath_join
  cur=%{words[%{#words[@]}-1]}
  for ((i = 1; i < %{#words[@]} - 1; i++)); do
    word=%{words[i]}
    if [[ -n $pending && ( $pending != \?* || $word != -* ) ]]; then
      pending=''
      continue
    fi
    pending=''
    if [[ -z $ended && $word == -- ]]; then ended=1
    elif [[ -z $ended && $word == --*=* ]]; then :
    elif [[ -z $ended && $word == -?* ]]; then
      _swath_takes "$path" "$word"
      pending=$takes
    elif ! _swath_step "$path" "$word"; then
      at=$((at + 1))
    fi
  done

  if [[ -n $pending && ( $pending != \?* || $cur != -* ) ]]; then
    _swath_value "$pending" "$cur"
  elif [[ -z $ended && $cur == --*=* ]]; then
    _swath_takes "$path" "%{cur%%=*}"
    _swath_value "$takes" "%{cur#*=}"
    [[ %{#COMPREPLY[@]} -eq 0 ]] || COMPREPLY=("%{COMPREPLY[@]/#/%{cur%%=*}=}")
  else
    _swath_words "$path"
    if [[ -z $ended && $cur == -* ]]; then
      COMPREPLY=($(compgen -W "$flags" -- "$cur"))
    elif [[ -n $commands ]]; then
      COMPREPLY=($(compgen -W "$commands" -- "$cur"))
    elif [[ -n $args ]]; then
      while ((at > 0)) && [[ $args == *\;* ]]; do
        args=%{args#*;}
        at=$((at - 1))
      done
      args=%{args%%;*}
      [[ $at -gt 0 && $args != *... ]] || _swath_value "%{args%...}" "$cur"
    fi
  fi

  # Bash replaces only what follows the last sign that it cuts words at.
  tail=$cur
  for word in = : @; do
    [[ $COMP_WORDBREAKS != *"$word"* ]] || tail=%{tail##*"$word"}
  done
  word=%{cur%"$tail"}
  [[ %{#COMPREPLY[@]} -eq 0 || -z $word ]] || COMPREPLY=("%{COMPREPLY[@]#"$word"}")
}

complete -o nosort -F _swath swath 2>/dev/null || complete -F _swath swath
`.replaceAll("%{", "${");
