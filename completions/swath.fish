# fish completion for swath, made from its command table. Load it with:
#   swath completion fish | source

# Where the line stands: the command's words, / and the number of arguments after them. Worked out once a line.
function __swath_place
  set -l tokens (commandline -opc)
  set -l line (string join ' ' -- $tokens)
  if test "$line" != "$__swath_line"
    set -g __swath_line "$line"
    set -l path ''
    set -l count 0
    set -l pending ''
    set -l ended ''
    for token in $tokens[2..-1]
      if test -n "$pending"
        set -l was $pending
        set pending ''
        if test "$was" = value; or not string match -q -- '-*' $token
          continue
        end
      end
      if test -z "$ended"; and string match -q -- '-?*' $token
        if test "$token" = --
          set ended 1
        else if not string match -q -- '--*=*' $token
          set pending (__swath_pending "$path" $token)
        end
      else if set -l step (__swath_step "$path/$token")
        set path $step
      else
        set count (math $count + 1)
      end
    end
    set -g __swath_at_path $path
    set -g __swath_at_count $count
  end
end

# True at the command $argv[1].
function __swath_at
  __swath_place
  test "$__swath_at_path" = "$argv[1]"
end

# True where argument $argv[2] (from 0) of the command $argv[1] may stand; with $argv[3], a later one too.
function __swath_argument
  __swath_at $argv[1]; or return
  test $__swath_at_count -eq $argv[2]; and return
  test -n "$argv[3]"; and test $__swath_at_count -gt $argv[2]
end

# True before a whole command stands.
function __swath_open
  __swath_place
  contains -- "$__swath_at_path" $__swath_nouns
end

# Ids that swath keeps on this machine; $argv[1] is their kind.
function __swath_ids
  set -l tokens (commandline -opc)
  if contains -- $argv[1] order intent profile
    type -q $tokens[1]; and NODE_EXTRA_CA_CERTS= $tokens[1] __complete $argv[1] $tokens[2..-1] 2>/dev/null </dev/null
    return
  end
  set -l folder $HOME/.cache
  string match -q -- '/*' "$XDG_CACHE_HOME"; and set folder $XDG_CACHE_HOME
  set -l profile default
  test -n "$SWATH_PROFILE"; and set profile $SWATH_PROFILE
  set -l before ''
  for token in $tokens
    test "$before" = --profile; and set profile $token
    string match -q -- '--profile=*' $token; and set profile (string sub -s 11 -- $token)
    test "$token" = --sandbox; and set profile sandbox
    set before $token
  end
  set -l file $folder/swath/ids/$profile/$argv[1]
  test -r $file; and cat $file
end

# A text, or @ and a file. The token is as it is typed: with quotation marks and the flag that it may be joined to.
function __swath_document
  set -l token (commandline -ct)
  set token (string replace -r -- '^--[^=]*=' '' (string unescape -- "$token"))
  string match -q -- '@*' "$token"
  and for found in (__fish_complete_path (string sub -s 2 -- $token))
    echo "@$found"
  end
end

set -g __swath_nouns '' task repeat collect search catalog order export org journal auth profile config sandbox

function __swath_step
  switch $argv[1]
    case '/task' '/tasks'
      echo 'task'
    case '/repeat' '/repeats'
      echo 'repeat'
    case '/approvals' '/inbox'
      echo 'approvals'
    case '/collect' '/collects'
      echo 'collect'
    case '/search'
      echo 'search'
    case '/catalog'
      echo 'catalog'
    case '/order' '/orders'
      echo 'order'
    case '/export' '/exports'
      echo 'export'
    case '/org' '/organization'
      echo 'org'
    case '/journal'
      echo 'journal'
    case '/spend'
      echo 'spend'
    case '/auth'
      echo 'auth'
    case '/profile'
      echo 'profile'
    case '/config'
      echo 'config'
    case '/sandbox'
      echo 'sandbox'
    case '/passes'
      echo 'passes'
    case '/verify'
      echo 'verify'
    case '/gallery'
      echo 'gallery'
    case '/api'
      echo 'api'
    case '/doctor'
      echo 'doctor'
    case '/demo'
      echo 'demo'
    case '/schema'
      echo 'schema'
    case '/completion'
      echo 'completion'
    case '/version'
      echo 'version'
    case 'help/task' 'help/tasks'
      echo 'help task'
    case 'help/repeat' 'help/repeats'
      echo 'help repeat'
    case 'help/approvals' 'help/inbox'
      echo 'help approvals'
    case 'help/collect' 'help/collects'
      echo 'help collect'
    case 'help/search'
      echo 'help search'
    case 'help/catalog'
      echo 'help catalog'
    case 'help/order' 'help/orders'
      echo 'help order'
    case 'help/export' 'help/exports'
      echo 'help export'
    case 'help/org' 'help/organization'
      echo 'help org'
    case 'help/journal'
      echo 'help journal'
    case 'help/spend'
      echo 'help spend'
    case 'help/auth'
      echo 'help auth'
    case 'help/profile'
      echo 'help profile'
    case 'help/config'
      echo 'help config'
    case 'help/sandbox'
      echo 'help sandbox'
    case 'help/passes'
      echo 'help passes'
    case 'help/verify'
      echo 'help verify'
    case 'help/gallery'
      echo 'help gallery'
    case 'help/api'
      echo 'help api'
    case 'help/doctor'
      echo 'help doctor'
    case 'help/demo'
      echo 'help demo'
    case 'help/schema'
      echo 'help schema'
    case 'help/completion'
      echo 'help completion'
    case 'help/version'
      echo 'help version'
    case 'task/create'
      echo 'task create'
    case 'task/get'
      echo 'task get'
    case 'task/cost'
      echo 'task cost'
    case 'task/approve'
      echo 'task approve'
    case 'task/reject'
      echo 'task reject'
    case 'task/retask'
      echo 'task retask'
    case 'task/set-products'
      echo 'task set-products'
    case 'task/list'
      echo 'task list'
    case 'task/types'
      echo 'task types'
    case 'task/collection-types'
      echo 'task collection-types'
    case 'task/search'
      echo 'task search'
    case 'task/wait'
      echo 'task wait'
    case 'repeat/create'
      echo 'repeat create'
    case 'repeat/get'
      echo 'repeat get'
    case 'repeat/cost'
      echo 'repeat cost'
    case 'repeat/approve'
      echo 'repeat approve'
    case 'repeat/reject'
      echo 'repeat reject'
    case 'repeat/list'
      echo 'repeat list'
    case 'repeat/retask'
      echo 'repeat retask'
    case 'repeat/search'
      echo 'repeat search'
    case 'repeat/wait'
      echo 'repeat wait'
    case 'approvals/list'
      echo 'approvals list'
    case 'approvals/approve'
      echo 'approvals approve'
    case 'approvals/reject'
      echo 'approvals reject'
    case 'collect/retask'
      echo 'collect retask'
    case 'search/tasks'
      echo 'search tasks'
    case 'search/repeats'
      echo 'search repeats'
    case 'catalog/preview'
      echo 'catalog preview'
    case 'catalog/search'
      echo 'catalog search'
    case 'catalog/stacks'
      echo 'catalog stacks'
    case 'order/review'
      echo 'order review'
    case 'order/place'
      echo 'order place'
    case 'order/task'
      echo 'order task'
    case 'order/links'
      echo 'order links'
    case 'order/download'
      echo 'order download'
    case 'order/wait'
      echo 'order wait'
    case 'order/history'
      echo 'order history'
    case 'export/list'
      echo 'export list'
    case 'export/links'
      echo 'export links'
    case 'export/fetch'
      echo 'export fetch'
    case 'export/sync'
      echo 'export sync'
    case 'export/query'
      echo 'export query'
    case 'org/set-defaults'
      echo 'org set-defaults'
    case 'journal/list'
      echo 'journal list'
    case 'journal/show'
      echo 'journal show'
    case 'journal/resolve'
      echo 'journal resolve'
    case 'journal/prune'
      echo 'journal prune'
    case 'spend/report'
      echo 'spend report'
    case 'auth/login'
      echo 'auth login'
    case 'auth/status'
      echo 'auth status'
    case 'auth/logout'
      echo 'auth logout'
    case 'auth/token'
      echo 'auth token'
    case 'profile/list'
      echo 'profile list'
    case 'profile/use'
      echo 'profile use'
    case 'profile/show'
      echo 'profile show'
    case 'profile/delete'
      echo 'profile delete'
    case 'config/get'
      echo 'config get'
    case 'config/set'
      echo 'config set'
    case 'config/unset'
      echo 'config unset'
    case 'config/list'
      echo 'config list'
    case 'config/path'
      echo 'config path'
    case 'sandbox/start'
      echo 'sandbox start'
    case 'sandbox/status'
      echo 'sandbox status'
    case 'sandbox/stop'
      echo 'sandbox stop'
    case 'sandbox/users'
      echo 'sandbox users'
    case 'sandbox/clock'
      echo 'sandbox clock'
    case 'sandbox/set'
      echo 'sandbox set'
    case 'sandbox/faults'
      echo 'sandbox faults'
    case 'sandbox/cancel-task'
      echo 'sandbox cancel-task'
    case 'sandbox/cancel-repeat'
      echo 'sandbox cancel-repeat'
    case 'sandbox/complete-order'
      echo 'sandbox complete-order'
    case 'sandbox/reset'
      echo 'sandbox reset'
    case '/help'
      echo 'help'
    case '*'
      return 1
  end
end

# Says value when the flag takes the next word, and maybe when it takes it unless it is a flag.
function __swath_pending
  switch $argv[1]
    case 'task create'
      switch $argv[2]
        case --point --place --radius --polygon --geometry --file -f --window-open --window-close --window --name --description --tier --type --product-type --holdback --product-category --contract --custom1 --custom2 --max-cost --look-direction --orbit-state --orbital-plane --off-nadir-min --off-nadir-max --azimuth-min --azimuth-max --local-time --squint --max-squint-angle --grazing-min --grazing-max --polarization --time-zone --elements --placement --poll-interval --wait-timeout --data --set --unset
          echo value
          return
        case --wait
          echo maybe
          return
      end
    case 'task get'
      switch $argv[2]
        case --map
          echo value
          return
      end
    case 'task cost'
      switch $argv[2]
        case --poll-interval --wait-timeout
          echo value
          return
      end
    case 'task approve'
      switch $argv[2]
        case --max-cost --poll-interval --wait-timeout
          echo value
          return
      end
    case 'task reject'
      switch $argv[2]

      end
    case 'task retask'
      switch $argv[2]
        case --collect --name --description --window-open --window-close --tier --holdback --off-nadir-min --off-nadir-max --max-cost --file -f --data --set --unset
          echo value
          return
      end
    case 'task set-products'
      switch $argv[2]
        case --product-type --add --remove
          echo value
          return
      end
    case 'task list'
      switch $argv[2]
        case --limit --page --page-size --org --method --map --data
          echo value
          return
      end
    case 'task types'
      switch $argv[2]

      end
    case 'task collection-types'
      switch $argv[2]

      end
    case 'task search'
      switch $argv[2]
        case --id --name --name-eq --name-prefix --status --status-message --status-time --mode --submitted --from --to --window-duration --holdback --reseller-id --where --where-string --filter --sort --page --page-size --limit --map --data --set --unset --window-open --window-close --repeat-id
          echo value
          return
      end
    case 'task wait'
      switch $argv[2]
        case --until --poll-interval --wait-timeout
          echo value
          return
      end
    case 'repeat create'
      switch $argv[2]
        case --point --place --geometry --file -f --from --interval --count --to --name --description --tier --type --look-angle-tolerance --azimuth-tolerance --custom1 --custom2 --max-cost --holdback --product-type --contract --look-direction --orbit-state --orbital-plane --off-nadir-min --off-nadir-max --azimuth-min --azimuth-max --local-time --squint --max-squint-angle --grazing-min --grazing-max --polarization --poll-interval --wait-timeout --data --set --unset
          echo value
          return
        case --wait
          echo maybe
          return
      end
    case 'repeat get'
      switch $argv[2]
        case --map
          echo value
          return
      end
    case 'repeat cost'
      switch $argv[2]
        case --poll-interval --wait-timeout
          echo value
          return
      end
    case 'repeat approve'
      switch $argv[2]
        case --max-cost --poll-interval --wait-timeout
          echo value
          return
      end
    case 'repeat reject'
      switch $argv[2]

      end
    case 'repeat list'
      switch $argv[2]
        case --limit --page --page-size --map
          echo value
          return
      end
    case 'repeat retask'
      switch $argv[2]
        case --name --description --from --interval --count --to --tier --holdback --max-cost --file -f --data --set --unset
          echo value
          return
      end
    case 'repeat search'
      switch $argv[2]
        case --id --name --name-eq --name-prefix --status --status-message --status-time --mode --submitted --from --to --window-duration --holdback --reseller-id --where --where-string --filter --sort --page --page-size --limit --map --data --set --unset --description --description-eq --description-prefix
          echo value
          return
      end
    case 'repeat wait'
      switch $argv[2]
        case --until --poll-interval --wait-timeout
          echo value
          return
      end
    case 'approvals'
      switch $argv[2]
        case --map
          echo value
          return
      end
    case 'approvals list'
      switch $argv[2]
        case --map
          echo value
          return
      end
    case 'approvals approve'
      switch $argv[2]
        case --max-cost
          echo value
          return
      end
    case 'approvals reject'
      switch $argv[2]

      end
    case 'collect retask'
      switch $argv[2]
        case --name --description --window-open --window-close --tier --holdback --off-nadir-min --off-nadir-max --max-cost --file -f --data --set --unset
          echo value
          return
      end
    case 'search tasks'
      switch $argv[2]
        case --id --name --name-eq --name-prefix --status --status-message --status-time --mode --submitted --from --to --window-duration --holdback --reseller-id --where --where-string --filter --sort --page --page-size --limit --map --data --set --unset --window-open --window-close --repeat-id
          echo value
          return
      end
    case 'search repeats'
      switch $argv[2]
        case --id --name --name-eq --name-prefix --status --status-message --status-time --mode --submitted --from --to --window-duration --holdback --reseller-id --where --where-string --filter --sort --page --page-size --limit --map --data --set --unset --description --description-eq --description-prefix
          echo value
          return
      end
    case 'catalog preview'
      switch $argv[2]
        case --image --asset --out-dir
          echo value
          return
      end
    case 'catalog search'
      switch $argv[2]
        case --point --place --radius --bbox --bbox-crs --file -f --intersects --datetime --from --to --collection --id --product-type --instrument-mode --orbit-state --platform --collect-id --where --like --filter --limit --page-size --sort --min-cover --per --map --data --set --unset
          echo value
          return
      end
    case 'catalog stacks'
      switch $argv[2]
        case --point --place --radius --bbox --file -f --intersects --datetime --from --to --item --collection --product-type --where --look-tolerance --squint-tolerance --min-overlap --min-scenes --pairs --map
          echo value
          return
      end
    case 'order review'
      switch $argv[2]
        case --item --generate --items --data --set --unset --map
          echo value
          return
      end
    case 'order place'
      switch $argv[2]
        case --item --generate --items --max-cost --download --poll-interval --wait-timeout --data --set --unset
          echo value
          return
      end
    case 'order task'
      switch $argv[2]
        case --max-cost --download --poll-interval --wait-timeout --data
          echo value
          return
      end
    case 'order links'
      switch $argv[2]
        case --asset --exclude-asset --role --item --product-type
          echo value
          return
      end
    case 'order download'
      switch $argv[2]
        case --out-dir --path --checksum --limit-rate --min-rate --max-connections --exec --links --map --asset --exclude-asset --role --item --product-type --shard --poll-interval --wait-timeout
          echo value
          return
      end
    case 'order wait'
      switch $argv[2]
        case --poll-interval --wait-timeout
          echo value
          return
      end
    case 'order history'
      switch $argv[2]
        case --limit --map
          echo value
          return
      end
    case 'export list'
      switch $argv[2]
        case --type --format --year --week --weeks --from --match
          echo value
          return
      end
    case 'export links'
      switch $argv[2]
        case --type --format --file-name --match --weeks --from --data
          echo value
          return
      end
    case 'export fetch'
      switch $argv[2]
        case --type --format --file-name --match --weeks --from --data --out-dir --limit-rate --min-rate --shard
          echo value
          return
      end
    case 'export sync'
      switch $argv[2]
        case --type --format --weeks --limit-rate --min-rate
          echo value
          return
      end
    case 'export query'
      switch $argv[2]
        case --point --place --radius --bbox --file -f --intersects --datetime --from --to --product-type --where --collection --limit --map
          echo value
          return
      end
    case 'org set-defaults'
      switch $argv[2]
        case --org --required --optional --file -f --data --set --unset
          echo value
          return
      end
    case 'journal list'
      switch $argv[2]
        case --state --limit
          echo value
          return
      end
    case 'journal show'
      switch $argv[2]

      end
    case 'journal resolve'
      switch $argv[2]
        case --order-id --id --price
          echo value
          return
      end
    case 'journal prune'
      switch $argv[2]
        case --older-than
          echo value
          return
      end
    case 'spend'
      switch $argv[2]
        case --from --to --by
          echo value
          return
      end
    case 'spend report'
      switch $argv[2]
        case --period --by --from --to --only-profile
          echo value
          return
      end
    case 'auth login'
      switch $argv[2]

      end
    case 'auth status'
      switch $argv[2]

      end
    case 'auth logout'
      switch $argv[2]

      end
    case 'auth token'
      switch $argv[2]
        case --username
          echo value
          return
      end
    case 'profile list'
      switch $argv[2]

      end
    case 'profile use'
      switch $argv[2]

      end
    case 'profile show'
      switch $argv[2]

      end
    case 'profile delete'
      switch $argv[2]

      end
    case 'config get'
      switch $argv[2]

      end
    case 'config set'
      switch $argv[2]

      end
    case 'config unset'
      switch $argv[2]

      end
    case 'config list'
      switch $argv[2]

      end
    case 'config path'
      switch $argv[2]

      end
    case 'sandbox start'
      switch $argv[2]
        case --port --prefix --cors-origin --seed --archive-size --product-size --variant --clock
          echo value
          return
      end
    case 'sandbox status'
      switch $argv[2]

      end
    case 'sandbox stop'
      switch $argv[2]

      end
    case 'sandbox users'
      switch $argv[2]

      end
    case 'sandbox clock'
      switch $argv[2]
        case --set --advance --mode --speed
          echo value
          return
      end
    case 'sandbox set'
      switch $argv[2]

      end
    case 'sandbox faults'
      switch $argv[2]
        case --add --status --retry-after --html --latency --truncate --count
          echo value
          return
      end
    case 'sandbox cancel-task'
      switch $argv[2]

      end
    case 'sandbox cancel-repeat'
      switch $argv[2]

      end
    case 'sandbox complete-order'
      switch $argv[2]

      end
    case 'sandbox reset'
      switch $argv[2]

      end
    case 'passes'
      switch $argv[2]
        case --point --place --radius --polygon --geometry --file -f --from --to --window --elements --satellite --limit --map --look-direction --orbit-state --orbital-plane --off-nadir-min --off-nadir-max --azimuth-min --azimuth-max --local-time --squint --max-squint-angle --grazing-min --grazing-max
          echo value
          return
      end
    case 'verify'
      switch $argv[2]
        case --map
          echo value
          return
      end
    case 'gallery'
      switch $argv[2]
        case --out
          echo value
          return
      end
    case 'api'
      switch $argv[2]
        case --data --header --query-param --max-cost
          echo value
          return
      end
    case 'doctor'
      switch $argv[2]

      end
    case 'demo'
      switch $argv[2]
        case --out-dir
          echo value
          return
      end
    case 'schema'
      switch $argv[2]

      end
    case 'completion'
      switch $argv[2]

      end
    case 'version'
      switch $argv[2]

      end
  end
  switch $argv[2]
    case --output -o --columns --query --color --progress --log-file --debug-http --profile --base-url --sandbox-user --api-key-file --token-file --vendor-prefix --ca-file --timeout --retries --concurrency --config
      echo value
      return
  end
end

complete -c swath -f
complete -c swath -n '__swath_at \'\'' -a task -d 'Request new imagery, review its cost, approve it and follow it'
complete -c swath -n '__swath_at \'\'' -a repeat -d 'Request a series of images, review its cost, approve it and follow it'
complete -c swath -n '__swath_at \'\'' -a approvals -d 'See what waits for an approval of its price, and approve or reject it'
complete -c swath -n '__swath_at \'\'' -a collect -d 'Request new imagery like an image of the archive'
complete -c swath -n '__swath_at \'\'' -a search -d 'Search tasks and repeat requests'
complete -c swath -n '__swath_at \'\'' -a catalog -d 'Search the archive of collected imagery (STAC)'
complete -c swath -n '__swath_at \'\'' -a order -d 'Price, place and download orders of archive imagery'
complete -c swath -n '__swath_at \'\'' -a export -d 'List, fetch and mirror the weekly footprint exports of the archive'
complete -c swath -n '__swath_at \'\'' -a org -d 'Set what holds for a whole organization'
complete -c swath -n '__swath_at \'\'' -a journal -d 'Show the requests that may cost money, and settle unknown outcomes'
complete -c swath -n '__swath_at \'\'' -a spend -d 'See what was spent from this machine'
complete -c swath -n '__swath_at \'\'' -a auth -d 'Log in, log out, show credentials'
complete -c swath -n '__swath_at \'\'' -a profile -d 'List, choose, show and delete settings profiles'
complete -c swath -n '__swath_at \'\'' -a config -d 'Read and write the settings of a profile'
complete -c swath -n '__swath_at \'\'' -a sandbox -d 'Run and steer the service on this machine: no account, no network, no cost'
complete -c swath -n '__swath_at \'\'' -a passes -d 'List when satellites can image a place, from orbital elements'
complete -c swath -n '__swath_at \'\'' -a verify -d 'Check a folder of downloads against its manifest, byte by byte'
complete -c swath -n '__swath_at \'\'' -a gallery -d 'Make a page of what is in a folder of downloads: pictures, metadata, state'
complete -c swath -n '__swath_at \'\'' -a api -d 'Send one authenticated request by method and path'
complete -c swath -n '__swath_at \'\'' -a doctor -d 'Check settings, credentials, network, folders and optional parts'
complete -c swath -n '__swath_at \'\'' -a demo -d 'Do the whole job on this machine: search, price, order, download, verify'
complete -c swath -n '__swath_at \'\'' -a schema -d 'Print the JSON Schema of a body, or a filled template of it'
complete -c swath -n '__swath_at \'\'' -a completion -d 'Print the completion script of a shell'
complete -c swath -n '__swath_at \'\'' -a version -d 'Show the version, with that of Node and the platform'
complete -c swath -n '__swath_at \'\'' -a help -d 'help on a command or a topic'
complete -c swath -n '__swath_at \'help\'' -a task -d 'Request new imagery, review its cost, approve it and follow it'
complete -c swath -n '__swath_at \'help\'' -a repeat -d 'Request a series of images, review its cost, approve it and follow it'
complete -c swath -n '__swath_at \'help\'' -a approvals -d 'See what waits for an approval of its price, and approve or reject it'
complete -c swath -n '__swath_at \'help\'' -a collect -d 'Request new imagery like an image of the archive'
complete -c swath -n '__swath_at \'help\'' -a search -d 'Search tasks and repeat requests'
complete -c swath -n '__swath_at \'help\'' -a catalog -d 'Search the archive of collected imagery (STAC)'
complete -c swath -n '__swath_at \'help\'' -a order -d 'Price, place and download orders of archive imagery'
complete -c swath -n '__swath_at \'help\'' -a export -d 'List, fetch and mirror the weekly footprint exports of the archive'
complete -c swath -n '__swath_at \'help\'' -a org -d 'Set what holds for a whole organization'
complete -c swath -n '__swath_at \'help\'' -a journal -d 'Show the requests that may cost money, and settle unknown outcomes'
complete -c swath -n '__swath_at \'help\'' -a spend -d 'See what was spent from this machine'
complete -c swath -n '__swath_at \'help\'' -a auth -d 'Log in, log out, show credentials'
complete -c swath -n '__swath_at \'help\'' -a profile -d 'List, choose, show and delete settings profiles'
complete -c swath -n '__swath_at \'help\'' -a config -d 'Read and write the settings of a profile'
complete -c swath -n '__swath_at \'help\'' -a sandbox -d 'Run and steer the service on this machine: no account, no network, no cost'
complete -c swath -n '__swath_at \'help\'' -a passes -d 'List when satellites can image a place, from orbital elements'
complete -c swath -n '__swath_at \'help\'' -a verify -d 'Check a folder of downloads against its manifest, byte by byte'
complete -c swath -n '__swath_at \'help\'' -a gallery -d 'Make a page of what is in a folder of downloads: pictures, metadata, state'
complete -c swath -n '__swath_at \'help\'' -a api -d 'Send one authenticated request by method and path'
complete -c swath -n '__swath_at \'help\'' -a doctor -d 'Check settings, credentials, network, folders and optional parts'
complete -c swath -n '__swath_at \'help\'' -a demo -d 'Do the whole job on this machine: search, price, order, download, verify'
complete -c swath -n '__swath_at \'help\'' -a schema -d 'Print the JSON Schema of a body, or a filled template of it'
complete -c swath -n '__swath_at \'help\'' -a completion -d 'Print the completion script of a shell'
complete -c swath -n '__swath_at \'help\'' -a version -d 'Show the version, with that of Node and the platform'
complete -c swath -n '__swath_at \'help\'' -a environment -d 'help topic'
complete -c swath -n '__swath_at \'help\'' -a errors -d 'help topic'
complete -c swath -n '__swath_at \'help\'' -a exit-codes -d 'help topic'
complete -c swath -n '__swath_at \'help\'' -a flags -d 'help topic'
complete -c swath -n '__swath_at \'help\'' -a formats -d 'help topic'
complete -c swath -n '__swath_at \'help\'' -a settings -d 'help topic'
complete -c swath -n '__swath_at \'task\'' -a create -d 'Request one image of a point or an area'
complete -c swath -n '__swath_at \'task\'' -a get -d 'Show a task'
complete -c swath -n '__swath_at \'task\'' -a cost -d 'Show the cost estimate of a task'
complete -c swath -n '__swath_at \'task\'' -a approve -d 'Approve the cost of a task in review'
complete -c swath -n '__swath_at \'task\'' -a reject -d 'Reject a task in review'
complete -c swath -n '__swath_at \'task\'' -a retask -d 'Retask: image an earlier task\'s target again'
complete -c swath -n '__swath_at \'task\'' -a set-products -d 'Change the product types of a task'
complete -c swath -n '__swath_at \'task\'' -a list -d 'List tasks page by page, in the service\'s order'
complete -c swath -n '__swath_at \'task\'' -a types -d 'List the collection types of the service with their properties'
complete -c swath -n '__swath_at \'task\'' -a collection-types -d 'List the collection types of the service with their properties'
complete -c swath -n '__swath_at \'task\'' -a search -d 'Search tasks'
complete -c swath -n '__swath_at \'task\'' -a wait -d 'Wait until a task has a status'
complete -c swath -n '__swath_at \'help task\'' -a create -d 'Request one image of a point or an area'
complete -c swath -n '__swath_at \'help task\'' -a get -d 'Show a task'
complete -c swath -n '__swath_at \'help task\'' -a cost -d 'Show the cost estimate of a task'
complete -c swath -n '__swath_at \'help task\'' -a approve -d 'Approve the cost of a task in review'
complete -c swath -n '__swath_at \'help task\'' -a reject -d 'Reject a task in review'
complete -c swath -n '__swath_at \'help task\'' -a retask -d 'Retask: image an earlier task\'s target again'
complete -c swath -n '__swath_at \'help task\'' -a set-products -d 'Change the product types of a task'
complete -c swath -n '__swath_at \'help task\'' -a list -d 'List tasks page by page, in the service\'s order'
complete -c swath -n '__swath_at \'help task\'' -a types -d 'List the collection types of the service with their properties'
complete -c swath -n '__swath_at \'help task\'' -a collection-types -d 'List the collection types of the service with their properties'
complete -c swath -n '__swath_at \'help task\'' -a search -d 'Search tasks'
complete -c swath -n '__swath_at \'help task\'' -a wait -d 'Wait until a task has a status'
complete -c swath -n '__swath_at \'repeat\'' -a create -d 'Request a series of images of a point'
complete -c swath -n '__swath_at \'repeat\'' -a get -d 'Show a repeat request'
complete -c swath -n '__swath_at \'repeat\'' -a cost -d 'Show the cost estimate of a repeat request'
complete -c swath -n '__swath_at \'repeat\'' -a approve -d 'Approve the cost of a repeat request in review'
complete -c swath -n '__swath_at \'repeat\'' -a reject -d 'Reject a repeat request in review'
complete -c swath -n '__swath_at \'repeat\'' -a list -d 'List repeat requests page by page, the newest first'
complete -c swath -n '__swath_at \'repeat\'' -a retask -d 'Retask: request an earlier repeat request\'s series again'
complete -c swath -n '__swath_at \'repeat\'' -a search -d 'Search repeat requests'
complete -c swath -n '__swath_at \'repeat\'' -a wait -d 'Wait until a repeat request has a status'
complete -c swath -n '__swath_at \'help repeat\'' -a create -d 'Request a series of images of a point'
complete -c swath -n '__swath_at \'help repeat\'' -a get -d 'Show a repeat request'
complete -c swath -n '__swath_at \'help repeat\'' -a cost -d 'Show the cost estimate of a repeat request'
complete -c swath -n '__swath_at \'help repeat\'' -a approve -d 'Approve the cost of a repeat request in review'
complete -c swath -n '__swath_at \'help repeat\'' -a reject -d 'Reject a repeat request in review'
complete -c swath -n '__swath_at \'help repeat\'' -a list -d 'List repeat requests page by page, the newest first'
complete -c swath -n '__swath_at \'help repeat\'' -a retask -d 'Retask: request an earlier repeat request\'s series again'
complete -c swath -n '__swath_at \'help repeat\'' -a search -d 'Search repeat requests'
complete -c swath -n '__swath_at \'help repeat\'' -a wait -d 'Wait until a repeat request has a status'
complete -c swath -n '__swath_at \'approvals\'' -a list -d 'List what waits for an approval of its price'
complete -c swath -n '__swath_at \'approvals\'' -a approve -d 'Approve tasks and repeat requests that wait, with one confirmation of the sum'
complete -c swath -n '__swath_at \'approvals\'' -a reject -d 'Reject tasks and repeat requests that wait'
complete -c swath -n '__swath_at \'help approvals\'' -a list -d 'List what waits for an approval of its price'
complete -c swath -n '__swath_at \'help approvals\'' -a approve -d 'Approve tasks and repeat requests that wait, with one confirmation of the sum'
complete -c swath -n '__swath_at \'help approvals\'' -a reject -d 'Reject tasks and repeat requests that wait'
complete -c swath -n '__swath_at \'collect\'' -a retask -d 'Retask: image the centre of an archive collect again'
complete -c swath -n '__swath_at \'help collect\'' -a retask -d 'Retask: image the centre of an archive collect again'
complete -c swath -n '__swath_at \'search\'' -a tasks -d 'Search tasks'
complete -c swath -n '__swath_at \'search\'' -a repeats -d 'Search repeat requests'
complete -c swath -n '__swath_at \'help search\'' -a tasks -d 'Search tasks'
complete -c swath -n '__swath_at \'help search\'' -a repeats -d 'Search repeat requests'
complete -c swath -n '__swath_at \'catalog\'' -a preview -d 'Show the pictures of catalog items in the terminal, or save them'
complete -c swath -n '__swath_at \'catalog\'' -a search -d 'Search the archive by place, time and property'
complete -c swath -n '__swath_at \'catalog\'' -a stacks -d 'Group scenes of one geometry, for change detection'
complete -c swath -n '__swath_at \'help catalog\'' -a preview -d 'Show the pictures of catalog items in the terminal, or save them'
complete -c swath -n '__swath_at \'help catalog\'' -a search -d 'Search the archive by place, time and property'
complete -c swath -n '__swath_at \'help catalog\'' -a stacks -d 'Group scenes of one geometry, for change detection'
complete -c swath -n '__swath_at \'order\'' -a review -d 'Show what an order would cost, without placing it'
complete -c swath -n '__swath_at \'order\'' -a place -d 'Place an order, once its price is agreed to'
complete -c swath -n '__swath_at \'order\'' -a task -d 'Order everything that a task has collected'
complete -c swath -n '__swath_at \'order\'' -a links -d 'Print the signed URLs of an order, for other download tools'
complete -c swath -n '__swath_at \'order\'' -a download -d 'Download an order: parallel, resumable, verified'
complete -c swath -n '__swath_at \'order\'' -a wait -d 'Wait until everything in an order can be downloaded'
complete -c swath -n '__swath_at \'order\'' -a history -d 'List the orders placed from this machine (from the spend journal, without network)'
complete -c swath -n '__swath_at \'help order\'' -a review -d 'Show what an order would cost, without placing it'
complete -c swath -n '__swath_at \'help order\'' -a place -d 'Place an order, once its price is agreed to'
complete -c swath -n '__swath_at \'help order\'' -a task -d 'Order everything that a task has collected'
complete -c swath -n '__swath_at \'help order\'' -a links -d 'Print the signed URLs of an order, for other download tools'
complete -c swath -n '__swath_at \'help order\'' -a download -d 'Download an order: parallel, resumable, verified'
complete -c swath -n '__swath_at \'help order\'' -a wait -d 'Wait until everything in an order can be downloaded'
complete -c swath -n '__swath_at \'help order\'' -a history -d 'List the orders placed from this machine (from the spend journal, without network)'
complete -c swath -n '__swath_at \'export\'' -a list -d 'List the footprint export files on offer'
complete -c swath -n '__swath_at \'export\'' -a links -d 'Print signed URLs of export files, for other download tools'
complete -c swath -n '__swath_at \'export\'' -a fetch -d 'Download export files: resumable, verified, atomic'
complete -c swath -n '__swath_at \'export\'' -a sync -d 'Mirror the exports into a folder, fetching only what changed'
complete -c swath -n '__swath_at \'export\'' -a query -d 'Search fetched export files, without any network'
complete -c swath -n '__swath_at \'help export\'' -a list -d 'List the footprint export files on offer'
complete -c swath -n '__swath_at \'help export\'' -a links -d 'Print signed URLs of export files, for other download tools'
complete -c swath -n '__swath_at \'help export\'' -a fetch -d 'Download export files: resumable, verified, atomic'
complete -c swath -n '__swath_at \'help export\'' -a sync -d 'Mirror the exports into a folder, fetching only what changed'
complete -c swath -n '__swath_at \'help export\'' -a query -d 'Search fetched export files, without any network'
complete -c swath -n '__swath_at \'org\'' -a set-defaults -d 'Set the default product types of an organization (Org Managers)'
complete -c swath -n '__swath_at \'help org\'' -a set-defaults -d 'Set the default product types of an organization (Org Managers)'
complete -c swath -n '__swath_at \'journal\'' -a list -d 'List what was sent from this machine and may cost money (offline)'
complete -c swath -n '__swath_at \'journal\'' -a show -d 'Show one intent: what was sent, its outcome, and what to type next'
complete -c swath -n '__swath_at \'journal\'' -a resolve -d 'Write down what became of a request whose outcome is unknown (offline)'
complete -c swath -n '__swath_at \'journal\'' -a prune -d 'Remove old attempts that nothing needs any more (offline)'
complete -c swath -n '__swath_at \'help journal\'' -a list -d 'List what was sent from this machine and may cost money (offline)'
complete -c swath -n '__swath_at \'help journal\'' -a show -d 'Show one intent: what was sent, its outcome, and what to type next'
complete -c swath -n '__swath_at \'help journal\'' -a resolve -d 'Write down what became of a request whose outcome is unknown (offline)'
complete -c swath -n '__swath_at \'help journal\'' -a prune -d 'Remove old attempts that nothing needs any more (offline)'
complete -c swath -n '__swath_at \'spend\'' -a report -d 'Sum what was confirmed, by profile, contract, period and kind (offline)'
complete -c swath -n '__swath_at \'help spend\'' -a report -d 'Sum what was confirmed, by profile, contract, period and kind (offline)'
complete -c swath -n '__swath_at \'auth\'' -a login -d 'Store an API key for the service'
complete -c swath -n '__swath_at \'auth\'' -a status -d 'Show which service, key or token a run uses, and where each comes from'
complete -c swath -n '__swath_at \'auth\'' -a logout -d 'Remove stored keys and tokens'
complete -c swath -n '__swath_at \'auth\'' -a token -d 'Exchange user name and password for a bearer token (deprecated by the service)'
complete -c swath -n '__swath_at \'help auth\'' -a login -d 'Store an API key for the service'
complete -c swath -n '__swath_at \'help auth\'' -a status -d 'Show which service, key or token a run uses, and where each comes from'
complete -c swath -n '__swath_at \'help auth\'' -a logout -d 'Remove stored keys and tokens'
complete -c swath -n '__swath_at \'help auth\'' -a token -d 'Exchange user name and password for a bearer token (deprecated by the service)'
complete -c swath -n '__swath_at \'profile\'' -a list -d 'List the profiles, with their base URLs and what is stored to log in'
complete -c swath -n '__swath_at \'profile\'' -a use -d 'Choose the profile of runs that name none'
complete -c swath -n '__swath_at \'profile\'' -a show -d 'Show what a profile holds: its settings, and which credentials are stored'
complete -c swath -n '__swath_at \'profile\'' -a delete -d 'Delete a profile: its settings, and its stored keys and tokens'
complete -c swath -n '__swath_at \'help profile\'' -a list -d 'List the profiles, with their base URLs and what is stored to log in'
complete -c swath -n '__swath_at \'help profile\'' -a use -d 'Choose the profile of runs that name none'
complete -c swath -n '__swath_at \'help profile\'' -a show -d 'Show what a profile holds: its settings, and which credentials are stored'
complete -c swath -n '__swath_at \'help profile\'' -a delete -d 'Delete a profile: its settings, and its stored keys and tokens'
complete -c swath -n '__swath_at \'config\'' -a get -d 'Print the value of one setting that a run would use'
complete -c swath -n '__swath_at \'config\'' -a set -d 'Store a setting in the profile'
complete -c swath -n '__swath_at \'config\'' -a unset -d 'Remove a setting from the profile'
complete -c swath -n '__swath_at \'config\'' -a list -d 'List every setting with the value that a run would use, and where it comes from'
complete -c swath -n '__swath_at \'config\'' -a path -d 'Print where settings, keys, the spend journal, the cache and the sandbox\'s store are kept'
complete -c swath -n '__swath_at \'help config\'' -a get -d 'Print the value of one setting that a run would use'
complete -c swath -n '__swath_at \'help config\'' -a set -d 'Store a setting in the profile'
complete -c swath -n '__swath_at \'help config\'' -a unset -d 'Remove a setting from the profile'
complete -c swath -n '__swath_at \'help config\'' -a list -d 'List every setting with the value that a run would use, and where it comes from'
complete -c swath -n '__swath_at \'help config\'' -a path -d 'Print where settings, keys, the spend journal, the cache and the sandbox\'s store are kept'
complete -c swath -n '__swath_at \'sandbox\'' -a start -d 'Run the sandbox on this machine, for every program that speaks HTTP'
complete -c swath -n '__swath_at \'sandbox\'' -a status -d 'Show whether the sandbox runs and where, its store, its clock and what it holds'
complete -c swath -n '__swath_at \'sandbox\'' -a stop -d 'Stop the running sandbox; its store stays'
complete -c swath -n '__swath_at \'sandbox\'' -a users -d 'List the sandbox\'s users with their keys'
complete -c swath -n '__swath_at \'sandbox\'' -a clock -d 'Show the sandbox\'s time, set it, move it on, or change how it runs'
complete -c swath -n '__swath_at \'sandbox\'' -a set -d 'Change how the sandbox behaves: delays, lifetimes, prices, variants; or list all settings'
complete -c swath -n '__swath_at \'sandbox\'' -a faults -d 'Make the sandbox fail on request, to see how a script copes; or list the planted faults'
complete -c swath -n '__swath_at \'sandbox\'' -a cancel-task -d 'Cancel tasks that the sandbox has not collected yet'
complete -c swath -n '__swath_at \'sandbox\'' -a cancel-repeat -d 'Cancel repeat requests, with those of their tasks that are not collected yet'
complete -c swath -n '__swath_at \'sandbox\'' -a complete-order -d 'Finish an order in progress now, whatever the sandbox\'s clock says'
complete -c swath -n '__swath_at \'sandbox\'' -a reset -d 'Forget everything that happened in the sandbox: orders, faults, settings, clock'
complete -c swath -n '__swath_at \'help sandbox\'' -a start -d 'Run the sandbox on this machine, for every program that speaks HTTP'
complete -c swath -n '__swath_at \'help sandbox\'' -a status -d 'Show whether the sandbox runs and where, its store, its clock and what it holds'
complete -c swath -n '__swath_at \'help sandbox\'' -a stop -d 'Stop the running sandbox; its store stays'
complete -c swath -n '__swath_at \'help sandbox\'' -a users -d 'List the sandbox\'s users with their keys'
complete -c swath -n '__swath_at \'help sandbox\'' -a clock -d 'Show the sandbox\'s time, set it, move it on, or change how it runs'
complete -c swath -n '__swath_at \'help sandbox\'' -a set -d 'Change how the sandbox behaves: delays, lifetimes, prices, variants; or list all settings'
complete -c swath -n '__swath_at \'help sandbox\'' -a faults -d 'Make the sandbox fail on request, to see how a script copes; or list the planted faults'
complete -c swath -n '__swath_at \'help sandbox\'' -a cancel-task -d 'Cancel tasks that the sandbox has not collected yet'
complete -c swath -n '__swath_at \'help sandbox\'' -a cancel-repeat -d 'Cancel repeat requests, with those of their tasks that are not collected yet'
complete -c swath -n '__swath_at \'help sandbox\'' -a complete-order -d 'Finish an order in progress now, whatever the sandbox\'s clock says'
complete -c swath -n '__swath_at \'help sandbox\'' -a reset -d 'Forget everything that happened in the sandbox: orders, faults, settings, clock'
complete -c swath -n '__swath_at \'\'' -s V -l version -d 'print the version'
complete -c swath -s h -l help -d 'show help'
complete -c swath -l json -d 'short for --output json; errors are JSON too'
complete -c swath -l columns -x -d 'columns to print, separated by commas (any path of the data)'
complete -c swath -l query -x -d 'print what this JMESPath expression finds in the result'
complete -c swath -l no-header -d 'leave out the header line of tables and CSV'
complete -c swath -l ascii -d 'draw maps with plain characters'
complete -c swath -s q -l quiet -d 'print ids only, and no notes'
complete -c swath -s v -l verbose -d 'print more on stderr: requests, retries, where settings come from'
complete -c swath -l debug -d 'as --verbose, with stack traces'
complete -c swath -l color -x -a 'auto always never' -d 'colour'
complete -c swath -l no-color -d 'the same as --color never'
complete -c swath -l progress -x -a 'auto json none' -d 'progress on stderr'
complete -c swath -l log-file -r -F -d 'append the messages of stderr to this file as JSON lines'
complete -c swath -l debug-http -r -F -d 'write every HTTP exchange to this HAR file, without keys and signatures'
complete -c swath -l annotate -d 'also print errors and warnings as GitHub Actions annotations'
complete -c swath -l step-summary -d 'append the outcome of the run to $GITHUB_STEP_SUMMARY'
complete -c swath -l profile -x -a '(__swath_ids profile)' -d 'settings profile'
complete -c swath -l base-url -x -d 'base URL of the service'
complete -c swath -l sandbox -d 'use the sandbox on this machine: no account, no network, no cost'
complete -c swath -l sandbox-user -x -a 'member manager outsider' -d 'which sandbox user to be'
complete -c swath -l api-key-file -r -F -d 'read the API key from this file (- for stdin)'
complete -c swath -l token-file -r -F -d 'read a bearer token from this file (- for stdin)'
complete -c swath -l vendor-prefix -x -d 'the operator\'s prefix in property names'
complete -c swath -l ca-file -r -F -d 'trust the certificates in this PEM file too'
complete -c swath -l timeout -x -d 'limit for one request, such as 30s'
complete -c swath -l retries -x -d 'how often a request that is safe to repeat is retried'
complete -c swath -l concurrency -x -d 'how many transfers or requests at once'
complete -c swath -l config -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'folder of the settings and stored keys'
complete -c swath -l dry-run -d 'print the request that would be sent, and send nothing'
complete -c swath -s y -l yes -d 'answer every confirmation with yes'
complete -c swath -l no-input -d 'never ask; fail and name the flag instead'
complete -c swath -l no-validate -d 'send what breaks a local rule, with a warning'
complete -c swath -l strict -d 'treat warnings as errors'
complete -c swath -l resend -d 'send again although the journal holds the same request as unresolved'
complete -c swath -n __swath_open -s o -l output -x -a 'table json ndjson csv tsv geojson stapi yaml id order-items html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'task create\'' -l point -x -d 'a point, longitude first, or \'38.71N 9.14W\''
complete -c swath -n '__swath_at \'task create\'' -l place -x -d 'a city, port, volcano or airport: Setubal, \'Valencia, ES\''
complete -c swath -n '__swath_at \'task create\'' -l radius -x -d 'the disc around --point or --place, such as 5km'
complete -c swath -n '__swath_at \'task create\'' -l polygon -x -d 'a ring as one word: \'lon,lat lon,lat ...\', first position repeated'
complete -c swath -n '__swath_at \'task create\'' -l geometry -x -a '(__swath_document)' -d 'GeoJSON, WKT or KML: the text, @file, or - for stdin'
complete -c swath -n '__swath_at \'task create\'' -s f -l file -r -F -d 'Feature, geometry, WKT or KML file (- for stdin); a Feature\'s properties are sent'
complete -c swath -n '__swath_at \'task create\'' -l window-open -x -d 'earliest collection (RFC 3339, a date, now, +2d)'
complete -c swath -n '__swath_at \'task create\'' -l window-close -x -d 'latest collection'
complete -c swath -n '__swath_at \'task create\'' -l window -x -d 'length of the window, such as 7d: the close is computed'
complete -c swath -n '__swath_at \'task create\'' -l allow-past -d 'send it although its time is over, where a service takes that'
complete -c swath -n '__swath_at \'task create\'' -l name -x -d 'label'
complete -c swath -n '__swath_at \'task create\'' -l description -x -d 'longer label'
complete -c swath -n '__swath_at \'task create\'' -l tier -x -a 'urgent priority standard flexible' -d 'urgent, priority, standard (scheduled in this order) or flexible (moved to make room)'
complete -c swath -n '__swath_at \'task create\'' -l type -x -a 'spotlight spotlight_ultra spotlight_wide stripmap_20 stripmap_50 stripmap_100 parallel_stripmap_20 parallel_stripmap_50 parallel_stripmap_100' -d 'collection type (swath task types); a polygon takes stripmap_100; spotlight types squint by +/-30 degrees by themselves'
complete -c swath -n '__swath_at \'task create\'' -l check-type -d 'ask the service first whether it has this collection type'
complete -c swath -n '__swath_at \'task create\'' -l product-type -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'product types, GEO among them; left out, your organization\'s defaults apply (repeatable)'
complete -c swath -n '__swath_at \'task create\'' -l with-required -d 'add GEO to --product-type, which the system requires'
complete -c swath -n '__swath_at \'task create\'' -l holdback -x -a 'none 30_day 1_year permanent' -d 'time until the collect is in the public archive'
complete -c swath -n '__swath_at \'task create\'' -l product-category -x -d 'product category, sent as typed'
complete -c swath -n '__swath_at \'task create\'' -l contract -x -a '(__swath_ids task)' -d 'contract'
complete -c swath -n '__swath_at \'task create\'' -l custom1 -x -d 'customAttribute1, for your own tracking'
complete -c swath -n '__swath_at \'task create\'' -l custom2 -x -d 'customAttribute2'
complete -c swath -n '__swath_at \'task create\'' -l pre-approve -d 'costs money without another question: skips the cost review'
complete -c swath -n '__swath_at \'task create\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'task create\'' -l look-direction -x -a 'right left either' -d 'side the radar looks to (right, left, either)'
complete -c swath -n '__swath_at \'task create\'' -l orbit-state -x -a 'ascending descending either' -d 'direction of the orbit (ascending, descending, either)'
complete -c swath -n '__swath_at \'task create\'' -l orbital-plane -x -a '45 53 97' -d 'orbital plane (45, 53, 97) (repeatable)'
complete -c swath -n '__swath_at \'task create\'' -l off-nadir-min -x -d 'smallest off-nadir angle'
complete -c swath -n '__swath_at \'task create\'' -l off-nadir-max -x -d 'largest off-nadir angle'
complete -c swath -n '__swath_at \'task create\'' -l azimuth-min -x -d 'azimuth from target to satellite, clockwise from North (topocentric ENZ); above --azimuth-max it wraps through North'
complete -c swath -n '__swath_at \'task create\'' -l azimuth-max -x -d 'the other end; equal to --azimuth-min for one angle'
complete -c swath -n '__swath_at \'task create\'' -l local-time -x -a 'day night anytime' -d 'local time of day at the target: day (06:00-18:00), night (18:00-06:00), anytime, HH:MM-HH:MM, or start,end in seconds; with daylight saving'
complete -c swath -n '__swath_at \'task create\'' -l squint -x -a 'enabled forward backward' -d 'squint for stripmap types; spotlight has it by itself (enabled, forward, backward)'
complete -c swath -n '__swath_at \'task create\'' -l max-squint-angle -x -d 'most squint to either side, 35 for stripmap types; forward with 30 considers angles greater than 0, 15 and 30'
complete -c swath -n '__swath_at \'task create\'' -l grazing-min -x -d 'smallest grazing angle'
complete -c swath -n '__swath_at \'task create\'' -l grazing-max -x -d 'largest grazing angle'
complete -c swath -n '__swath_at \'task create\'' -l polarization -x -d 'polarization, sent as typed'
complete -c swath -n '__swath_at \'task create\'' -l explain -d 'explain the request in words, and send nothing'
complete -c swath -n '__swath_at \'task create\'' -l time-zone -x -d 'IANA zone for --explain in place of the target\'s'
complete -c swath -n '__swath_at \'task create\'' -l elements -r -F -d 'for --explain: orbital elements: OMM (JSON, CSV, XML, KVN) or TLE; - for stdin'
complete -c swath -n '__swath_at \'task create\'' -l each -d 'one request for each feature of --file; a rerun sends what is missing'
complete -c swath -n '__swath_at \'task create\'' -l interactive -d 'ask for everything that no flag says'
complete -c swath -n '__swath_at \'task create\'' -l placement -x -a 'both root properties' -d 'where pre-approval and custom attributes are put'
complete -c swath -n '__swath_at \'task create\'' -l wait  -d 'wait for the cost estimate, or for this status code'
complete -c swath -n '__swath_at \'task create\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'task create\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'task create\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'task create\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'task create\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'task create\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'task create\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'task get\'' -l history -d 'show the statuses it has had, newest first'
complete -c swath -n '__swath_at \'task get\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'task get\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'task get\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'task get\' 0 more' -a '(__swath_ids task)' -d 'ids or names of tasks (- reads them from stdin)'
complete -c swath -n '__swath_at \'task cost\'' -l wait -d 'wait until the estimate is there'
complete -c swath -n '__swath_at \'task cost\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'task cost\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'task cost\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'task cost\' 0 more' -a '(__swath_ids task)' -d 'ids or names of tasks (- reads them from stdin)'
complete -c swath -n '__swath_at \'task approve\'' -l no-check -d 'send without reading its state and price first'
complete -c swath -n '__swath_at \'task approve\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'task approve\'' -l without-estimate -d 'approve although no estimate exists yet'
complete -c swath -n '__swath_at \'task approve\'' -l wait -d 'wait until the scheduler has accepted it'
complete -c swath -n '__swath_at \'task approve\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'task approve\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'task approve\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'task approve\' 0 more' -a '(__swath_ids task)' -d 'ids or names of tasks (- reads them from stdin)'
complete -c swath -n '__swath_at \'task reject\'' -l no-check -d 'send without reading its state and price first'
complete -c swath -n '__swath_at \'task reject\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'task reject\' 0 more' -a '(__swath_ids task)' -d 'ids or names of tasks (- reads them from stdin)'
complete -c swath -n '__swath_at \'task retask\'' -l collect -x -a '(__swath_ids task)' -d 'retask this collect instead (swath collect retask)'
complete -c swath -n '__swath_at \'task retask\'' -l name -x -d 'label, the original\'s when left out'
complete -c swath -n '__swath_at \'task retask\'' -l description -x -d 'longer label, the original\'s when left out; the service adds the original\'s id'
complete -c swath -n '__swath_at \'task retask\'' -l window-open -x -d 'earliest collection (RFC 3339, a date, now, +2d)'
complete -c swath -n '__swath_at \'task retask\'' -l window-close -x -d 'latest collection'
complete -c swath -n '__swath_at \'task retask\'' -l allow-past -d 'send it although its time is over, where a service takes that'
complete -c swath -n '__swath_at \'task retask\'' -l tier -x -a 'urgent priority standard flexible' -d 'urgent, priority, standard, flexible; the original\'s when left out'
complete -c swath -n '__swath_at \'task retask\'' -l holdback -x -a 'none 30_day 1_year permanent' -d 'time until the collect is in the public archive, the original\'s when left out'
complete -c swath -n '__swath_at \'task retask\'' -l off-nadir-min -x -d 'with --collect only'
complete -c swath -n '__swath_at \'task retask\'' -l off-nadir-max -x -d 'with --collect only'
complete -c swath -n '__swath_at \'task retask\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'task retask\'' -l no-check -d 'do not read the original first; needs --yes'
complete -c swath -n '__swath_at \'task retask\'' -s f -l file -r -F -d 'the whole body from a JSON file, - for stdin'
complete -c swath -n '__swath_at \'task retask\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'task retask\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'task retask\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'task retask\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'task retask\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'task retask\' 0 more' -a '(__swath_ids task)' -d 'ids or names of tasks (- reads them from stdin)'
complete -c swath -n '__swath_at \'task set-products\'' -l product-type -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'product types, GEO among them; left out, your organization\'s defaults apply (repeatable)'
complete -c swath -n '__swath_at \'task set-products\'' -l with-required -d 'add GEO to --product-type, which the system requires'
complete -c swath -n '__swath_at \'task set-products\'' -l add -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'add to the task\'s product types (repeatable)'
complete -c swath -n '__swath_at \'task set-products\'' -l remove -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'take away from the task\'s product types (repeatable)'
complete -c swath -n '__swath_at \'task set-products\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'task set-products\' 0 more' -a '(__swath_ids task)' -d 'ids or names of tasks (- reads them from stdin)'
complete -c swath -n '__swath_at \'task list\'' -l limit -x -d 'how many results in all'
complete -c swath -n '__swath_at \'task list\'' -l page -x -d 'which page, counted from 1'
complete -c swath -n '__swath_at \'task list\'' -l page-size -x -d 'how many results a page (sent to the service)'
complete -c swath -n '__swath_at \'task list\'' -l all -d 'every result, page after page'
complete -c swath -n '__swath_at \'task list\'' -l price -d 'show what each costs; read one by one where the list leaves prices out'
complete -c swath -n '__swath_at \'task list\'' -l org -x -a '(__swath_ids task)' -d 'tasks of this organization'
complete -c swath -n '__swath_at \'task list\'' -l reverse -d 'the last of what is listed first (turned round here)'
complete -c swath -n '__swath_at \'task list\'' -l method -x -a 'get post' -d 'this one, and no other'
complete -c swath -n '__swath_at \'task list\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'task list\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'task list\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'task list\'' -s o -l output -x -a 'table json ndjson csv tsv geojson yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'task types\'' -l refresh -d 'ask the service although its answer is kept'
complete -c swath -n '__swath_at \'task types\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'task collection-types\'' -l refresh -d 'ask the service although its answer is kept'
complete -c swath -n '__swath_at \'task collection-types\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'task search\'' -l id -x -a '(__swath_ids task)' -d 'id of the request; - reads ids from stdin (repeatable)'
complete -c swath -n '__swath_at \'task search\'' -l name -x -d 'a part of the name, in any case'
complete -c swath -n '__swath_at \'task search\'' -l name-eq -x -d 'the whole name'
complete -c swath -n '__swath_at \'task search\'' -l name-prefix -x -d 'the beginning of the name'
complete -c swath -n '__swath_at \'task search\'' -l status -x -a 'review submitted accepted completed rejected' -d 'last status code; any code may be named (repeatable)'
complete -c swath -n '__swath_at \'task search\'' -l status-message -x -d 'last status message'
complete -c swath -n '__swath_at \'task search\'' -l status-time -x -d 'last status change, such as \'>=2026-01-01T00:00:00Z\''
complete -c swath -n '__swath_at \'task search\'' -l mode -x -d 'collect mode, not collection type (repeatable)'
complete -c swath -n '__swath_at \'task search\'' -l submitted -x -d 'submission: a time, a day or <start>/<end>, open ends as ..'
complete -c swath -n '__swath_at \'task search\'' -l from -x -d 'submitted from this time on (RFC 3339, a date, -7d)'
complete -c swath -n '__swath_at \'task search\'' -l to -x -d 'submitted up to this time'
complete -c swath -n '__swath_at \'task search\'' -l window-duration -x -d 'such as \'>=86400\' (the interface names no unit; the sandbox counts seconds)'
complete -c swath -n '__swath_at \'task search\'' -l holdback -x -a 'none 30_day 1_year permanent' -d 'archive holdback (repeatable)'
complete -c swath -n '__swath_at \'task search\'' -l reseller-id -x -a '(__swath_ids task)' -d 'reseller (repeatable)'
complete -c swath -n '__swath_at \'task search\'' -l where -x -a 'taskingrequestName taskName taskingrequestId taskId windowOpen windowClose lastStatusCode lastStatusMessage lastStatusTime type submissionTime repeatrequestId windowDuration archiveHoldback resellerId includeRepeatingTasks' -d 'any path below properties: \'collectConstraints.offNadirMin>=20\' (repeatable)'
complete -c swath -n '__swath_at \'task search\'' -l where-string -x -d 'as --where, the value sent as text (repeatable)'
complete -c swath -n '__swath_at \'task search\'' -l filter -x -a '(__swath_document)' -d 'the raw query object: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'task search\'' -l sort -x -d 'a column or a path below properties, with :asc or :desc'
complete -c swath -n '__swath_at \'task search\'' -l page -x -d 'which page, counted from 1'
complete -c swath -n '__swath_at \'task search\'' -l page-size -x -d 'how many results a page (sent to the service)'
complete -c swath -n '__swath_at \'task search\'' -l limit -x -d 'how many results in all'
complete -c swath -n '__swath_at \'task search\'' -l all -d 'every result, page after page'
complete -c swath -n '__swath_at \'task search\'' -l price -d 'show what each costs; read one by one where the list leaves prices out'
complete -c swath -n '__swath_at \'task search\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'task search\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'task search\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'task search\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'task search\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'task search\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'task search\'' -l window-open -x -d 'when the window opens: a time, a day or <start>/<end>'
complete -c swath -n '__swath_at \'task search\'' -l window-close -x -d 'when the window closes'
complete -c swath -n '__swath_at \'task search\'' -l repeat-id -x -a '(__swath_ids repeat)' -d 'tasks of this repeat request (its id or its name) (repeatable)'
complete -c swath -n '__swath_at \'task search\'' -l include-repeating -d 'also the tasks that repeat requests have made'
complete -c swath -n '__swath_at \'task search\'' -l no-include-repeating -d 'without them, even with --repeat-id'
complete -c swath -n '__swath_at \'task search\'' -s o -l output -x -a 'table json ndjson csv tsv geojson yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'task wait\'' -l until -x -a 'review submitted accepted completed rejected' -d 'status to wait for, completed when left out (repeatable)'
complete -c swath -n '__swath_at \'task wait\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'task wait\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'task wait\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'task wait\' 0 more' -a '(__swath_ids task)' -d 'ids or names of tasks (- reads them from stdin)'
complete -c swath -n '__swath_at \'repeat create\'' -l point -x -d 'a point, longitude first, or \'38.71N 9.14W\''
complete -c swath -n '__swath_at \'repeat create\'' -l place -x -d 'a city, port, volcano or airport: Setubal, \'Valencia, ES\''
complete -c swath -n '__swath_at \'repeat create\'' -l geometry -x -a '(__swath_document)' -d 'GeoJSON, WKT or KML: the text, @file, or - for stdin'
complete -c swath -n '__swath_at \'repeat create\'' -s f -l file -r -F -d 'Feature, geometry, WKT or KML file (- for stdin); a Feature\'s properties are sent'
complete -c swath -n '__swath_at \'repeat create\'' -l from -x -d 'earliest collection of the series (RFC 3339, a date, now, +2d)'
complete -c swath -n '__swath_at \'repeat create\'' -l interval -x -d 'days between the openings of its requests, at least 1 (7, 36h, 2w)'
complete -c swath -n '__swath_at \'repeat create\'' -l count -x -d 'end after so many completed acquisitions'
complete -c swath -n '__swath_at \'repeat create\'' -l to -x -d 'end at this time'
complete -c swath -n '__swath_at \'repeat create\'' -l allow-past -d 'send it although its time is over, where a service takes that'
complete -c swath -n '__swath_at \'repeat create\'' -l until-canceled -d 'run until the series is cancelled'
complete -c swath -n '__swath_at \'repeat create\'' -l name -x -d 'label'
complete -c swath -n '__swath_at \'repeat create\'' -l description -x -d 'longer label'
complete -c swath -n '__swath_at \'repeat create\'' -l tier -x -a 'routine flexible' -d 'routine or flexible'
complete -c swath -n '__swath_at \'repeat create\'' -l type -x -a 'spotlight spotlight_ultra spotlight_wide stripmap_20 stripmap_50 stripmap_100 parallel_stripmap_20 parallel_stripmap_50 parallel_stripmap_100' -d 'collection type (swath task types)'
complete -c swath -n '__swath_at \'repeat create\'' -l maintain-framing -d 'keep look direction, orbit direction and plane across acquisitions'
complete -c swath -n '__swath_at \'repeat create\'' -l no-maintain-framing -d 'do not keep them'
complete -c swath -n '__swath_at \'repeat create\'' -l look-angle-tolerance -x -d 'how far look angles may differ, with --maintain-framing'
complete -c swath -n '__swath_at \'repeat create\'' -l azimuth-tolerance -x -d 'the same for azimuths'
complete -c swath -n '__swath_at \'repeat create\'' -l custom1 -x -d 'customAttribute1, for your own tracking'
complete -c swath -n '__swath_at \'repeat create\'' -l custom2 -x -d 'customAttribute2'
complete -c swath -n '__swath_at \'repeat create\'' -l pre-approve -d 'costs money without another question: skips the cost review'
complete -c swath -n '__swath_at \'repeat create\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'repeat create\'' -l holdback -x -a 'none 30_day 1_year permanent' -d 'time until collects are in the public archive'
complete -c swath -n '__swath_at \'repeat create\'' -l product-type -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'product types, GEO among them; left out, your organization\'s defaults apply (repeatable)'
complete -c swath -n '__swath_at \'repeat create\'' -l with-required -d 'add GEO to --product-type, which the system requires'
complete -c swath -n '__swath_at \'repeat create\'' -l contract -x -a '(__swath_ids repeat)' -d 'contract'
complete -c swath -n '__swath_at \'repeat create\'' -l look-direction -x -a 'right left either' -d 'side the radar looks to (right, left, either)'
complete -c swath -n '__swath_at \'repeat create\'' -l orbit-state -x -a 'ascending descending either' -d 'direction of the orbit (ascending, descending, either)'
complete -c swath -n '__swath_at \'repeat create\'' -l orbital-plane -x -a '45 53 97' -d 'orbital plane (45, 53, 97) (repeatable)'
complete -c swath -n '__swath_at \'repeat create\'' -l off-nadir-min -x -d 'smallest off-nadir angle'
complete -c swath -n '__swath_at \'repeat create\'' -l off-nadir-max -x -d 'largest off-nadir angle'
complete -c swath -n '__swath_at \'repeat create\'' -l azimuth-min -x -d 'azimuth from target to satellite, clockwise from North (topocentric ENZ); above --azimuth-max it wraps through North'
complete -c swath -n '__swath_at \'repeat create\'' -l azimuth-max -x -d 'the other end; equal to --azimuth-min for one angle'
complete -c swath -n '__swath_at \'repeat create\'' -l local-time -x -a 'day night anytime' -d 'local time of day at the target: day (06:00-18:00), night (18:00-06:00), anytime, HH:MM-HH:MM, or start,end in seconds; with daylight saving'
complete -c swath -n '__swath_at \'repeat create\'' -l squint -x -a 'enabled forward backward' -d 'squint for stripmap types; spotlight has it by itself (enabled, forward, backward)'
complete -c swath -n '__swath_at \'repeat create\'' -l max-squint-angle -x -d 'most squint to either side, 35 for stripmap types; forward with 30 considers angles greater than 0, 15 and 30'
complete -c swath -n '__swath_at \'repeat create\'' -l grazing-min -x -d 'smallest grazing angle'
complete -c swath -n '__swath_at \'repeat create\'' -l grazing-max -x -d 'largest grazing angle'
complete -c swath -n '__swath_at \'repeat create\'' -l polarization -x -d 'polarization, sent as typed'
complete -c swath -n '__swath_at \'repeat create\'' -l interactive -d 'ask for everything that no flag says'
complete -c swath -n '__swath_at \'repeat create\'' -l each -d 'one series for each feature of --file; a rerun sends what is missing'
complete -c swath -n '__swath_at \'repeat create\'' -l wait  -d 'wait for the cost estimate, or for this status code'
complete -c swath -n '__swath_at \'repeat create\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'repeat create\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'repeat create\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'repeat create\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'repeat create\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'repeat create\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'repeat create\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'repeat get\'' -l history -d 'show the statuses it has had, newest first'
complete -c swath -n '__swath_at \'repeat get\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'repeat get\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'repeat get\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'repeat get\' 0 more' -a '(__swath_ids repeat)' -d 'ids or names of repeat requests (- reads them from stdin)'
complete -c swath -n '__swath_at \'repeat cost\'' -l wait -d 'wait until the estimate is there'
complete -c swath -n '__swath_at \'repeat cost\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'repeat cost\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'repeat cost\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'repeat cost\' 0 more' -a '(__swath_ids repeat)' -d 'ids or names of repeat requests (- reads them from stdin)'
complete -c swath -n '__swath_at \'repeat approve\'' -l no-check -d 'send without reading its state and price first'
complete -c swath -n '__swath_at \'repeat approve\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'repeat approve\'' -l without-estimate -d 'approve although no estimate exists yet'
complete -c swath -n '__swath_at \'repeat approve\'' -l wait -d 'wait until the scheduler has accepted it'
complete -c swath -n '__swath_at \'repeat approve\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'repeat approve\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'repeat approve\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'repeat approve\' 0 more' -a '(__swath_ids repeat)' -d 'ids or names of repeat requests (- reads them from stdin)'
complete -c swath -n '__swath_at \'repeat reject\'' -l no-check -d 'send without reading its state and price first'
complete -c swath -n '__swath_at \'repeat reject\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'repeat reject\' 0 more' -a '(__swath_ids repeat)' -d 'ids or names of repeat requests (- reads them from stdin)'
complete -c swath -n '__swath_at \'repeat list\'' -l limit -x -d 'how many results in all'
complete -c swath -n '__swath_at \'repeat list\'' -l page -x -d 'which page, counted from 1'
complete -c swath -n '__swath_at \'repeat list\'' -l page-size -x -d 'how many results a page (sent to the service)'
complete -c swath -n '__swath_at \'repeat list\'' -l all -d 'every result, page after page'
complete -c swath -n '__swath_at \'repeat list\'' -l price -d 'show what each costs; read one by one where the list leaves prices out'
complete -c swath -n '__swath_at \'repeat list\'' -l reverse -d 'the last of what is listed first (turned round here)'
complete -c swath -n '__swath_at \'repeat list\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'repeat list\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'repeat list\'' -s o -l output -x -a 'table json ndjson csv tsv geojson yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'repeat retask\'' -l name -x -d 'label, the original\'s when left out'
complete -c swath -n '__swath_at \'repeat retask\'' -l description -x -d 'longer label, the original\'s when left out; the service adds the original\'s id'
complete -c swath -n '__swath_at \'repeat retask\'' -l from -x -d 'earliest collection of the series (RFC 3339, a date, now, +2d)'
complete -c swath -n '__swath_at \'repeat retask\'' -l interval -x -d 'days between the openings of its requests, at least 1 (7, 36h, 2w)'
complete -c swath -n '__swath_at \'repeat retask\'' -l count -x -d 'end after so many completed acquisitions'
complete -c swath -n '__swath_at \'repeat retask\'' -l to -x -d 'end at this time'
complete -c swath -n '__swath_at \'repeat retask\'' -l allow-past -d 'send it although its time is over, where a service takes that'
complete -c swath -n '__swath_at \'repeat retask\'' -l until-canceled -d 'run until the series is cancelled'
complete -c swath -n '__swath_at \'repeat retask\'' -l tier -x -a 'routine flexible' -d 'routine, flexible; the original\'s when left out'
complete -c swath -n '__swath_at \'repeat retask\'' -l holdback -x -a 'none 30_day 1_year permanent' -d 'time until the collect is in the public archive, the original\'s when left out'
complete -c swath -n '__swath_at \'repeat retask\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'repeat retask\'' -l no-check -d 'do not read the original first; needs --yes'
complete -c swath -n '__swath_at \'repeat retask\'' -s f -l file -r -F -d 'the whole body from a JSON file, - for stdin'
complete -c swath -n '__swath_at \'repeat retask\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'repeat retask\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'repeat retask\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'repeat retask\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'repeat retask\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'repeat retask\' 0 more' -a '(__swath_ids repeat)' -d 'ids or names of repeat requests (- reads them from stdin)'
complete -c swath -n '__swath_at \'repeat search\'' -l id -x -a '(__swath_ids repeat)' -d 'id of the request; - reads ids from stdin (repeatable)'
complete -c swath -n '__swath_at \'repeat search\'' -l name -x -d 'a part of the name, in any case'
complete -c swath -n '__swath_at \'repeat search\'' -l name-eq -x -d 'the whole name'
complete -c swath -n '__swath_at \'repeat search\'' -l name-prefix -x -d 'the beginning of the name'
complete -c swath -n '__swath_at \'repeat search\'' -l status -x -a 'review submitted accepted completed rejected' -d 'last status code; any code may be named (repeatable)'
complete -c swath -n '__swath_at \'repeat search\'' -l status-message -x -d 'last status message'
complete -c swath -n '__swath_at \'repeat search\'' -l status-time -x -d 'last status change, such as \'>=2026-01-01T00:00:00Z\''
complete -c swath -n '__swath_at \'repeat search\'' -l mode -x -d 'collect mode, not collection type (repeatable)'
complete -c swath -n '__swath_at \'repeat search\'' -l submitted -x -d 'submission: a time, a day or <start>/<end>, open ends as ..'
complete -c swath -n '__swath_at \'repeat search\'' -l from -x -d 'submitted from this time on (RFC 3339, a date, -7d)'
complete -c swath -n '__swath_at \'repeat search\'' -l to -x -d 'submitted up to this time'
complete -c swath -n '__swath_at \'repeat search\'' -l window-duration -x -d 'such as \'>=86400\' (the interface names no unit; the sandbox counts seconds)'
complete -c swath -n '__swath_at \'repeat search\'' -l holdback -x -a 'none 30_day 1_year permanent' -d 'archive holdback (repeatable)'
complete -c swath -n '__swath_at \'repeat search\'' -l reseller-id -x -a '(__swath_ids repeat)' -d 'reseller (repeatable)'
complete -c swath -n '__swath_at \'repeat search\'' -l where -x -a 'repeatrequestId repeatrequestName repeatrequestDescription lastStatusCode lastStatusMessage lastStatusTime type submissionTime windowDuration archiveHoldback resellerId' -d 'any path below properties: \'collectConstraints.offNadirMin>=20\' (repeatable)'
complete -c swath -n '__swath_at \'repeat search\'' -l where-string -x -d 'as --where, the value sent as text (repeatable)'
complete -c swath -n '__swath_at \'repeat search\'' -l filter -x -a '(__swath_document)' -d 'the raw query object: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'repeat search\'' -l sort -x -d 'a column or a path below properties, with :asc or :desc'
complete -c swath -n '__swath_at \'repeat search\'' -l page -x -d 'which page, counted from 1'
complete -c swath -n '__swath_at \'repeat search\'' -l page-size -x -d 'how many results a page (sent to the service)'
complete -c swath -n '__swath_at \'repeat search\'' -l limit -x -d 'how many results in all'
complete -c swath -n '__swath_at \'repeat search\'' -l all -d 'every result, page after page'
complete -c swath -n '__swath_at \'repeat search\'' -l price -d 'show what each costs; read one by one where the list leaves prices out'
complete -c swath -n '__swath_at \'repeat search\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'repeat search\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'repeat search\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'repeat search\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'repeat search\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'repeat search\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'repeat search\'' -l description -x -d 'a part of the description, in any case'
complete -c swath -n '__swath_at \'repeat search\'' -l description-eq -x -d 'the whole description'
complete -c swath -n '__swath_at \'repeat search\'' -l description-prefix -x -d 'the beginning of the description'
complete -c swath -n '__swath_at \'repeat search\'' -s o -l output -x -a 'table json ndjson csv tsv geojson yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'repeat wait\'' -l until -x -a 'review submitted accepted completed rejected' -d 'status to wait for, completed when left out (repeatable)'
complete -c swath -n '__swath_at \'repeat wait\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'repeat wait\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'repeat wait\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'repeat wait\' 0 more' -a '(__swath_ids repeat)' -d 'ids or names of repeat requests (- reads them from stdin)'
complete -c swath -n '__swath_at \'approvals\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'approvals\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'approvals\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'approvals list\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'approvals list\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'approvals list\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'approvals approve\'' -l all -d 'everything that waits'
complete -c swath -n '__swath_at \'approvals approve\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'approvals approve\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'approvals approve\' 0 more' -a '(__swath_ids task)' -d 'ids or names of tasks and repeat requests (- reads them from stdin)'
complete -c swath -n '__swath_at \'approvals reject\'' -l all -d 'everything that waits'
complete -c swath -n '__swath_at \'approvals reject\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'approvals reject\' 0 more' -a '(__swath_ids task)' -d 'ids or names of tasks and repeat requests (- reads them from stdin)'
complete -c swath -n '__swath_at \'collect retask\'' -l name -x -d 'label, a generic one when left out'
complete -c swath -n '__swath_at \'collect retask\'' -l description -x -d 'longer label, empty when left out; the service adds the original\'s id'
complete -c swath -n '__swath_at \'collect retask\'' -l window-open -x -d 'earliest collection (RFC 3339, a date, now, +2d)'
complete -c swath -n '__swath_at \'collect retask\'' -l window-close -x -d 'latest collection'
complete -c swath -n '__swath_at \'collect retask\'' -l allow-past -d 'send it although its time is over, where a service takes that'
complete -c swath -n '__swath_at \'collect retask\'' -l tier -x -a 'urgent priority standard flexible' -d 'urgent, priority, standard, flexible; standard when left out'
complete -c swath -n '__swath_at \'collect retask\'' -l holdback -x -a 'none 30_day 1_year permanent' -d 'time until the collect is in the public archive, the contract\'s when left out'
complete -c swath -n '__swath_at \'collect retask\'' -l off-nadir-min -x -d '5 to 50, below the maximum; look angle - 5 when left out'
complete -c swath -n '__swath_at \'collect retask\'' -l off-nadir-max -x -d '5 to 50, above the minimum; look angle + 5 when left out'
complete -c swath -n '__swath_at \'collect retask\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'collect retask\'' -s f -l file -r -F -d 'the whole body from a JSON file, - for stdin'
complete -c swath -n '__swath_at \'collect retask\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'collect retask\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'collect retask\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'collect retask\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'collect retask\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'collect retask\' 0 more' -a '(__swath_ids collect)' -d 'collect ids (- reads them from stdin)'
complete -c swath -n '__swath_at \'search tasks\'' -l id -x -a '(__swath_ids task)' -d 'id of the request; - reads ids from stdin (repeatable)'
complete -c swath -n '__swath_at \'search tasks\'' -l name -x -d 'a part of the name, in any case'
complete -c swath -n '__swath_at \'search tasks\'' -l name-eq -x -d 'the whole name'
complete -c swath -n '__swath_at \'search tasks\'' -l name-prefix -x -d 'the beginning of the name'
complete -c swath -n '__swath_at \'search tasks\'' -l status -x -a 'review submitted accepted completed rejected' -d 'last status code; any code may be named (repeatable)'
complete -c swath -n '__swath_at \'search tasks\'' -l status-message -x -d 'last status message'
complete -c swath -n '__swath_at \'search tasks\'' -l status-time -x -d 'last status change, such as \'>=2026-01-01T00:00:00Z\''
complete -c swath -n '__swath_at \'search tasks\'' -l mode -x -d 'collect mode, not collection type (repeatable)'
complete -c swath -n '__swath_at \'search tasks\'' -l submitted -x -d 'submission: a time, a day or <start>/<end>, open ends as ..'
complete -c swath -n '__swath_at \'search tasks\'' -l from -x -d 'submitted from this time on (RFC 3339, a date, -7d)'
complete -c swath -n '__swath_at \'search tasks\'' -l to -x -d 'submitted up to this time'
complete -c swath -n '__swath_at \'search tasks\'' -l window-duration -x -d 'such as \'>=86400\' (the interface names no unit; the sandbox counts seconds)'
complete -c swath -n '__swath_at \'search tasks\'' -l holdback -x -a 'none 30_day 1_year permanent' -d 'archive holdback (repeatable)'
complete -c swath -n '__swath_at \'search tasks\'' -l reseller-id -x -a '(__swath_ids task)' -d 'reseller (repeatable)'
complete -c swath -n '__swath_at \'search tasks\'' -l where -x -a 'taskingrequestName taskName taskingrequestId taskId windowOpen windowClose lastStatusCode lastStatusMessage lastStatusTime type submissionTime repeatrequestId windowDuration archiveHoldback resellerId includeRepeatingTasks' -d 'any path below properties: \'collectConstraints.offNadirMin>=20\' (repeatable)'
complete -c swath -n '__swath_at \'search tasks\'' -l where-string -x -d 'as --where, the value sent as text (repeatable)'
complete -c swath -n '__swath_at \'search tasks\'' -l filter -x -a '(__swath_document)' -d 'the raw query object: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'search tasks\'' -l sort -x -d 'a column or a path below properties, with :asc or :desc'
complete -c swath -n '__swath_at \'search tasks\'' -l page -x -d 'which page, counted from 1'
complete -c swath -n '__swath_at \'search tasks\'' -l page-size -x -d 'how many results a page (sent to the service)'
complete -c swath -n '__swath_at \'search tasks\'' -l limit -x -d 'how many results in all'
complete -c swath -n '__swath_at \'search tasks\'' -l all -d 'every result, page after page'
complete -c swath -n '__swath_at \'search tasks\'' -l price -d 'show what each costs; read one by one where the list leaves prices out'
complete -c swath -n '__swath_at \'search tasks\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'search tasks\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'search tasks\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'search tasks\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'search tasks\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'search tasks\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'search tasks\'' -l window-open -x -d 'when the window opens: a time, a day or <start>/<end>'
complete -c swath -n '__swath_at \'search tasks\'' -l window-close -x -d 'when the window closes'
complete -c swath -n '__swath_at \'search tasks\'' -l repeat-id -x -a '(__swath_ids repeat)' -d 'tasks of this repeat request (its id or its name) (repeatable)'
complete -c swath -n '__swath_at \'search tasks\'' -l include-repeating -d 'also the tasks that repeat requests have made'
complete -c swath -n '__swath_at \'search tasks\'' -l no-include-repeating -d 'without them, even with --repeat-id'
complete -c swath -n '__swath_at \'search tasks\'' -s o -l output -x -a 'table json ndjson csv tsv geojson yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'search repeats\'' -l id -x -a '(__swath_ids repeat)' -d 'id of the request; - reads ids from stdin (repeatable)'
complete -c swath -n '__swath_at \'search repeats\'' -l name -x -d 'a part of the name, in any case'
complete -c swath -n '__swath_at \'search repeats\'' -l name-eq -x -d 'the whole name'
complete -c swath -n '__swath_at \'search repeats\'' -l name-prefix -x -d 'the beginning of the name'
complete -c swath -n '__swath_at \'search repeats\'' -l status -x -a 'review submitted accepted completed rejected' -d 'last status code; any code may be named (repeatable)'
complete -c swath -n '__swath_at \'search repeats\'' -l status-message -x -d 'last status message'
complete -c swath -n '__swath_at \'search repeats\'' -l status-time -x -d 'last status change, such as \'>=2026-01-01T00:00:00Z\''
complete -c swath -n '__swath_at \'search repeats\'' -l mode -x -d 'collect mode, not collection type (repeatable)'
complete -c swath -n '__swath_at \'search repeats\'' -l submitted -x -d 'submission: a time, a day or <start>/<end>, open ends as ..'
complete -c swath -n '__swath_at \'search repeats\'' -l from -x -d 'submitted from this time on (RFC 3339, a date, -7d)'
complete -c swath -n '__swath_at \'search repeats\'' -l to -x -d 'submitted up to this time'
complete -c swath -n '__swath_at \'search repeats\'' -l window-duration -x -d 'such as \'>=86400\' (the interface names no unit; the sandbox counts seconds)'
complete -c swath -n '__swath_at \'search repeats\'' -l holdback -x -a 'none 30_day 1_year permanent' -d 'archive holdback (repeatable)'
complete -c swath -n '__swath_at \'search repeats\'' -l reseller-id -x -a '(__swath_ids repeat)' -d 'reseller (repeatable)'
complete -c swath -n '__swath_at \'search repeats\'' -l where -x -a 'repeatrequestId repeatrequestName repeatrequestDescription lastStatusCode lastStatusMessage lastStatusTime type submissionTime windowDuration archiveHoldback resellerId' -d 'any path below properties: \'collectConstraints.offNadirMin>=20\' (repeatable)'
complete -c swath -n '__swath_at \'search repeats\'' -l where-string -x -d 'as --where, the value sent as text (repeatable)'
complete -c swath -n '__swath_at \'search repeats\'' -l filter -x -a '(__swath_document)' -d 'the raw query object: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'search repeats\'' -l sort -x -d 'a column or a path below properties, with :asc or :desc'
complete -c swath -n '__swath_at \'search repeats\'' -l page -x -d 'which page, counted from 1'
complete -c swath -n '__swath_at \'search repeats\'' -l page-size -x -d 'how many results a page (sent to the service)'
complete -c swath -n '__swath_at \'search repeats\'' -l limit -x -d 'how many results in all'
complete -c swath -n '__swath_at \'search repeats\'' -l all -d 'every result, page after page'
complete -c swath -n '__swath_at \'search repeats\'' -l price -d 'show what each costs; read one by one where the list leaves prices out'
complete -c swath -n '__swath_at \'search repeats\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'search repeats\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'search repeats\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'search repeats\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'search repeats\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'search repeats\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'search repeats\'' -l description -x -d 'a part of the description, in any case'
complete -c swath -n '__swath_at \'search repeats\'' -l description-eq -x -d 'the whole description'
complete -c swath -n '__swath_at \'search repeats\'' -l description-prefix -x -d 'the beginning of the description'
complete -c swath -n '__swath_at \'search repeats\'' -s o -l output -x -a 'table json ndjson csv tsv geojson yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'catalog preview\'' -l image -x -a 'kitty iterm sixel blocks none' -d 'how to draw (default: what the terminal can do); none saves nothing either'
complete -c swath -n '__swath_at \'catalog preview\'' -l asset -x -d 'which picture (default: the thumbnail; preview is larger)'
complete -c swath -n '__swath_at \'catalog preview\'' -l out-dir -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'save the pictures in this folder instead of drawing them'
complete -c swath -n '__swath_at \'catalog preview\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'catalog preview\' 0 more' -a '(__swath_ids item)' -d 'item ids, short ids of scenes, or rows of the last search (- reads ids from stdin)'
complete -c swath -n '__swath_at \'catalog search\'' -l point -x -d 'a point, longitude first, or \'38.71N 9.14W\''
complete -c swath -n '__swath_at \'catalog search\'' -l place -x -d 'a city, port, volcano or airport: Setubal, \'Valencia, ES\''
complete -c swath -n '__swath_at \'catalog search\'' -l radius -x -d 'the disc around --point or --place, such as 5km'
complete -c swath -n '__swath_at \'catalog search\'' -l bbox -x -d 'a box: west, south, east, north (or with heights, 6 numbers)'
complete -c swath -n '__swath_at \'catalog search\'' -l bbox-crs -x -d 'reference system of --bbox, such as EPSG:3857'
complete -c swath -n '__swath_at \'catalog search\'' -s f -l file -r -F -d 'area from a GeoJSON, WKT or KML file (- for stdin)'
complete -c swath -n '__swath_at \'catalog search\'' -l intersects -x -a '(__swath_document)' -d 'area as GeoJSON, WKT or KML: the text, @file, or - for stdin'
complete -c swath -n '__swath_at \'catalog search\'' -l datetime -x -d 'a time or <start>/<end>, open ends as ..'
complete -c swath -n '__swath_at \'catalog search\'' -l from -x -d 'from this time on (RFC 3339, a date, now, -7d)'
complete -c swath -n '__swath_at \'catalog search\'' -l to -x -d 'up to this time'
complete -c swath -n '__swath_at \'catalog search\'' -l collection -x -a '(__swath_ids collection)' -d 'collection to search (repeatable)'
complete -c swath -n '__swath_at \'catalog search\'' -l id -x -a '(__swath_ids item)' -d 'item id (- reads ids from stdin); the service then ignores every other filter (repeatable)'
complete -c swath -n '__swath_at \'catalog search\'' -l product-type -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'sar:product_type'
complete -c swath -n '__swath_at \'catalog search\'' -l instrument-mode -x -d 'sar:instrument_mode'
complete -c swath -n '__swath_at \'catalog search\'' -l orbit-state -x -a 'ascending descending' -d 'sat:orbit_state'
complete -c swath -n '__swath_at \'catalog search\'' -l platform -x -d 'platform'
complete -c swath -n '__swath_at \'catalog search\'' -l collect-id -x -a '(__swath_ids collect)' -d 'vendor:collect_id'
complete -c swath -n '__swath_at \'catalog search\'' -l where -x -a 'sar:instrument_mode sar:pixel_spacing_range sar:pixel_spacing_azimuth sar:looks_range sar:looks_azimuth sar:looks_equivalent_number sar:resolution_range sar:resolution_azimuth vendor:squint_angle sar:observation_direction vendor:collect_id start_datetime end_datetime platform sar:product_type sat:orbit_state view:incidence_angle instruments' -d 'a property compared: \'view:incidence_angle<30\' (repeatable)'
complete -c swath -n '__swath_at \'catalog search\'' -l like -x -a '(__swath_ids item)' -d 'scenes in the geometry of this item, short id or row, around it (all pages are read)'
complete -c swath -n '__swath_at \'catalog search\'' -l filter -x -a '(__swath_document)' -d 'the raw query object: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'catalog search\'' -l limit -x -d 'how many items are listed, with --per day days; a table on a terminal counts whole scenes (20 without --limit)'
complete -c swath -n '__swath_at \'catalog search\'' -l all -d 'every result, page after page'
complete -c swath -n '__swath_at \'catalog search\'' -l page-size -x -d 'how many results a page (sent to the service)'
complete -c swath -n '__swath_at \'catalog search\'' -l sort -x -a 'id collection datetime product mode orbit look incidence inc products resolution time scene sar:instrument_mode sar:pixel_spacing_range sar:pixel_spacing_azimuth sar:looks_range sar:looks_azimuth sar:looks_equivalent_number sar:resolution_range sar:resolution_azimuth vendor:squint_angle sar:observation_direction vendor:collect_id start_datetime end_datetime platform sar:product_type sat:orbit_state view:incidence_angle instruments covers price' -d 'a property or column, with :desc for the other way round (repeatable)'
complete -c swath -n '__swath_at \'catalog search\'' -l price -d 'show what each costs; read one by one where the list leaves prices out'
complete -c swath -n '__swath_at \'catalog search\'' -l per-item -d 'on a terminal too a row an item, not a row a scene'
complete -c swath -n '__swath_at \'catalog search\'' -l min-cover -x -d 'only what covers at least this share of the area, such as 80%'
complete -c swath -n '__swath_at \'catalog search\'' -l cover -d 'the fewest scenes that together cover the area'
complete -c swath -n '__swath_at \'catalog search\'' -l cheapest -d 'with --cover: the cheapest scenes, by the prices of reviews'
complete -c swath -n '__swath_at \'catalog search\'' -l per -x -a 'scene day' -d 'a row a scene, or a row a day with what its scenes cover'
complete -c swath -n '__swath_at \'catalog search\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'catalog search\'' -l thumbnails -d 'pictures of the rows in the map page (at most 200, 20 MB)'
complete -c swath -n '__swath_at \'catalog search\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'catalog search\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'catalog search\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'catalog search\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'catalog search\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'catalog search\'' -s o -l output -x -a 'table json ndjson csv tsv geojson yaml id order-items html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'catalog stacks\'' -l point -x -d 'a point, longitude first, or \'38.71N 9.14W\''
complete -c swath -n '__swath_at \'catalog stacks\'' -l place -x -d 'a city, port, volcano or airport: Setubal, \'Valencia, ES\''
complete -c swath -n '__swath_at \'catalog stacks\'' -l radius -x -d 'the disc around --point or --place, such as 5km'
complete -c swath -n '__swath_at \'catalog stacks\'' -l bbox -x -d 'a box: west, south, east, north (or with heights, 6 numbers)'
complete -c swath -n '__swath_at \'catalog stacks\'' -s f -l file -r -F -d 'area from a GeoJSON, WKT or KML file (- for stdin)'
complete -c swath -n '__swath_at \'catalog stacks\'' -l intersects -x -a '(__swath_document)' -d 'area as GeoJSON, WKT or KML: the text, @file, or - for stdin'
complete -c swath -n '__swath_at \'catalog stacks\'' -l datetime -x -d 'a time or <start>/<end>, open ends as ..'
complete -c swath -n '__swath_at \'catalog stacks\'' -l from -x -d 'from this time on (RFC 3339, a date, now, -7d)'
complete -c swath -n '__swath_at \'catalog stacks\'' -l to -x -d 'up to this time'
complete -c swath -n '__swath_at \'catalog stacks\'' -l item -x -a '(__swath_ids item)' -d 'only the stack around the scene of this item, short id or row of the last search'
complete -c swath -n '__swath_at \'catalog stacks\'' -l collection -x -a '(__swath_ids collection)' -d 'collection to search, or that of the items of export files (repeatable)'
complete -c swath -n '__swath_at \'catalog stacks\'' -l product-type -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'only items of this product type (repeatable)'
complete -c swath -n '__swath_at \'catalog stacks\'' -l where -x -d 'a property compared: \'view:incidence_angle<30\' (repeatable)'
complete -c swath -n '__swath_at \'catalog stacks\'' -l look-tolerance -x -d 'largest difference of look angles (default 1)'
complete -c swath -n '__swath_at \'catalog stacks\'' -l squint-tolerance -x -d 'largest difference of squints, or of azimuths (default 3)'
complete -c swath -n '__swath_at \'catalog stacks\'' -l min-overlap -x -d 'what two footprints have in common (default 60%)'
complete -c swath -n '__swath_at \'catalog stacks\'' -l min-scenes -x -d 'smallest stack (default 2)'
complete -c swath -n '__swath_at \'catalog stacks\'' -l pairs -x -d 'a row a pair: the most alike of each stack, up to n'
complete -c swath -n '__swath_at \'catalog stacks\'' -l season -d 'only pairs of one season: at most 45 days apart in the year'
complete -c swath -n '__swath_at \'catalog stacks\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'catalog stacks\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'catalog stacks\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id order-items html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'catalog stacks\' 0 more' -F -d 'export files, or folders of them, in place of the catalog'
complete -c swath -n '__swath_at \'order review\'' -l item -x -a '(__swath_ids granule)' -d 'an archive product, or a short id (repeatable)'
complete -c swath -n '__swath_at \'order review\'' -l generate -x -d 'a product to be generated, such as GEC=<collectId> (repeatable)'
complete -c swath -n '__swath_at \'order review\'' -l items -r -F -d 'items from a file (- for stdin): order items, STAC items or a FeatureCollection'
complete -c swath -n '__swath_at \'order review\'' -l with-geo -d 'look up and add the GEO items that vessel detection (VS) needs'
complete -c swath -n '__swath_at \'order review\'' -l check-items -d 'make sure that archive items are the GEO sources of VS items (one catalog search)'
complete -c swath -n '__swath_at \'order review\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'order review\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'order review\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'order review\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'order review\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'order review\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'order review\'' -s o -l output -x -a 'table json ndjson csv tsv yaml html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'order place\'' -l item -x -a '(__swath_ids granule)' -d 'an archive product, or a short id (repeatable)'
complete -c swath -n '__swath_at \'order place\'' -l generate -x -d 'a product to be generated, such as GEC=<collectId> (repeatable)'
complete -c swath -n '__swath_at \'order place\'' -l items -r -F -d 'items from a file (- for stdin): order items, STAC items or a FeatureCollection'
complete -c swath -n '__swath_at \'order place\'' -l with-geo -d 'look up and add the GEO items that vessel detection (VS) needs'
complete -c swath -n '__swath_at \'order place\'' -l check-items -d 'make sure that archive items are the GEO sources of VS items (one catalog search)'
complete -c swath -n '__swath_at \'order place\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'order place\'' -l review -d 'read, show and journal the price, although --yes would not need it'
complete -c swath -n '__swath_at \'order place\'' -l wait -d 'wait until every product is ready'
complete -c swath -n '__swath_at \'order place\'' -l download -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'wait, then download everything into this folder'
complete -c swath -n '__swath_at \'order place\'' -l gallery -d 'afterwards, a page of what is in the folder (as swath gallery)'
complete -c swath -n '__swath_at \'order place\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'order place\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'order place\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'order place\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'order place\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'order place\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'order place\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'order task\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'order task\'' -l wait -d 'wait until every product is ready'
complete -c swath -n '__swath_at \'order task\'' -l download -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'wait, then download everything into this folder'
complete -c swath -n '__swath_at \'order task\'' -l gallery -d 'afterwards, a page of what is in the folder (as swath gallery)'
complete -c swath -n '__swath_at \'order task\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'order task\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'order task\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'order task\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'order task\' 0 more' -a '(__swath_ids task)' -d 'ids or names of tasks (- reads them from stdin)'
complete -c swath -n '__swath_at \'order links\'' -l asset -x -d 'only this asset (repeatable)'
complete -c swath -n '__swath_at \'order links\'' -l exclude-asset -x -d 'not this asset (wins over --asset) (repeatable)'
complete -c swath -n '__swath_at \'order links\'' -l role -x -d 'only assets with this role, such as data (repeatable)'
complete -c swath -n '__swath_at \'order links\'' -l item -x -a '(__swath_ids item)' -d 'only this item (repeatable)'
complete -c swath -n '__swath_at \'order links\'' -l product-type -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'only items of this product type (repeatable)'
complete -c swath -n '__swath_at \'order links\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'order links\' 0 more' -a '(__swath_ids order)' -d 'order ids (- reads them from stdin)'
complete -c swath -n '__swath_at \'order download\'' -l out-dir -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'folder, or s3://bucket/prefix (default: the current one)'
complete -c swath -n '__swath_at \'order download\'' -l flat -d 'every file directly in the folder, without a folder per item'
complete -c swath -n '__swath_at \'order download\'' -l path -x -d 'path of each file below the folder, such as \'{item}/{asset}{ext}\' ({item} {collection} {asset} {product} {file} {stem} {ext})'
complete -c swath -n '__swath_at \'order download\'' -l overwrite -d 'fetch again and replace what is there'
complete -c swath -n '__swath_at \'order download\'' -l skip-existing -d 'believe that a file with the right name is the right file'
complete -c swath -n '__swath_at \'order download\'' -l no-resume -d 'do not continue the part of an earlier run'
complete -c swath -n '__swath_at \'order download\'' -l checksum -x -a 'none size full' -d 'what proves a file (default: full)'
complete -c swath -n '__swath_at \'order download\'' -l limit-rate -x -d 'bytes per second of all files together, such as 10MB/s'
complete -c swath -n '__swath_at \'order download\'' -l min-rate -x -d 'give up a connection that brings less than this over a minute, or over --timeout (default: 1kB/s, 0 = off)'
complete -c swath -n '__swath_at \'order download\'' -l max-connections -x -d 'connections at once at most, for files and for ranges of large ones; there are more as long as it pays (default: 256, or --concurrency)'
complete -c swath -n '__swath_at \'order download\'' -l exec -x -d 'run this for each file that is here until it has succeeded for it, at least once, its path as last word or for {}; no shell'
complete -c swath -n '__swath_at \'order download\'' -l links -r -F -d 'the links from a file (- for stdin): what order links --json printed'
complete -c swath -n '__swath_at \'order download\'' -l gallery -d 'afterwards, a page of what is in the folder (as swath gallery)'
complete -c swath -n '__swath_at \'order download\'' -l plan -d 'show what would be fetched and what is there already; write nothing'
complete -c swath -n '__swath_at \'order download\'' -l stdout -d 'write the one file that the filters leave to stdout, verified as it passes'
complete -c swath -n '__swath_at \'order download\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'order download\'' -l open -d 'show the map page (with --gallery: the gallery) with the system\'s browser'
complete -c swath -n '__swath_at \'order download\'' -l asset -x -d 'only this asset (repeatable)'
complete -c swath -n '__swath_at \'order download\'' -l exclude-asset -x -d 'not this asset (wins over --asset) (repeatable)'
complete -c swath -n '__swath_at \'order download\'' -l role -x -d 'only assets with this role, such as data (repeatable)'
complete -c swath -n '__swath_at \'order download\'' -l item -x -a '(__swath_ids item)' -d 'only this item (repeatable)'
complete -c swath -n '__swath_at \'order download\'' -l product-type -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'only items of this product type (repeatable)'
complete -c swath -n '__swath_at \'order download\'' -l shard -x -d 'only the i-th of n parts of the files, the same on every machine'
complete -c swath -n '__swath_at \'order download\'' -l wait -d 'wait until the order is ready'
complete -c swath -n '__swath_at \'order download\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'order download\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'order download\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'order download\' 0 more' -a '(__swath_ids order)' -d 'order ids (- reads them from stdin)'
complete -c swath -n '__swath_at \'order wait\'' -l poll-interval -x -d 'how often to look (default 5s)'
complete -c swath -n '__swath_at \'order wait\'' -l wait-timeout -x -d 'how long to wait at most (default 1h)'
complete -c swath -n '__swath_at \'order wait\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'order wait\' 0 more' -a '(__swath_ids order)' -d 'order ids (- reads them from stdin)'
complete -c swath -n '__swath_at \'order history\'' -l limit -x -d 'how many results in all'
complete -c swath -n '__swath_at \'order history\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'order history\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'order history\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'export list\'' -l type -x -a 'latest weekly full' -d 'only latest, weekly or full'
complete -c swath -n '__swath_at \'export list\'' -l format -x -a 'geoparquet gpkg shp.zip' -d 'geoparquet, gpkg or shp.zip (shp for short)'
complete -c swath -n '__swath_at \'export list\'' -l year -x -d 'weeks of this ISO year'
complete -c swath -n '__swath_at \'export list\'' -l week -x -d 'weeks of this ISO number'
complete -c swath -n '__swath_at \'export list\'' -l weeks -x -d 'the newest n weeks on offer'
complete -c swath -n '__swath_at \'export list\'' -l from -x -d 'files with something from this time on (RFC 3339, a date, -30d)'
complete -c swath -n '__swath_at \'export list\'' -l match -x -d 'files whose name matches: * within a folder, ** across folders'
complete -c swath -n '__swath_at \'export list\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'export links\'' -l type -x -a 'latest weekly full' -d 'latest (last 7 days), weekly or full (the whole public archive)'
complete -c swath -n '__swath_at \'export links\'' -l format -x -a 'geoparquet gpkg shp.zip' -d 'geoparquet, gpkg or shp.zip (shp for short)'
complete -c swath -n '__swath_at \'export links\'' -l file-name -x -d 'this file, named as `export list` names it; - reads names from stdin (repeatable)'
complete -c swath -n '__swath_at \'export links\'' -l match -x -d 'files whose name matches: * within a folder, ** across folders'
complete -c swath -n '__swath_at \'export links\'' -l weeks -x -d 'the newest n weeks on offer'
complete -c swath -n '__swath_at \'export links\'' -l from -x -d 'files with something from this time on (RFC 3339, a date, -30d)'
complete -c swath -n '__swath_at \'export links\'' -l check -d 'look up the file names in the list on offer before asking for their links'
complete -c swath -n '__swath_at \'export links\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'export links\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'export links\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'export fetch\'' -l type -x -a 'latest weekly full' -d 'latest (last 7 days), weekly or full (the whole public archive)'
complete -c swath -n '__swath_at \'export fetch\'' -l format -x -a 'geoparquet gpkg shp.zip' -d 'geoparquet, gpkg or shp.zip (shp for short)'
complete -c swath -n '__swath_at \'export fetch\'' -l file-name -x -d 'this file, named as `export list` names it; - reads names from stdin (repeatable)'
complete -c swath -n '__swath_at \'export fetch\'' -l match -x -d 'files whose name matches: * within a folder, ** across folders'
complete -c swath -n '__swath_at \'export fetch\'' -l weeks -x -d 'the newest n weeks on offer'
complete -c swath -n '__swath_at \'export fetch\'' -l from -x -d 'files with something from this time on (RFC 3339, a date, -30d)'
complete -c swath -n '__swath_at \'export fetch\'' -l check -d 'look up the file names in the list on offer before asking for their links'
complete -c swath -n '__swath_at \'export fetch\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'export fetch\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'export fetch\'' -l out-dir -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'folder, or s3://bucket/prefix (default: the current one)'
complete -c swath -n '__swath_at \'export fetch\'' -l flat -d 'every file directly in the folder, without folders of year and week'
complete -c swath -n '__swath_at \'export fetch\'' -l overwrite -d 'fetch again and replace what is there'
complete -c swath -n '__swath_at \'export fetch\'' -l skip-existing -d 'believe that a file with the right name is the right file'
complete -c swath -n '__swath_at \'export fetch\'' -l no-resume -d 'do not continue the part of an earlier run'
complete -c swath -n '__swath_at \'export fetch\'' -l limit-rate -x -d 'bytes per second of all files together, such as 10MB/s'
complete -c swath -n '__swath_at \'export fetch\'' -l min-rate -x -d 'give up a connection that brings less than this over a minute, or over --timeout (default: 1kB/s, 0 = off)'
complete -c swath -n '__swath_at \'export fetch\'' -l shard -x -d 'only the i-th of n parts of the files, the same on every machine'
complete -c swath -n '__swath_at \'export fetch\'' -l stdout -d 'write the one file that the filters leave to stdout, verified as it passes'
complete -c swath -n '__swath_at \'export fetch\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'export sync\'' -l type -x -a 'latest weekly full' -d 'latest, weekly or full; all three by default (repeatable)'
complete -c swath -n '__swath_at \'export sync\'' -l format -x -a 'geoparquet gpkg shp.zip' -d 'geoparquet, gpkg or shp.zip (shp for short)'
complete -c swath -n '__swath_at \'export sync\'' -l weeks -x -d 'the newest n weeks on offer'
complete -c swath -n '__swath_at \'export sync\'' -l overwrite -d 'fetch again and replace what is there'
complete -c swath -n '__swath_at \'export sync\'' -l limit-rate -x -d 'bytes per second of all files together, such as 10MB/s'
complete -c swath -n '__swath_at \'export sync\'' -l min-rate -x -d 'give up a connection that brings less than this over a minute, or over --timeout (default: 1kB/s, 0 = off)'
complete -c swath -n '__swath_at \'export sync\'' -l exit-code -d 'end with exit 15 instead of 0 when any file has new bytes'
complete -c swath -n '__swath_at \'export sync\'' -l github-output -d 'append changed, the counts and the files to $GITHUB_OUTPUT'
complete -c swath -n '__swath_at \'export sync\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'export sync\' 0' -f -a '(__fish_complete_directories (commandline -ct))' -d 'folder of the mirror, made when missing'
complete -c swath -n '__swath_at \'export query\'' -l point -x -d 'a point, longitude first, or \'38.71N 9.14W\''
complete -c swath -n '__swath_at \'export query\'' -l place -x -d 'a city, port, volcano or airport: Setubal, \'Valencia, ES\''
complete -c swath -n '__swath_at \'export query\'' -l radius -x -d 'the disc around --point or --place, such as 5km'
complete -c swath -n '__swath_at \'export query\'' -l bbox -x -d 'a box: west, south, east, north (or with heights, 6 numbers)'
complete -c swath -n '__swath_at \'export query\'' -s f -l file -r -F -d 'area from a GeoJSON, WKT or KML file (- for stdin)'
complete -c swath -n '__swath_at \'export query\'' -l intersects -x -a '(__swath_document)' -d 'area as GeoJSON, WKT or KML: the text, @file, or - for stdin'
complete -c swath -n '__swath_at \'export query\'' -l datetime -x -d 'a time or <start>/<end>, open ends as ..'
complete -c swath -n '__swath_at \'export query\'' -l from -x -d 'from this time on (RFC 3339, a date, now, -7d)'
complete -c swath -n '__swath_at \'export query\'' -l to -x -d 'up to this time'
complete -c swath -n '__swath_at \'export query\'' -l product-type -x -a 'SLC GEO GEC SICD SIDD CPHD' -d 'only items of this product type (repeatable)'
complete -c swath -n '__swath_at \'export query\'' -l where -x -d 'an attribute compared: \'incd_angle<30\' (repeatable)'
complete -c swath -n '__swath_at \'export query\'' -l collection -x -a '(__swath_ids collection)' -d 'collection of the items, which export files do not name'
complete -c swath -n '__swath_at \'export query\'' -l limit -x -d 'at most this many items'
complete -c swath -n '__swath_at \'export query\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'export query\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'export query\'' -s o -l output -x -a 'table json ndjson csv tsv geojson yaml id order-items html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'export query\' 0 more' -F -d 'export files, or folders of them'
complete -c swath -n '__swath_at \'org set-defaults\'' -l org -x -d 'organization id'
complete -c swath -n '__swath_at \'org set-defaults\'' -l required -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'always included, locked for users (repeatable)'
complete -c swath -n '__swath_at \'org set-defaults\'' -l optional -x -a 'GEO GEC SLC SICD SIDD CPHD VS' -d 'included unless the user removes it (repeatable)'
complete -c swath -n '__swath_at \'org set-defaults\'' -s f -l file -r -F -d 'the list, or the body, as JSON (- for stdin)'
complete -c swath -n '__swath_at \'org set-defaults\'' -l no-add-geo -d 'do not add GEO when it is missing'
complete -c swath -n '__swath_at \'org set-defaults\'' -l data -x -a '(__swath_document)' -d 'the whole body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'org set-defaults\'' -l set -x -d 'set any path of the body (repeatable)'
complete -c swath -n '__swath_at \'org set-defaults\'' -l unset -x -d 'remove a path of the body (repeatable)'
complete -c swath -n '__swath_at \'org set-defaults\'' -l generate-skeleton -d 'print a filled template for --data, and send nothing'
complete -c swath -n '__swath_at \'org set-defaults\'' -s o -l output -x -a 'table json ndjson yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'journal list\'' -l open -d 'only what blocks the same request'
complete -c swath -n '__swath_at \'journal list\'' -l state -x -a 'prepared sending confirmed refused unknown' -d 'only this state'
complete -c swath -n '__swath_at \'journal list\'' -l limit -x -d 'how many results in all'
complete -c swath -n '__swath_at \'journal list\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'journal show\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'journal resolve\'' -l order-id -x -a '(__swath_ids order)' -d 'the order exists, under this id'
complete -c swath -n '__swath_at \'journal resolve\'' -l id -x -d 'it exists, under this id'
complete -c swath -n '__swath_at \'journal resolve\'' -l not-created -d 'it does not exist'
complete -c swath -n '__swath_at \'journal resolve\'' -l price -x -d 'what it cost in all, for budget and report'
complete -c swath -n '__swath_at \'journal resolve\'' -s o -l output -x -a 'table json ndjson yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'journal prune\'' -l older-than -x -d 'how old they must be (default: 90d)'
complete -c swath -n '__swath_at \'journal prune\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'spend\'' -l from -x -d 'what was confirmed at or after this time (default: this month)'
complete -c swath -n '__swath_at \'spend\'' -l to -x -d 'what was confirmed before this time'
complete -c swath -n '__swath_at \'spend\'' -l by -x -a 'profile contract period kind' -d 'what makes a row (default: kind); profile counts every profile'
complete -c swath -n '__swath_at \'spend\'' -s o -l output -x -a 'table json ndjson csv tsv yaml' -d 'how to print the result'
complete -c swath -n '__swath_at \'spend report\'' -l period -x -a 'day week month' -d 'day, week or month (default: month)'
complete -c swath -n '__swath_at \'spend report\'' -l by -x -a 'profile contract period kind' -d 'what makes a row (default: profile,contract,period,kind)'
complete -c swath -n '__swath_at \'spend report\'' -l from -x -d 'only what was confirmed at or after this time'
complete -c swath -n '__swath_at \'spend report\'' -l to -x -d 'only what was confirmed before this time'
complete -c swath -n '__swath_at \'spend report\'' -l only-profile -x -d 'only this profile'
complete -c swath -n '__swath_at \'spend report\'' -l unresolved -d 'count requests with an unknown outcome too'
complete -c swath -n '__swath_at \'spend report\'' -s o -l output -x -a 'table json ndjson csv tsv yaml' -d 'how to print the result'
complete -c swath -n '__swath_at \'auth login\'' -l api-key-stdin -d 'read the key from stdin'
complete -c swath -n '__swath_at \'auth login\'' -l keyring -d 'keep the key in the system\'s keyring, not in a file'
complete -c swath -n '__swath_at \'auth login\'' -l no-check -d 'store the key without the request that tests it'
complete -c swath -n '__swath_at \'auth login\'' -s o -l output -x -a 'table json ndjson yaml' -d 'how to print the result'
complete -c swath -n '__swath_at \'auth status\'' -l check -d 'ask the service with one cheap request whether it accepts us'
complete -c swath -n '__swath_at \'auth status\'' -s o -l output -x -a 'table json ndjson yaml' -d 'how to print the result'
complete -c swath -n '__swath_at \'auth logout\'' -l all -d 'remove everything that is stored, of every profile and service'
complete -c swath -n '__swath_at \'auth logout\'' -s o -l output -x -a 'table json ndjson csv tsv yaml' -d 'how to print the result'
complete -c swath -n '__swath_at \'auth token\'' -l username -x -d 'user name'
complete -c swath -n '__swath_at \'auth token\'' -l password-stdin -d 'read the password from stdin'
complete -c swath -n '__swath_at \'auth token\'' -l show -d 'print the token itself too (on GitHub Actions masked in the log)'
complete -c swath -n '__swath_at \'auth token\'' -s o -l output -x -a 'table json ndjson yaml' -d 'how to print the result'
complete -c swath -n '__swath_at \'profile list\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'profile use\'' -s o -l output -x -a 'table json ndjson yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'profile use\' 0' -a '(__swath_ids profile)' -d 'a profile of swath profile list'
complete -c swath -n '__swath_at \'profile show\'' -s o -l output -x -a 'table json ndjson yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'profile show\' 0' -a '(__swath_ids profile)' -d 'a profile of swath profile list'
complete -c swath -n '__swath_at \'profile delete\'' -s o -l output -x -a 'table json ndjson yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'profile delete\' 0' -a '(__swath_ids profile)' -d 'a profile of swath profile list'
complete -c swath -n '__swath_at \'config get\'' -s o -l output -x -a 'table json ndjson yaml' -d 'how to print the result'
complete -c swath -n '__swath_argument \'config get\' 0' -a 'baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.\\$ dialect.orderTaskBody' -d 'a key of swath config list'
complete -c swath -n '__swath_at \'config set\'' -s o -l output -x -a 'table json ndjson yaml' -d 'how to print the result'
complete -c swath -n '__swath_argument \'config set\' 0' -a 'baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.\\$ dialect.orderTaskBody' -d 'a key of swath config list'
complete -c swath -n '__swath_at \'config unset\'' -s o -l output -x -a 'table json ndjson yaml' -d 'how to print the result'
complete -c swath -n '__swath_argument \'config unset\' 0' -a 'baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.\\$ dialect.orderTaskBody' -d 'a key that the profile holds'
complete -c swath -n '__swath_at \'config list\'' -l show-origin -d 'list every place that gives a value, the ones that lose too'
complete -c swath -n '__swath_at \'config list\'' -s o -l output -x -a 'table json ndjson csv tsv yaml' -d 'how to print the result'
complete -c swath -n '__swath_at \'config path\'' -s o -l output -x -a 'table json ndjson yaml' -d 'how to print the result'
complete -c swath -n '__swath_at \'sandbox start\'' -l port -x -d 'port; 0 takes a free one (default 7717)'
complete -c swath -n '__swath_at \'sandbox start\'' -l prefix -x -d 'serve below this path, such as /v1'
complete -c swath -n '__swath_at \'sandbox start\'' -l cors-origin -x -d 'let web pages of this origin read replies (* for any) (repeatable)'
complete -c swath -n '__swath_at \'sandbox start\'' -l detach -d 'run in the background; returns as soon as it answers'
complete -c swath -n '__swath_at \'sandbox start\'' -l ephemeral -d 'keep everything in memory, and forget it at the end'
complete -c swath -n '__swath_at \'sandbox start\'' -l seed -x -d 'other data, keys and ids; fixed when the store is made'
complete -c swath -n '__swath_at \'sandbox start\'' -l archive-size -x -d 'collects in the archive; fixed when the store is made'
complete -c swath -n '__swath_at \'sandbox start\'' -l product-size -x -a 'tiny real' -d 'image files: tiny, real, or of about so many bytes, such as 2GB (up to 10GB)'
complete -c swath -n '__swath_at \'sandbox start\'' -l variant -x -a 'error-text error-detail error-message error-capital-message error-html plain-400 create-200 download-202 download-404 download-405 download-empty download-partial envelope-array envelope-items envelope-results paging-no-next review-order-details review-denied status-words record-root status-reply-status status-reply-code status-reply-history status-reply-empty local-time-nested types-names types-results types-keyed search-features search-items search-array paging-snake paged-get paged-post' -d 'imitate what another deployment does (repeatable)'
complete -c swath -n '__swath_at \'sandbox start\'' -l clock -x -d 'real, manual, auto, x60 (60 times as fast), or a time to begin at'
complete -c swath -n '__swath_at \'sandbox start\'' -s o -l output -x -a 'table json ndjson yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'sandbox status\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'sandbox stop\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'sandbox users\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'sandbox clock\'' -l set -x -d 'show this time: RFC 3339, a date, or now, +2d, -12h by this machine\'s time'
complete -c swath -n '__swath_at \'sandbox clock\'' -l advance -x -d 'move on by this long, such as 3h'
complete -c swath -n '__swath_at \'sandbox clock\'' -l mode -x -a 'real speed manual auto' -d 'how time runs'
complete -c swath -n '__swath_at \'sandbox clock\'' -l speed -x -d 'run this many times faster (mode speed)'
complete -c swath -n '__swath_at \'sandbox clock\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'sandbox set\'' -l default -d 'take the setting back to its default'
complete -c swath -n '__swath_at \'sandbox set\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'sandbox set\' 0' -a 'estimateDelay schedulerDelay processingDelay generationDelay initialStatus inProgressDownload standardMinWindow collectRetaskWindow retaskInheritsPreApproval orderTtl assetUrlTtl exportUrlTtl tokenTtl pagedMethod recordPlacement statusReply statusWords localTimeStyle collectionTypesShape searchEnvelope pagingFields errorStyle catalogEnvelope catalogPaging createdStatus reviewStyle runningWeekCounts priceTable unavailableProductTypes extras idStyle productSize thumbnails variant' -d 'setting'
complete -c swath -n '__swath_at \'sandbox faults\'' -l add -x -a 'asset listCollectionTypes createTask createRepeat retaskTask retaskCollect retaskRepeat getTask getRepeat setTaskStatus setRepeatStatus updateTask updateOrganization searchTasks searchRepeats listTasks listTasksByPost reviewOrder placeOrder orderTask getOrderDownload searchCatalog listExports presignExports createToken' -d 'plant a fault on this route'
complete -c swath -n '__swath_at \'sandbox faults\'' -l clear -d 'take all faults away'
complete -c swath -n '__swath_at \'sandbox faults\'' -l status -x -d 'answer this status, 400 to 599'
complete -c swath -n '__swath_at \'sandbox faults\'' -l retry-after -x -d 'with the status: Retry-After (or an HTTP date)'
complete -c swath -n '__swath_at \'sandbox faults\'' -l html -x -d 'answer this page in place of the error body'
complete -c swath -n '__swath_at \'sandbox faults\'' -l latency -x -d 'wait this long first, such as 2s'
complete -c swath -n '__swath_at \'sandbox faults\'' -l reset -d 'end the connection before one byte of the reply'
complete -c swath -n '__swath_at \'sandbox faults\'' -l truncate -x -d 'end the connection after so many bytes of the body'
complete -c swath -n '__swath_at \'sandbox faults\'' -l expired -d 'treat a signed URL as expired'
complete -c swath -n '__swath_at \'sandbox faults\'' -l after -d 'carry the request out first, and only then fail'
complete -c swath -n '__swath_at \'sandbox faults\'' -l count -x -d 'how many requests it meets (default: until cleared)'
complete -c swath -n '__swath_at \'sandbox faults\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'sandbox cancel-task\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'sandbox cancel-task\' 0 more' -a '(__swath_ids task)' -d 'ids (- reads them from stdin)'
complete -c swath -n '__swath_at \'sandbox cancel-repeat\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'sandbox cancel-repeat\' 0 more' -a '(__swath_ids repeat)' -d 'ids (- reads them from stdin)'
complete -c swath -n '__swath_at \'sandbox complete-order\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'sandbox complete-order\' 0 more' -a '(__swath_ids order)' -d 'order ids (- reads them from stdin)'
complete -c swath -n '__swath_at \'sandbox reset\'' -l store -d 'remove the store itself (the sandbox must not be running)'
complete -c swath -n '__swath_at \'sandbox reset\'' -s o -l output -x -a 'table json ndjson csv tsv yaml' -d 'how to print the result'
complete -c swath -n '__swath_at \'passes\'' -l point -x -d 'a point, longitude first, or \'38.71N 9.14W\''
complete -c swath -n '__swath_at \'passes\'' -l place -x -d 'a city, port, volcano or airport: Setubal, \'Valencia, ES\''
complete -c swath -n '__swath_at \'passes\'' -l radius -x -d 'the disc around --point or --place, such as 5km'
complete -c swath -n '__swath_at \'passes\'' -l polygon -x -d 'a ring as one word: \'lon,lat lon,lat ...\', first position repeated'
complete -c swath -n '__swath_at \'passes\'' -l geometry -x -a '(__swath_document)' -d 'GeoJSON, WKT or KML: the text, @file, or - for stdin'
complete -c swath -n '__swath_at \'passes\'' -s f -l file -r -F -d 'Feature, geometry, WKT or KML file (- for stdin)'
complete -c swath -n '__swath_at \'passes\'' -l from -x -d 'from this time on (RFC 3339, a date, now, -7d)'
complete -c swath -n '__swath_at \'passes\'' -l to -x -d 'up to this time'
complete -c swath -n '__swath_at \'passes\'' -l window -x -d 'length of the search in place of --to (default: 7d)'
complete -c swath -n '__swath_at \'passes\'' -l elements -r -F -d 'orbital elements: OMM (JSON, CSV, XML, KVN) or TLE; - for stdin'
complete -c swath -n '__swath_at \'passes\'' -l satellite -x -d 'only this one: name or catalog number (repeatable)'
complete -c swath -n '__swath_at \'passes\'' -l limit -x -d 'how many windows (default: 20 in a table on a terminal, else all)'
complete -c swath -n '__swath_at \'passes\'' -l all -d 'every result, page after page'
complete -c swath -n '__swath_at \'passes\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'passes\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'passes\'' -l look-direction -x -a 'right left either' -d 'side the radar looks to (right, left, either)'
complete -c swath -n '__swath_at \'passes\'' -l orbit-state -x -a 'ascending descending either' -d 'direction of the orbit (ascending, descending, either)'
complete -c swath -n '__swath_at \'passes\'' -l orbital-plane -x -a '45 53 97' -d 'orbital plane (45, 53, 97) (repeatable)'
complete -c swath -n '__swath_at \'passes\'' -l off-nadir-min -x -d 'smallest off-nadir angle'
complete -c swath -n '__swath_at \'passes\'' -l off-nadir-max -x -d 'largest off-nadir angle'
complete -c swath -n '__swath_at \'passes\'' -l azimuth-min -x -d 'azimuth from target to satellite, clockwise from North (topocentric ENZ); above --azimuth-max it wraps through North'
complete -c swath -n '__swath_at \'passes\'' -l azimuth-max -x -d 'the other end; equal to --azimuth-min for one angle'
complete -c swath -n '__swath_at \'passes\'' -l local-time -x -a 'day night anytime' -d 'local time of day at the target: day (06:00-18:00), night (18:00-06:00), anytime, HH:MM-HH:MM, or start,end in seconds; with daylight saving'
complete -c swath -n '__swath_at \'passes\'' -l squint -x -a 'enabled forward backward' -d 'squint for stripmap types; spotlight has it by itself (enabled, forward, backward)'
complete -c swath -n '__swath_at \'passes\'' -l max-squint-angle -x -d 'most squint to either side, 35 for stripmap types; forward with 30 considers angles greater than 0, 15 and 30'
complete -c swath -n '__swath_at \'passes\'' -l grazing-min -x -d 'smallest grazing angle'
complete -c swath -n '__swath_at \'passes\'' -l grazing-max -x -d 'largest grazing angle'
complete -c swath -n '__swath_at \'passes\'' -s o -l output -x -a 'table json ndjson csv tsv stapi yaml html map' -d 'how to print the result'
complete -c swath -n '__swath_at \'verify\'' -l repair -d 'fetch again what is wrong or missing, through its order or the exports'
complete -c swath -n '__swath_at \'verify\'' -l map -r -F -d 'also write the rows as a map page, one HTML file'
complete -c swath -n '__swath_at \'verify\'' -l open -d 'show the map page with the system\'s browser'
complete -c swath -n '__swath_at \'verify\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id html map' -d 'how to print the result'
complete -c swath -n '__swath_argument \'verify\' 0' -f -a '(__fish_complete_directories (commandline -ct))' -d 'folder that was downloaded into (default: the current one)'
complete -c swath -n '__swath_at \'gallery\'' -l out -x -d 'write the page there (default: swath-gallery.html in the folder)'
complete -c swath -n '__swath_at \'gallery\'' -l verify -d 'compare the digests of all files, as swath verify does'
complete -c swath -n '__swath_at \'gallery\'' -l open -d 'show the page with the system\'s browser'
complete -c swath -n '__swath_at \'gallery\'' -s o -l output -x -a 'table json ndjson csv tsv yaml id' -d 'how to print the result'
complete -c swath -n '__swath_argument \'gallery\' 0' -f -a '(__fish_complete_directories (commandline -ct))' -d 'folder that was downloaded into (default: the current one)'
complete -c swath -n '__swath_at \'api\'' -l data -x -a '(__swath_document)' -d 'the body: JSON, @file, or - for stdin'
complete -c swath -n '__swath_at \'api\'' -l header -x -d 'a further header (repeatable)'
complete -c swath -n '__swath_at \'api\'' -l query-param -x -d 'a parameter of the query string (repeatable)'
complete -c swath -n '__swath_at \'api\'' -l max-cost -x -d 'refuse a price above this; one that cannot be read too'
complete -c swath -n '__swath_at \'api\'' -l include -d 'status and headers of the reply too'
complete -c swath -n '__swath_at \'api\'' -s o -l output -x -a 'table json ndjson yaml' -d 'how to print the result'
complete -c swath -n '__swath_argument \'api\' 0' -a 'GET HEAD OPTIONS POST PUT PATCH DELETE' -d 'GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE'
complete -c swath -n '__swath_argument \'api\' 1' -a '/collectiontypes /task /repeat-requests /task/{taskingRequestId}/retask /collects/{collectId}/retask /repeat-request/{repeatRequestId}/retask /task/{taskingrequestId} /repeat-requests/{repeatrequestId} /task/{taskingrequestId}/status /repeat-requests/{repeatrequestId}/status /tasks/{id} /organizations/{id} /tasks/search /repeat-requests/search /tasks/paged /orders/review /orders /orders/task/{taskingRequestId} /orders/{orderId}/download /catalog/search /catalog/archive-export/available /catalog/archive-export/presigned /token' -d 'path below the base URL, such as /collectiontypes'
complete -c swath -n '__swath_at \'doctor\'' -l offline -d 'leave out everything that needs the network'
complete -c swath -n '__swath_at \'doctor\'' -s o -l output -x -a 'table json ndjson csv tsv yaml' -d 'how to print the result'
complete -c swath -n '__swath_at \'demo\'' -l out-dir -r -f -a '(__fish_complete_directories (commandline -ct))' -d 'folder to write into (default: swath-demo)'
complete -c swath -n '__swath_at \'demo\'' -s o -l output -x -a 'table json ndjson yaml id' -d 'how to print the result'
complete -c swath -n '__swath_at \'schema\'' -l skeleton -d 'a filled template, ready to be changed and sent'
complete -c swath -n '__swath_at \'schema\'' -s o -l output -x -a 'table json ndjson yaml' -d 'how to print the result'
complete -c swath -n '__swath_argument \'schema\' 0' -a 'task repeat retask retask-collect retask-repeat products order search search-repeats catalog organization export' -d 'the body'
complete -c swath -n '__swath_at \'completion\'' -s o -l output -x -a 'table' -d 'how to print the result'
complete -c swath -n '__swath_argument \'completion\' 0' -a 'bash zsh fish powershell' -d 'the shell'
complete -c swath -n '__swath_at \'version\'' -s o -l output -x -a 'table json ndjson yaml' -d 'how to print the result'
