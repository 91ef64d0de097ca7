# bash completion for swath, made from its command table. Load it with:
#   source <(swath completion bash)

# $1: where we are, $2: the next word. Sets path, or fails when the word is an argument.
_swath_step() {
  case "$1/$2" in
    '/passes') path='passes' ;;
    '/verify') path='verify' ;;
    '/gallery') path='gallery' ;;
    '/api') path='api' ;;
    '/doctor') path='doctor' ;;
    '/demo') path='demo' ;;
    '/schema') path='schema' ;;
    '/completion') path='completion' ;;
    '/version') path='version' ;;
    '/task'|'/tasks') path='task' ;;
    '/repeat'|'/repeats') path='repeat' ;;
    '/approvals'|'/inbox') path='approvals' ;;
    '/collect'|'/collects') path='collect' ;;
    '/search') path='search' ;;
    '/catalog') path='catalog' ;;
    '/order'|'/orders') path='order' ;;
    '/export'|'/exports') path='export' ;;
    '/org'|'/organization') path='org' ;;
    '/journal') path='journal' ;;
    '/spend') path='spend' ;;
    '/auth') path='auth' ;;
    '/profile') path='profile' ;;
    '/config') path='config' ;;
    '/sandbox') path='sandbox' ;;
    'help/passes') path='help passes' ;;
    'help/verify') path='help verify' ;;
    'help/gallery') path='help gallery' ;;
    'help/api') path='help api' ;;
    'help/doctor') path='help doctor' ;;
    'help/demo') path='help demo' ;;
    'help/schema') path='help schema' ;;
    'help/completion') path='help completion' ;;
    'help/version') path='help version' ;;
    'help/task'|'help/tasks') path='help task' ;;
    'help/repeat'|'help/repeats') path='help repeat' ;;
    'help/approvals'|'help/inbox') path='help approvals' ;;
    'help/collect'|'help/collects') path='help collect' ;;
    'help/search') path='help search' ;;
    'help/catalog') path='help catalog' ;;
    'help/order'|'help/orders') path='help order' ;;
    'help/export'|'help/exports') path='help export' ;;
    'help/org'|'help/organization') path='help org' ;;
    'help/journal') path='help journal' ;;
    'help/spend') path='help spend' ;;
    'help/auth') path='help auth' ;;
    'help/profile') path='help profile' ;;
    'help/config') path='help config' ;;
    'help/sandbox') path='help sandbox' ;;
    'task/create') path='task create' ;;
    'task/get') path='task get' ;;
    'task/cost') path='task cost' ;;
    'task/approve') path='task approve' ;;
    'task/reject') path='task reject' ;;
    'task/retask') path='task retask' ;;
    'task/set-products') path='task set-products' ;;
    'task/list') path='task list' ;;
    'task/types') path='task types' ;;
    'task/collection-types') path='task collection-types' ;;
    'task/search') path='task search' ;;
    'task/wait') path='task wait' ;;
    'repeat/create') path='repeat create' ;;
    'repeat/get') path='repeat get' ;;
    'repeat/cost') path='repeat cost' ;;
    'repeat/approve') path='repeat approve' ;;
    'repeat/reject') path='repeat reject' ;;
    'repeat/list') path='repeat list' ;;
    'repeat/retask') path='repeat retask' ;;
    'repeat/search') path='repeat search' ;;
    'repeat/wait') path='repeat wait' ;;
    'approvals/list') path='approvals list' ;;
    'approvals/approve') path='approvals approve' ;;
    'approvals/reject') path='approvals reject' ;;
    'collect/retask') path='collect retask' ;;
    'search/tasks') path='search tasks' ;;
    'search/repeats') path='search repeats' ;;
    'catalog/preview') path='catalog preview' ;;
    'catalog/search') path='catalog search' ;;
    'catalog/stacks') path='catalog stacks' ;;
    'order/review') path='order review' ;;
    'order/place') path='order place' ;;
    'order/task') path='order task' ;;
    'order/links') path='order links' ;;
    'order/download') path='order download' ;;
    'order/wait') path='order wait' ;;
    'order/history') path='order history' ;;
    'export/list') path='export list' ;;
    'export/links') path='export links' ;;
    'export/fetch') path='export fetch' ;;
    'export/sync') path='export sync' ;;
    'export/query') path='export query' ;;
    'org/set-defaults') path='org set-defaults' ;;
    'journal/list') path='journal list' ;;
    'journal/show') path='journal show' ;;
    'journal/resolve') path='journal resolve' ;;
    'journal/prune') path='journal prune' ;;
    'spend/report') path='spend report' ;;
    'auth/login') path='auth login' ;;
    'auth/status') path='auth status' ;;
    'auth/logout') path='auth logout' ;;
    'auth/token') path='auth token' ;;
    'profile/list') path='profile list' ;;
    'profile/use') path='profile use' ;;
    'profile/show') path='profile show' ;;
    'profile/delete') path='profile delete' ;;
    'config/get') path='config get' ;;
    'config/set') path='config set' ;;
    'config/unset') path='config unset' ;;
    'config/list') path='config list' ;;
    'config/path') path='config path' ;;
    'sandbox/start') path='sandbox start' ;;
    'sandbox/status') path='sandbox status' ;;
    'sandbox/stop') path='sandbox stop' ;;
    'sandbox/users') path='sandbox users' ;;
    'sandbox/clock') path='sandbox clock' ;;
    'sandbox/set') path='sandbox set' ;;
    'sandbox/faults') path='sandbox faults' ;;
    'sandbox/cancel-task') path='sandbox cancel-task' ;;
    'sandbox/cancel-repeat') path='sandbox cancel-repeat' ;;
    'sandbox/complete-order') path='sandbox complete-order' ;;
    'sandbox/reset') path='sandbox reset' ;;
    '/help') path='help' ;;
    *) return 1 ;;
  esac
}

# $1: where we are. Sets commands, flags, args.
_swath_words() {
  commands= flags= args=
  case $1 in
    '')
      commands='task repeat approvals collect search catalog order export org journal spend auth profile config sandbox passes verify gallery api doctor demo schema completion version help'
      flags='--version -V' ;;
    help) commands='task repeat approvals collect search catalog order export org journal spend auth profile config sandbox passes verify gallery api doctor demo schema completion version environment errors exit-codes flags formats settings' ;;
    'task'|'help task') commands='create get cost approve reject retask set-products list types collection-types search wait' ;;
    'repeat'|'help repeat') commands='create get cost approve reject list retask search wait' ;;
    'approvals'|'help approvals') commands='list approve reject' flags='--map --open' ;;
    'collect'|'help collect') commands='retask' ;;
    'search'|'help search') commands='tasks repeats' ;;
    'catalog'|'help catalog') commands='preview search stacks' ;;
    'order'|'help order') commands='review place task links download wait history' ;;
    'export'|'help export') commands='list links fetch sync query' ;;
    'org'|'help org') commands='set-defaults' ;;
    'journal'|'help journal') commands='list show resolve prune' ;;
    'spend'|'help spend') commands='report' flags='--from --to --by' ;;
    'auth'|'help auth') commands='login status logout token' ;;
    'profile'|'help profile') commands='list use show delete' ;;
    'config'|'help config') commands='get set unset list path' ;;
    'sandbox'|'help sandbox') commands='start status stop users clock set faults cancel-task cancel-repeat complete-order reset' ;;
    'task create') flags='--point --place --radius --polygon --geometry --file --window-open --window-close --window --allow-past --name --description --tier --type --check-type --product-type --with-required --holdback --product-category --contract --custom1 --custom2 --pre-approve --max-cost --look-direction --orbit-state --orbital-plane --off-nadir-min --off-nadir-max --azimuth-min --azimuth-max --local-time --squint --max-squint-angle --grazing-min --grazing-max --polarization --explain --time-zone --elements --each --interactive --placement --wait --poll-interval --wait-timeout --data --set --unset --generate-skeleton' ;;
    'task get') flags='--history --map --open' args='ids task...' ;;
    'task cost') flags='--wait --poll-interval --wait-timeout' args='ids task...' ;;
    'task approve') flags='--no-check --max-cost --without-estimate --wait --poll-interval --wait-timeout' args='ids task...' ;;
    'task reject') flags='--no-check' args='ids task...' ;;
    'task retask') flags='--collect --name --description --window-open --window-close --allow-past --tier --holdback --off-nadir-min --off-nadir-max --max-cost --no-check --file --data --set --unset --generate-skeleton' args='ids task...' ;;
    'task set-products') flags='--product-type --with-required --add --remove' args='ids task...' ;;
    'task list') flags='--limit --page --page-size --all --price --org --reverse --method --map --open --data' ;;
    'task types') flags='--refresh' ;;
    'task collection-types') flags='--refresh' ;;
    'task search') flags='--id --name --name-eq --name-prefix --status --status-message --status-time --mode --submitted --from --to --window-duration --holdback --reseller-id --where --where-string --filter --sort --page --page-size --limit --all --price --map --open --data --set --unset --generate-skeleton --window-open --window-close --repeat-id --include-repeating --no-include-repeating' ;;
    'task wait') flags='--until --poll-interval --wait-timeout' args='ids task...' ;;
    'repeat create') flags='--point --place --geometry --file --from --interval --count --to --allow-past --until-canceled --name --description --tier --type --maintain-framing --no-maintain-framing --look-angle-tolerance --azimuth-tolerance --custom1 --custom2 --pre-approve --max-cost --holdback --product-type --with-required --contract --look-direction --orbit-state --orbital-plane --off-nadir-min --off-nadir-max --azimuth-min --azimuth-max --local-time --squint --max-squint-angle --grazing-min --grazing-max --polarization --interactive --each --wait --poll-interval --wait-timeout --data --set --unset --generate-skeleton' ;;
    'repeat get') flags='--history --map --open' args='ids repeat...' ;;
    'repeat cost') flags='--wait --poll-interval --wait-timeout' args='ids repeat...' ;;
    'repeat approve') flags='--no-check --max-cost --without-estimate --wait --poll-interval --wait-timeout' args='ids repeat...' ;;
    'repeat reject') flags='--no-check' args='ids repeat...' ;;
    'repeat list') flags='--limit --page --page-size --all --price --reverse --map --open' ;;
    'repeat retask') flags='--name --description --from --interval --count --to --allow-past --until-canceled --tier --holdback --max-cost --no-check --file --data --set --unset --generate-skeleton' args='ids repeat...' ;;
    'repeat search') flags='--id --name --name-eq --name-prefix --status --status-message --status-time --mode --submitted --from --to --window-duration --holdback --reseller-id --where --where-string --filter --sort --page --page-size --limit --all --price --map --open --data --set --unset --generate-skeleton --description --description-eq --description-prefix' ;;
    'repeat wait') flags='--until --poll-interval --wait-timeout' args='ids repeat...' ;;
    'approvals list') flags='--map --open' ;;
    'approvals approve') flags='--all --max-cost' args='ids task...' ;;
    'approvals reject') flags='--all' args='ids task...' ;;
    'collect retask') flags='--name --description --window-open --window-close --allow-past --tier --holdback --off-nadir-min --off-nadir-max --max-cost --file --data --set --unset --generate-skeleton' args='ids collect...' ;;
    'search tasks') flags='--id --name --name-eq --name-prefix --status --status-message --status-time --mode --submitted --from --to --window-duration --holdback --reseller-id --where --where-string --filter --sort --page --page-size --limit --all --price --map --open --data --set --unset --generate-skeleton --window-open --window-close --repeat-id --include-repeating --no-include-repeating' ;;
    'search repeats') flags='--id --name --name-eq --name-prefix --status --status-message --status-time --mode --submitted --from --to --window-duration --holdback --reseller-id --where --where-string --filter --sort --page --page-size --limit --all --price --map --open --data --set --unset --generate-skeleton --description --description-eq --description-prefix' ;;
    'catalog preview') flags='--image --asset --out-dir' args='ids item...' ;;
    'catalog search') flags='--point --place --radius --bbox --bbox-crs --file --intersects --datetime --from --to --collection --id --product-type --instrument-mode --orbit-state --platform --collect-id --where --like --filter --limit --all --page-size --sort --price --per-item --min-cover --cover --cheapest --per --map --thumbnails --open --data --set --unset --generate-skeleton' ;;
    'catalog stacks') flags='--point --place --radius --bbox --file --intersects --datetime --from --to --item --collection --product-type --where --look-tolerance --squint-tolerance --min-overlap --min-scenes --pairs --season --map --open' args='files...' ;;
    'order review') flags='--item --generate --items --with-geo --check-items --data --set --unset --generate-skeleton --map --open' args='anything...' ;;
    'order place') flags='--item --generate --items --with-geo --check-items --max-cost --review --wait --download --gallery --poll-interval --wait-timeout --data --set --unset --generate-skeleton' args='anything...' ;;
    'order task') flags='--max-cost --wait --download --gallery --poll-interval --wait-timeout --data' args='ids task...' ;;
    'order links') flags='--asset --exclude-asset --role --item --product-type' args='ids order...' ;;
    'order download') flags='--out-dir --flat --path --overwrite --skip-existing --no-resume --checksum --limit-rate --min-rate --max-connections --exec --links --gallery --plan --stdout --map --open --asset --exclude-asset --role --item --product-type --shard --wait --poll-interval --wait-timeout' args='ids order...' ;;
    'order wait') flags='--poll-interval --wait-timeout' args='ids order...' ;;
    'order history') flags='--limit --map --open' ;;
    'export list') flags='--type --format --year --week --weeks --from --match' ;;
    'export links') flags='--type --format --file-name --match --weeks --from --check --data --generate-skeleton' ;;
    'export fetch') flags='--type --format --file-name --match --weeks --from --check --data --generate-skeleton --out-dir --flat --overwrite --skip-existing --no-resume --limit-rate --min-rate --shard --stdout' ;;
    'export sync') flags='--type --format --weeks --overwrite --limit-rate --min-rate --exit-code --github-output' args='folders' ;;
    'export query') flags='--point --place --radius --bbox --file --intersects --datetime --from --to --product-type --where --collection --limit --map --open' args='files...' ;;
    'org set-defaults') flags='--org --required --optional --file --no-add-geo --data --set --unset --generate-skeleton' args='anything' ;;
    'journal list') flags='--open --state --limit' ;;
    'journal show') flags='' args='anything...' ;;
    'journal resolve') flags='--order-id --id --not-created --price' args='anything' ;;
    'journal prune') flags='--older-than' ;;
    'spend report') flags='--period --by --from --to --only-profile --unresolved' ;;
    'auth login') flags='--api-key-stdin --keyring --no-check' ;;
    'auth status') flags='--check' ;;
    'auth logout') flags='--all' ;;
    'auth token') flags='--username --password-stdin --show' ;;
    'profile list') flags='' ;;
    'profile use') flags='' args='ids profile' ;;
    'profile show') flags='' args='ids profile' ;;
    'profile delete') flags='' args='ids profile' ;;
    'config get') flags='' args='words baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.$ dialect.orderTaskBody' ;;
    'config set') flags='' args='words baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.$ dialect.orderTaskBody;anything' ;;
    'config unset') flags='' args='words baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.$ dialect.orderTaskBody' ;;
    'config list') flags='--show-origin' ;;
    'config path') flags='' ;;
    'sandbox start') flags='--port --prefix --cors-origin --detach --ephemeral --seed --archive-size --product-size --variant --clock' ;;
    'sandbox status') flags='' ;;
    'sandbox stop') flags='' ;;
    'sandbox users') flags='' ;;
    'sandbox clock') flags='--set --advance --mode --speed' ;;
    'sandbox set') flags='--default' args='words estimateDelay schedulerDelay processingDelay generationDelay initialStatus inProgressDownload standardMinWindow collectRetaskWindow retaskInheritsPreApproval orderTtl assetUrlTtl exportUrlTtl tokenTtl pagedMethod recordPlacement statusReply statusWords localTimeStyle collectionTypesShape searchEnvelope pagingFields errorStyle catalogEnvelope catalogPaging createdStatus reviewStyle runningWeekCounts priceTable unavailableProductTypes extras idStyle productSize thumbnails variant;anything' ;;
    'sandbox faults') flags='--add --clear --status --retry-after --html --latency --reset --truncate --expired --after --count' ;;
    'sandbox cancel-task') flags='' args='ids task...' ;;
    'sandbox cancel-repeat') flags='' args='ids repeat...' ;;
    'sandbox complete-order') flags='' args='ids order...' ;;
    'sandbox reset') flags='--store' ;;
    'passes') flags='--point --place --radius --polygon --geometry --file --from --to --window --elements --satellite --limit --all --map --open --look-direction --orbit-state --orbital-plane --off-nadir-min --off-nadir-max --azimuth-min --azimuth-max --local-time --squint --max-squint-angle --grazing-min --grazing-max' ;;
    'verify') flags='--repair --map --open' args='folders' ;;
    'gallery') flags='--out --verify --open' args='folders' ;;
    'api') flags='--data --header --query-param --max-cost --include' args='words GET HEAD OPTIONS POST PUT PATCH DELETE;words /collectiontypes /task /repeat-requests /task/{taskingRequestId}/retask /collects/{collectId}/retask /repeat-request/{repeatRequestId}/retask /task/{taskingrequestId} /repeat-requests/{repeatrequestId} /task/{taskingrequestId}/status /repeat-requests/{repeatrequestId}/status /tasks/{id} /organizations/{id} /tasks/search /repeat-requests/search /tasks/paged /orders/review /orders /orders/task/{taskingRequestId} /orders/{orderId}/download /catalog/search /catalog/archive-export/available /catalog/archive-export/presigned /token' ;;
    'doctor') flags='--offline' ;;
    'demo') flags='--out-dir' ;;
    'schema') flags='--skeleton' args='words task repeat retask retask-collect retask-repeat products order search search-repeats catalog organization export' ;;
    'completion') flags='' args='words bash zsh fish powershell' ;;
    'version') flags='' ;;
  esac
  case $1 in
    help*) ;;
    *) flags="$flags --output --json --columns --query --no-header --ascii --quiet --verbose --debug --color --no-color --progress --log-file --debug-http --annotate --step-summary --profile --base-url --sandbox --sandbox-user --api-key-file --token-file --vendor-prefix --ca-file --timeout --retries --concurrency --config --dry-run --yes --no-input --no-validate --strict --resend --help" ;;
  esac
}

# $1: where we are, $2: a flag. Sets takes: what its value is; empty for a switch, and ? before one that may be left out.
_swath_takes() {
  takes=
  case $1 in
    'task create')
      case $2 in
        --point|--place|--radius|--polygon|--window-open|--window-close|--window|--name|--description|--product-category|--custom1|--custom2|--max-cost|--off-nadir-min|--off-nadir-max|--azimuth-min|--azimuth-max|--max-squint-angle|--grazing-min|--grazing-max|--polarization|--time-zone|--poll-interval|--wait-timeout|--set|--unset) takes='anything' ;;
        --geometry|--data) takes='document' ;;
        --file|-f|--elements) takes='files' ;;
        --tier) takes='words urgent priority standard flexible' ;;
        --type) takes='words spotlight spotlight_ultra spotlight_wide stripmap_20 stripmap_50 stripmap_100 parallel_stripmap_20 parallel_stripmap_50 parallel_stripmap_100' ;;
        --product-type) takes='words GEO GEC SLC SICD SIDD CPHD VS' ;;
        --holdback) takes='words none 30_day 1_year permanent' ;;
        --contract) takes='ids task' ;;
        --look-direction) takes='words right left either' ;;
        --orbit-state) takes='words ascending descending either' ;;
        --orbital-plane) takes='words 45 53 97' ;;
        --local-time) takes='words day night anytime' ;;
        --squint) takes='words enabled forward backward' ;;
        --placement) takes='words both root properties' ;;
        --wait) takes='?anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'task get')
      case $2 in
        --map) takes='files' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'task cost')
      case $2 in
        --poll-interval|--wait-timeout) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'task approve')
      case $2 in
        --max-cost|--poll-interval|--wait-timeout) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'task reject')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'task retask')
      case $2 in
        --collect) takes='ids task' ;;
        --name|--description|--window-open|--window-close|--off-nadir-min|--off-nadir-max|--max-cost|--set|--unset) takes='anything' ;;
        --tier) takes='words urgent priority standard flexible' ;;
        --holdback) takes='words none 30_day 1_year permanent' ;;
        --file|-f) takes='files' ;;
        --data) takes='document' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'task set-products')
      case $2 in
        --product-type|--add|--remove) takes='words GEO GEC SLC SICD SIDD CPHD VS' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'task list')
      case $2 in
        --limit|--page|--page-size) takes='anything' ;;
        --org) takes='ids task' ;;
        --method) takes='words get post' ;;
        --map) takes='files' ;;
        --data) takes='document' ;;
        --output|-o) takes='words table json ndjson csv tsv geojson yaml id html map' ;;
      esac ;;
    'task types')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'task collection-types')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'task search')
      case $2 in
        --id|--reseller-id) takes='ids task' ;;
        --name|--name-eq|--name-prefix|--status-message|--status-time|--mode|--submitted|--from|--to|--window-duration|--where-string|--sort|--page|--page-size|--limit|--set|--unset|--window-open|--window-close) takes='anything' ;;
        --status) takes='words review submitted accepted completed rejected' ;;
        --holdback) takes='words none 30_day 1_year permanent' ;;
        --where) takes='words taskingrequestName taskName taskingrequestId taskId windowOpen windowClose lastStatusCode lastStatusMessage lastStatusTime type submissionTime repeatrequestId windowDuration archiveHoldback resellerId includeRepeatingTasks' ;;
        --filter|--data) takes='document' ;;
        --map) takes='files' ;;
        --repeat-id) takes='ids repeat' ;;
        --output|-o) takes='words table json ndjson csv tsv geojson yaml id html map' ;;
      esac ;;
    'task wait')
      case $2 in
        --until) takes='words review submitted accepted completed rejected' ;;
        --poll-interval|--wait-timeout) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'repeat create')
      case $2 in
        --point|--place|--from|--interval|--count|--to|--name|--description|--look-angle-tolerance|--azimuth-tolerance|--custom1|--custom2|--max-cost|--off-nadir-min|--off-nadir-max|--azimuth-min|--azimuth-max|--max-squint-angle|--grazing-min|--grazing-max|--polarization|--poll-interval|--wait-timeout|--set|--unset) takes='anything' ;;
        --geometry|--data) takes='document' ;;
        --file|-f) takes='files' ;;
        --tier) takes='words routine flexible' ;;
        --type) takes='words spotlight spotlight_ultra spotlight_wide stripmap_20 stripmap_50 stripmap_100 parallel_stripmap_20 parallel_stripmap_50 parallel_stripmap_100' ;;
        --holdback) takes='words none 30_day 1_year permanent' ;;
        --product-type) takes='words GEO GEC SLC SICD SIDD CPHD VS' ;;
        --contract) takes='ids repeat' ;;
        --look-direction) takes='words right left either' ;;
        --orbit-state) takes='words ascending descending either' ;;
        --orbital-plane) takes='words 45 53 97' ;;
        --local-time) takes='words day night anytime' ;;
        --squint) takes='words enabled forward backward' ;;
        --wait) takes='?anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'repeat get')
      case $2 in
        --map) takes='files' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'repeat cost')
      case $2 in
        --poll-interval|--wait-timeout) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'repeat approve')
      case $2 in
        --max-cost|--poll-interval|--wait-timeout) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'repeat reject')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'repeat list')
      case $2 in
        --limit|--page|--page-size) takes='anything' ;;
        --map) takes='files' ;;
        --output|-o) takes='words table json ndjson csv tsv geojson yaml id html map' ;;
      esac ;;
    'repeat retask')
      case $2 in
        --name|--description|--from|--interval|--count|--to|--max-cost|--set|--unset) takes='anything' ;;
        --tier) takes='words routine flexible' ;;
        --holdback) takes='words none 30_day 1_year permanent' ;;
        --file|-f) takes='files' ;;
        --data) takes='document' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'repeat search')
      case $2 in
        --id|--reseller-id) takes='ids repeat' ;;
        --name|--name-eq|--name-prefix|--status-message|--status-time|--mode|--submitted|--from|--to|--window-duration|--where-string|--sort|--page|--page-size|--limit|--set|--unset|--description|--description-eq|--description-prefix) takes='anything' ;;
        --status) takes='words review submitted accepted completed rejected' ;;
        --holdback) takes='words none 30_day 1_year permanent' ;;
        --where) takes='words repeatrequestId repeatrequestName repeatrequestDescription lastStatusCode lastStatusMessage lastStatusTime type submissionTime windowDuration archiveHoldback resellerId' ;;
        --filter|--data) takes='document' ;;
        --map) takes='files' ;;
        --output|-o) takes='words table json ndjson csv tsv geojson yaml id html map' ;;
      esac ;;
    'repeat wait')
      case $2 in
        --until) takes='words review submitted accepted completed rejected' ;;
        --poll-interval|--wait-timeout) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'approvals')
      case $2 in
        --map) takes='files' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'approvals list')
      case $2 in
        --map) takes='files' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'approvals approve')
      case $2 in
        --max-cost) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'approvals reject')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'collect retask')
      case $2 in
        --name|--description|--window-open|--window-close|--off-nadir-min|--off-nadir-max|--max-cost|--set|--unset) takes='anything' ;;
        --tier) takes='words urgent priority standard flexible' ;;
        --holdback) takes='words none 30_day 1_year permanent' ;;
        --file|-f) takes='files' ;;
        --data) takes='document' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'search tasks')
      case $2 in
        --id|--reseller-id) takes='ids task' ;;
        --name|--name-eq|--name-prefix|--status-message|--status-time|--mode|--submitted|--from|--to|--window-duration|--where-string|--sort|--page|--page-size|--limit|--set|--unset|--window-open|--window-close) takes='anything' ;;
        --status) takes='words review submitted accepted completed rejected' ;;
        --holdback) takes='words none 30_day 1_year permanent' ;;
        --where) takes='words taskingrequestName taskName taskingrequestId taskId windowOpen windowClose lastStatusCode lastStatusMessage lastStatusTime type submissionTime repeatrequestId windowDuration archiveHoldback resellerId includeRepeatingTasks' ;;
        --filter|--data) takes='document' ;;
        --map) takes='files' ;;
        --repeat-id) takes='ids repeat' ;;
        --output|-o) takes='words table json ndjson csv tsv geojson yaml id html map' ;;
      esac ;;
    'search repeats')
      case $2 in
        --id|--reseller-id) takes='ids repeat' ;;
        --name|--name-eq|--name-prefix|--status-message|--status-time|--mode|--submitted|--from|--to|--window-duration|--where-string|--sort|--page|--page-size|--limit|--set|--unset|--description|--description-eq|--description-prefix) takes='anything' ;;
        --status) takes='words review submitted accepted completed rejected' ;;
        --holdback) takes='words none 30_day 1_year permanent' ;;
        --where) takes='words repeatrequestId repeatrequestName repeatrequestDescription lastStatusCode lastStatusMessage lastStatusTime type submissionTime windowDuration archiveHoldback resellerId' ;;
        --filter|--data) takes='document' ;;
        --map) takes='files' ;;
        --output|-o) takes='words table json ndjson csv tsv geojson yaml id html map' ;;
      esac ;;
    'catalog preview')
      case $2 in
        --image) takes='words kitty iterm sixel blocks none' ;;
        --asset) takes='anything' ;;
        --out-dir) takes='folders' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'catalog search')
      case $2 in
        --point|--place|--radius|--bbox|--bbox-crs|--datetime|--from|--to|--instrument-mode|--platform|--limit|--page-size|--min-cover|--set|--unset) takes='anything' ;;
        --file|-f|--map) takes='files' ;;
        --intersects|--filter|--data) takes='document' ;;
        --collection) takes='ids collection' ;;
        --id|--like) takes='ids item' ;;
        --product-type) takes='words GEO GEC SLC SICD SIDD CPHD VS' ;;
        --orbit-state) takes='words ascending descending' ;;
        --collect-id) takes='ids collect' ;;
        --where) takes='words sar:instrument_mode sar:pixel_spacing_range sar:pixel_spacing_azimuth sar:looks_range sar:looks_azimuth sar:looks_equivalent_number sar:resolution_range sar:resolution_azimuth vendor:squint_angle sar:observation_direction vendor:collect_id start_datetime end_datetime platform sar:product_type sat:orbit_state view:incidence_angle instruments' ;;
        --sort) takes='words id collection datetime product mode orbit look incidence inc products resolution time scene sar:instrument_mode sar:pixel_spacing_range sar:pixel_spacing_azimuth sar:looks_range sar:looks_azimuth sar:looks_equivalent_number sar:resolution_range sar:resolution_azimuth vendor:squint_angle sar:observation_direction vendor:collect_id start_datetime end_datetime platform sar:product_type sat:orbit_state view:incidence_angle instruments covers price' ;;
        --per) takes='words scene day' ;;
        --output|-o) takes='words table json ndjson csv tsv geojson yaml id order-items html map' ;;
      esac ;;
    'catalog stacks')
      case $2 in
        --point|--place|--radius|--bbox|--datetime|--from|--to|--where|--look-tolerance|--squint-tolerance|--min-overlap|--min-scenes|--pairs) takes='anything' ;;
        --file|-f|--map) takes='files' ;;
        --intersects) takes='document' ;;
        --item) takes='ids item' ;;
        --collection) takes='ids collection' ;;
        --product-type) takes='words GEO GEC SLC SICD SIDD CPHD VS' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id order-items html map' ;;
      esac ;;
    'order review')
      case $2 in
        --item) takes='ids granule' ;;
        --generate|--set|--unset) takes='anything' ;;
        --items|--map) takes='files' ;;
        --data) takes='document' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml html map' ;;
      esac ;;
    'order place')
      case $2 in
        --item) takes='ids granule' ;;
        --generate|--max-cost|--poll-interval|--wait-timeout|--set|--unset) takes='anything' ;;
        --items) takes='files' ;;
        --download) takes='folders' ;;
        --data) takes='document' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'order task')
      case $2 in
        --max-cost|--poll-interval|--wait-timeout) takes='anything' ;;
        --download) takes='folders' ;;
        --data) takes='document' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'order links')
      case $2 in
        --asset|--exclude-asset|--role) takes='anything' ;;
        --item) takes='ids item' ;;
        --product-type) takes='words GEO GEC SLC SICD SIDD CPHD VS' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'order download')
      case $2 in
        --out-dir) takes='folders' ;;
        --path|--limit-rate|--min-rate|--max-connections|--exec|--asset|--exclude-asset|--role|--shard|--poll-interval|--wait-timeout) takes='anything' ;;
        --checksum) takes='words none size full' ;;
        --links|--map) takes='files' ;;
        --item) takes='ids item' ;;
        --product-type) takes='words GEO GEC SLC SICD SIDD CPHD VS' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'order wait')
      case $2 in
        --poll-interval|--wait-timeout) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'order history')
      case $2 in
        --limit) takes='anything' ;;
        --map) takes='files' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'export list')
      case $2 in
        --type) takes='words latest weekly full' ;;
        --format) takes='words geoparquet gpkg shp.zip' ;;
        --year|--week|--weeks|--from|--match) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'export links')
      case $2 in
        --type) takes='words latest weekly full' ;;
        --format) takes='words geoparquet gpkg shp.zip' ;;
        --file-name|--match|--weeks|--from) takes='anything' ;;
        --data) takes='document' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'export fetch')
      case $2 in
        --type) takes='words latest weekly full' ;;
        --format) takes='words geoparquet gpkg shp.zip' ;;
        --file-name|--match|--weeks|--from|--limit-rate|--min-rate|--shard) takes='anything' ;;
        --data) takes='document' ;;
        --out-dir) takes='folders' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'export sync')
      case $2 in
        --type) takes='words latest weekly full' ;;
        --format) takes='words geoparquet gpkg shp.zip' ;;
        --weeks|--limit-rate|--min-rate) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'export query')
      case $2 in
        --point|--place|--radius|--bbox|--datetime|--from|--to|--where|--limit) takes='anything' ;;
        --file|-f|--map) takes='files' ;;
        --intersects) takes='document' ;;
        --product-type) takes='words SLC GEO GEC SICD SIDD CPHD' ;;
        --collection) takes='ids collection' ;;
        --output|-o) takes='words table json ndjson csv tsv geojson yaml id order-items html map' ;;
      esac ;;
    'org set-defaults')
      case $2 in
        --org|--set|--unset) takes='anything' ;;
        --required|--optional) takes='words GEO GEC SLC SICD SIDD CPHD VS' ;;
        --file|-f) takes='files' ;;
        --data) takes='document' ;;
        --output|-o) takes='words table json ndjson yaml id' ;;
      esac ;;
    'journal list')
      case $2 in
        --state) takes='words prepared sending confirmed refused unknown' ;;
        --limit) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'journal show')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'journal resolve')
      case $2 in
        --order-id) takes='ids order' ;;
        --id|--price) takes='anything' ;;
        --output|-o) takes='words table json ndjson yaml id' ;;
      esac ;;
    'journal prune')
      case $2 in
        --older-than) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'spend')
      case $2 in
        --from|--to) takes='anything' ;;
        --by) takes='words profile contract period kind' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml' ;;
      esac ;;
    'spend report')
      case $2 in
        --period) takes='words day week month' ;;
        --by) takes='words profile contract period kind' ;;
        --from|--to|--only-profile) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml' ;;
      esac ;;
    'auth login')
      case $2 in
        --output|-o) takes='words table json ndjson yaml' ;;
      esac ;;
    'auth status')
      case $2 in
        --output|-o) takes='words table json ndjson yaml' ;;
      esac ;;
    'auth logout')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml' ;;
      esac ;;
    'auth token')
      case $2 in
        --username) takes='anything' ;;
        --output|-o) takes='words table json ndjson yaml' ;;
      esac ;;
    'profile list')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'profile use')
      case $2 in
        --output|-o) takes='words table json ndjson yaml id' ;;
      esac ;;
    'profile show')
      case $2 in
        --output|-o) takes='words table json ndjson yaml id' ;;
      esac ;;
    'profile delete')
      case $2 in
        --output|-o) takes='words table json ndjson yaml id' ;;
      esac ;;
    'config get')
      case $2 in
        --output|-o) takes='words table json ndjson yaml' ;;
      esac ;;
    'config set')
      case $2 in
        --output|-o) takes='words table json ndjson yaml' ;;
      esac ;;
    'config unset')
      case $2 in
        --output|-o) takes='words table json ndjson yaml' ;;
      esac ;;
    'config list')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml' ;;
      esac ;;
    'config path')
      case $2 in
        --output|-o) takes='words table json ndjson yaml' ;;
      esac ;;
    'sandbox start')
      case $2 in
        --port|--prefix|--cors-origin|--seed|--archive-size|--clock) takes='anything' ;;
        --product-size) takes='words tiny real' ;;
        --variant) takes='words error-text error-detail error-message error-capital-message error-html plain-400 create-200 download-202 download-404 download-405 download-empty download-partial envelope-array envelope-items envelope-results paging-no-next review-order-details review-denied status-words record-root status-reply-status status-reply-code status-reply-history status-reply-empty local-time-nested types-names types-results types-keyed search-features search-items search-array paging-snake paged-get paged-post' ;;
        --output|-o) takes='words table json ndjson yaml id' ;;
      esac ;;
    'sandbox status')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'sandbox stop')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'sandbox users')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'sandbox clock')
      case $2 in
        --set|--advance|--speed) takes='anything' ;;
        --mode) takes='words real speed manual auto' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'sandbox set')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'sandbox faults')
      case $2 in
        --add) takes='words asset listCollectionTypes createTask createRepeat retaskTask retaskCollect retaskRepeat getTask getRepeat setTaskStatus setRepeatStatus updateTask updateOrganization searchTasks searchRepeats listTasks listTasksByPost reviewOrder placeOrder orderTask getOrderDownload searchCatalog listExports presignExports createToken' ;;
        --status|--retry-after|--html|--latency|--truncate|--count) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'sandbox cancel-task')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'sandbox cancel-repeat')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'sandbox complete-order')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'sandbox reset')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml' ;;
      esac ;;
    'passes')
      case $2 in
        --point|--place|--radius|--polygon|--from|--to|--window|--satellite|--limit|--off-nadir-min|--off-nadir-max|--azimuth-min|--azimuth-max|--max-squint-angle|--grazing-min|--grazing-max) takes='anything' ;;
        --geometry) takes='document' ;;
        --file|-f|--elements|--map) takes='files' ;;
        --look-direction) takes='words right left either' ;;
        --orbit-state) takes='words ascending descending either' ;;
        --orbital-plane) takes='words 45 53 97' ;;
        --local-time) takes='words day night anytime' ;;
        --squint) takes='words enabled forward backward' ;;
        --output|-o) takes='words table json ndjson csv tsv stapi yaml html map' ;;
      esac ;;
    'verify')
      case $2 in
        --map) takes='files' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id html map' ;;
      esac ;;
    'gallery')
      case $2 in
        --out) takes='anything' ;;
        --output|-o) takes='words table json ndjson csv tsv yaml id' ;;
      esac ;;
    'api')
      case $2 in
        --data) takes='document' ;;
        --header|--query-param|--max-cost) takes='anything' ;;
        --output|-o) takes='words table json ndjson yaml' ;;
      esac ;;
    'doctor')
      case $2 in
        --output|-o) takes='words table json ndjson csv tsv yaml' ;;
      esac ;;
    'demo')
      case $2 in
        --out-dir) takes='folders' ;;
        --output|-o) takes='words table json ndjson yaml id' ;;
      esac ;;
    'schema')
      case $2 in
        --output|-o) takes='words table json ndjson yaml' ;;
      esac ;;
    'completion')
      case $2 in
        --output|-o) takes='words table' ;;
      esac ;;
    'version')
      case $2 in
        --output|-o) takes='words table json ndjson yaml' ;;
      esac ;;
  esac
  [[ -z $takes ]] || return 0
  case $2 in
    --output|-o) takes='words table json ndjson csv tsv geojson stapi yaml id order-items html map' ;;
    --columns|--query|--base-url|--vendor-prefix|--timeout|--retries|--concurrency) takes='anything' ;;
    --color) takes='words auto always never' ;;
    --progress) takes='words auto json none' ;;
    --log-file|--debug-http|--api-key-file|--token-file|--ca-file) takes='files' ;;
    --profile) takes='ids profile' ;;
    --sandbox-user) takes='words member manager outsider' ;;
    --config) takes='folders' ;;
  esac
}

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
  _swath_add "${1// /$newline}" "$2"
}

# $1: a kind of ids, $2: what stands there. Adds to COMPREPLY those that swath keeps on this machine.
_swath_ids() {
  local folder=${XDG_CACHE_HOME-} profile=${SWATH_PROFILE:-default} program=${words[0]} list='' file i
  [[ $folder == /* ]] || folder=${HOME-}/.cache
  for ((i = 1; i < ${#words[@]}; i++)); do
    case ${words[i]} in
      --sandbox) profile=sandbox ;;
      --profile) profile=${words[i + 1]-} ;;
      --profile=*) profile=${words[i]#*=} ;;
    esac
  done
  case $1 in
    order|intent|profile)
      [[ $program != '~/'* ]] || program=${HOME-}/${program#??}
      list=$(NODE_EXTRA_CA_CERTS='' "$program" __complete "$1" "${words[@]:1}" </dev/null 2>/dev/null) ;;
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
  [[ -z $before || $name != '~/'* ]] || name=${HOME-}/${name#??}
  areFiles=1
  _swath_add "$(compgen "$1" -- "$name")" ''
}

# $1: the source of the value, $2: what stands there. Adds to COMPREPLY.
_swath_value() {
  local source=${1#\?}
  case $source in
    words\ *) _swath_add_words "${source#words }" "$2" ;;
    ids\ *) _swath_ids "${source#ids }" "$2" ;;
    files) _swath_files -f "$2" ;;
    folders) _swath_files -d "$2" ;;
    document)
      if [[ $2 == @* ]]; then
        before+=@
        _swath_files -f "${2#@}"
      fi ;;
  esac
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
  local IFS=$' \t\n' words path='' commands='' flags='' args='' takes='' pending='' ended='' at=0 i word last
  local plain='' quote='' before='' areFiles=''
  _swath_join
  last=${words[${#words[@]}-1]}
  for ((i = 0; i < ${#words[@]}; i++)); do
    _swath_plain "${words[i]}"
    words[i]=$plain
  done
  word=$plain
  for ((i = 1; i < ${#words[@]} - 1; i++)); do
    if [[ -n $pending && ( $pending != \?* || ${words[i]} != -* ) ]]; then
      pending=''
      continue
    fi
    pending=''
    if [[ -z $ended && ${words[i]} == -- ]]; then ended=1
    elif [[ -z $ended && ${words[i]} == --*=* ]]; then :
    elif [[ -z $ended && ${words[i]} == -?* ]]; then
      _swath_takes "$path" "${words[i]}"
      pending=$takes
    elif ! _swath_step "$path" "${words[i]}"; then
      at=$((at + 1))
    fi
  done

  if [[ -n $pending && ( $pending != \?* || $word != -* ) ]]; then
    _swath_value "$pending" "$word"
  elif [[ -z $ended && $word == --*=* ]]; then
    _swath_takes "$path" "${word%%=*}"
    before=${word%%=*}=
    _swath_value "$takes" "${word#*=}"
  else
    _swath_words "$path"
    if [[ -z $ended && $word == -* ]]; then
      _swath_add_words "$flags" "$word"
    elif [[ -n $commands ]]; then
      _swath_add_words "$commands" "$word"
    elif [[ -n $args ]]; then
      while ((at > 0)) && [[ $args == *\;* ]]; do
        args=${args#*;}
        at=$((at - 1))
      done
      args=${args%%;*}
      [[ $at -gt 0 && $args != *... ]] || _swath_value "${args%...}" "$word"
    fi
  fi
  _swath_replace "$1"
}

# Behind || no command of the function ends a shell under set -e.
_swath() {
  COMPREPLY=()
  _swath_complete "${2-}" || :
}

complete -o nosort -F _swath swath 2>/dev/null || complete -F _swath swath
