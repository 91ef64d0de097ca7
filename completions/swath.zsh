#compdef swath
# zsh completion for swath. It asks swath at each Tab. Load it after compinit with:
#   source <(swath completion zsh)
# or keep it as a file named _swath in a folder of $fpath.
_swath() {
  local kind before line
  local -a answer values
  answer=("${(@f)$(NODE_EXTRA_CA_CERTS= ${(Q)words[1]} __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" </dev/null 2>/dev/null)}")
  kind=${answer[1]%% *} before=${answer[1]#* }
  [[ -z $before ]] || compset -P "${(b)before}" || return 1
  case $kind in
    files) _files ;;
    folders) _files -/ ;;
    words)
      for line in "${(@)answer[2,-1]}"; do
        values+=("${${line%%$'\t'*}//:/\\:}${${(M)line#*$'\t'}:+:${line#*$'\t'}}")
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
