# PowerShell completion for swath, made from its command table. Load it with:
#   swath completion powershell | Out-String | Invoke-Expression
# It has not been run in a PowerShell.

$swathSteps = @{
  '/task' = 'task'
  '/tasks' = 'task'
  '/repeat' = 'repeat'
  '/repeats' = 'repeat'
  '/approvals' = 'approvals'
  '/inbox' = 'approvals'
  '/collect' = 'collect'
  '/collects' = 'collect'
  '/search' = 'search'
  '/catalog' = 'catalog'
  '/order' = 'order'
  '/orders' = 'order'
  '/export' = 'export'
  '/exports' = 'export'
  '/org' = 'org'
  '/organization' = 'org'
  '/journal' = 'journal'
  '/spend' = 'spend'
  '/auth' = 'auth'
  '/profile' = 'profile'
  '/config' = 'config'
  '/sandbox' = 'sandbox'
  '/passes' = 'passes'
  '/verify' = 'verify'
  '/gallery' = 'gallery'
  '/api' = 'api'
  '/doctor' = 'doctor'
  '/demo' = 'demo'
  '/schema' = 'schema'
  '/completion' = 'completion'
  '/version' = 'version'
  '/help' = 'help'
  'help/task' = 'help task'
  'help/tasks' = 'help task'
  'help/repeat' = 'help repeat'
  'help/repeats' = 'help repeat'
  'help/approvals' = 'help approvals'
  'help/inbox' = 'help approvals'
  'help/collect' = 'help collect'
  'help/collects' = 'help collect'
  'help/search' = 'help search'
  'help/catalog' = 'help catalog'
  'help/order' = 'help order'
  'help/orders' = 'help order'
  'help/export' = 'help export'
  'help/exports' = 'help export'
  'help/org' = 'help org'
  'help/organization' = 'help org'
  'help/journal' = 'help journal'
  'help/spend' = 'help spend'
  'help/auth' = 'help auth'
  'help/profile' = 'help profile'
  'help/config' = 'help config'
  'help/sandbox' = 'help sandbox'
  'task/create' = 'task create'
  'task/get' = 'task get'
  'task/cost' = 'task cost'
  'task/approve' = 'task approve'
  'task/reject' = 'task reject'
  'task/retask' = 'task retask'
  'task/set-products' = 'task set-products'
  'task/list' = 'task list'
  'task/types' = 'task types'
  'task/collection-types' = 'task collection-types'
  'task/search' = 'task search'
  'task/wait' = 'task wait'
  'repeat/create' = 'repeat create'
  'repeat/get' = 'repeat get'
  'repeat/cost' = 'repeat cost'
  'repeat/approve' = 'repeat approve'
  'repeat/reject' = 'repeat reject'
  'repeat/list' = 'repeat list'
  'repeat/retask' = 'repeat retask'
  'repeat/search' = 'repeat search'
  'repeat/wait' = 'repeat wait'
  'approvals/list' = 'approvals list'
  'approvals/approve' = 'approvals approve'
  'approvals/reject' = 'approvals reject'
  'collect/retask' = 'collect retask'
  'search/tasks' = 'search tasks'
  'search/repeats' = 'search repeats'
  'catalog/preview' = 'catalog preview'
  'catalog/search' = 'catalog search'
  'catalog/stacks' = 'catalog stacks'
  'order/review' = 'order review'
  'order/place' = 'order place'
  'order/task' = 'order task'
  'order/links' = 'order links'
  'order/download' = 'order download'
  'order/wait' = 'order wait'
  'order/history' = 'order history'
  'export/list' = 'export list'
  'export/links' = 'export links'
  'export/fetch' = 'export fetch'
  'export/sync' = 'export sync'
  'export/query' = 'export query'
  'org/set-defaults' = 'org set-defaults'
  'journal/list' = 'journal list'
  'journal/show' = 'journal show'
  'journal/resolve' = 'journal resolve'
  'journal/prune' = 'journal prune'
  'spend/report' = 'spend report'
  'auth/login' = 'auth login'
  'auth/status' = 'auth status'
  'auth/logout' = 'auth logout'
  'auth/token' = 'auth token'
  'profile/list' = 'profile list'
  'profile/use' = 'profile use'
  'profile/show' = 'profile show'
  'profile/delete' = 'profile delete'
  'config/get' = 'config get'
  'config/set' = 'config set'
  'config/unset' = 'config unset'
  'config/list' = 'config list'
  'config/path' = 'config path'
  'sandbox/start' = 'sandbox start'
  'sandbox/status' = 'sandbox status'
  'sandbox/stop' = 'sandbox stop'
  'sandbox/users' = 'sandbox users'
  'sandbox/clock' = 'sandbox clock'
  'sandbox/set' = 'sandbox set'
  'sandbox/faults' = 'sandbox faults'
  'sandbox/cancel-task' = 'sandbox cancel-task'
  'sandbox/cancel-repeat' = 'sandbox cancel-repeat'
  'sandbox/complete-order' = 'sandbox complete-order'
  'sandbox/reset' = 'sandbox reset'
}

$swathCommands = @{
  '' = [ordered]@{
    'task' = 'Request new imagery, review its cost, approve it and follow it'
    'repeat' = 'Request a series of images, review its cost, approve it and follow it'
    'approvals' = 'See what waits for an approval of its price, and approve or reject it'
    'collect' = 'Request new imagery like an image of the archive'
    'search' = 'Search tasks and repeat requests'
    'catalog' = 'Search the archive of collected imagery (STAC)'
    'order' = 'Price, place and download orders of archive imagery'
    'export' = 'List, fetch and mirror the weekly footprint exports of the archive'
    'org' = 'Set what holds for a whole organization'
    'journal' = 'Show the requests that may cost money, and settle unknown outcomes'
    'spend' = 'See what was spent from this machine'
    'auth' = 'Log in, log out, show credentials'
    'profile' = 'List, choose, show and delete settings profiles'
    'config' = 'Read and write the settings of a profile'
    'sandbox' = 'Run and steer the service on this machine: no account, no network, no cost'
    'passes' = 'List when satellites can image a place, from orbital elements'
    'verify' = 'Check a folder of downloads against its manifest, byte by byte'
    'gallery' = 'Make a page of what is in a folder of downloads: pictures, metadata, state'
    'api' = 'Send one authenticated request by method and path'
    'doctor' = 'Check settings, credentials, network, folders and optional parts'
    'demo' = 'Do the whole job on this machine: search, price, order, download, verify'
    'schema' = 'Print the JSON Schema of a body, or a filled template of it'
    'completion' = 'Print the completion script of a shell'
    'version' = 'Show the version, with that of Node and the platform'
    'help' = 'help on a command or a topic'
  }
  'help' = [ordered]@{
    'task' = 'Request new imagery, review its cost, approve it and follow it'
    'repeat' = 'Request a series of images, review its cost, approve it and follow it'
    'approvals' = 'See what waits for an approval of its price, and approve or reject it'
    'collect' = 'Request new imagery like an image of the archive'
    'search' = 'Search tasks and repeat requests'
    'catalog' = 'Search the archive of collected imagery (STAC)'
    'order' = 'Price, place and download orders of archive imagery'
    'export' = 'List, fetch and mirror the weekly footprint exports of the archive'
    'org' = 'Set what holds for a whole organization'
    'journal' = 'Show the requests that may cost money, and settle unknown outcomes'
    'spend' = 'See what was spent from this machine'
    'auth' = 'Log in, log out, show credentials'
    'profile' = 'List, choose, show and delete settings profiles'
    'config' = 'Read and write the settings of a profile'
    'sandbox' = 'Run and steer the service on this machine: no account, no network, no cost'
    'passes' = 'List when satellites can image a place, from orbital elements'
    'verify' = 'Check a folder of downloads against its manifest, byte by byte'
    'gallery' = 'Make a page of what is in a folder of downloads: pictures, metadata, state'
    'api' = 'Send one authenticated request by method and path'
    'doctor' = 'Check settings, credentials, network, folders and optional parts'
    'demo' = 'Do the whole job on this machine: search, price, order, download, verify'
    'schema' = 'Print the JSON Schema of a body, or a filled template of it'
    'completion' = 'Print the completion script of a shell'
    'version' = 'Show the version, with that of Node and the platform'
    'environment' = 'help topic'
    'errors' = 'help topic'
    'exit-codes' = 'help topic'
    'flags' = 'help topic'
    'formats' = 'help topic'
    'settings' = 'help topic'
  }
  'task' = [ordered]@{
    'create' = 'Request one image of a point or an area'
    'get' = 'Show a task'
    'cost' = 'Show the cost estimate of a task'
    'approve' = 'Approve the cost of a task in review'
    'reject' = 'Reject a task in review'
    'retask' = 'Retask: image an earlier task''s target again'
    'set-products' = 'Change the product types of a task'
    'list' = 'List tasks page by page, in the service''s order'
    'types' = 'List the collection types of the service with their properties'
    'collection-types' = 'List the collection types of the service with their properties'
    'search' = 'Search tasks'
    'wait' = 'Wait until a task has a status'
  }
  'help task' = [ordered]@{
    'create' = 'Request one image of a point or an area'
    'get' = 'Show a task'
    'cost' = 'Show the cost estimate of a task'
    'approve' = 'Approve the cost of a task in review'
    'reject' = 'Reject a task in review'
    'retask' = 'Retask: image an earlier task''s target again'
    'set-products' = 'Change the product types of a task'
    'list' = 'List tasks page by page, in the service''s order'
    'types' = 'List the collection types of the service with their properties'
    'collection-types' = 'List the collection types of the service with their properties'
    'search' = 'Search tasks'
    'wait' = 'Wait until a task has a status'
  }
  'repeat' = [ordered]@{
    'create' = 'Request a series of images of a point'
    'get' = 'Show a repeat request'
    'cost' = 'Show the cost estimate of a repeat request'
    'approve' = 'Approve the cost of a repeat request in review'
    'reject' = 'Reject a repeat request in review'
    'list' = 'List repeat requests page by page, the newest first'
    'retask' = 'Retask: request an earlier repeat request''s series again'
    'search' = 'Search repeat requests'
    'wait' = 'Wait until a repeat request has a status'
  }
  'help repeat' = [ordered]@{
    'create' = 'Request a series of images of a point'
    'get' = 'Show a repeat request'
    'cost' = 'Show the cost estimate of a repeat request'
    'approve' = 'Approve the cost of a repeat request in review'
    'reject' = 'Reject a repeat request in review'
    'list' = 'List repeat requests page by page, the newest first'
    'retask' = 'Retask: request an earlier repeat request''s series again'
    'search' = 'Search repeat requests'
    'wait' = 'Wait until a repeat request has a status'
  }
  'approvals' = [ordered]@{
    'list' = 'List what waits for an approval of its price'
    'approve' = 'Approve tasks and repeat requests that wait, with one confirmation of the sum'
    'reject' = 'Reject tasks and repeat requests that wait'
  }
  'help approvals' = [ordered]@{
    'list' = 'List what waits for an approval of its price'
    'approve' = 'Approve tasks and repeat requests that wait, with one confirmation of the sum'
    'reject' = 'Reject tasks and repeat requests that wait'
  }
  'collect' = [ordered]@{
    'retask' = 'Retask: image the centre of an archive collect again'
  }
  'help collect' = [ordered]@{
    'retask' = 'Retask: image the centre of an archive collect again'
  }
  'search' = [ordered]@{
    'tasks' = 'Search tasks'
    'repeats' = 'Search repeat requests'
  }
  'help search' = [ordered]@{
    'tasks' = 'Search tasks'
    'repeats' = 'Search repeat requests'
  }
  'catalog' = [ordered]@{
    'preview' = 'Show the pictures of catalog items in the terminal, or save them'
    'search' = 'Search the archive by place, time and property'
    'stacks' = 'Group scenes of one geometry, for change detection'
  }
  'help catalog' = [ordered]@{
    'preview' = 'Show the pictures of catalog items in the terminal, or save them'
    'search' = 'Search the archive by place, time and property'
    'stacks' = 'Group scenes of one geometry, for change detection'
  }
  'order' = [ordered]@{
    'review' = 'Show what an order would cost, without placing it'
    'place' = 'Place an order, once its price is agreed to'
    'task' = 'Order everything that a task has collected'
    'links' = 'Print the signed URLs of an order, for other download tools'
    'download' = 'Download an order: parallel, resumable, verified'
    'wait' = 'Wait until everything in an order can be downloaded'
    'history' = 'List the orders placed from this machine (from the spend journal, without network)'
  }
  'help order' = [ordered]@{
    'review' = 'Show what an order would cost, without placing it'
    'place' = 'Place an order, once its price is agreed to'
    'task' = 'Order everything that a task has collected'
    'links' = 'Print the signed URLs of an order, for other download tools'
    'download' = 'Download an order: parallel, resumable, verified'
    'wait' = 'Wait until everything in an order can be downloaded'
    'history' = 'List the orders placed from this machine (from the spend journal, without network)'
  }
  'export' = [ordered]@{
    'list' = 'List the footprint export files on offer'
    'links' = 'Print signed URLs of export files, for other download tools'
    'fetch' = 'Download export files: resumable, verified, atomic'
    'sync' = 'Mirror the exports into a folder, fetching only what changed'
    'query' = 'Search fetched export files, without any network'
  }
  'help export' = [ordered]@{
    'list' = 'List the footprint export files on offer'
    'links' = 'Print signed URLs of export files, for other download tools'
    'fetch' = 'Download export files: resumable, verified, atomic'
    'sync' = 'Mirror the exports into a folder, fetching only what changed'
    'query' = 'Search fetched export files, without any network'
  }
  'org' = [ordered]@{
    'set-defaults' = 'Set the default product types of an organization (Org Managers)'
  }
  'help org' = [ordered]@{
    'set-defaults' = 'Set the default product types of an organization (Org Managers)'
  }
  'journal' = [ordered]@{
    'list' = 'List what was sent from this machine and may cost money (offline)'
    'show' = 'Show one intent: what was sent, its outcome, and what to type next'
    'resolve' = 'Write down what became of a request whose outcome is unknown (offline)'
    'prune' = 'Remove old attempts that nothing needs any more (offline)'
  }
  'help journal' = [ordered]@{
    'list' = 'List what was sent from this machine and may cost money (offline)'
    'show' = 'Show one intent: what was sent, its outcome, and what to type next'
    'resolve' = 'Write down what became of a request whose outcome is unknown (offline)'
    'prune' = 'Remove old attempts that nothing needs any more (offline)'
  }
  'spend' = [ordered]@{
    'report' = 'Sum what was confirmed, by profile, contract, period and kind (offline)'
  }
  'help spend' = [ordered]@{
    'report' = 'Sum what was confirmed, by profile, contract, period and kind (offline)'
  }
  'auth' = [ordered]@{
    'login' = 'Store an API key for the service'
    'status' = 'Show which service, key or token a run uses, and where each comes from'
    'logout' = 'Remove stored keys and tokens'
    'token' = 'Exchange user name and password for a bearer token (deprecated by the service)'
  }
  'help auth' = [ordered]@{
    'login' = 'Store an API key for the service'
    'status' = 'Show which service, key or token a run uses, and where each comes from'
    'logout' = 'Remove stored keys and tokens'
    'token' = 'Exchange user name and password for a bearer token (deprecated by the service)'
  }
  'profile' = [ordered]@{
    'list' = 'List the profiles, with their base URLs and what is stored to log in'
    'use' = 'Choose the profile of runs that name none'
    'show' = 'Show what a profile holds: its settings, and which credentials are stored'
    'delete' = 'Delete a profile: its settings, and its stored keys and tokens'
  }
  'help profile' = [ordered]@{
    'list' = 'List the profiles, with their base URLs and what is stored to log in'
    'use' = 'Choose the profile of runs that name none'
    'show' = 'Show what a profile holds: its settings, and which credentials are stored'
    'delete' = 'Delete a profile: its settings, and its stored keys and tokens'
  }
  'config' = [ordered]@{
    'get' = 'Print the value of one setting that a run would use'
    'set' = 'Store a setting in the profile'
    'unset' = 'Remove a setting from the profile'
    'list' = 'List every setting with the value that a run would use, and where it comes from'
    'path' = 'Print where settings, keys, the spend journal, the cache and the sandbox''s store are kept'
  }
  'help config' = [ordered]@{
    'get' = 'Print the value of one setting that a run would use'
    'set' = 'Store a setting in the profile'
    'unset' = 'Remove a setting from the profile'
    'list' = 'List every setting with the value that a run would use, and where it comes from'
    'path' = 'Print where settings, keys, the spend journal, the cache and the sandbox''s store are kept'
  }
  'sandbox' = [ordered]@{
    'start' = 'Run the sandbox on this machine, for every program that speaks HTTP'
    'status' = 'Show whether the sandbox runs and where, its store, its clock and what it holds'
    'stop' = 'Stop the running sandbox; its store stays'
    'users' = 'List the sandbox''s users with their keys'
    'clock' = 'Show the sandbox''s time, set it, move it on, or change how it runs'
    'set' = 'Change how the sandbox behaves: delays, lifetimes, prices, variants; or list all settings'
    'faults' = 'Make the sandbox fail on request, to see how a script copes; or list the planted faults'
    'cancel-task' = 'Cancel tasks that the sandbox has not collected yet'
    'cancel-repeat' = 'Cancel repeat requests, with those of their tasks that are not collected yet'
    'complete-order' = 'Finish an order in progress now, whatever the sandbox''s clock says'
    'reset' = 'Forget everything that happened in the sandbox: orders, faults, settings, clock'
  }
  'help sandbox' = [ordered]@{
    'start' = 'Run the sandbox on this machine, for every program that speaks HTTP'
    'status' = 'Show whether the sandbox runs and where, its store, its clock and what it holds'
    'stop' = 'Stop the running sandbox; its store stays'
    'users' = 'List the sandbox''s users with their keys'
    'clock' = 'Show the sandbox''s time, set it, move it on, or change how it runs'
    'set' = 'Change how the sandbox behaves: delays, lifetimes, prices, variants; or list all settings'
    'faults' = 'Make the sandbox fail on request, to see how a script copes; or list the planted faults'
    'cancel-task' = 'Cancel tasks that the sandbox has not collected yet'
    'cancel-repeat' = 'Cancel repeat requests, with those of their tasks that are not collected yet'
    'complete-order' = 'Finish an order in progress now, whatever the sandbox''s clock says'
    'reset' = 'Forget everything that happened in the sandbox: orders, faults, settings, clock'
  }
}

$swathArguments = @{
  'task get' = @('ids task...')
  'task cost' = @('ids task...')
  'task approve' = @('ids task...')
  'task reject' = @('ids task...')
  'task retask' = @('ids task...')
  'task set-products' = @('ids task...')
  'task wait' = @('ids task...')
  'repeat get' = @('ids repeat...')
  'repeat cost' = @('ids repeat...')
  'repeat approve' = @('ids repeat...')
  'repeat reject' = @('ids repeat...')
  'repeat retask' = @('ids repeat...')
  'repeat wait' = @('ids repeat...')
  'approvals approve' = @('ids task...')
  'approvals reject' = @('ids task...')
  'collect retask' = @('ids collect...')
  'catalog preview' = @('ids item...')
  'catalog stacks' = @('files...')
  'order review' = @('anything...')
  'order place' = @('anything...')
  'order task' = @('ids task...')
  'order links' = @('ids order...')
  'order download' = @('ids order...')
  'order wait' = @('ids order...')
  'export sync' = @('folders')
  'export query' = @('files...')
  'org set-defaults' = @('anything')
  'journal show' = @('anything...')
  'journal resolve' = @('anything')
  'profile use' = @('ids profile')
  'profile show' = @('ids profile')
  'profile delete' = @('ids profile')
  'config get' = @('words baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.$ dialect.orderTaskBody')
  'config set' = @('words baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.$ dialect.orderTaskBody', 'anything')
  'config unset' = @('words baseUrl contractId organizationId budget output elements concurrency timeout retries caFile accessible dialect.auth.header dialect.auth.scheme dialect.vendorPrefix dialect.paths.orders dialect.paths.repeatRetask dialect.paths.taskUpdate dialect.paged.method dialect.placement dialect.repeatNameCasing dialect.ascDescKey dialect.repeatEndField dialect.repetitionCountPath dialect.retaskEnvelope dialect.retaskRepetitionNested dialect.retaskAnglesAsString dialect.searchPagingIn dialect.repeatSearchKey dialect.bboxCrsIn dialect.currency.$ dialect.orderTaskBody')
  'sandbox set' = @('words estimateDelay schedulerDelay processingDelay generationDelay initialStatus inProgressDownload standardMinWindow collectRetaskWindow retaskInheritsPreApproval orderTtl assetUrlTtl exportUrlTtl tokenTtl pagedMethod recordPlacement statusReply statusWords localTimeStyle collectionTypesShape searchEnvelope pagingFields errorStyle catalogEnvelope catalogPaging createdStatus reviewStyle runningWeekCounts priceTable unavailableProductTypes extras idStyle productSize thumbnails variant', 'anything')
  'sandbox cancel-task' = @('ids task...')
  'sandbox cancel-repeat' = @('ids repeat...')
  'sandbox complete-order' = @('ids order...')
  'verify' = @('folders')
  'gallery' = @('folders')
  'api' = @('words GET HEAD OPTIONS POST PUT PATCH DELETE', 'words /collectiontypes /task /repeat-requests /task/{taskingRequestId}/retask /collects/{collectId}/retask /repeat-request/{repeatRequestId}/retask /task/{taskingrequestId} /repeat-requests/{repeatrequestId} /task/{taskingrequestId}/status /repeat-requests/{repeatrequestId}/status /tasks/{id} /organizations/{id} /tasks/search /repeat-requests/search /tasks/paged /orders/review /orders /orders/task/{taskingRequestId} /orders/{orderId}/download /catalog/search /catalog/archive-export/available /catalog/archive-export/presigned /token')
  'schema' = @('words task repeat retask retask-collect retask-repeat products order search search-repeats catalog organization export')
  'completion' = @('words bash zsh fish powershell')
}

$swathGlobalFlags = @(
  @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv geojson stapi yaml id order-items html map'; Summary = 'how to print the result' }
  @{ Names = @('--json'); Value = $null; Summary = 'short for --output json; errors are JSON too' }
  @{ Names = @('--columns'); Value = 'anything'; Summary = 'columns to print, separated by commas (any path of the data)' }
  @{ Names = @('--query'); Value = 'anything'; Summary = 'print what this JMESPath expression finds in the result' }
  @{ Names = @('--no-header'); Value = $null; Summary = 'leave out the header line of tables and CSV' }
  @{ Names = @('--ascii'); Value = $null; Summary = 'draw maps with plain characters' }
  @{ Names = @('--quiet', '-q'); Value = $null; Summary = 'print ids only, and no notes' }
  @{ Names = @('--verbose', '-v'); Value = $null; Summary = 'print more on stderr: requests, retries, where settings come from' }
  @{ Names = @('--debug'); Value = $null; Summary = 'as --verbose, with stack traces' }
  @{ Names = @('--color'); Value = 'words auto always never'; Summary = 'colour' }
  @{ Names = @('--no-color'); Value = $null; Summary = 'the same as --color never' }
  @{ Names = @('--progress'); Value = 'words auto json none'; Summary = 'progress on stderr' }
  @{ Names = @('--log-file'); Value = 'files'; Summary = 'append the messages of stderr to this file as JSON lines' }
  @{ Names = @('--debug-http'); Value = 'files'; Summary = 'write every HTTP exchange to this HAR file, without keys and signatures' }
  @{ Names = @('--annotate'); Value = $null; Summary = 'also print errors and warnings as GitHub Actions annotations' }
  @{ Names = @('--step-summary'); Value = $null; Summary = 'append the outcome of the run to $GITHUB_STEP_SUMMARY' }
  @{ Names = @('--profile'); Value = 'ids profile'; Summary = 'settings profile' }
  @{ Names = @('--base-url'); Value = 'anything'; Summary = 'base URL of the service' }
  @{ Names = @('--sandbox'); Value = $null; Summary = 'use the sandbox on this machine: no account, no network, no cost' }
  @{ Names = @('--sandbox-user'); Value = 'words member manager outsider'; Summary = 'which sandbox user to be' }
  @{ Names = @('--api-key-file'); Value = 'files'; Summary = 'read the API key from this file (- for stdin)' }
  @{ Names = @('--token-file'); Value = 'files'; Summary = 'read a bearer token from this file (- for stdin)' }
  @{ Names = @('--vendor-prefix'); Value = 'anything'; Summary = 'the operator''s prefix in property names' }
  @{ Names = @('--ca-file'); Value = 'files'; Summary = 'trust the certificates in this PEM file too' }
  @{ Names = @('--timeout'); Value = 'anything'; Summary = 'limit for one request, such as 30s' }
  @{ Names = @('--retries'); Value = 'anything'; Summary = 'how often a request that is safe to repeat is retried' }
  @{ Names = @('--concurrency'); Value = 'anything'; Summary = 'how many transfers or requests at once' }
  @{ Names = @('--config'); Value = 'folders'; Summary = 'folder of the settings and stored keys' }
  @{ Names = @('--dry-run'); Value = $null; Summary = 'print the request that would be sent, and send nothing' }
  @{ Names = @('--yes', '-y'); Value = $null; Summary = 'answer every confirmation with yes' }
  @{ Names = @('--no-input'); Value = $null; Summary = 'never ask; fail and name the flag instead' }
  @{ Names = @('--no-validate'); Value = $null; Summary = 'send what breaks a local rule, with a warning' }
  @{ Names = @('--strict'); Value = $null; Summary = 'treat warnings as errors' }
  @{ Names = @('--resend'); Value = $null; Summary = 'send again although the journal holds the same request as unresolved' }
  @{ Names = @('--help', '-h'); Value = $null; Summary = 'show help' }
)

$swathFlags = @{
  '' = @(@{ Names = @('--version', '-V'); Value = $null; Summary = 'print the version' })
  'task create' = @(
    @{ Names = @('--point'); Value = 'anything'; Summary = 'a point, longitude first, or ''38.71N 9.14W''' }
    @{ Names = @('--place'); Value = 'anything'; Summary = 'a city, port, volcano or airport: Setubal, ''Valencia, ES''' }
    @{ Names = @('--radius'); Value = 'anything'; Summary = 'the disc around --point or --place, such as 5km' }
    @{ Names = @('--polygon'); Value = 'anything'; Summary = 'a ring as one word: ''lon,lat lon,lat ...'', first position repeated' }
    @{ Names = @('--geometry'); Value = 'document'; Summary = 'GeoJSON, WKT or KML: the text, @file, or - for stdin' }
    @{ Names = @('--file', '-f'); Value = 'files'; Summary = 'Feature, geometry, WKT or KML file (- for stdin); a Feature''s properties are sent' }
    @{ Names = @('--window-open'); Value = 'anything'; Summary = 'earliest collection (RFC 3339, a date, now, +2d)' }
    @{ Names = @('--window-close'); Value = 'anything'; Summary = 'latest collection' }
    @{ Names = @('--window'); Value = 'anything'; Summary = 'length of the window, such as 7d: the close is computed' }
    @{ Names = @('--allow-past'); Value = $null; Summary = 'send it although its time is over, where a service takes that' }
    @{ Names = @('--name'); Value = 'anything'; Summary = 'label' }
    @{ Names = @('--description'); Value = 'anything'; Summary = 'longer label' }
    @{ Names = @('--tier'); Value = 'words urgent priority standard flexible'; Summary = 'urgent, priority, standard (scheduled in this order) or flexible (moved to make room)' }
    @{ Names = @('--type'); Value = 'words spotlight spotlight_ultra spotlight_wide stripmap_20 stripmap_50 stripmap_100 parallel_stripmap_20 parallel_stripmap_50 parallel_stripmap_100'; Summary = 'collection type (swath task types); a polygon takes stripmap_100; spotlight types squint by +/-30 degrees by themselves' }
    @{ Names = @('--check-type'); Value = $null; Summary = 'ask the service first whether it has this collection type' }
    @{ Names = @('--product-type'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'product types, GEO among them; left out, your organization''s defaults apply (repeatable)' }
    @{ Names = @('--with-required'); Value = $null; Summary = 'add GEO to --product-type, which the system requires' }
    @{ Names = @('--holdback'); Value = 'words none 30_day 1_year permanent'; Summary = 'time until the collect is in the public archive' }
    @{ Names = @('--product-category'); Value = 'anything'; Summary = 'product category, sent as typed' }
    @{ Names = @('--contract'); Value = 'ids task'; Summary = 'contract' }
    @{ Names = @('--custom1'); Value = 'anything'; Summary = 'customAttribute1, for your own tracking' }
    @{ Names = @('--custom2'); Value = 'anything'; Summary = 'customAttribute2' }
    @{ Names = @('--pre-approve'); Value = $null; Summary = 'costs money without another question: skips the cost review' }
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--look-direction'); Value = 'words right left either'; Summary = 'side the radar looks to (right, left, either)' }
    @{ Names = @('--orbit-state'); Value = 'words ascending descending either'; Summary = 'direction of the orbit (ascending, descending, either)' }
    @{ Names = @('--orbital-plane'); Value = 'words 45 53 97'; Summary = 'orbital plane (45, 53, 97) (repeatable)' }
    @{ Names = @('--off-nadir-min'); Value = 'anything'; Summary = 'smallest off-nadir angle' }
    @{ Names = @('--off-nadir-max'); Value = 'anything'; Summary = 'largest off-nadir angle' }
    @{ Names = @('--azimuth-min'); Value = 'anything'; Summary = 'azimuth from target to satellite, clockwise from North (topocentric ENZ); above --azimuth-max it wraps through North' }
    @{ Names = @('--azimuth-max'); Value = 'anything'; Summary = 'the other end; equal to --azimuth-min for one angle' }
    @{ Names = @('--local-time'); Value = 'words day night anytime'; Summary = 'local time of day at the target: day (06:00-18:00), night (18:00-06:00), anytime, HH:MM-HH:MM, or start,end in seconds; with daylight saving' }
    @{ Names = @('--squint'); Value = 'words enabled forward backward'; Summary = 'squint for stripmap types; spotlight has it by itself (enabled, forward, backward)' }
    @{ Names = @('--max-squint-angle'); Value = 'anything'; Summary = 'most squint to either side, 35 for stripmap types; forward with 30 considers angles greater than 0, 15 and 30' }
    @{ Names = @('--grazing-min'); Value = 'anything'; Summary = 'smallest grazing angle' }
    @{ Names = @('--grazing-max'); Value = 'anything'; Summary = 'largest grazing angle' }
    @{ Names = @('--polarization'); Value = 'anything'; Summary = 'polarization, sent as typed' }
    @{ Names = @('--explain'); Value = $null; Summary = 'explain the request in words, and send nothing' }
    @{ Names = @('--time-zone'); Value = 'anything'; Summary = 'IANA zone for --explain in place of the target''s' }
    @{ Names = @('--elements'); Value = 'files'; Summary = 'for --explain: orbital elements: OMM (JSON, CSV, XML, KVN) or TLE; - for stdin' }
    @{ Names = @('--each'); Value = $null; Summary = 'one request for each feature of --file; a rerun sends what is missing' }
    @{ Names = @('--interactive'); Value = $null; Summary = 'ask for everything that no flag says' }
    @{ Names = @('--placement'); Value = 'words both root properties'; Summary = 'where pre-approval and custom attributes are put' }
    @{ Names = @('--wait'); Value = '?anything'; Summary = 'wait for the cost estimate, or for this status code' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'task get' = @(
    @{ Names = @('--history'); Value = $null; Summary = 'show the statuses it has had, newest first' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'task cost' = @(
    @{ Names = @('--wait'); Value = $null; Summary = 'wait until the estimate is there' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'task approve' = @(
    @{ Names = @('--no-check'); Value = $null; Summary = 'send without reading its state and price first' }
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--without-estimate'); Value = $null; Summary = 'approve although no estimate exists yet' }
    @{ Names = @('--wait'); Value = $null; Summary = 'wait until the scheduler has accepted it' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'task reject' = @(
    @{ Names = @('--no-check'); Value = $null; Summary = 'send without reading its state and price first' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'task retask' = @(
    @{ Names = @('--collect'); Value = 'ids task'; Summary = 'retask this collect instead (swath collect retask)' }
    @{ Names = @('--name'); Value = 'anything'; Summary = 'label, the original''s when left out' }
    @{ Names = @('--description'); Value = 'anything'; Summary = 'longer label, the original''s when left out; the service adds the original''s id' }
    @{ Names = @('--window-open'); Value = 'anything'; Summary = 'earliest collection (RFC 3339, a date, now, +2d)' }
    @{ Names = @('--window-close'); Value = 'anything'; Summary = 'latest collection' }
    @{ Names = @('--allow-past'); Value = $null; Summary = 'send it although its time is over, where a service takes that' }
    @{ Names = @('--tier'); Value = 'words urgent priority standard flexible'; Summary = 'urgent, priority, standard, flexible; the original''s when left out' }
    @{ Names = @('--holdback'); Value = 'words none 30_day 1_year permanent'; Summary = 'time until the collect is in the public archive, the original''s when left out' }
    @{ Names = @('--off-nadir-min'); Value = 'anything'; Summary = 'with --collect only' }
    @{ Names = @('--off-nadir-max'); Value = 'anything'; Summary = 'with --collect only' }
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--no-check'); Value = $null; Summary = 'do not read the original first; needs --yes' }
    @{ Names = @('--file', '-f'); Value = 'files'; Summary = 'the whole body from a JSON file, - for stdin' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'task set-products' = @(
    @{ Names = @('--product-type'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'product types, GEO among them; left out, your organization''s defaults apply (repeatable)' }
    @{ Names = @('--with-required'); Value = $null; Summary = 'add GEO to --product-type, which the system requires' }
    @{ Names = @('--add'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'add to the task''s product types (repeatable)' }
    @{ Names = @('--remove'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'take away from the task''s product types (repeatable)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'task list' = @(
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'how many results in all' }
    @{ Names = @('--page'); Value = 'anything'; Summary = 'which page, counted from 1' }
    @{ Names = @('--page-size'); Value = 'anything'; Summary = 'how many results a page (sent to the service)' }
    @{ Names = @('--all'); Value = $null; Summary = 'every result, page after page' }
    @{ Names = @('--price'); Value = $null; Summary = 'show what each costs; read one by one where the list leaves prices out' }
    @{ Names = @('--org'); Value = 'ids task'; Summary = 'tasks of this organization' }
    @{ Names = @('--reverse'); Value = $null; Summary = 'the last of what is listed first (turned round here)' }
    @{ Names = @('--method'); Value = 'words get post'; Summary = 'this one, and no other' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv geojson yaml id html map'; Summary = 'how to print the result' }
  )
  'task types' = @(
    @{ Names = @('--refresh'); Value = $null; Summary = 'ask the service although its answer is kept' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'task collection-types' = @(
    @{ Names = @('--refresh'); Value = $null; Summary = 'ask the service although its answer is kept' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'task search' = @(
    @{ Names = @('--id'); Value = 'ids task'; Summary = 'id of the request; - reads ids from stdin (repeatable)' }
    @{ Names = @('--name'); Value = 'anything'; Summary = 'a part of the name, in any case' }
    @{ Names = @('--name-eq'); Value = 'anything'; Summary = 'the whole name' }
    @{ Names = @('--name-prefix'); Value = 'anything'; Summary = 'the beginning of the name' }
    @{ Names = @('--status'); Value = 'words review submitted accepted completed rejected'; Summary = 'last status code; any code may be named (repeatable)' }
    @{ Names = @('--status-message'); Value = 'anything'; Summary = 'last status message' }
    @{ Names = @('--status-time'); Value = 'anything'; Summary = 'last status change, such as ''>=2026-01-01T00:00:00Z''' }
    @{ Names = @('--mode'); Value = 'anything'; Summary = 'collect mode, not collection type (repeatable)' }
    @{ Names = @('--submitted'); Value = 'anything'; Summary = 'submission: a time, a day or <start>/<end>, open ends as ..' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'submitted from this time on (RFC 3339, a date, -7d)' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'submitted up to this time' }
    @{ Names = @('--window-duration'); Value = 'anything'; Summary = 'such as ''>=86400'' (the interface names no unit; the sandbox counts seconds)' }
    @{ Names = @('--holdback'); Value = 'words none 30_day 1_year permanent'; Summary = 'archive holdback (repeatable)' }
    @{ Names = @('--reseller-id'); Value = 'ids task'; Summary = 'reseller (repeatable)' }
    @{ Names = @('--where'); Value = 'words taskingrequestName taskName taskingrequestId taskId windowOpen windowClose lastStatusCode lastStatusMessage lastStatusTime type submissionTime repeatrequestId windowDuration archiveHoldback resellerId includeRepeatingTasks'; Summary = 'any path below properties: ''collectConstraints.offNadirMin>=20'' (repeatable)' }
    @{ Names = @('--where-string'); Value = 'anything'; Summary = 'as --where, the value sent as text (repeatable)' }
    @{ Names = @('--filter'); Value = 'document'; Summary = 'the raw query object: JSON, @file, or - for stdin' }
    @{ Names = @('--sort'); Value = 'anything'; Summary = 'a column or a path below properties, with :asc or :desc' }
    @{ Names = @('--page'); Value = 'anything'; Summary = 'which page, counted from 1' }
    @{ Names = @('--page-size'); Value = 'anything'; Summary = 'how many results a page (sent to the service)' }
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'how many results in all' }
    @{ Names = @('--all'); Value = $null; Summary = 'every result, page after page' }
    @{ Names = @('--price'); Value = $null; Summary = 'show what each costs; read one by one where the list leaves prices out' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--window-open'); Value = 'anything'; Summary = 'when the window opens: a time, a day or <start>/<end>' }
    @{ Names = @('--window-close'); Value = 'anything'; Summary = 'when the window closes' }
    @{ Names = @('--repeat-id'); Value = 'ids repeat'; Summary = 'tasks of this repeat request (its id or its name) (repeatable)' }
    @{ Names = @('--include-repeating'); Value = $null; Summary = 'also the tasks that repeat requests have made' }
    @{ Names = @('--no-include-repeating'); Value = $null; Summary = 'without them, even with --repeat-id' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv geojson yaml id html map'; Summary = 'how to print the result' }
  )
  'task wait' = @(
    @{ Names = @('--until'); Value = 'words review submitted accepted completed rejected'; Summary = 'status to wait for, completed when left out (repeatable)' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'repeat create' = @(
    @{ Names = @('--point'); Value = 'anything'; Summary = 'a point, longitude first, or ''38.71N 9.14W''' }
    @{ Names = @('--place'); Value = 'anything'; Summary = 'a city, port, volcano or airport: Setubal, ''Valencia, ES''' }
    @{ Names = @('--geometry'); Value = 'document'; Summary = 'GeoJSON, WKT or KML: the text, @file, or - for stdin' }
    @{ Names = @('--file', '-f'); Value = 'files'; Summary = 'Feature, geometry, WKT or KML file (- for stdin); a Feature''s properties are sent' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'earliest collection of the series (RFC 3339, a date, now, +2d)' }
    @{ Names = @('--interval'); Value = 'anything'; Summary = 'days between the openings of its requests, at least 1 (7, 36h, 2w)' }
    @{ Names = @('--count'); Value = 'anything'; Summary = 'end after so many completed acquisitions' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'end at this time' }
    @{ Names = @('--allow-past'); Value = $null; Summary = 'send it although its time is over, where a service takes that' }
    @{ Names = @('--until-canceled'); Value = $null; Summary = 'run until the series is cancelled' }
    @{ Names = @('--name'); Value = 'anything'; Summary = 'label' }
    @{ Names = @('--description'); Value = 'anything'; Summary = 'longer label' }
    @{ Names = @('--tier'); Value = 'words routine flexible'; Summary = 'routine or flexible' }
    @{ Names = @('--type'); Value = 'words spotlight spotlight_ultra spotlight_wide stripmap_20 stripmap_50 stripmap_100 parallel_stripmap_20 parallel_stripmap_50 parallel_stripmap_100'; Summary = 'collection type (swath task types)' }
    @{ Names = @('--maintain-framing'); Value = $null; Summary = 'keep look direction, orbit direction and plane across acquisitions' }
    @{ Names = @('--no-maintain-framing'); Value = $null; Summary = 'do not keep them' }
    @{ Names = @('--look-angle-tolerance'); Value = 'anything'; Summary = 'how far look angles may differ, with --maintain-framing' }
    @{ Names = @('--azimuth-tolerance'); Value = 'anything'; Summary = 'the same for azimuths' }
    @{ Names = @('--custom1'); Value = 'anything'; Summary = 'customAttribute1, for your own tracking' }
    @{ Names = @('--custom2'); Value = 'anything'; Summary = 'customAttribute2' }
    @{ Names = @('--pre-approve'); Value = $null; Summary = 'costs money without another question: skips the cost review' }
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--holdback'); Value = 'words none 30_day 1_year permanent'; Summary = 'time until collects are in the public archive' }
    @{ Names = @('--product-type'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'product types, GEO among them; left out, your organization''s defaults apply (repeatable)' }
    @{ Names = @('--with-required'); Value = $null; Summary = 'add GEO to --product-type, which the system requires' }
    @{ Names = @('--contract'); Value = 'ids repeat'; Summary = 'contract' }
    @{ Names = @('--look-direction'); Value = 'words right left either'; Summary = 'side the radar looks to (right, left, either)' }
    @{ Names = @('--orbit-state'); Value = 'words ascending descending either'; Summary = 'direction of the orbit (ascending, descending, either)' }
    @{ Names = @('--orbital-plane'); Value = 'words 45 53 97'; Summary = 'orbital plane (45, 53, 97) (repeatable)' }
    @{ Names = @('--off-nadir-min'); Value = 'anything'; Summary = 'smallest off-nadir angle' }
    @{ Names = @('--off-nadir-max'); Value = 'anything'; Summary = 'largest off-nadir angle' }
    @{ Names = @('--azimuth-min'); Value = 'anything'; Summary = 'azimuth from target to satellite, clockwise from North (topocentric ENZ); above --azimuth-max it wraps through North' }
    @{ Names = @('--azimuth-max'); Value = 'anything'; Summary = 'the other end; equal to --azimuth-min for one angle' }
    @{ Names = @('--local-time'); Value = 'words day night anytime'; Summary = 'local time of day at the target: day (06:00-18:00), night (18:00-06:00), anytime, HH:MM-HH:MM, or start,end in seconds; with daylight saving' }
    @{ Names = @('--squint'); Value = 'words enabled forward backward'; Summary = 'squint for stripmap types; spotlight has it by itself (enabled, forward, backward)' }
    @{ Names = @('--max-squint-angle'); Value = 'anything'; Summary = 'most squint to either side, 35 for stripmap types; forward with 30 considers angles greater than 0, 15 and 30' }
    @{ Names = @('--grazing-min'); Value = 'anything'; Summary = 'smallest grazing angle' }
    @{ Names = @('--grazing-max'); Value = 'anything'; Summary = 'largest grazing angle' }
    @{ Names = @('--polarization'); Value = 'anything'; Summary = 'polarization, sent as typed' }
    @{ Names = @('--interactive'); Value = $null; Summary = 'ask for everything that no flag says' }
    @{ Names = @('--each'); Value = $null; Summary = 'one series for each feature of --file; a rerun sends what is missing' }
    @{ Names = @('--wait'); Value = '?anything'; Summary = 'wait for the cost estimate, or for this status code' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'repeat get' = @(
    @{ Names = @('--history'); Value = $null; Summary = 'show the statuses it has had, newest first' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'repeat cost' = @(
    @{ Names = @('--wait'); Value = $null; Summary = 'wait until the estimate is there' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'repeat approve' = @(
    @{ Names = @('--no-check'); Value = $null; Summary = 'send without reading its state and price first' }
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--without-estimate'); Value = $null; Summary = 'approve although no estimate exists yet' }
    @{ Names = @('--wait'); Value = $null; Summary = 'wait until the scheduler has accepted it' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'repeat reject' = @(
    @{ Names = @('--no-check'); Value = $null; Summary = 'send without reading its state and price first' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'repeat list' = @(
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'how many results in all' }
    @{ Names = @('--page'); Value = 'anything'; Summary = 'which page, counted from 1' }
    @{ Names = @('--page-size'); Value = 'anything'; Summary = 'how many results a page (sent to the service)' }
    @{ Names = @('--all'); Value = $null; Summary = 'every result, page after page' }
    @{ Names = @('--price'); Value = $null; Summary = 'show what each costs; read one by one where the list leaves prices out' }
    @{ Names = @('--reverse'); Value = $null; Summary = 'the last of what is listed first (turned round here)' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv geojson yaml id html map'; Summary = 'how to print the result' }
  )
  'repeat retask' = @(
    @{ Names = @('--name'); Value = 'anything'; Summary = 'label, the original''s when left out' }
    @{ Names = @('--description'); Value = 'anything'; Summary = 'longer label, the original''s when left out; the service adds the original''s id' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'earliest collection of the series (RFC 3339, a date, now, +2d)' }
    @{ Names = @('--interval'); Value = 'anything'; Summary = 'days between the openings of its requests, at least 1 (7, 36h, 2w)' }
    @{ Names = @('--count'); Value = 'anything'; Summary = 'end after so many completed acquisitions' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'end at this time' }
    @{ Names = @('--allow-past'); Value = $null; Summary = 'send it although its time is over, where a service takes that' }
    @{ Names = @('--until-canceled'); Value = $null; Summary = 'run until the series is cancelled' }
    @{ Names = @('--tier'); Value = 'words routine flexible'; Summary = 'routine, flexible; the original''s when left out' }
    @{ Names = @('--holdback'); Value = 'words none 30_day 1_year permanent'; Summary = 'time until the collect is in the public archive, the original''s when left out' }
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--no-check'); Value = $null; Summary = 'do not read the original first; needs --yes' }
    @{ Names = @('--file', '-f'); Value = 'files'; Summary = 'the whole body from a JSON file, - for stdin' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'repeat search' = @(
    @{ Names = @('--id'); Value = 'ids repeat'; Summary = 'id of the request; - reads ids from stdin (repeatable)' }
    @{ Names = @('--name'); Value = 'anything'; Summary = 'a part of the name, in any case' }
    @{ Names = @('--name-eq'); Value = 'anything'; Summary = 'the whole name' }
    @{ Names = @('--name-prefix'); Value = 'anything'; Summary = 'the beginning of the name' }
    @{ Names = @('--status'); Value = 'words review submitted accepted completed rejected'; Summary = 'last status code; any code may be named (repeatable)' }
    @{ Names = @('--status-message'); Value = 'anything'; Summary = 'last status message' }
    @{ Names = @('--status-time'); Value = 'anything'; Summary = 'last status change, such as ''>=2026-01-01T00:00:00Z''' }
    @{ Names = @('--mode'); Value = 'anything'; Summary = 'collect mode, not collection type (repeatable)' }
    @{ Names = @('--submitted'); Value = 'anything'; Summary = 'submission: a time, a day or <start>/<end>, open ends as ..' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'submitted from this time on (RFC 3339, a date, -7d)' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'submitted up to this time' }
    @{ Names = @('--window-duration'); Value = 'anything'; Summary = 'such as ''>=86400'' (the interface names no unit; the sandbox counts seconds)' }
    @{ Names = @('--holdback'); Value = 'words none 30_day 1_year permanent'; Summary = 'archive holdback (repeatable)' }
    @{ Names = @('--reseller-id'); Value = 'ids repeat'; Summary = 'reseller (repeatable)' }
    @{ Names = @('--where'); Value = 'words repeatrequestId repeatrequestName repeatrequestDescription lastStatusCode lastStatusMessage lastStatusTime type submissionTime windowDuration archiveHoldback resellerId'; Summary = 'any path below properties: ''collectConstraints.offNadirMin>=20'' (repeatable)' }
    @{ Names = @('--where-string'); Value = 'anything'; Summary = 'as --where, the value sent as text (repeatable)' }
    @{ Names = @('--filter'); Value = 'document'; Summary = 'the raw query object: JSON, @file, or - for stdin' }
    @{ Names = @('--sort'); Value = 'anything'; Summary = 'a column or a path below properties, with :asc or :desc' }
    @{ Names = @('--page'); Value = 'anything'; Summary = 'which page, counted from 1' }
    @{ Names = @('--page-size'); Value = 'anything'; Summary = 'how many results a page (sent to the service)' }
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'how many results in all' }
    @{ Names = @('--all'); Value = $null; Summary = 'every result, page after page' }
    @{ Names = @('--price'); Value = $null; Summary = 'show what each costs; read one by one where the list leaves prices out' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--description'); Value = 'anything'; Summary = 'a part of the description, in any case' }
    @{ Names = @('--description-eq'); Value = 'anything'; Summary = 'the whole description' }
    @{ Names = @('--description-prefix'); Value = 'anything'; Summary = 'the beginning of the description' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv geojson yaml id html map'; Summary = 'how to print the result' }
  )
  'repeat wait' = @(
    @{ Names = @('--until'); Value = 'words review submitted accepted completed rejected'; Summary = 'status to wait for, completed when left out (repeatable)' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'approvals' = @(
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'approvals list' = @(
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'approvals approve' = @(
    @{ Names = @('--all'); Value = $null; Summary = 'everything that waits' }
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'approvals reject' = @(
    @{ Names = @('--all'); Value = $null; Summary = 'everything that waits' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'collect retask' = @(
    @{ Names = @('--name'); Value = 'anything'; Summary = 'label, a generic one when left out' }
    @{ Names = @('--description'); Value = 'anything'; Summary = 'longer label, empty when left out; the service adds the original''s id' }
    @{ Names = @('--window-open'); Value = 'anything'; Summary = 'earliest collection (RFC 3339, a date, now, +2d)' }
    @{ Names = @('--window-close'); Value = 'anything'; Summary = 'latest collection' }
    @{ Names = @('--allow-past'); Value = $null; Summary = 'send it although its time is over, where a service takes that' }
    @{ Names = @('--tier'); Value = 'words urgent priority standard flexible'; Summary = 'urgent, priority, standard, flexible; standard when left out' }
    @{ Names = @('--holdback'); Value = 'words none 30_day 1_year permanent'; Summary = 'time until the collect is in the public archive, the contract''s when left out' }
    @{ Names = @('--off-nadir-min'); Value = 'anything'; Summary = '5 to 50, below the maximum; look angle - 5 when left out' }
    @{ Names = @('--off-nadir-max'); Value = 'anything'; Summary = '5 to 50, above the minimum; look angle + 5 when left out' }
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--file', '-f'); Value = 'files'; Summary = 'the whole body from a JSON file, - for stdin' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'search tasks' = @(
    @{ Names = @('--id'); Value = 'ids task'; Summary = 'id of the request; - reads ids from stdin (repeatable)' }
    @{ Names = @('--name'); Value = 'anything'; Summary = 'a part of the name, in any case' }
    @{ Names = @('--name-eq'); Value = 'anything'; Summary = 'the whole name' }
    @{ Names = @('--name-prefix'); Value = 'anything'; Summary = 'the beginning of the name' }
    @{ Names = @('--status'); Value = 'words review submitted accepted completed rejected'; Summary = 'last status code; any code may be named (repeatable)' }
    @{ Names = @('--status-message'); Value = 'anything'; Summary = 'last status message' }
    @{ Names = @('--status-time'); Value = 'anything'; Summary = 'last status change, such as ''>=2026-01-01T00:00:00Z''' }
    @{ Names = @('--mode'); Value = 'anything'; Summary = 'collect mode, not collection type (repeatable)' }
    @{ Names = @('--submitted'); Value = 'anything'; Summary = 'submission: a time, a day or <start>/<end>, open ends as ..' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'submitted from this time on (RFC 3339, a date, -7d)' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'submitted up to this time' }
    @{ Names = @('--window-duration'); Value = 'anything'; Summary = 'such as ''>=86400'' (the interface names no unit; the sandbox counts seconds)' }
    @{ Names = @('--holdback'); Value = 'words none 30_day 1_year permanent'; Summary = 'archive holdback (repeatable)' }
    @{ Names = @('--reseller-id'); Value = 'ids task'; Summary = 'reseller (repeatable)' }
    @{ Names = @('--where'); Value = 'words taskingrequestName taskName taskingrequestId taskId windowOpen windowClose lastStatusCode lastStatusMessage lastStatusTime type submissionTime repeatrequestId windowDuration archiveHoldback resellerId includeRepeatingTasks'; Summary = 'any path below properties: ''collectConstraints.offNadirMin>=20'' (repeatable)' }
    @{ Names = @('--where-string'); Value = 'anything'; Summary = 'as --where, the value sent as text (repeatable)' }
    @{ Names = @('--filter'); Value = 'document'; Summary = 'the raw query object: JSON, @file, or - for stdin' }
    @{ Names = @('--sort'); Value = 'anything'; Summary = 'a column or a path below properties, with :asc or :desc' }
    @{ Names = @('--page'); Value = 'anything'; Summary = 'which page, counted from 1' }
    @{ Names = @('--page-size'); Value = 'anything'; Summary = 'how many results a page (sent to the service)' }
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'how many results in all' }
    @{ Names = @('--all'); Value = $null; Summary = 'every result, page after page' }
    @{ Names = @('--price'); Value = $null; Summary = 'show what each costs; read one by one where the list leaves prices out' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--window-open'); Value = 'anything'; Summary = 'when the window opens: a time, a day or <start>/<end>' }
    @{ Names = @('--window-close'); Value = 'anything'; Summary = 'when the window closes' }
    @{ Names = @('--repeat-id'); Value = 'ids repeat'; Summary = 'tasks of this repeat request (its id or its name) (repeatable)' }
    @{ Names = @('--include-repeating'); Value = $null; Summary = 'also the tasks that repeat requests have made' }
    @{ Names = @('--no-include-repeating'); Value = $null; Summary = 'without them, even with --repeat-id' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv geojson yaml id html map'; Summary = 'how to print the result' }
  )
  'search repeats' = @(
    @{ Names = @('--id'); Value = 'ids repeat'; Summary = 'id of the request; - reads ids from stdin (repeatable)' }
    @{ Names = @('--name'); Value = 'anything'; Summary = 'a part of the name, in any case' }
    @{ Names = @('--name-eq'); Value = 'anything'; Summary = 'the whole name' }
    @{ Names = @('--name-prefix'); Value = 'anything'; Summary = 'the beginning of the name' }
    @{ Names = @('--status'); Value = 'words review submitted accepted completed rejected'; Summary = 'last status code; any code may be named (repeatable)' }
    @{ Names = @('--status-message'); Value = 'anything'; Summary = 'last status message' }
    @{ Names = @('--status-time'); Value = 'anything'; Summary = 'last status change, such as ''>=2026-01-01T00:00:00Z''' }
    @{ Names = @('--mode'); Value = 'anything'; Summary = 'collect mode, not collection type (repeatable)' }
    @{ Names = @('--submitted'); Value = 'anything'; Summary = 'submission: a time, a day or <start>/<end>, open ends as ..' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'submitted from this time on (RFC 3339, a date, -7d)' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'submitted up to this time' }
    @{ Names = @('--window-duration'); Value = 'anything'; Summary = 'such as ''>=86400'' (the interface names no unit; the sandbox counts seconds)' }
    @{ Names = @('--holdback'); Value = 'words none 30_day 1_year permanent'; Summary = 'archive holdback (repeatable)' }
    @{ Names = @('--reseller-id'); Value = 'ids repeat'; Summary = 'reseller (repeatable)' }
    @{ Names = @('--where'); Value = 'words repeatrequestId repeatrequestName repeatrequestDescription lastStatusCode lastStatusMessage lastStatusTime type submissionTime windowDuration archiveHoldback resellerId'; Summary = 'any path below properties: ''collectConstraints.offNadirMin>=20'' (repeatable)' }
    @{ Names = @('--where-string'); Value = 'anything'; Summary = 'as --where, the value sent as text (repeatable)' }
    @{ Names = @('--filter'); Value = 'document'; Summary = 'the raw query object: JSON, @file, or - for stdin' }
    @{ Names = @('--sort'); Value = 'anything'; Summary = 'a column or a path below properties, with :asc or :desc' }
    @{ Names = @('--page'); Value = 'anything'; Summary = 'which page, counted from 1' }
    @{ Names = @('--page-size'); Value = 'anything'; Summary = 'how many results a page (sent to the service)' }
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'how many results in all' }
    @{ Names = @('--all'); Value = $null; Summary = 'every result, page after page' }
    @{ Names = @('--price'); Value = $null; Summary = 'show what each costs; read one by one where the list leaves prices out' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--description'); Value = 'anything'; Summary = 'a part of the description, in any case' }
    @{ Names = @('--description-eq'); Value = 'anything'; Summary = 'the whole description' }
    @{ Names = @('--description-prefix'); Value = 'anything'; Summary = 'the beginning of the description' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv geojson yaml id html map'; Summary = 'how to print the result' }
  )
  'catalog preview' = @(
    @{ Names = @('--image'); Value = 'words kitty iterm sixel blocks none'; Summary = 'how to draw (default: what the terminal can do); none saves nothing either' }
    @{ Names = @('--asset'); Value = 'anything'; Summary = 'which picture (default: the thumbnail; preview is larger)' }
    @{ Names = @('--out-dir'); Value = 'folders'; Summary = 'save the pictures in this folder instead of drawing them' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'catalog search' = @(
    @{ Names = @('--point'); Value = 'anything'; Summary = 'a point, longitude first, or ''38.71N 9.14W''' }
    @{ Names = @('--place'); Value = 'anything'; Summary = 'a city, port, volcano or airport: Setubal, ''Valencia, ES''' }
    @{ Names = @('--radius'); Value = 'anything'; Summary = 'the disc around --point or --place, such as 5km' }
    @{ Names = @('--bbox'); Value = 'anything'; Summary = 'a box: west, south, east, north (or with heights, 6 numbers)' }
    @{ Names = @('--bbox-crs'); Value = 'anything'; Summary = 'reference system of --bbox, such as EPSG:3857' }
    @{ Names = @('--file', '-f'); Value = 'files'; Summary = 'area from a GeoJSON, WKT or KML file (- for stdin)' }
    @{ Names = @('--intersects'); Value = 'document'; Summary = 'area as GeoJSON, WKT or KML: the text, @file, or - for stdin' }
    @{ Names = @('--datetime'); Value = 'anything'; Summary = 'a time or <start>/<end>, open ends as ..' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'from this time on (RFC 3339, a date, now, -7d)' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'up to this time' }
    @{ Names = @('--collection'); Value = 'ids collection'; Summary = 'collection to search (repeatable)' }
    @{ Names = @('--id'); Value = 'ids item'; Summary = 'item id (- reads ids from stdin); the service then ignores every other filter (repeatable)' }
    @{ Names = @('--product-type'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'sar:product_type' }
    @{ Names = @('--instrument-mode'); Value = 'anything'; Summary = 'sar:instrument_mode' }
    @{ Names = @('--orbit-state'); Value = 'words ascending descending'; Summary = 'sat:orbit_state' }
    @{ Names = @('--platform'); Value = 'anything'; Summary = 'platform' }
    @{ Names = @('--collect-id'); Value = 'ids collect'; Summary = 'vendor:collect_id' }
    @{ Names = @('--where'); Value = 'words sar:instrument_mode sar:pixel_spacing_range sar:pixel_spacing_azimuth sar:looks_range sar:looks_azimuth sar:looks_equivalent_number sar:resolution_range sar:resolution_azimuth vendor:squint_angle sar:observation_direction vendor:collect_id start_datetime end_datetime platform sar:product_type sat:orbit_state view:incidence_angle instruments'; Summary = 'a property compared: ''view:incidence_angle<30'' (repeatable)' }
    @{ Names = @('--like'); Value = 'ids item'; Summary = 'scenes in the geometry of this item, short id or row, around it (all pages are read)' }
    @{ Names = @('--filter'); Value = 'document'; Summary = 'the raw query object: JSON, @file, or - for stdin' }
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'how many items are listed, with --per day days; a table on a terminal counts whole scenes (20 without --limit)' }
    @{ Names = @('--all'); Value = $null; Summary = 'every result, page after page' }
    @{ Names = @('--page-size'); Value = 'anything'; Summary = 'how many results a page (sent to the service)' }
    @{ Names = @('--sort'); Value = 'words id collection datetime product mode orbit look incidence inc products resolution time scene sar:instrument_mode sar:pixel_spacing_range sar:pixel_spacing_azimuth sar:looks_range sar:looks_azimuth sar:looks_equivalent_number sar:resolution_range sar:resolution_azimuth vendor:squint_angle sar:observation_direction vendor:collect_id start_datetime end_datetime platform sar:product_type sat:orbit_state view:incidence_angle instruments covers price'; Summary = 'a property or column, with :desc for the other way round (repeatable)' }
    @{ Names = @('--price'); Value = $null; Summary = 'show what each costs; read one by one where the list leaves prices out' }
    @{ Names = @('--per-item'); Value = $null; Summary = 'on a terminal too a row an item, not a row a scene' }
    @{ Names = @('--min-cover'); Value = 'anything'; Summary = 'only what covers at least this share of the area, such as 80%' }
    @{ Names = @('--cover'); Value = $null; Summary = 'the fewest scenes that together cover the area' }
    @{ Names = @('--cheapest'); Value = $null; Summary = 'with --cover: the cheapest scenes, by the prices of reviews' }
    @{ Names = @('--per'); Value = 'words scene day'; Summary = 'a row a scene, or a row a day with what its scenes cover' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--thumbnails'); Value = $null; Summary = 'pictures of the rows in the map page (at most 200, 20 MB)' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv geojson yaml id order-items html map'; Summary = 'how to print the result' }
  )
  'catalog stacks' = @(
    @{ Names = @('--point'); Value = 'anything'; Summary = 'a point, longitude first, or ''38.71N 9.14W''' }
    @{ Names = @('--place'); Value = 'anything'; Summary = 'a city, port, volcano or airport: Setubal, ''Valencia, ES''' }
    @{ Names = @('--radius'); Value = 'anything'; Summary = 'the disc around --point or --place, such as 5km' }
    @{ Names = @('--bbox'); Value = 'anything'; Summary = 'a box: west, south, east, north (or with heights, 6 numbers)' }
    @{ Names = @('--file', '-f'); Value = 'files'; Summary = 'area from a GeoJSON, WKT or KML file (- for stdin)' }
    @{ Names = @('--intersects'); Value = 'document'; Summary = 'area as GeoJSON, WKT or KML: the text, @file, or - for stdin' }
    @{ Names = @('--datetime'); Value = 'anything'; Summary = 'a time or <start>/<end>, open ends as ..' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'from this time on (RFC 3339, a date, now, -7d)' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'up to this time' }
    @{ Names = @('--item'); Value = 'ids item'; Summary = 'only the stack around the scene of this item, short id or row of the last search' }
    @{ Names = @('--collection'); Value = 'ids collection'; Summary = 'collection to search, or that of the items of export files (repeatable)' }
    @{ Names = @('--product-type'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'only items of this product type (repeatable)' }
    @{ Names = @('--where'); Value = 'anything'; Summary = 'a property compared: ''view:incidence_angle<30'' (repeatable)' }
    @{ Names = @('--look-tolerance'); Value = 'anything'; Summary = 'largest difference of look angles (default 1)' }
    @{ Names = @('--squint-tolerance'); Value = 'anything'; Summary = 'largest difference of squints, or of azimuths (default 3)' }
    @{ Names = @('--min-overlap'); Value = 'anything'; Summary = 'what two footprints have in common (default 60%)' }
    @{ Names = @('--min-scenes'); Value = 'anything'; Summary = 'smallest stack (default 2)' }
    @{ Names = @('--pairs'); Value = 'anything'; Summary = 'a row a pair: the most alike of each stack, up to n' }
    @{ Names = @('--season'); Value = $null; Summary = 'only pairs of one season: at most 45 days apart in the year' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id order-items html map'; Summary = 'how to print the result' }
  )
  'order review' = @(
    @{ Names = @('--item'); Value = 'ids granule'; Summary = 'an archive product, or a short id (repeatable)' }
    @{ Names = @('--generate'); Value = 'anything'; Summary = 'a product to be generated, such as GEC=<collectId> (repeatable)' }
    @{ Names = @('--items'); Value = 'files'; Summary = 'items from a file (- for stdin): order items, STAC items or a FeatureCollection' }
    @{ Names = @('--with-geo'); Value = $null; Summary = 'look up and add the GEO items that vessel detection (VS) needs' }
    @{ Names = @('--check-items'); Value = $null; Summary = 'make sure that archive items are the GEO sources of VS items (one catalog search)' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml html map'; Summary = 'how to print the result' }
  )
  'order place' = @(
    @{ Names = @('--item'); Value = 'ids granule'; Summary = 'an archive product, or a short id (repeatable)' }
    @{ Names = @('--generate'); Value = 'anything'; Summary = 'a product to be generated, such as GEC=<collectId> (repeatable)' }
    @{ Names = @('--items'); Value = 'files'; Summary = 'items from a file (- for stdin): order items, STAC items or a FeatureCollection' }
    @{ Names = @('--with-geo'); Value = $null; Summary = 'look up and add the GEO items that vessel detection (VS) needs' }
    @{ Names = @('--check-items'); Value = $null; Summary = 'make sure that archive items are the GEO sources of VS items (one catalog search)' }
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--review'); Value = $null; Summary = 'read, show and journal the price, although --yes would not need it' }
    @{ Names = @('--wait'); Value = $null; Summary = 'wait until every product is ready' }
    @{ Names = @('--download'); Value = 'folders'; Summary = 'wait, then download everything into this folder' }
    @{ Names = @('--gallery'); Value = $null; Summary = 'afterwards, a page of what is in the folder (as swath gallery)' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'order task' = @(
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--wait'); Value = $null; Summary = 'wait until every product is ready' }
    @{ Names = @('--download'); Value = 'folders'; Summary = 'wait, then download everything into this folder' }
    @{ Names = @('--gallery'); Value = $null; Summary = 'afterwards, a page of what is in the folder (as swath gallery)' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'order links' = @(
    @{ Names = @('--asset'); Value = 'anything'; Summary = 'only this asset (repeatable)' }
    @{ Names = @('--exclude-asset'); Value = 'anything'; Summary = 'not this asset (wins over --asset) (repeatable)' }
    @{ Names = @('--role'); Value = 'anything'; Summary = 'only assets with this role, such as data (repeatable)' }
    @{ Names = @('--item'); Value = 'ids item'; Summary = 'only this item (repeatable)' }
    @{ Names = @('--product-type'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'only items of this product type (repeatable)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'order download' = @(
    @{ Names = @('--out-dir'); Value = 'folders'; Summary = 'folder, or s3://bucket/prefix (default: the current one)' }
    @{ Names = @('--flat'); Value = $null; Summary = 'every file directly in the folder, without a folder per item' }
    @{ Names = @('--path'); Value = 'anything'; Summary = 'path of each file below the folder, such as ''{item}/{asset}{ext}'' ({item} {collection} {asset} {product} {file} {stem} {ext})' }
    @{ Names = @('--overwrite'); Value = $null; Summary = 'fetch again and replace what is there' }
    @{ Names = @('--skip-existing'); Value = $null; Summary = 'believe that a file with the right name is the right file' }
    @{ Names = @('--no-resume'); Value = $null; Summary = 'do not continue the part of an earlier run' }
    @{ Names = @('--checksum'); Value = 'words none size full'; Summary = 'what proves a file (default: full)' }
    @{ Names = @('--limit-rate'); Value = 'anything'; Summary = 'bytes per second of all files together, such as 10MB/s' }
    @{ Names = @('--min-rate'); Value = 'anything'; Summary = 'give up a connection that brings less than this over a minute, or over --timeout (default: 1kB/s, 0 = off)' }
    @{ Names = @('--max-connections'); Value = 'anything'; Summary = 'connections at once at most, for files and for ranges of large ones; there are more as long as it pays (default: 256, or --concurrency)' }
    @{ Names = @('--exec'); Value = 'anything'; Summary = 'run this for each file that is here until it has succeeded for it, at least once, its path as last word or for {}; no shell' }
    @{ Names = @('--links'); Value = 'files'; Summary = 'the links from a file (- for stdin): what order links --json printed' }
    @{ Names = @('--gallery'); Value = $null; Summary = 'afterwards, a page of what is in the folder (as swath gallery)' }
    @{ Names = @('--plan'); Value = $null; Summary = 'show what would be fetched and what is there already; write nothing' }
    @{ Names = @('--stdout'); Value = $null; Summary = 'write the one file that the filters leave to stdout, verified as it passes' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page (with --gallery: the gallery) with the system''s browser' }
    @{ Names = @('--asset'); Value = 'anything'; Summary = 'only this asset (repeatable)' }
    @{ Names = @('--exclude-asset'); Value = 'anything'; Summary = 'not this asset (wins over --asset) (repeatable)' }
    @{ Names = @('--role'); Value = 'anything'; Summary = 'only assets with this role, such as data (repeatable)' }
    @{ Names = @('--item'); Value = 'ids item'; Summary = 'only this item (repeatable)' }
    @{ Names = @('--product-type'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'only items of this product type (repeatable)' }
    @{ Names = @('--shard'); Value = 'anything'; Summary = 'only the i-th of n parts of the files, the same on every machine' }
    @{ Names = @('--wait'); Value = $null; Summary = 'wait until the order is ready' }
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'order wait' = @(
    @{ Names = @('--poll-interval'); Value = 'anything'; Summary = 'how often to look (default 5s)' }
    @{ Names = @('--wait-timeout'); Value = 'anything'; Summary = 'how long to wait at most (default 1h)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'order history' = @(
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'how many results in all' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'export list' = @(
    @{ Names = @('--type'); Value = 'words latest weekly full'; Summary = 'only latest, weekly or full' }
    @{ Names = @('--format'); Value = 'words geoparquet gpkg shp.zip'; Summary = 'geoparquet, gpkg or shp.zip (shp for short)' }
    @{ Names = @('--year'); Value = 'anything'; Summary = 'weeks of this ISO year' }
    @{ Names = @('--week'); Value = 'anything'; Summary = 'weeks of this ISO number' }
    @{ Names = @('--weeks'); Value = 'anything'; Summary = 'the newest n weeks on offer' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'files with something from this time on (RFC 3339, a date, -30d)' }
    @{ Names = @('--match'); Value = 'anything'; Summary = 'files whose name matches: * within a folder, ** across folders' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'export links' = @(
    @{ Names = @('--type'); Value = 'words latest weekly full'; Summary = 'latest (last 7 days), weekly or full (the whole public archive)' }
    @{ Names = @('--format'); Value = 'words geoparquet gpkg shp.zip'; Summary = 'geoparquet, gpkg or shp.zip (shp for short)' }
    @{ Names = @('--file-name'); Value = 'anything'; Summary = 'this file, named as `export list` names it; - reads names from stdin (repeatable)' }
    @{ Names = @('--match'); Value = 'anything'; Summary = 'files whose name matches: * within a folder, ** across folders' }
    @{ Names = @('--weeks'); Value = 'anything'; Summary = 'the newest n weeks on offer' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'files with something from this time on (RFC 3339, a date, -30d)' }
    @{ Names = @('--check'); Value = $null; Summary = 'look up the file names in the list on offer before asking for their links' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'export fetch' = @(
    @{ Names = @('--type'); Value = 'words latest weekly full'; Summary = 'latest (last 7 days), weekly or full (the whole public archive)' }
    @{ Names = @('--format'); Value = 'words geoparquet gpkg shp.zip'; Summary = 'geoparquet, gpkg or shp.zip (shp for short)' }
    @{ Names = @('--file-name'); Value = 'anything'; Summary = 'this file, named as `export list` names it; - reads names from stdin (repeatable)' }
    @{ Names = @('--match'); Value = 'anything'; Summary = 'files whose name matches: * within a folder, ** across folders' }
    @{ Names = @('--weeks'); Value = 'anything'; Summary = 'the newest n weeks on offer' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'files with something from this time on (RFC 3339, a date, -30d)' }
    @{ Names = @('--check'); Value = $null; Summary = 'look up the file names in the list on offer before asking for their links' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--out-dir'); Value = 'folders'; Summary = 'folder, or s3://bucket/prefix (default: the current one)' }
    @{ Names = @('--flat'); Value = $null; Summary = 'every file directly in the folder, without folders of year and week' }
    @{ Names = @('--overwrite'); Value = $null; Summary = 'fetch again and replace what is there' }
    @{ Names = @('--skip-existing'); Value = $null; Summary = 'believe that a file with the right name is the right file' }
    @{ Names = @('--no-resume'); Value = $null; Summary = 'do not continue the part of an earlier run' }
    @{ Names = @('--limit-rate'); Value = 'anything'; Summary = 'bytes per second of all files together, such as 10MB/s' }
    @{ Names = @('--min-rate'); Value = 'anything'; Summary = 'give up a connection that brings less than this over a minute, or over --timeout (default: 1kB/s, 0 = off)' }
    @{ Names = @('--shard'); Value = 'anything'; Summary = 'only the i-th of n parts of the files, the same on every machine' }
    @{ Names = @('--stdout'); Value = $null; Summary = 'write the one file that the filters leave to stdout, verified as it passes' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'export sync' = @(
    @{ Names = @('--type'); Value = 'words latest weekly full'; Summary = 'latest, weekly or full; all three by default (repeatable)' }
    @{ Names = @('--format'); Value = 'words geoparquet gpkg shp.zip'; Summary = 'geoparquet, gpkg or shp.zip (shp for short)' }
    @{ Names = @('--weeks'); Value = 'anything'; Summary = 'the newest n weeks on offer' }
    @{ Names = @('--overwrite'); Value = $null; Summary = 'fetch again and replace what is there' }
    @{ Names = @('--limit-rate'); Value = 'anything'; Summary = 'bytes per second of all files together, such as 10MB/s' }
    @{ Names = @('--min-rate'); Value = 'anything'; Summary = 'give up a connection that brings less than this over a minute, or over --timeout (default: 1kB/s, 0 = off)' }
    @{ Names = @('--exit-code'); Value = $null; Summary = 'end with exit 15 instead of 0 when any file has new bytes' }
    @{ Names = @('--github-output'); Value = $null; Summary = 'append changed, the counts and the files to $GITHUB_OUTPUT' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'export query' = @(
    @{ Names = @('--point'); Value = 'anything'; Summary = 'a point, longitude first, or ''38.71N 9.14W''' }
    @{ Names = @('--place'); Value = 'anything'; Summary = 'a city, port, volcano or airport: Setubal, ''Valencia, ES''' }
    @{ Names = @('--radius'); Value = 'anything'; Summary = 'the disc around --point or --place, such as 5km' }
    @{ Names = @('--bbox'); Value = 'anything'; Summary = 'a box: west, south, east, north (or with heights, 6 numbers)' }
    @{ Names = @('--file', '-f'); Value = 'files'; Summary = 'area from a GeoJSON, WKT or KML file (- for stdin)' }
    @{ Names = @('--intersects'); Value = 'document'; Summary = 'area as GeoJSON, WKT or KML: the text, @file, or - for stdin' }
    @{ Names = @('--datetime'); Value = 'anything'; Summary = 'a time or <start>/<end>, open ends as ..' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'from this time on (RFC 3339, a date, now, -7d)' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'up to this time' }
    @{ Names = @('--product-type'); Value = 'words SLC GEO GEC SICD SIDD CPHD'; Summary = 'only items of this product type (repeatable)' }
    @{ Names = @('--where'); Value = 'anything'; Summary = 'an attribute compared: ''incd_angle<30'' (repeatable)' }
    @{ Names = @('--collection'); Value = 'ids collection'; Summary = 'collection of the items, which export files do not name' }
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'at most this many items' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv geojson yaml id order-items html map'; Summary = 'how to print the result' }
  )
  'org set-defaults' = @(
    @{ Names = @('--org'); Value = 'anything'; Summary = 'organization id' }
    @{ Names = @('--required'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'always included, locked for users (repeatable)' }
    @{ Names = @('--optional'); Value = 'words GEO GEC SLC SICD SIDD CPHD VS'; Summary = 'included unless the user removes it (repeatable)' }
    @{ Names = @('--file', '-f'); Value = 'files'; Summary = 'the list, or the body, as JSON (- for stdin)' }
    @{ Names = @('--no-add-geo'); Value = $null; Summary = 'do not add GEO when it is missing' }
    @{ Names = @('--data'); Value = 'document'; Summary = 'the whole body: JSON, @file, or - for stdin' }
    @{ Names = @('--set'); Value = 'anything'; Summary = 'set any path of the body (repeatable)' }
    @{ Names = @('--unset'); Value = 'anything'; Summary = 'remove a path of the body (repeatable)' }
    @{ Names = @('--generate-skeleton'); Value = $null; Summary = 'print a filled template for --data, and send nothing' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml id'; Summary = 'how to print the result' }
  )
  'journal list' = @(
    @{ Names = @('--open'); Value = $null; Summary = 'only what blocks the same request' }
    @{ Names = @('--state'); Value = 'words prepared sending confirmed refused unknown'; Summary = 'only this state' }
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'how many results in all' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'journal show' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'journal resolve' = @(
    @{ Names = @('--order-id'); Value = 'ids order'; Summary = 'the order exists, under this id' }
    @{ Names = @('--id'); Value = 'anything'; Summary = 'it exists, under this id' }
    @{ Names = @('--not-created'); Value = $null; Summary = 'it does not exist' }
    @{ Names = @('--price'); Value = 'anything'; Summary = 'what it cost in all, for budget and report' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml id'; Summary = 'how to print the result' }
  )
  'journal prune' = @(
    @{ Names = @('--older-than'); Value = 'anything'; Summary = 'how old they must be (default: 90d)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'spend' = @(
    @{ Names = @('--from'); Value = 'anything'; Summary = 'what was confirmed at or after this time (default: this month)' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'what was confirmed before this time' }
    @{ Names = @('--by'); Value = 'words profile contract period kind'; Summary = 'what makes a row (default: kind); profile counts every profile' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml'; Summary = 'how to print the result' }
  )
  'spend report' = @(
    @{ Names = @('--period'); Value = 'words day week month'; Summary = 'day, week or month (default: month)' }
    @{ Names = @('--by'); Value = 'words profile contract period kind'; Summary = 'what makes a row (default: profile,contract,period,kind)' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'only what was confirmed at or after this time' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'only what was confirmed before this time' }
    @{ Names = @('--only-profile'); Value = 'anything'; Summary = 'only this profile' }
    @{ Names = @('--unresolved'); Value = $null; Summary = 'count requests with an unknown outcome too' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml'; Summary = 'how to print the result' }
  )
  'auth login' = @(
    @{ Names = @('--api-key-stdin'); Value = $null; Summary = 'read the key from stdin' }
    @{ Names = @('--keyring'); Value = $null; Summary = 'keep the key in the system''s keyring, not in a file' }
    @{ Names = @('--no-check'); Value = $null; Summary = 'store the key without the request that tests it' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml'; Summary = 'how to print the result' }
  )
  'auth status' = @(
    @{ Names = @('--check'); Value = $null; Summary = 'ask the service with one cheap request whether it accepts us' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml'; Summary = 'how to print the result' }
  )
  'auth logout' = @(
    @{ Names = @('--all'); Value = $null; Summary = 'remove everything that is stored, of every profile and service' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml'; Summary = 'how to print the result' }
  )
  'auth token' = @(
    @{ Names = @('--username'); Value = 'anything'; Summary = 'user name' }
    @{ Names = @('--password-stdin'); Value = $null; Summary = 'read the password from stdin' }
    @{ Names = @('--show'); Value = $null; Summary = 'print the token itself too (on GitHub Actions masked in the log)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml'; Summary = 'how to print the result' }
  )
  'profile list' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'profile use' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml id'; Summary = 'how to print the result' }
  )
  'profile show' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml id'; Summary = 'how to print the result' }
  )
  'profile delete' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml id'; Summary = 'how to print the result' }
  )
  'config get' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml'; Summary = 'how to print the result' }
  )
  'config set' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml'; Summary = 'how to print the result' }
  )
  'config unset' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml'; Summary = 'how to print the result' }
  )
  'config list' = @(
    @{ Names = @('--show-origin'); Value = $null; Summary = 'list every place that gives a value, the ones that lose too' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml'; Summary = 'how to print the result' }
  )
  'config path' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml'; Summary = 'how to print the result' }
  )
  'sandbox start' = @(
    @{ Names = @('--port'); Value = 'anything'; Summary = 'port; 0 takes a free one (default 7717)' }
    @{ Names = @('--prefix'); Value = 'anything'; Summary = 'serve below this path, such as /v1' }
    @{ Names = @('--cors-origin'); Value = 'anything'; Summary = 'let web pages of this origin read replies (* for any) (repeatable)' }
    @{ Names = @('--detach'); Value = $null; Summary = 'run in the background; returns as soon as it answers' }
    @{ Names = @('--ephemeral'); Value = $null; Summary = 'keep everything in memory, and forget it at the end' }
    @{ Names = @('--seed'); Value = 'anything'; Summary = 'other data, keys and ids; fixed when the store is made' }
    @{ Names = @('--archive-size'); Value = 'anything'; Summary = 'collects in the archive; fixed when the store is made' }
    @{ Names = @('--product-size'); Value = 'words tiny real'; Summary = 'image files: tiny, real, or of about so many bytes, such as 2GB (up to 10GB)' }
    @{ Names = @('--variant'); Value = 'words error-text error-detail error-message error-capital-message error-html plain-400 create-200 download-202 download-404 download-405 download-empty download-partial envelope-array envelope-items envelope-results paging-no-next review-order-details review-denied status-words record-root status-reply-status status-reply-code status-reply-history status-reply-empty local-time-nested types-names types-results types-keyed search-features search-items search-array paging-snake paged-get paged-post'; Summary = 'imitate what another deployment does (repeatable)' }
    @{ Names = @('--clock'); Value = 'anything'; Summary = 'real, manual, auto, x60 (60 times as fast), or a time to begin at' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml id'; Summary = 'how to print the result' }
  )
  'sandbox status' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'sandbox stop' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'sandbox users' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'sandbox clock' = @(
    @{ Names = @('--set'); Value = 'anything'; Summary = 'show this time: RFC 3339, a date, or now, +2d, -12h by this machine''s time' }
    @{ Names = @('--advance'); Value = 'anything'; Summary = 'move on by this long, such as 3h' }
    @{ Names = @('--mode'); Value = 'words real speed manual auto'; Summary = 'how time runs' }
    @{ Names = @('--speed'); Value = 'anything'; Summary = 'run this many times faster (mode speed)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'sandbox set' = @(
    @{ Names = @('--default'); Value = $null; Summary = 'take the setting back to its default' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'sandbox faults' = @(
    @{ Names = @('--add'); Value = 'words asset listCollectionTypes createTask createRepeat retaskTask retaskCollect retaskRepeat getTask getRepeat setTaskStatus setRepeatStatus updateTask updateOrganization searchTasks searchRepeats listTasks listTasksByPost reviewOrder placeOrder orderTask getOrderDownload searchCatalog listExports presignExports createToken'; Summary = 'plant a fault on this route' }
    @{ Names = @('--clear'); Value = $null; Summary = 'take all faults away' }
    @{ Names = @('--status'); Value = 'anything'; Summary = 'answer this status, 400 to 599' }
    @{ Names = @('--retry-after'); Value = 'anything'; Summary = 'with the status: Retry-After (or an HTTP date)' }
    @{ Names = @('--html'); Value = 'anything'; Summary = 'answer this page in place of the error body' }
    @{ Names = @('--latency'); Value = 'anything'; Summary = 'wait this long first, such as 2s' }
    @{ Names = @('--reset'); Value = $null; Summary = 'end the connection before one byte of the reply' }
    @{ Names = @('--truncate'); Value = 'anything'; Summary = 'end the connection after so many bytes of the body' }
    @{ Names = @('--expired'); Value = $null; Summary = 'treat a signed URL as expired' }
    @{ Names = @('--after'); Value = $null; Summary = 'carry the request out first, and only then fail' }
    @{ Names = @('--count'); Value = 'anything'; Summary = 'how many requests it meets (default: until cleared)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'sandbox cancel-task' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'sandbox cancel-repeat' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'sandbox complete-order' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'sandbox reset' = @(
    @{ Names = @('--store'); Value = $null; Summary = 'remove the store itself (the sandbox must not be running)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml'; Summary = 'how to print the result' }
  )
  'passes' = @(
    @{ Names = @('--point'); Value = 'anything'; Summary = 'a point, longitude first, or ''38.71N 9.14W''' }
    @{ Names = @('--place'); Value = 'anything'; Summary = 'a city, port, volcano or airport: Setubal, ''Valencia, ES''' }
    @{ Names = @('--radius'); Value = 'anything'; Summary = 'the disc around --point or --place, such as 5km' }
    @{ Names = @('--polygon'); Value = 'anything'; Summary = 'a ring as one word: ''lon,lat lon,lat ...'', first position repeated' }
    @{ Names = @('--geometry'); Value = 'document'; Summary = 'GeoJSON, WKT or KML: the text, @file, or - for stdin' }
    @{ Names = @('--file', '-f'); Value = 'files'; Summary = 'Feature, geometry, WKT or KML file (- for stdin)' }
    @{ Names = @('--from'); Value = 'anything'; Summary = 'from this time on (RFC 3339, a date, now, -7d)' }
    @{ Names = @('--to'); Value = 'anything'; Summary = 'up to this time' }
    @{ Names = @('--window'); Value = 'anything'; Summary = 'length of the search in place of --to (default: 7d)' }
    @{ Names = @('--elements'); Value = 'files'; Summary = 'orbital elements: OMM (JSON, CSV, XML, KVN) or TLE; - for stdin' }
    @{ Names = @('--satellite'); Value = 'anything'; Summary = 'only this one: name or catalog number (repeatable)' }
    @{ Names = @('--limit'); Value = 'anything'; Summary = 'how many windows (default: 20 in a table on a terminal, else all)' }
    @{ Names = @('--all'); Value = $null; Summary = 'every result, page after page' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--look-direction'); Value = 'words right left either'; Summary = 'side the radar looks to (right, left, either)' }
    @{ Names = @('--orbit-state'); Value = 'words ascending descending either'; Summary = 'direction of the orbit (ascending, descending, either)' }
    @{ Names = @('--orbital-plane'); Value = 'words 45 53 97'; Summary = 'orbital plane (45, 53, 97) (repeatable)' }
    @{ Names = @('--off-nadir-min'); Value = 'anything'; Summary = 'smallest off-nadir angle' }
    @{ Names = @('--off-nadir-max'); Value = 'anything'; Summary = 'largest off-nadir angle' }
    @{ Names = @('--azimuth-min'); Value = 'anything'; Summary = 'azimuth from target to satellite, clockwise from North (topocentric ENZ); above --azimuth-max it wraps through North' }
    @{ Names = @('--azimuth-max'); Value = 'anything'; Summary = 'the other end; equal to --azimuth-min for one angle' }
    @{ Names = @('--local-time'); Value = 'words day night anytime'; Summary = 'local time of day at the target: day (06:00-18:00), night (18:00-06:00), anytime, HH:MM-HH:MM, or start,end in seconds; with daylight saving' }
    @{ Names = @('--squint'); Value = 'words enabled forward backward'; Summary = 'squint for stripmap types; spotlight has it by itself (enabled, forward, backward)' }
    @{ Names = @('--max-squint-angle'); Value = 'anything'; Summary = 'most squint to either side, 35 for stripmap types; forward with 30 considers angles greater than 0, 15 and 30' }
    @{ Names = @('--grazing-min'); Value = 'anything'; Summary = 'smallest grazing angle' }
    @{ Names = @('--grazing-max'); Value = 'anything'; Summary = 'largest grazing angle' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv stapi yaml html map'; Summary = 'how to print the result' }
  )
  'verify' = @(
    @{ Names = @('--repair'); Value = $null; Summary = 'fetch again what is wrong or missing, through its order or the exports' }
    @{ Names = @('--map'); Value = 'files'; Summary = 'also write the rows as a map page, one HTML file' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the map page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id html map'; Summary = 'how to print the result' }
  )
  'gallery' = @(
    @{ Names = @('--out'); Value = 'anything'; Summary = 'write the page there (default: swath-gallery.html in the folder)' }
    @{ Names = @('--verify'); Value = $null; Summary = 'compare the digests of all files, as swath verify does' }
    @{ Names = @('--open'); Value = $null; Summary = 'show the page with the system''s browser' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml id'; Summary = 'how to print the result' }
  )
  'api' = @(
    @{ Names = @('--data'); Value = 'document'; Summary = 'the body: JSON, @file, or - for stdin' }
    @{ Names = @('--header'); Value = 'anything'; Summary = 'a further header (repeatable)' }
    @{ Names = @('--query-param'); Value = 'anything'; Summary = 'a parameter of the query string (repeatable)' }
    @{ Names = @('--max-cost'); Value = 'anything'; Summary = 'refuse a price above this; one that cannot be read too' }
    @{ Names = @('--include'); Value = $null; Summary = 'status and headers of the reply too' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml'; Summary = 'how to print the result' }
  )
  'doctor' = @(
    @{ Names = @('--offline'); Value = $null; Summary = 'leave out everything that needs the network' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson csv tsv yaml'; Summary = 'how to print the result' }
  )
  'demo' = @(
    @{ Names = @('--out-dir'); Value = 'folders'; Summary = 'folder to write into (default: swath-demo)' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml id'; Summary = 'how to print the result' }
  )
  'schema' = @(
    @{ Names = @('--skeleton'); Value = $null; Summary = 'a filled template, ready to be changed and sent' }
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml'; Summary = 'how to print the result' }
  )
  'completion' = @(
    @{ Names = @('--output', '-o'); Value = 'words table'; Summary = 'how to print the result' }
  )
  'version' = @(
    @{ Names = @('--output', '-o'); Value = 'words table json ndjson yaml'; Summary = 'how to print the result' }
  )
}

# Ids that swath keeps on this machine.
$swathIds = {
  param($kind, $words)
  if ('order', 'intent', 'profile' -contains $kind) {
    & $words[0] __complete $kind @($words | Select-Object -Skip 1) 2>$null
    return
  }
  $folder = if ("$env:XDG_CACHE_HOME".StartsWith('/')) { $env:XDG_CACHE_HOME } else { Join-Path $HOME '.cache' }
  $profileName = if ($env:SWATH_PROFILE) { $env:SWATH_PROFILE } else { 'default' }
  for ($i = 1; $i -lt $words.Count; $i++) {
    if ($words[$i] -ceq '--sandbox') { $profileName = 'sandbox' }
    elseif ($words[$i] -ceq '--profile' -and $i + 1 -lt $words.Count) { $profileName = $words[$i + 1] }
    elseif ($words[$i] -clike '--profile=*') { $profileName = $words[$i].Substring(10) }
  }
  $file = [IO.Path]::Combine($folder, 'swath', 'ids', $profileName, $kind)
  if (Test-Path $file) { Get-Content $file }
}

Register-ArgumentCompleter -Native -CommandName swath -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  $words = @($commandAst.CommandElements |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or $_.Extent.Text -ne $wordToComplete } |
    ForEach-Object { $_.Extent.Text })
  $path = ''
  $at = 0
  $pending = $null
  foreach ($word in ($words | Select-Object -Skip 1)) {
    if ($pending -and ($pending[0] -ne '?' -or $word -notlike '-*')) { $pending = $null; continue }
    $pending = $null
    if ($word -like '--*=*') { continue }
    if ($word -like '-?*') {
      $flag = $swathFlags[$path] + $swathGlobalFlags | Where-Object { $_.Names -ccontains $word } | Select-Object -First 1
      if ($flag) { $pending = $flag.Value }
    } elseif ($swathSteps.ContainsKey("$path/$word")) {
      $path = $swathSteps["$path/$word"]
    } else {
      $at += 1
    }
  }

  $prefix = ''
  $typed = $wordToComplete
  if (-not $pending -and $typed -like '--*=*') {
    $name, $typed = $typed -split '=', 2
    $prefix = "$name="
    $flag = $swathFlags[$path] + $swathGlobalFlags | Where-Object { $_.Names -ccontains $name } | Select-Object -First 1
    $pending = if ($flag) { $flag.Value } else { 'anything' }
  }
  if (-not $pending -and $typed -notlike '-*') {
    if ($swathCommands.ContainsKey($path)) {
      foreach ($entry in $swathCommands[$path].GetEnumerator()) {
        if ($entry.Key -like "$typed*") {
          [System.Management.Automation.CompletionResult]::new($entry.Key, $entry.Key, 'ParameterValue', $entry.Value)
        }
      }
      return
    }
    $sources = @($swathArguments[$path])
    if ($sources.Count -gt 0 -and $sources[0]) {
      $pending = $sources[[Math]::Min($at, $sources.Count - 1)]
      if ($at -ge $sources.Count -and $pending -notlike '*...') { return }
      $pending = $pending -replace '\.\.\.$', ''
    }
  }
  if ($pending) {
    $source = $pending.TrimStart('?')
    $values = switch -Wildcard ($source) {
      'words *' { $source.Substring(6) -split ' ' }
      'ids *' { & $swathIds $source.Substring(4) $words }
      # Nothing of ours: PowerShell proposes files by itself.
      default { return }
    }
    $values | Where-Object { $_ -like "$typed*" } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new("$prefix$_", $_, 'ParameterValue', $_)
    }
    return
  }
  foreach ($flag in ($swathFlags[$path] + $swathGlobalFlags)) {
    $name = $flag.Names[0]
    if ($name -like "$typed*") {
      [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterName', $flag.Summary)
    }
  }
}
