# fish --no-config complete.fish <script> <line>...: what fish itself proposes at the end of each line.
source $argv[1]
for line in $argv[2..-1]
  set -l words (complete -C "$line")
  echo "LINE $line"
  for word in $words
    echo "WORD "(string split -f1 \t -- $word)
  end
end
