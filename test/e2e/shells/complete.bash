# bash complete.bash <script> <line>...: what the completion function proposes at the end of each line.
source "$1"
shift
breaks='=:@'
for COMP_LINE in "$@"; do
  COMP_POINT=${#COMP_LINE} COMP_WORDS=() word=''
  # Cut as readline does: at blanks, and at each of the signs, which are words of their own.
  for ((i = 0; i < COMP_POINT; i++)); do
    sign=${COMP_LINE:i:1}
    if [[ $sign == ' ' || $breaks == *$sign* ]]; then
      [[ -z $word ]] || COMP_WORDS+=("$word")
      word=''
      [[ $sign == ' ' ]] || COMP_WORDS+=("$sign")
    else
      word+=$sign
    fi
  done
  [[ -z $word && $sign != ' ' ]] || COMP_WORDS+=("$word")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _swath swath "$word"
  printf 'LINE %s\n' "$COMP_LINE"
  ((${#COMPREPLY[@]} == 0)) || printf 'WORD %s\n' "${COMPREPLY[@]}"
done
