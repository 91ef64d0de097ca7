#compdef swath
# zsh completion for swath, made from its command table. Load it after compinit with:
#   source <(swath completion zsh)
# or keep it as a file named _swath in a folder of $fpath.

# Ids that swath keeps on this machine. The kind is the last word; what stands before is for compadd.
_swath_ids() {
  local dir=$XDG_CACHE_HOME profile=${SWATH_PROFILE:-default} kind=$argv[-1] program=${(Q)swath_line[1]} i
  local -a ids
  [[ $dir == /* ]] || dir=$HOME/.cache
  for (( i = 2; i <= $#swath_line; i++ )); do
    case $swath_line[i] in
      --sandbox) profile=sandbox ;;
      --profile) profile=${(Q)swath_line[i + 1]} ;;
      --profile=*) profile=${(Q)swath_line[i]#*=} ;;
    esac
  done
  dir=$dir/swath/ids/$profile/$kind
  case $kind in
    order|intent|profile)
      ids=(${(f)"$(NODE_EXTRA_CA_CERTS= $program __complete $kind "${(@Q)swath_line[2,-1]}" 2>/dev/null </dev/null)"}) ;;
    *) [[ -r $dir ]] && ids=(${(f)"$(<$dir)"}) ;;
  esac
  compadd "${(@)argv[1,-2]}" -a ids
}

# A text, or @ and a file.
_swath_document() {
  compset -P @ && _files
}

_swath() {
  local curcontext=$curcontext state state_descr line ret=1
  local -A opt_args
  local -a swath_line=("${(@)words[1,CURRENT]}") swath_global swath_output swath_commands swath_topics
  swath_global=(
    '--json[short for --output json; errors are JSON too]'
    '--columns=[columns to print, separated by commas (any path of the data)]:names: '
    '--query=[print what this JMESPath expression finds in the result]:jmespath: '
    '--no-header[leave out the header line of tables and CSV]'
    '--ascii[draw maps with plain characters]'
    '(-q --quiet)'{-q,--quiet}'[print ids only, and no notes]'
    '(-v --verbose)'{-v,--verbose}'[print more on stderr: requests, retries, where settings come from]'
    '--debug[as --verbose, with stack traces]'
    '--color=[colour]:when:(auto always never)'
    '--no-color[the same as --color never]'
    '--progress=[progress on stderr]:how:(auto json none)'
    '--log-file=[append the messages of stderr to this file as JSON lines]:path:_files'
    '--debug-http=[write every HTTP exchange to this HAR file, without keys and signatures]:path:_files'
    '--annotate[also print errors and warnings as GitHub Actions annotations]'
    '--step-summary[append the outcome of the run to $GITHUB_STEP_SUMMARY]'
    '--profile=[settings profile]:name:_swath_ids profile'
    '--base-url=[base URL of the service]:url: '
    '--sandbox[use the sandbox on this machine: no account, no network, no cost]'
    '--sandbox-user=[which sandbox user to be]:user:(member manager outsider)'
    '--api-key-file=[read the API key from this file (- for stdin)]:path:_files'
    '--token-file=[read a bearer token from this file (- for stdin)]:path:_files'
    '--vendor-prefix=[the operator'\''s prefix in property names]:prefix: '
    '--ca-file=[trust the certificates in this PEM file too]:path:_files'
    '--timeout=[limit for one request, such as 30s]:duration: '
    '--retries=[how often a request that is safe to repeat is retried]:n: '
    '--concurrency=[how many transfers or requests at once]:n: '
    '--config=[folder of the settings and stored keys]:dir:_files -/'
    '--dry-run[print the request that would be sent, and send nothing]'
    '(-y --yes)'{-y,--yes}'[answer every confirmation with yes]'
    '--no-input[never ask; fail and name the flag instead]'
    '--no-validate[send what breaks a local rule, with a warning]'
    '--strict[treat warnings as errors]'
    '--resend[send again although the journal holds the same request as unresolved]'
    '(- *)'{-h,--help}'[show help]'
  )
  swath_output=(
    '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv geojson stapi yaml id order-items html map)'
  )
  swath_commands=(
    'task:Request new imagery, review its cost, approve it and follow it'
    'repeat:Request a series of images, review its cost, approve it and follow it'
    'approvals:See what waits for an approval of its price, and approve or reject it'
    'collect:Request new imagery like an image of the archive'
    'search:Search tasks and repeat requests'
    'catalog:Search the archive of collected imagery (STAC)'
    'order:Price, place and download orders of archive imagery'
    'export:List, fetch and mirror the weekly footprint exports of the archive'
    'org:Set what holds for a whole organization'
    'journal:Show the requests that may cost money, and settle unknown outcomes'
    'spend:See what was spent from this machine'
    'auth:Log in, log out, show credentials'
    'profile:List, choose, show and delete settings profiles'
    'config:Read and write the settings of a profile'
    'sandbox:Run and steer the service on this machine: no account, no network, no cost'
    'passes:List when satellites can image a place, from orbital elements'
    'verify:Check a folder of downloads against its manifest, byte by byte'
    'gallery:Make a page of what is in a folder of downloads: pictures, metadata, state'
    'api:Send one authenticated request by method and path'
    'doctor:Check settings, credentials, network, folders and optional parts'
    'demo:Do the whole job on this machine: search, price, order, download, verify'
    'schema:Print the JSON Schema of a body, or a filled template of it'
    'completion:Print the completion script of a shell'
    'version:Show the version, with that of Node and the platform'
    'help:help on a command or a topic'
  )
  swath_topics=('environment:help topic' 'errors:help topic' 'exit-codes:help topic' 'flags:help topic' 'formats:help topic' 'settings:help topic')
  _arguments -s -S -C $swath_global $swath_output '(- *)'{-V,--version}'[print the version]' \
    '(-): :->command' '(-)*:: :->rest' && ret=0
  case $state in
    command) _describe -t commands 'swath command' swath_commands && ret=0 ;;
    rest)
      case $words[1] in
        task|tasks) _swath_task && ret=0 ;;
        repeat|repeats) _swath_repeat && ret=0 ;;
        approvals|inbox) _swath_approvals && ret=0 ;;
        collect|collects) _swath_collect && ret=0 ;;
        search) _swath_search && ret=0 ;;
        catalog) _swath_catalog && ret=0 ;;
        order|orders) _swath_order && ret=0 ;;
        export|exports) _swath_export && ret=0 ;;
        org|organization) _swath_org && ret=0 ;;
        journal) _swath_journal && ret=0 ;;
        spend) _swath_spend && ret=0 ;;
        auth) _swath_auth && ret=0 ;;
        profile) _swath_profile && ret=0 ;;
        config) _swath_config && ret=0 ;;
        sandbox) _swath_sandbox && ret=0 ;;
        passes)
          _arguments -s -S $swath_global \
            '--point=[a point, longitude first, or '\''38.71N 9.14W'\'']:lon,lat: ' \
            '--place=[a city, port, volcano or airport: Setubal, '\''Valencia, ES'\'']:name: ' \
            '--radius=[the disc around --point or --place, such as 5km]:distance: ' \
            '--polygon=[a ring as one word: '\''lon,lat lon,lat ...'\'', first position repeated]:ring: ' \
            '--geometry=[GeoJSON, WKT or KML: the text, @file, or - for stdin]:area:_swath_document' \
            '(-f --file)'{-f+,--file=}'[Feature, geometry, WKT or KML file (- for stdin)]:path:_files' \
            '--from=[from this time on (RFC 3339, a date, now, -7d)]:time: ' \
            '--to=[up to this time]:time: ' \
            '--window=[length of the search in place of --to (default: 7d)]:duration: ' \
            '--elements=[orbital elements: OMM (JSON, CSV, XML, KVN) or TLE; - for stdin]:path:_files' \
            '*--satellite=[only this one: name or catalog number (repeatable)]:name: ' \
            '--limit=[how many windows (default: 20 in a table on a terminal, else all)]:n: ' \
            '--all[every result, page after page]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '--look-direction=[side the radar looks to (right, left, either)]:side:(right left either)' \
            '--orbit-state=[direction of the orbit (ascending, descending, either)]:direction:(ascending descending either)' \
            '*--orbital-plane=[orbital plane (45, 53, 97) (repeatable)]:degrees:(45 53 97)' \
            '--off-nadir-min=[smallest off-nadir angle]:degrees: ' \
            '--off-nadir-max=[largest off-nadir angle]:degrees: ' \
            '--azimuth-min=[azimuth from target to satellite, clockwise from North (topocentric ENZ); above --azimuth-max it wraps through North]:degrees: ' \
            '--azimuth-max=[the other end; equal to --azimuth-min for one angle]:degrees: ' \
            '--local-time=[local time of day at the target: day (06:00-18:00), night (18:00-06:00), anytime, HH:MM-HH:MM, or start,end in seconds; with daylight saving]:when:(day night anytime)' \
            '--squint=[squint for stripmap types; spotlight has it by itself (enabled, forward, backward)]:how:(enabled forward backward)' \
            '--max-squint-angle=[most squint to either side, 35 for stripmap types; forward with 30 considers angles greater than 0, 15 and 30]:degrees: ' \
            '--grazing-min=[smallest grazing angle]:degrees: ' \
            '--grazing-max=[largest grazing angle]:degrees: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv stapi yaml html map)' && ret=0 ;;
        verify)
          _arguments -s -S $swath_global \
            '--repair[fetch again what is wrong or missing, through its order or the exports]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
            ':dir:_files -/' && ret=0 ;;
        gallery)
          _arguments -s -S $swath_global \
            '--out=[write the page there (default: swath-gallery.html in the folder)]:file: ' \
            '--verify[compare the digests of all files, as swath verify does]' \
            '--open[show the page with the system'\''s browser]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            ':dir:_files -/' && ret=0 ;;
        api)
          _arguments -s -S $swath_global \
            '--data=[the body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--header=[a further header (repeatable)]:name\:value: ' \
            '*--query-param=[a parameter of the query string (repeatable)]:name=value: ' \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '--include[status and headers of the reply too]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml)' \
            ':method:(GET HEAD OPTIONS POST PUT PATCH DELETE)' \
            ':path:(/collectiontypes /task /repeat-requests /task/{taskingRequestId}/retask /collects/{collectId}/retask /repeat-request/{repeatRequestId}/retask /task/{taskingrequestId} /repeat-requests/{repeatrequestId} /task/{taskingrequestId}/status /repeat-requests/{repeatrequestId}/status /tasks/{id} /organizations/{id} /tasks/search /repeat-requests/search /tasks/paged /orders/review /orders /orders/task/{taskingRequestId} /orders/{orderId}/download /catalog/search /catalog/archive-export/available /catalog/archive-export/presigned /token)' && ret=0 ;;
        doctor)
          _arguments -s -S $swath_global \
            '--offline[leave out everything that needs the network]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml)' && ret=0 ;;
        demo)
          _arguments -s -S $swath_global \
            '--out-dir=[folder to write into (default: swath-demo)]:dir:_files -/' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml id)' && ret=0 ;;
        schema)
          _arguments -s -S $swath_global \
            '--skeleton[a filled template, ready to be changed and sent]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml)' \
            ':kind:(task repeat retask retask-collect retask-repeat products order search search-repeats catalog organization export)' && ret=0 ;;
        completion)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table)' \
            ':shell:(bash zsh fish powershell)' && ret=0 ;;
        version)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml)' && ret=0 ;;
        help) _swath_help && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_help() {
  local -a swath_verbs
  if (( CURRENT == 2 )); then
    _describe -t commands 'swath command' swath_commands -- swath_topics
  elif (( CURRENT == 3 )); then
    case $words[2] in
      task) swath_verbs=('create:Request one image of a point or an area' 'get:Show a task' 'cost:Show the cost estimate of a task' 'approve:Approve the cost of a task in review' 'reject:Reject a task in review' 'retask:Retask: image an earlier task'\''s target again' 'set-products:Change the product types of a task' 'list:List tasks page by page, in the service'\''s order' 'types:List the collection types of the service with their properties' 'collection-types:List the collection types of the service with their properties' 'search:Search tasks' 'wait:Wait until a task has a status') ;;
      repeat) swath_verbs=('create:Request a series of images of a point' 'get:Show a repeat request' 'cost:Show the cost estimate of a repeat request' 'approve:Approve the cost of a repeat request in review' 'reject:Reject a repeat request in review' 'list:List repeat requests page by page, the newest first' 'retask:Retask: request an earlier repeat request'\''s series again' 'search:Search repeat requests' 'wait:Wait until a repeat request has a status') ;;
      approvals) swath_verbs=('list:List what waits for an approval of its price' 'approve:Approve tasks and repeat requests that wait, with one confirmation of the sum' 'reject:Reject tasks and repeat requests that wait') ;;
      collect) swath_verbs=('retask:Retask: image the centre of an archive collect again') ;;
      search) swath_verbs=('tasks:Search tasks' 'repeats:Search repeat requests') ;;
      catalog) swath_verbs=('preview:Show the pictures of catalog items in the terminal, or save them' 'search:Search the archive by place, time and property' 'stacks:Group scenes of one geometry, for change detection') ;;
      order) swath_verbs=('review:Show what an order would cost, without placing it' 'place:Place an order, once its price is agreed to' 'task:Order everything that a task has collected' 'links:Print the signed URLs of an order, for other download tools' 'download:Download an order: parallel, resumable, verified' 'wait:Wait until everything in an order can be downloaded' 'history:List the orders placed from this machine (from the spend journal, without network)') ;;
      export) swath_verbs=('list:List the footprint export files on offer' 'links:Print signed URLs of export files, for other download tools' 'fetch:Download export files: resumable, verified, atomic' 'sync:Mirror the exports into a folder, fetching only what changed' 'query:Search fetched export files, without any network') ;;
      org) swath_verbs=('set-defaults:Set the default product types of an organization (Org Managers)') ;;
      journal) swath_verbs=('list:List what was sent from this machine and may cost money (offline)' 'show:Show one intent: what was sent, its outcome, and what to type next' 'resolve:Write down what became of a request whose outcome is unknown (offline)' 'prune:Remove old attempts that nothing needs any more (offline)') ;;
      spend) swath_verbs=('report:Sum what was confirmed, by profile, contract, period and kind (offline)') ;;
      auth) swath_verbs=('login:Store an API key for the service' 'status:Show which service, key or token a run uses, and where each comes from' 'logout:Remove stored keys and tokens' 'token:Exchange user name and password for a bearer token (deprecated by the service)') ;;
      profile) swath_verbs=('list:List the profiles, with their base URLs and what is stored to log in' 'use:Choose the profile of runs that name none' 'show:Show what a profile holds: its settings, and which credentials are stored' 'delete:Delete a profile: its settings, and its stored keys and tokens') ;;
      config) swath_verbs=('get:Print the value of one setting that a run would use' 'set:Store a setting in the profile' 'unset:Remove a setting from the profile' 'list:List every setting with the value that a run would use, and where it comes from' 'path:Print where settings, keys, the spend journal, the cache and the sandbox'\''s store are kept') ;;
      sandbox) swath_verbs=('start:Run the sandbox on this machine, for every program that speaks HTTP' 'status:Show whether the sandbox runs and where, its store, its clock and what it holds' 'stop:Stop the running sandbox; its store stays' 'users:List the sandbox'\''s users with their keys' 'clock:Show the sandbox'\''s time, set it, move it on, or change how it runs' 'set:Change how the sandbox behaves: delays, lifetimes, prices, variants; or list all settings' 'faults:Make the sandbox fail on request, to see how a script copes; or list the planted faults' 'cancel-task:Cancel tasks that the sandbox has not collected yet' 'cancel-repeat:Cancel repeat requests, with those of their tasks that are not collected yet' 'complete-order:Finish an order in progress now, whatever the sandbox'\''s clock says' 'reset:Forget everything that happened in the sandbox: orders, faults, settings, clock') ;;
    esac
    _describe -t commands 'command' swath_verbs
  fi
}

_swath_task() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('create:Request one image of a point or an area' 'get:Show a task' 'cost:Show the cost estimate of a task' 'approve:Approve the cost of a task in review' 'reject:Reject a task in review' 'retask:Retask: image an earlier task'\''s target again' 'set-products:Change the product types of a task' 'list:List tasks page by page, in the service'\''s order' 'types:List the collection types of the service with their properties' 'collection-types:List the collection types of the service with their properties' 'search:Search tasks' 'wait:Wait until a task has a status')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath task command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        create)
          _arguments -s -S $swath_global \
            '--point=[a point, longitude first, or '\''38.71N 9.14W'\'']:lon,lat: ' \
            '--place=[a city, port, volcano or airport: Setubal, '\''Valencia, ES'\'']:name: ' \
            '--radius=[the disc around --point or --place, such as 5km]:distance: ' \
            '--polygon=[a ring as one word: '\''lon,lat lon,lat ...'\'', first position repeated]:ring: ' \
            '--geometry=[GeoJSON, WKT or KML: the text, @file, or - for stdin]:area:_swath_document' \
            '(-f --file)'{-f+,--file=}'[Feature, geometry, WKT or KML file (- for stdin); a Feature'\''s properties are sent]:path:_files' \
            '--window-open=[earliest collection (RFC 3339, a date, now, +2d)]:time: ' \
            '--window-close=[latest collection]:time: ' \
            '--window=[length of the window, such as 7d: the close is computed]:duration: ' \
            '--allow-past[send it although its time is over, where a service takes that]' \
            '--name=[label]:name: ' \
            '--description=[longer label]:text: ' \
            '--tier=[urgent, priority, standard (scheduled in this order) or flexible (moved to make room)]:tier:(urgent priority standard flexible)' \
            '--type=[collection type (swath task types); a polygon takes stripmap_100; spotlight types squint by +/-30 degrees by themselves]:name:(spotlight spotlight_ultra spotlight_wide stripmap_20 stripmap_50 stripmap_100 parallel_stripmap_20 parallel_stripmap_50 parallel_stripmap_100)' \
            '--check-type[ask the service first whether it has this collection type]' \
            '*--product-type=[product types, GEO among them; left out, your organization'\''s defaults apply (repeatable)]:types:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '--with-required[add GEO to --product-type, which the system requires]' \
            '--holdback=[time until the collect is in the public archive]:time:(none 30_day 1_year permanent)' \
            '--product-category=[product category, sent as typed]:category: ' \
            '--contract=[contract]:id:_swath_ids task' \
            '--custom1=[customAttribute1, for your own tracking]:text: ' \
            '--custom2=[customAttribute2]:text: ' \
            '--pre-approve[costs money without another question: skips the cost review]' \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '--look-direction=[side the radar looks to (right, left, either)]:side:(right left either)' \
            '--orbit-state=[direction of the orbit (ascending, descending, either)]:direction:(ascending descending either)' \
            '*--orbital-plane=[orbital plane (45, 53, 97) (repeatable)]:degrees:(45 53 97)' \
            '--off-nadir-min=[smallest off-nadir angle]:degrees: ' \
            '--off-nadir-max=[largest off-nadir angle]:degrees: ' \
            '--azimuth-min=[azimuth from target to satellite, clockwise from North (topocentric ENZ); above --azimuth-max it wraps through North]:degrees: ' \
            '--azimuth-max=[the other end; equal to --azimuth-min for one angle]:degrees: ' \
            '--local-time=[local time of day at the target: day (06:00-18:00), night (18:00-06:00), anytime, HH:MM-HH:MM, or start,end in seconds; with daylight saving]:when:(day night anytime)' \
            '--squint=[squint for stripmap types; spotlight has it by itself (enabled, forward, backward)]:how:(enabled forward backward)' \
            '--max-squint-angle=[most squint to either side, 35 for stripmap types; forward with 30 considers angles greater than 0, 15 and 30]:degrees: ' \
            '--grazing-min=[smallest grazing angle]:degrees: ' \
            '--grazing-max=[largest grazing angle]:degrees: ' \
            '--polarization=[polarization, sent as typed]:code: ' \
            '--explain[explain the request in words, and send nothing]' \
            '--time-zone=[IANA zone for --explain in place of the target'\''s]:zone: ' \
            '--elements=[for --explain: orbital elements: OMM (JSON, CSV, XML, KVN) or TLE; - for stdin]:path:_files' \
            '--each[one request for each feature of --file; a rerun sends what is missing]' \
            '--interactive[ask for everything that no flag says]' \
            '--placement=[where pre-approval and custom attributes are put]:where:(both root properties)' \
            '--wait=[wait for the cost estimate, or for this status code]::code: ' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' && ret=0 ;;
        get)
          _arguments -s -S $swath_global \
            '--history[show the statuses it has had, newest first]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
            '*:taskId:_swath_ids task' && ret=0 ;;
        cost)
          _arguments -s -S $swath_global \
            '--wait[wait until the estimate is there]' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:taskId:_swath_ids task' && ret=0 ;;
        approve)
          _arguments -s -S $swath_global \
            '--no-check[send without reading its state and price first]' \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '--without-estimate[approve although no estimate exists yet]' \
            '--wait[wait until the scheduler has accepted it]' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:taskId:_swath_ids task' && ret=0 ;;
        reject)
          _arguments -s -S $swath_global \
            '--no-check[send without reading its state and price first]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:taskId:_swath_ids task' && ret=0 ;;
        retask)
          _arguments -s -S $swath_global \
            '--collect=[retask this collect instead (swath collect retask)]:id:_swath_ids task' \
            '--name=[label, the original'\''s when left out]:name: ' \
            '--description=[longer label, the original'\''s when left out; the service adds the original'\''s id]:text: ' \
            '--window-open=[earliest collection (RFC 3339, a date, now, +2d)]:time: ' \
            '--window-close=[latest collection]:time: ' \
            '--allow-past[send it although its time is over, where a service takes that]' \
            '--tier=[urgent, priority, standard, flexible; the original'\''s when left out]:tier:(urgent priority standard flexible)' \
            '--holdback=[time until the collect is in the public archive, the original'\''s when left out]:time:(none 30_day 1_year permanent)' \
            '--off-nadir-min=[with --collect only]:degrees: ' \
            '--off-nadir-max=[with --collect only]:degrees: ' \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '--no-check[do not read the original first; needs --yes]' \
            '(-f --file)'{-f+,--file=}'[the whole body from a JSON file, - for stdin]:path:_files' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
            '*:taskId:_swath_ids task' && ret=0 ;;
        set-products)
          _arguments -s -S $swath_global \
            '*--product-type=[product types, GEO among them; left out, your organization'\''s defaults apply (repeatable)]:types:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '--with-required[add GEO to --product-type, which the system requires]' \
            '*--add=[add to the task'\''s product types (repeatable)]:types:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '*--remove=[take away from the task'\''s product types (repeatable)]:types:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
            '*:taskId:_swath_ids task' && ret=0 ;;
        list)
          _arguments -s -S $swath_global \
            '--limit=[how many results in all]:n: ' \
            '--page=[which page, counted from 1]:n: ' \
            '--page-size=[how many results a page (sent to the service)]:n: ' \
            '--all[every result, page after page]' \
            '--price[show what each costs; read one by one where the list leaves prices out]' \
            '--org=[tasks of this organization]:id:_swath_ids task' \
            '--reverse[the last of what is listed first (turned round here)]' \
            '--method=[this one, and no other]:method:(get post)' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv geojson yaml id html map)' && ret=0 ;;
        types)
          _arguments -s -S $swath_global \
            '--refresh[ask the service although its answer is kept]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        collection-types)
          _arguments -s -S $swath_global \
            '--refresh[ask the service although its answer is kept]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        search)
          _arguments -s -S $swath_global \
            '*--id=[id of the request; - reads ids from stdin (repeatable)]:id:_swath_ids task' \
            '--name=[a part of the name, in any case]:text: ' \
            '--name-eq=[the whole name]:text: ' \
            '--name-prefix=[the beginning of the name]:text: ' \
            '*--status=[last status code; any code may be named (repeatable)]:code:(review submitted accepted completed rejected)' \
            '--status-message=[last status message]:text: ' \
            '--status-time=[last status change, such as '\''>=2026-01-01T00:00:00Z'\'']:bound: ' \
            '*--mode=[collect mode, not collection type (repeatable)]:mode: ' \
            '--submitted=[submission: a time, a day or <start>/<end>, open ends as ..]:interval: ' \
            '--from=[submitted from this time on (RFC 3339, a date, -7d)]:time: ' \
            '--to=[submitted up to this time]:time: ' \
            '--window-duration=[such as '\''>=86400'\'' (the interface names no unit; the sandbox counts seconds)]:bound: ' \
            '*--holdback=[archive holdback (repeatable)]:time:(none 30_day 1_year permanent)' \
            '*--reseller-id=[reseller (repeatable)]:id:_swath_ids task' \
            '*--where=[any path below properties: '\''collectConstraints.offNadirMin>=20'\'' (repeatable)]:condition:(taskingrequestName taskName taskingrequestId taskId windowOpen windowClose lastStatusCode lastStatusMessage lastStatusTime type submissionTime repeatrequestId windowDuration archiveHoldback resellerId includeRepeatingTasks)' \
            '*--where-string=[as --where, the value sent as text (repeatable)]:condition: ' \
            '--filter=[the raw query object: JSON, @file, or - for stdin]:json:_swath_document' \
            '--sort=[a column or a path below properties, with :asc or :desc]:field: ' \
            '--page=[which page, counted from 1]:n: ' \
            '--page-size=[how many results a page (sent to the service)]:n: ' \
            '--limit=[how many results in all]:n: ' \
            '--all[every result, page after page]' \
            '--price[show what each costs; read one by one where the list leaves prices out]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '--window-open=[when the window opens: a time, a day or <start>/<end>]:interval: ' \
            '--window-close=[when the window closes]:interval: ' \
            '*--repeat-id=[tasks of this repeat request (its id or its name) (repeatable)]:id:_swath_ids repeat' \
            '--include-repeating[also the tasks that repeat requests have made]' \
            '--no-include-repeating[without them, even with --repeat-id]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv geojson yaml id html map)' && ret=0 ;;
        wait)
          _arguments -s -S $swath_global \
            '*--until=[status to wait for, completed when left out (repeatable)]:code:(review submitted accepted completed rejected)' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
            '*:taskId:_swath_ids task' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_repeat() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('create:Request a series of images of a point' 'get:Show a repeat request' 'cost:Show the cost estimate of a repeat request' 'approve:Approve the cost of a repeat request in review' 'reject:Reject a repeat request in review' 'list:List repeat requests page by page, the newest first' 'retask:Retask: request an earlier repeat request'\''s series again' 'search:Search repeat requests' 'wait:Wait until a repeat request has a status')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath repeat command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        create)
          _arguments -s -S $swath_global \
            '--point=[a point, longitude first, or '\''38.71N 9.14W'\'']:lon,lat: ' \
            '--place=[a city, port, volcano or airport: Setubal, '\''Valencia, ES'\'']:name: ' \
            '--geometry=[GeoJSON, WKT or KML: the text, @file, or - for stdin]:area:_swath_document' \
            '(-f --file)'{-f+,--file=}'[Feature, geometry, WKT or KML file (- for stdin); a Feature'\''s properties are sent]:path:_files' \
            '--from=[earliest collection of the series (RFC 3339, a date, now, +2d)]:time: ' \
            '--interval=[days between the openings of its requests, at least 1 (7, 36h, 2w)]:days: ' \
            '--count=[end after so many completed acquisitions]:n: ' \
            '--to=[end at this time]:time: ' \
            '--allow-past[send it although its time is over, where a service takes that]' \
            '--until-canceled[run until the series is cancelled]' \
            '--name=[label]:name: ' \
            '--description=[longer label]:text: ' \
            '--tier=[routine or flexible]:tier:(routine flexible)' \
            '--type=[collection type (swath task types)]:name:(spotlight spotlight_ultra spotlight_wide stripmap_20 stripmap_50 stripmap_100 parallel_stripmap_20 parallel_stripmap_50 parallel_stripmap_100)' \
            '--maintain-framing[keep look direction, orbit direction and plane across acquisitions]' \
            '--no-maintain-framing[do not keep them]' \
            '--look-angle-tolerance=[how far look angles may differ, with --maintain-framing]:degrees: ' \
            '--azimuth-tolerance=[the same for azimuths]:degrees: ' \
            '--custom1=[customAttribute1, for your own tracking]:text: ' \
            '--custom2=[customAttribute2]:text: ' \
            '--pre-approve[costs money without another question: skips the cost review]' \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '--holdback=[time until collects are in the public archive]:time:(none 30_day 1_year permanent)' \
            '*--product-type=[product types, GEO among them; left out, your organization'\''s defaults apply (repeatable)]:types:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '--with-required[add GEO to --product-type, which the system requires]' \
            '--contract=[contract]:id:_swath_ids repeat' \
            '--look-direction=[side the radar looks to (right, left, either)]:side:(right left either)' \
            '--orbit-state=[direction of the orbit (ascending, descending, either)]:direction:(ascending descending either)' \
            '*--orbital-plane=[orbital plane (45, 53, 97) (repeatable)]:degrees:(45 53 97)' \
            '--off-nadir-min=[smallest off-nadir angle]:degrees: ' \
            '--off-nadir-max=[largest off-nadir angle]:degrees: ' \
            '--azimuth-min=[azimuth from target to satellite, clockwise from North (topocentric ENZ); above --azimuth-max it wraps through North]:degrees: ' \
            '--azimuth-max=[the other end; equal to --azimuth-min for one angle]:degrees: ' \
            '--local-time=[local time of day at the target: day (06:00-18:00), night (18:00-06:00), anytime, HH:MM-HH:MM, or start,end in seconds; with daylight saving]:when:(day night anytime)' \
            '--squint=[squint for stripmap types; spotlight has it by itself (enabled, forward, backward)]:how:(enabled forward backward)' \
            '--max-squint-angle=[most squint to either side, 35 for stripmap types; forward with 30 considers angles greater than 0, 15 and 30]:degrees: ' \
            '--grazing-min=[smallest grazing angle]:degrees: ' \
            '--grazing-max=[largest grazing angle]:degrees: ' \
            '--polarization=[polarization, sent as typed]:code: ' \
            '--interactive[ask for everything that no flag says]' \
            '--each[one series for each feature of --file; a rerun sends what is missing]' \
            '--wait=[wait for the cost estimate, or for this status code]::code: ' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' && ret=0 ;;
        get)
          _arguments -s -S $swath_global \
            '--history[show the statuses it has had, newest first]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
            '*:repeatId:_swath_ids repeat' && ret=0 ;;
        cost)
          _arguments -s -S $swath_global \
            '--wait[wait until the estimate is there]' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:repeatId:_swath_ids repeat' && ret=0 ;;
        approve)
          _arguments -s -S $swath_global \
            '--no-check[send without reading its state and price first]' \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '--without-estimate[approve although no estimate exists yet]' \
            '--wait[wait until the scheduler has accepted it]' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:repeatId:_swath_ids repeat' && ret=0 ;;
        reject)
          _arguments -s -S $swath_global \
            '--no-check[send without reading its state and price first]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:repeatId:_swath_ids repeat' && ret=0 ;;
        list)
          _arguments -s -S $swath_global \
            '--limit=[how many results in all]:n: ' \
            '--page=[which page, counted from 1]:n: ' \
            '--page-size=[how many results a page (sent to the service)]:n: ' \
            '--all[every result, page after page]' \
            '--price[show what each costs; read one by one where the list leaves prices out]' \
            '--reverse[the last of what is listed first (turned round here)]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv geojson yaml id html map)' && ret=0 ;;
        retask)
          _arguments -s -S $swath_global \
            '--name=[label, the original'\''s when left out]:name: ' \
            '--description=[longer label, the original'\''s when left out; the service adds the original'\''s id]:text: ' \
            '--from=[earliest collection of the series (RFC 3339, a date, now, +2d)]:time: ' \
            '--interval=[days between the openings of its requests, at least 1 (7, 36h, 2w)]:days: ' \
            '--count=[end after so many completed acquisitions]:n: ' \
            '--to=[end at this time]:time: ' \
            '--allow-past[send it although its time is over, where a service takes that]' \
            '--until-canceled[run until the series is cancelled]' \
            '--tier=[routine, flexible; the original'\''s when left out]:tier:(routine flexible)' \
            '--holdback=[time until the collect is in the public archive, the original'\''s when left out]:time:(none 30_day 1_year permanent)' \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '--no-check[do not read the original first; needs --yes]' \
            '(-f --file)'{-f+,--file=}'[the whole body from a JSON file, - for stdin]:path:_files' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
            '*:repeatId:_swath_ids repeat' && ret=0 ;;
        search)
          _arguments -s -S $swath_global \
            '*--id=[id of the request; - reads ids from stdin (repeatable)]:id:_swath_ids repeat' \
            '--name=[a part of the name, in any case]:text: ' \
            '--name-eq=[the whole name]:text: ' \
            '--name-prefix=[the beginning of the name]:text: ' \
            '*--status=[last status code; any code may be named (repeatable)]:code:(review submitted accepted completed rejected)' \
            '--status-message=[last status message]:text: ' \
            '--status-time=[last status change, such as '\''>=2026-01-01T00:00:00Z'\'']:bound: ' \
            '*--mode=[collect mode, not collection type (repeatable)]:mode: ' \
            '--submitted=[submission: a time, a day or <start>/<end>, open ends as ..]:interval: ' \
            '--from=[submitted from this time on (RFC 3339, a date, -7d)]:time: ' \
            '--to=[submitted up to this time]:time: ' \
            '--window-duration=[such as '\''>=86400'\'' (the interface names no unit; the sandbox counts seconds)]:bound: ' \
            '*--holdback=[archive holdback (repeatable)]:time:(none 30_day 1_year permanent)' \
            '*--reseller-id=[reseller (repeatable)]:id:_swath_ids repeat' \
            '*--where=[any path below properties: '\''collectConstraints.offNadirMin>=20'\'' (repeatable)]:condition:(repeatrequestId repeatrequestName repeatrequestDescription lastStatusCode lastStatusMessage lastStatusTime type submissionTime windowDuration archiveHoldback resellerId)' \
            '*--where-string=[as --where, the value sent as text (repeatable)]:condition: ' \
            '--filter=[the raw query object: JSON, @file, or - for stdin]:json:_swath_document' \
            '--sort=[a column or a path below properties, with :asc or :desc]:field: ' \
            '--page=[which page, counted from 1]:n: ' \
            '--page-size=[how many results a page (sent to the service)]:n: ' \
            '--limit=[how many results in all]:n: ' \
            '--all[every result, page after page]' \
            '--price[show what each costs; read one by one where the list leaves prices out]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '--description=[a part of the description, in any case]:text: ' \
            '--description-eq=[the whole description]:text: ' \
            '--description-prefix=[the beginning of the description]:text: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv geojson yaml id html map)' && ret=0 ;;
        wait)
          _arguments -s -S $swath_global \
            '*--until=[status to wait for, completed when left out (repeatable)]:code:(review submitted accepted completed rejected)' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
            '*:repeatId:_swath_ids repeat' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_approvals() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('list:List what waits for an approval of its price' 'approve:Approve tasks and repeat requests that wait, with one confirmation of the sum' 'reject:Reject tasks and repeat requests that wait')
  _arguments -s -S -C $swath_global \
    '--map=[also write the rows as a map page, one HTML file]:file:_files' \
    '--open[show the map page with the system'\''s browser]' \
    '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
    '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath approvals command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        list)
          _arguments -s -S $swath_global \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' && ret=0 ;;
        approve)
          _arguments -s -S $swath_global \
            '--all[everything that waits]' \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:id:_swath_ids task' && ret=0 ;;
        reject)
          _arguments -s -S $swath_global \
            '--all[everything that waits]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:id:_swath_ids task' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_collect() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('retask:Retask: image the centre of an archive collect again')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath collect command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        retask)
          _arguments -s -S $swath_global \
            '--name=[label, a generic one when left out]:name: ' \
            '--description=[longer label, empty when left out; the service adds the original'\''s id]:text: ' \
            '--window-open=[earliest collection (RFC 3339, a date, now, +2d)]:time: ' \
            '--window-close=[latest collection]:time: ' \
            '--allow-past[send it although its time is over, where a service takes that]' \
            '--tier=[urgent, priority, standard, flexible; standard when left out]:tier:(urgent priority standard flexible)' \
            '--holdback=[time until the collect is in the public archive, the contract'\''s when left out]:time:(none 30_day 1_year permanent)' \
            '--off-nadir-min=[5 to 50, below the maximum; look angle - 5 when left out]:degrees: ' \
            '--off-nadir-max=[5 to 50, above the minimum; look angle + 5 when left out]:degrees: ' \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '(-f --file)'{-f+,--file=}'[the whole body from a JSON file, - for stdin]:path:_files' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
            '*:collectId:_swath_ids collect' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_search() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('tasks:Search tasks' 'repeats:Search repeat requests')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath search command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        tasks)
          _arguments -s -S $swath_global \
            '*--id=[id of the request; - reads ids from stdin (repeatable)]:id:_swath_ids task' \
            '--name=[a part of the name, in any case]:text: ' \
            '--name-eq=[the whole name]:text: ' \
            '--name-prefix=[the beginning of the name]:text: ' \
            '*--status=[last status code; any code may be named (repeatable)]:code:(review submitted accepted completed rejected)' \
            '--status-message=[last status message]:text: ' \
            '--status-time=[last status change, such as '\''>=2026-01-01T00:00:00Z'\'']:bound: ' \
            '*--mode=[collect mode, not collection type (repeatable)]:mode: ' \
            '--submitted=[submission: a time, a day or <start>/<end>, open ends as ..]:interval: ' \
            '--from=[submitted from this time on (RFC 3339, a date, -7d)]:time: ' \
            '--to=[submitted up to this time]:time: ' \
            '--window-duration=[such as '\''>=86400'\'' (the interface names no unit; the sandbox counts seconds)]:bound: ' \
            '*--holdback=[archive holdback (repeatable)]:time:(none 30_day 1_year permanent)' \
            '*--reseller-id=[reseller (repeatable)]:id:_swath_ids task' \
            '*--where=[any path below properties: '\''collectConstraints.offNadirMin>=20'\'' (repeatable)]:condition:(taskingrequestName taskName taskingrequestId taskId windowOpen windowClose lastStatusCode lastStatusMessage lastStatusTime type submissionTime repeatrequestId windowDuration archiveHoldback resellerId includeRepeatingTasks)' \
            '*--where-string=[as --where, the value sent as text (repeatable)]:condition: ' \
            '--filter=[the raw query object: JSON, @file, or - for stdin]:json:_swath_document' \
            '--sort=[a column or a path below properties, with :asc or :desc]:field: ' \
            '--page=[which page, counted from 1]:n: ' \
            '--page-size=[how many results a page (sent to the service)]:n: ' \
            '--limit=[how many results in all]:n: ' \
            '--all[every result, page after page]' \
            '--price[show what each costs; read one by one where the list leaves prices out]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '--window-open=[when the window opens: a time, a day or <start>/<end>]:interval: ' \
            '--window-close=[when the window closes]:interval: ' \
            '*--repeat-id=[tasks of this repeat request (its id or its name) (repeatable)]:id:_swath_ids repeat' \
            '--include-repeating[also the tasks that repeat requests have made]' \
            '--no-include-repeating[without them, even with --repeat-id]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv geojson yaml id html map)' && ret=0 ;;
        repeats)
          _arguments -s -S $swath_global \
            '*--id=[id of the request; - reads ids from stdin (repeatable)]:id:_swath_ids repeat' \
            '--name=[a part of the name, in any case]:text: ' \
            '--name-eq=[the whole name]:text: ' \
            '--name-prefix=[the beginning of the name]:text: ' \
            '*--status=[last status code; any code may be named (repeatable)]:code:(review submitted accepted completed rejected)' \
            '--status-message=[last status message]:text: ' \
            '--status-time=[last status change, such as '\''>=2026-01-01T00:00:00Z'\'']:bound: ' \
            '*--mode=[collect mode, not collection type (repeatable)]:mode: ' \
            '--submitted=[submission: a time, a day or <start>/<end>, open ends as ..]:interval: ' \
            '--from=[submitted from this time on (RFC 3339, a date, -7d)]:time: ' \
            '--to=[submitted up to this time]:time: ' \
            '--window-duration=[such as '\''>=86400'\'' (the interface names no unit; the sandbox counts seconds)]:bound: ' \
            '*--holdback=[archive holdback (repeatable)]:time:(none 30_day 1_year permanent)' \
            '*--reseller-id=[reseller (repeatable)]:id:_swath_ids repeat' \
            '*--where=[any path below properties: '\''collectConstraints.offNadirMin>=20'\'' (repeatable)]:condition:(repeatrequestId repeatrequestName repeatrequestDescription lastStatusCode lastStatusMessage lastStatusTime type submissionTime windowDuration archiveHoldback resellerId)' \
            '*--where-string=[as --where, the value sent as text (repeatable)]:condition: ' \
            '--filter=[the raw query object: JSON, @file, or - for stdin]:json:_swath_document' \
            '--sort=[a column or a path below properties, with :asc or :desc]:field: ' \
            '--page=[which page, counted from 1]:n: ' \
            '--page-size=[how many results a page (sent to the service)]:n: ' \
            '--limit=[how many results in all]:n: ' \
            '--all[every result, page after page]' \
            '--price[show what each costs; read one by one where the list leaves prices out]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '--description=[a part of the description, in any case]:text: ' \
            '--description-eq=[the whole description]:text: ' \
            '--description-prefix=[the beginning of the description]:text: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv geojson yaml id html map)' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_catalog() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('preview:Show the pictures of catalog items in the terminal, or save them' 'search:Search the archive by place, time and property' 'stacks:Group scenes of one geometry, for change detection')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath catalog command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        preview)
          _arguments -s -S $swath_global \
            '--image=[how to draw (default: what the terminal can do); none saves nothing either]:how:(kitty iterm sixel blocks none)' \
            '--asset=[which picture (default: the thumbnail; preview is larger)]:key: ' \
            '--out-dir=[save the pictures in this folder instead of drawing them]:dir:_files -/' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:itemId:_swath_ids item' && ret=0 ;;
        search)
          _arguments -s -S $swath_global \
            '--point=[a point, longitude first, or '\''38.71N 9.14W'\'']:lon,lat: ' \
            '--place=[a city, port, volcano or airport: Setubal, '\''Valencia, ES'\'']:name: ' \
            '--radius=[the disc around --point or --place, such as 5km]:distance: ' \
            '--bbox=[a box: west, south, east, north (or with heights, 6 numbers)]:w,s,e,n: ' \
            '--bbox-crs=[reference system of --bbox, such as EPSG:3857]:crs: ' \
            '(-f --file)'{-f+,--file=}'[area from a GeoJSON, WKT or KML file (- for stdin)]:path:_files' \
            '--intersects=[area as GeoJSON, WKT or KML: the text, @file, or - for stdin]:area:_swath_document' \
            '--datetime=[a time or <start>/<end>, open ends as ..]:interval: ' \
            '--from=[from this time on (RFC 3339, a date, now, -7d)]:time: ' \
            '--to=[up to this time]:time: ' \
            '*--collection=[collection to search (repeatable)]:id:_swath_ids collection' \
            '*--id=[item id (- reads ids from stdin); the service then ignores every other filter (repeatable)]:id:_swath_ids item' \
            '--product-type=[sar:product_type]:type:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '--instrument-mode=[sar:instrument_mode]:mode: ' \
            '--orbit-state=[sat:orbit_state]:state:(ascending descending)' \
            '--platform=[platform]:name: ' \
            '--collect-id=[vendor:collect_id]:id:_swath_ids collect' \
            '*--where=[a property compared: '\''view:incidence_angle<30'\'' (repeatable)]:condition:(sar\:instrument_mode sar\:pixel_spacing_range sar\:pixel_spacing_azimuth sar\:looks_range sar\:looks_azimuth sar\:looks_equivalent_number sar\:resolution_range sar\:resolution_azimuth vendor\:squint_angle sar\:observation_direction vendor\:collect_id start_datetime end_datetime platform sar\:product_type sat\:orbit_state view\:incidence_angle instruments)' \
            '--like=[scenes in the geometry of this item, short id or row, around it (all pages are read)]:id:_swath_ids item' \
            '--filter=[the raw query object: JSON, @file, or - for stdin]:json:_swath_document' \
            '--limit=[how many items are listed, with --per day days; a table on a terminal counts whole scenes (20 without --limit)]:n: ' \
            '--all[every result, page after page]' \
            '--page-size=[how many results a page (sent to the service)]:n: ' \
            '*--sort=[a property or column, with :desc for the other way round (repeatable)]:field:(id collection datetime product mode orbit look incidence inc products resolution time scene sar\:instrument_mode sar\:pixel_spacing_range sar\:pixel_spacing_azimuth sar\:looks_range sar\:looks_azimuth sar\:looks_equivalent_number sar\:resolution_range sar\:resolution_azimuth vendor\:squint_angle sar\:observation_direction vendor\:collect_id start_datetime end_datetime platform sar\:product_type sat\:orbit_state view\:incidence_angle instruments covers price)' \
            '--price[show what each costs; read one by one where the list leaves prices out]' \
            '--per-item[on a terminal too a row an item, not a row a scene]' \
            '--min-cover=[only what covers at least this share of the area, such as 80%]:share: ' \
            '--cover[the fewest scenes that together cover the area]' \
            '--cheapest[with --cover: the cheapest scenes, by the prices of reviews]' \
            '--per=[a row a scene, or a row a day with what its scenes cover]:row:(scene day)' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--thumbnails[pictures of the rows in the map page (at most 200, 20 MB)]' \
            '--open[show the map page with the system'\''s browser]' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv geojson yaml id order-items html map)' && ret=0 ;;
        stacks)
          _arguments -s -S $swath_global \
            '--point=[a point, longitude first, or '\''38.71N 9.14W'\'']:lon,lat: ' \
            '--place=[a city, port, volcano or airport: Setubal, '\''Valencia, ES'\'']:name: ' \
            '--radius=[the disc around --point or --place, such as 5km]:distance: ' \
            '--bbox=[a box: west, south, east, north (or with heights, 6 numbers)]:w,s,e,n: ' \
            '(-f --file)'{-f+,--file=}'[area from a GeoJSON, WKT or KML file (- for stdin)]:path:_files' \
            '--intersects=[area as GeoJSON, WKT or KML: the text, @file, or - for stdin]:area:_swath_document' \
            '--datetime=[a time or <start>/<end>, open ends as ..]:interval: ' \
            '--from=[from this time on (RFC 3339, a date, now, -7d)]:time: ' \
            '--to=[up to this time]:time: ' \
            '--item=[only the stack around the scene of this item, short id or row of the last search]:id:_swath_ids item' \
            '*--collection=[collection to search, or that of the items of export files (repeatable)]:id:_swath_ids collection' \
            '*--product-type=[only items of this product type (repeatable)]:type:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '*--where=[a property compared: '\''view:incidence_angle<30'\'' (repeatable)]:condition: ' \
            '--look-tolerance=[largest difference of look angles (default 1)]:degrees: ' \
            '--squint-tolerance=[largest difference of squints, or of azimuths (default 3)]:degrees: ' \
            '--min-overlap=[what two footprints have in common (default 60%)]:percent: ' \
            '--min-scenes=[smallest stack (default 2)]:n: ' \
            '--pairs=[a row a pair: the most alike of each stack, up to n]:n: ' \
            '--season[only pairs of one season: at most 45 days apart in the year]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id order-items html map)' \
            '*:file:_files' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_order() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('review:Show what an order would cost, without placing it' 'place:Place an order, once its price is agreed to' 'task:Order everything that a task has collected' 'links:Print the signed URLs of an order, for other download tools' 'download:Download an order: parallel, resumable, verified' 'wait:Wait until everything in an order can be downloaded' 'history:List the orders placed from this machine (from the spend journal, without network)')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath order command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        review)
          _arguments -s -S $swath_global \
            '*--item=[an archive product, or a short id (repeatable)]:collection/item:_swath_ids granule' \
            '*--generate=[a product to be generated, such as GEC=<collectId> (repeatable)]:type=collects: ' \
            '--items=[items from a file (- for stdin): order items, STAC items or a FeatureCollection]:path:_files' \
            '--with-geo[look up and add the GEO items that vessel detection (VS) needs]' \
            '--check-items[make sure that archive items are the GEO sources of VS items (one catalog search)]' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml html map)' \
            '*:row: ' && ret=0 ;;
        place)
          _arguments -s -S $swath_global \
            '*--item=[an archive product, or a short id (repeatable)]:collection/item:_swath_ids granule' \
            '*--generate=[a product to be generated, such as GEC=<collectId> (repeatable)]:type=collects: ' \
            '--items=[items from a file (- for stdin): order items, STAC items or a FeatureCollection]:path:_files' \
            '--with-geo[look up and add the GEO items that vessel detection (VS) needs]' \
            '--check-items[make sure that archive items are the GEO sources of VS items (one catalog search)]' \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '--review[read, show and journal the price, although --yes would not need it]' \
            '--wait[wait until every product is ready]' \
            '--download=[wait, then download everything into this folder]:dir:_files -/' \
            '--gallery[afterwards, a page of what is in the folder (as swath gallery)]' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:row: ' && ret=0 ;;
        task)
          _arguments -s -S $swath_global \
            '--max-cost=[refuse a price above this; one that cannot be read too]:amount: ' \
            '--wait[wait until every product is ready]' \
            '--download=[wait, then download everything into this folder]:dir:_files -/' \
            '--gallery[afterwards, a page of what is in the folder (as swath gallery)]' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:taskId:_swath_ids task' && ret=0 ;;
        links)
          _arguments -s -S $swath_global \
            '*--asset=[only this asset (repeatable)]:key: ' \
            '*--exclude-asset=[not this asset (wins over --asset) (repeatable)]:key: ' \
            '*--role=[only assets with this role, such as data (repeatable)]:role: ' \
            '*--item=[only this item (repeatable)]:id:_swath_ids item' \
            '*--product-type=[only items of this product type (repeatable)]:type:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:orderId:_swath_ids order' && ret=0 ;;
        download)
          _arguments -s -S $swath_global \
            '--out-dir=[folder, or s3://bucket/prefix (default: the current one)]:dir:_files -/' \
            '--flat[every file directly in the folder, without a folder per item]' \
            '--path=[path of each file below the folder, such as '\''{item}/{asset}{ext}'\'' ({item} {collection} {asset} {product} {file} {stem} {ext})]:template: ' \
            '--overwrite[fetch again and replace what is there]' \
            '--skip-existing[believe that a file with the right name is the right file]' \
            '--no-resume[do not continue the part of an earlier run]' \
            '--checksum=[what proves a file (default: full)]:how:(none size full)' \
            '--limit-rate=[bytes per second of all files together, such as 10MB/s]:rate: ' \
            '--min-rate=[give up a connection that brings less than this over a minute, or over --timeout (default: 1kB/s, 0 = off)]:rate: ' \
            '--max-connections=[connections at once at most, for files and for ranges of large ones; there are more as long as it pays (default: 256, or --concurrency)]:n: ' \
            '--exec=[run this for each file that is here until it has succeeded for it, at least once, its path as last word or for {}; no shell]:command: ' \
            '--links=[the links from a file (- for stdin): what order links --json printed]:file:_files' \
            '--gallery[afterwards, a page of what is in the folder (as swath gallery)]' \
            '--plan[show what would be fetched and what is there already; write nothing]' \
            '--stdout[write the one file that the filters leave to stdout, verified as it passes]' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page (with --gallery: the gallery) with the system'\''s browser]' \
            '*--asset=[only this asset (repeatable)]:key: ' \
            '*--exclude-asset=[not this asset (wins over --asset) (repeatable)]:key: ' \
            '*--role=[only assets with this role, such as data (repeatable)]:role: ' \
            '*--item=[only this item (repeatable)]:id:_swath_ids item' \
            '*--product-type=[only items of this product type (repeatable)]:type:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '--shard=[only the i-th of n parts of the files, the same on every machine]:i/n: ' \
            '--wait[wait until the order is ready]' \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' \
            '*:orderId:_swath_ids order' && ret=0 ;;
        wait)
          _arguments -s -S $swath_global \
            '--poll-interval=[how often to look (default 5s)]:duration: ' \
            '--wait-timeout=[how long to wait at most (default 1h)]:duration: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:orderId:_swath_ids order' && ret=0 ;;
        history)
          _arguments -s -S $swath_global \
            '--limit=[how many results in all]:n: ' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id html map)' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_export() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('list:List the footprint export files on offer' 'links:Print signed URLs of export files, for other download tools' 'fetch:Download export files: resumable, verified, atomic' 'sync:Mirror the exports into a folder, fetching only what changed' 'query:Search fetched export files, without any network')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath export command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        list)
          _arguments -s -S $swath_global \
            '--type=[only latest, weekly or full]:type:(latest weekly full)' \
            '--format=[geoparquet, gpkg or shp.zip (shp for short)]:format:(geoparquet gpkg shp.zip)' \
            '--year=[weeks of this ISO year]:year: ' \
            '--week=[weeks of this ISO number]:week: ' \
            '--weeks=[the newest n weeks on offer]:n: ' \
            '--from=[files with something from this time on (RFC 3339, a date, -30d)]:time: ' \
            '--match=[files whose name matches: * within a folder, ** across folders]:glob: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        links)
          _arguments -s -S $swath_global \
            '--type=[latest (last 7 days), weekly or full (the whole public archive)]:type:(latest weekly full)' \
            '--format=[geoparquet, gpkg or shp.zip (shp for short)]:format:(geoparquet gpkg shp.zip)' \
            '*--file-name=[this file, named as `export list` names it; - reads names from stdin (repeatable)]:name: ' \
            '--match=[files whose name matches: * within a folder, ** across folders]:glob: ' \
            '--weeks=[the newest n weeks on offer]:n: ' \
            '--from=[files with something from this time on (RFC 3339, a date, -30d)]:time: ' \
            '--check[look up the file names in the list on offer before asking for their links]' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        fetch)
          _arguments -s -S $swath_global \
            '--type=[latest (last 7 days), weekly or full (the whole public archive)]:type:(latest weekly full)' \
            '--format=[geoparquet, gpkg or shp.zip (shp for short)]:format:(geoparquet gpkg shp.zip)' \
            '*--file-name=[this file, named as `export list` names it; - reads names from stdin (repeatable)]:name: ' \
            '--match=[files whose name matches: * within a folder, ** across folders]:glob: ' \
            '--weeks=[the newest n weeks on offer]:n: ' \
            '--from=[files with something from this time on (RFC 3339, a date, -30d)]:time: ' \
            '--check[look up the file names in the list on offer before asking for their links]' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '--out-dir=[folder, or s3://bucket/prefix (default: the current one)]:dir:_files -/' \
            '--flat[every file directly in the folder, without folders of year and week]' \
            '--overwrite[fetch again and replace what is there]' \
            '--skip-existing[believe that a file with the right name is the right file]' \
            '--no-resume[do not continue the part of an earlier run]' \
            '--limit-rate=[bytes per second of all files together, such as 10MB/s]:rate: ' \
            '--min-rate=[give up a connection that brings less than this over a minute, or over --timeout (default: 1kB/s, 0 = off)]:rate: ' \
            '--shard=[only the i-th of n parts of the files, the same on every machine]:i/n: ' \
            '--stdout[write the one file that the filters leave to stdout, verified as it passes]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        sync)
          _arguments -s -S $swath_global \
            '*--type=[latest, weekly or full; all three by default (repeatable)]:type:(latest weekly full)' \
            '--format=[geoparquet, gpkg or shp.zip (shp for short)]:format:(geoparquet gpkg shp.zip)' \
            '--weeks=[the newest n weeks on offer]:n: ' \
            '--overwrite[fetch again and replace what is there]' \
            '--limit-rate=[bytes per second of all files together, such as 10MB/s]:rate: ' \
            '--min-rate=[give up a connection that brings less than this over a minute, or over --timeout (default: 1kB/s, 0 = off)]:rate: ' \
            '--exit-code[end with exit 15 instead of 0 when any file has new bytes]' \
            '--github-output[append changed, the counts and the files to $GITHUB_OUTPUT]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            ':dir:_files -/' && ret=0 ;;
        query)
          _arguments -s -S $swath_global \
            '--point=[a point, longitude first, or '\''38.71N 9.14W'\'']:lon,lat: ' \
            '--place=[a city, port, volcano or airport: Setubal, '\''Valencia, ES'\'']:name: ' \
            '--radius=[the disc around --point or --place, such as 5km]:distance: ' \
            '--bbox=[a box: west, south, east, north (or with heights, 6 numbers)]:w,s,e,n: ' \
            '(-f --file)'{-f+,--file=}'[area from a GeoJSON, WKT or KML file (- for stdin)]:path:_files' \
            '--intersects=[area as GeoJSON, WKT or KML: the text, @file, or - for stdin]:area:_swath_document' \
            '--datetime=[a time or <start>/<end>, open ends as ..]:interval: ' \
            '--from=[from this time on (RFC 3339, a date, now, -7d)]:time: ' \
            '--to=[up to this time]:time: ' \
            '*--product-type=[only items of this product type (repeatable)]:type:(SLC GEO GEC SICD SIDD CPHD)' \
            '*--where=[an attribute compared: '\''incd_angle<30'\'' (repeatable)]:condition: ' \
            '--collection=[collection of the items, which export files do not name]:id:_swath_ids collection' \
            '--limit=[at most this many items]:n: ' \
            '--map=[also write the rows as a map page, one HTML file]:file:_files' \
            '--open[show the map page with the system'\''s browser]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv geojson yaml id order-items html map)' \
            '*:file:_files' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_org() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('set-defaults:Set the default product types of an organization (Org Managers)')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath org command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        set-defaults)
          _arguments -s -S $swath_global \
            '--org=[organization id]:id: ' \
            '*--required=[always included, locked for users (repeatable)]:types:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '*--optional=[included unless the user removes it (repeatable)]:types:(GEO GEC SLC SICD SIDD CPHD VS)' \
            '(-f --file)'{-f+,--file=}'[the list, or the body, as JSON (- for stdin)]:path:_files' \
            '--no-add-geo[do not add GEO when it is missing]' \
            '--data=[the whole body: JSON, @file, or - for stdin]:json:_swath_document' \
            '*--set=[set any path of the body (repeatable)]:path=value: ' \
            '*--unset=[remove a path of the body (repeatable)]:path: ' \
            '--generate-skeleton[print a filled template for --data, and send nothing]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml id)' \
            ':orgId: ' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_journal() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('list:List what was sent from this machine and may cost money (offline)' 'show:Show one intent: what was sent, its outcome, and what to type next' 'resolve:Write down what became of a request whose outcome is unknown (offline)' 'prune:Remove old attempts that nothing needs any more (offline)')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath journal command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        list)
          _arguments -s -S $swath_global \
            '--open[only what blocks the same request]' \
            '--state=[only this state]:state:(prepared sending confirmed refused unknown)' \
            '--limit=[how many results in all]:n: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        show)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:id: ' && ret=0 ;;
        resolve)
          _arguments -s -S $swath_global \
            '--order-id=[the order exists, under this id]:id:_swath_ids order' \
            '--id=[it exists, under this id]:id: ' \
            '--not-created[it does not exist]' \
            '--price=[what it cost in all, for budget and report]:amount: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml id)' \
            ':id: ' && ret=0 ;;
        prune)
          _arguments -s -S $swath_global \
            '--older-than=[how old they must be (default: 90d)]:age: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_spend() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('report:Sum what was confirmed, by profile, contract, period and kind (offline)')
  _arguments -s -S -C $swath_global \
    '--from=[what was confirmed at or after this time (default: this month)]:time: ' \
    '--to=[what was confirmed before this time]:time: ' \
    '--by=[what makes a row (default: kind); profile counts every profile]:names:(profile contract period kind)' \
    '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml)' \
    '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath spend command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        report)
          _arguments -s -S $swath_global \
            '--period=[day, week or month (default: month)]:period:(day week month)' \
            '--by=[what makes a row (default: profile,contract,period,kind)]:names:(profile contract period kind)' \
            '--from=[only what was confirmed at or after this time]:time: ' \
            '--to=[only what was confirmed before this time]:time: ' \
            '--only-profile=[only this profile]:name: ' \
            '--unresolved[count requests with an unknown outcome too]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml)' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_auth() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('login:Store an API key for the service' 'status:Show which service, key or token a run uses, and where each comes from' 'logout:Remove stored keys and tokens' 'token:Exchange user name and password for a bearer token (deprecated by the service)')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath auth command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        login)
          _arguments -s -S $swath_global \
            '--api-key-stdin[read the key from stdin]' \
            '--keyring[keep the key in the system'\''s keyring, not in a file]' \
            '--no-check[store the key without the request that tests it]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml)' && ret=0 ;;
        status)
          _arguments -s -S $swath_global \
            '--check[ask the service with one cheap request whether it accepts us]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml)' && ret=0 ;;
        logout)
          _arguments -s -S $swath_global \
            '--all[remove everything that is stored, of every profile and service]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml)' && ret=0 ;;
        token)
          _arguments -s -S $swath_global \
            '--username=[user name]:name: ' \
            '--password-stdin[read the password from stdin]' \
            '--show[print the token itself too (on GitHub Actions masked in the log)]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml)' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_profile() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('list:List the profiles, with their base URLs and what is stored to log in' 'use:Choose the profile of runs that name none' 'show:Show what a profile holds: its settings, and which credentials are stored' 'delete:Delete a profile: its settings, and its stored keys and tokens')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath profile command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        list)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        use)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml id)' \
            ':profile:_swath_ids profile' && ret=0 ;;
        show)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml id)' \
            ':profile:_swath_ids profile' && ret=0 ;;
        delete)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml id)' \
            ':profile:_swath_ids profile' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_config() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('get:Print the value of one setting that a run would use' 'set:Store a setting in the profile' 'unset:Remove a setting from the profile' 'list:List every setting with the value that a run would use, and where it comes from' 'path:Print where settings, keys, the spend journal, the cache and the sandbox'\''s store are kept')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath config command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        get)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml)' \
            ':key:(baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.$ dialect.orderTaskBody)' && ret=0 ;;
        set)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml)' \
            ':key:(baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.$ dialect.orderTaskBody)' \
            ':value: ' && ret=0 ;;
        unset)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml)' \
            ':key:(baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.$ dialect.orderTaskBody)' && ret=0 ;;
        list)
          _arguments -s -S $swath_global \
            '--show-origin[list every place that gives a value, the ones that lose too]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml)' && ret=0 ;;
        path)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml)' && ret=0 ;;
      esac ;;
  esac
  return ret
}

_swath_sandbox() {
  local state state_descr line ret=1
  local -A opt_args
  local -a swath_verbs
  swath_verbs=('start:Run the sandbox on this machine, for every program that speaks HTTP' 'status:Show whether the sandbox runs and where, its store, its clock and what it holds' 'stop:Stop the running sandbox; its store stays' 'users:List the sandbox'\''s users with their keys' 'clock:Show the sandbox'\''s time, set it, move it on, or change how it runs' 'set:Change how the sandbox behaves: delays, lifetimes, prices, variants; or list all settings' 'faults:Make the sandbox fail on request, to see how a script copes; or list the planted faults' 'cancel-task:Cancel tasks that the sandbox has not collected yet' 'cancel-repeat:Cancel repeat requests, with those of their tasks that are not collected yet' 'complete-order:Finish an order in progress now, whatever the sandbox'\''s clock says' 'reset:Forget everything that happened in the sandbox: orders, faults, settings, clock')
  _arguments -s -S -C $swath_global $swath_output '(-): :->verb' '(-)*:: :->rest' && ret=0
  case $state in
    verb) _describe -t commands 'swath sandbox command' swath_verbs && ret=0 ;;
    rest)
      case $words[1] in
        start)
          _arguments -s -S $swath_global \
            '--port=[port; 0 takes a free one (default 7717)]:n: ' \
            '--prefix=[serve below this path, such as /v1]:path: ' \
            '*--cors-origin=[let web pages of this origin read replies (* for any) (repeatable)]:origin: ' \
            '--detach[run in the background; returns as soon as it answers]' \
            '--ephemeral[keep everything in memory, and forget it at the end]' \
            '--seed=[other data, keys and ids; fixed when the store is made]:text: ' \
            '--archive-size=[collects in the archive; fixed when the store is made]:n: ' \
            '--product-size=[image files: tiny, real, or of about so many bytes, such as 2GB (up to 10GB)]:size:(tiny real)' \
            '*--variant=[imitate what another deployment does (repeatable)]:name:(error-text error-detail error-message error-capital-message error-html plain-400 create-200 download-202 download-404 download-405 download-empty download-partial envelope-array envelope-items envelope-results paging-no-next review-order-details review-denied status-words record-root status-reply-status status-reply-code status-reply-history status-reply-empty local-time-nested types-names types-results types-keyed search-features search-items search-array paging-snake paged-get paged-post)' \
            '--clock=[real, manual, auto, x60 (60 times as fast), or a time to begin at]:how: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson yaml id)' && ret=0 ;;
        status)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        stop)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        users)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        clock)
          _arguments -s -S $swath_global \
            '--set=[show this time: RFC 3339, a date, or now, +2d, -12h by this machine'\''s time]:time: ' \
            '--advance=[move on by this long, such as 3h]:duration: ' \
            '--mode=[how time runs]:mode:(real speed manual auto)' \
            '--speed=[run this many times faster (mode speed)]:n: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        set)
          _arguments -s -S $swath_global \
            '--default[take the setting back to its default]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            ':name:(estimateDelay schedulerDelay processingDelay generationDelay initialStatus inProgressDownload standardMinWindow collectRetaskWindow retaskInheritsPreApproval orderTtl assetUrlTtl exportUrlTtl tokenTtl pagedMethod recordPlacement statusReply statusWords localTimeStyle collectionTypesShape searchEnvelope pagingFields errorStyle catalogEnvelope catalogPaging createdStatus reviewStyle runningWeekCounts priceTable unavailableProductTypes extras idStyle productSize thumbnails variant)' \
            ':value: ' && ret=0 ;;
        faults)
          _arguments -s -S $swath_global \
            '--add=[plant a fault on this route]:route:(asset listCollectionTypes createTask createRepeat retaskTask retaskCollect retaskRepeat getTask getRepeat setTaskStatus setRepeatStatus updateTask updateOrganization searchTasks searchRepeats listTasks listTasksByPost reviewOrder placeOrder orderTask getOrderDownload searchCatalog listExports presignExports createToken)' \
            '--clear[take all faults away]' \
            '--status=[answer this status, 400 to 599]:n: ' \
            '--retry-after=[with the status: Retry-After (or an HTTP date)]:seconds: ' \
            '--html=[answer this page in place of the error body]:text: ' \
            '--latency=[wait this long first, such as 2s]:duration: ' \
            '--reset[end the connection before one byte of the reply]' \
            '--truncate=[end the connection after so many bytes of the body]:bytes: ' \
            '--expired[treat a signed URL as expired]' \
            '--after[carry the request out first, and only then fail]' \
            '--count=[how many requests it meets (default: until cleared)]:n: ' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' && ret=0 ;;
        cancel-task)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:taskId:_swath_ids task' && ret=0 ;;
        cancel-repeat)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:repeatId:_swath_ids repeat' && ret=0 ;;
        complete-order)
          _arguments -s -S $swath_global \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml id)' \
            '*:orderId:_swath_ids order' && ret=0 ;;
        reset)
          _arguments -s -S $swath_global \
            '--store[remove the store itself (the sandbox must not be running)]' \
            '(-o --output)'{-o+,--output=}'[how to print the result]:format:(table json ndjson csv tsv yaml)' && ret=0 ;;
      esac ;;
  esac
  return ret
}

if [[ $funcstack[1] == _swath ]]; then
  _swath "$@"
else
  compdef _swath swath
fi
