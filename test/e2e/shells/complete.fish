# fish --no-config complete.fish <script> <line>...: what fish itself proposes at the end of each line.
source $argv[1]
for line in $argv[2..-1]
  # Once for what is loaded at the first use.
  complete -C "$line" >/dev/null
  set -l started (date +%s%N)
  set -l words (complete -C "$line ")
  set -l words (complete -C "$line")
  set -l took (math "floor(("(date +%s%N)" - $started) / 2000)")
  echo "LINE $line"
  echo "TOOK $took"
  for word in $words
    echo "WORD "(string split -f1 \t -- $word)
  end
end
