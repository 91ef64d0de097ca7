# fish completion for swath. It asks swath at each Tab. Load it with:
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
