# zsh -f complete.zsh <script> <line>...: what an interactive zsh on a terminal of its own proposes at each TAB.
zmodload zsh/zpty || exit 2
script=$1
shift
until_seen() {
  local chunk
  REPLY=
  while zpty -r shell chunk; do
    REPLY+=$chunk
    [[ $REPLY != *$1* ]] || break
  done
}
# The first prompt is a line of its own: a shell that shows it reads keys.
zpty shell $'PS1=\'START\n\' zsh -f -i'
until_seen START
zpty -w shell "PROMPT= RPROMPT=; stty -echo columns 200; unset zle_bracketed_paste
autoload -Uz compinit && compinit -u -D; source ${(q)script}"
# Calls of compadd that only ask are passed on.
zpty -w shell '
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a found
  builtin compadd -A found "$@"
  local each
  for each in $found; do print -r -- "WORD $each"; done
  builtin compadd "$@"
}
propose() {
  _main_complete
  print -r -- "END"
  compstate[list]=
  compstate[insert]=
}
zle -C propose complete-word propose
bindkey "^I" propose
bindkey "^U" kill-whole-line
# Runs when the next line is read.
zle-line-init() { print REA""DY; zle -D zle-line-init; }
zle -N zle-line-init'
until_seen READY
for line in "$@"; do
  zpty -w -n shell "$line"$'\t'
  until_seen $'END\r\n'
  zpty -w -n shell $'\x15'
  print -r -- "LINE $line"
  print -r -- "${REPLY//$'\r'/}" | grep -ao 'WORD .*'
done
zpty -d shell
exit 0
