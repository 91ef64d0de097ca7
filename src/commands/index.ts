/** Every command, one line per name. A definition is loaded when its name is typed. */
import type { Noun, Single } from "../cli/command/define-command.ts";

export const NOUNS: readonly Noun[] = [
  {
    name: "task",
    summary: "Request new imagery, review and approve its cost",
    verbs: {
      create: async () => (await import("./request/create.ts")).createTask,
      get: async () => (await import("./request/get.ts")).getCommand("task"),
      cost: async () => (await import("./request/cost.ts")).costCommand("task"),
      approve: async () => (await import("./request/decide.ts")).approveCommand("task"),
      reject: async () => (await import("./request/decide.ts")).rejectCommand("task"),
      cancel: async () => (await import("./request/cancel.ts")).cancelCommand("task"),
      retask: async () => (await import("./request/retask.ts")).retaskTask,
      "set-products": async () => (await import("./request/set-products.ts")).setProducts,
      list: async () => (await import("./request/list.ts")).listTasks,
      types: async () => (await import("./request/types.ts")).types,
      wait: async () => (await import("./request/wait.ts")).waitCommand("task"),
    },
  },
  {
    name: "repeat",
    summary: "Request a series of images, review and approve its cost",
    verbs: {
      create: async () => (await import("./request/create.ts")).createRepeat,
      get: async () => (await import("./request/get.ts")).getCommand("repeat"),
      cost: async () => (await import("./request/cost.ts")).costCommand("repeat"),
      approve: async () => (await import("./request/decide.ts")).approveCommand("repeat"),
      reject: async () => (await import("./request/decide.ts")).rejectCommand("repeat"),
      cancel: async () => (await import("./request/cancel.ts")).cancelCommand("repeat"),
      retask: async () => (await import("./request/retask.ts")).retaskRepeat,
      wait: async () => (await import("./request/wait.ts")).waitCommand("repeat"),
    },
  },
  {
    name: "approvals",
    summary: "List, approve and reject requests that wait for approval",
    own: async () => (await import("./approvals/list.ts")).approvals,
    verbs: {
      list: async () => (await import("./approvals/list.ts")).list,
      approve: async () => (await import("./approvals/decide.ts")).approve,
      reject: async () => (await import("./approvals/decide.ts")).reject,
    },
  },
  {
    name: "collect",
    summary: "Request new imagery of an archive image's target",
    isLessUsed: true,
    verbs: { retask: async () => (await import("./request/retask.ts")).retaskCollect },
  },
  {
    name: "search",
    summary: "Search tasks and repeat requests",
    isLessUsed: true,
    verbs: {
      tasks: async () => (await import("./request/search.ts")).searchTasks,
      repeats: async () => (await import("./request/search.ts")).searchRepeats,
    },
  },
  {
    name: "catalog",
    summary: "Search the archive of collected imagery (STAC)",
    verbs: {
      preview: async () => (await import("./catalog/preview.ts")).preview,
      search: async () => (await import("./catalog/search.ts")).search,
      stacks: async () => (await import("./catalog/stacks.ts")).stacks,
    },
  },
  {
    name: "order",
    summary: "Price, place and download orders of archive imagery",
    verbs: {
      review: async () => (await import("./order/review.ts")).review,
      place: async () => (await import("./order/place.ts")).place,
      task: async () => (await import("./order/task.ts")).task,
      get: async () => (await import("./order/get.ts")).get,
      links: async () => (await import("./order/links.ts")).links,
      download: async () => (await import("./order/download.ts")).download,
      wait: async () => (await import("./order/wait.ts")).wait,
      history: async () => (await import("./order/history.ts")).history,
    },
  },
  {
    name: "quote",
    summary: "Show, approve and buy saved quotes",
    verbs: {
      show: async () => (await import("./quote/show.ts")).show,
      approve: async () => (await import("./quote/approve.ts")).approve,
      buy: async () => (await import("./quote/buy.ts")).buy,
      key: async () => (await import("./quote/key.ts")).key,
    },
  },
  {
    name: "deliveries",
    summary: "List what was downloaded, and make a STAC catalog of it",
    verbs: {
      list: async () => (await import("./deliveries/list.ts")).list,
      catalog: async () => (await import("./deliveries/catalog.ts")).catalog,
    },
  },
  {
    name: "export",
    summary: "List, fetch and mirror the weekly footprint exports",
    verbs: {
      list: async () => (await import("./export/list.ts")).list,
      links: async () => (await import("./export/links.ts")).links,
      fetch: async () => (await import("./export/fetch.ts")).fetchFiles,
      sync: async () => (await import("./export/sync.ts")).sync,
      query: async () => (await import("./export/query.ts")).query,
    },
  },
  {
    name: "org",
    summary: "Change the settings of an organization",
    isLessUsed: true,
    verbs: { "set-defaults": async () => (await import("./org/set-defaults.ts")).setDefaults },
  },
  {
    name: "journal",
    summary: "Show requests that may cost money, and settle outcomes",
    isLessUsed: true,
    verbs: {
      list: async () => (await import("./journal/list.ts")).list,
      show: async () => (await import("./journal/show.ts")).show,
      resolve: async () => (await import("./journal/resolve.ts")).resolve,
      prune: async () => (await import("./journal/prune.ts")).prune,
      export: async () => (await import("./journal/export.ts")).exportRecords,
      import: async () => (await import("./journal/import.ts")).importRecords,
    },
  },
  {
    name: "spend",
    summary: "Show the spending from this machine",
    isLessUsed: true,
    own: async () => (await import("./spend/summary.ts")).summary,
    verbs: {
      report: async () => (await import("./spend/report.ts")).report,
    },
  },
  {
    name: "auth",
    summary: "Log in, log out, show credentials",
    verbs: {
      login: async () => (await import("./auth/login.ts")).login,
      status: async () => (await import("./auth/status.ts")).status,
      logout: async () => (await import("./auth/logout.ts")).logout,
      token: async () => (await import("./auth/token.ts")).token,
    },
  },
  {
    name: "profile",
    summary: "List, choose, show and delete settings profiles",
    isLessUsed: true,
    verbs: {
      list: async () => (await import("./profile/list.ts")).list,
      use: async () => (await import("./profile/use.ts")).use,
      show: async () => (await import("./profile/show.ts")).show,
      delete: async () => (await import("./profile/delete.ts")).deleteProfile,
    },
  },
  {
    name: "config",
    summary: "Read and write the settings of a profile",
    isLessUsed: true,
    verbs: {
      get: async () => (await import("./config/get.ts")).get,
      set: async () => (await import("./config/change.ts")).set,
      unset: async () => (await import("./config/change.ts")).unset,
      list: async () => (await import("./config/list.ts")).list,
      path: async () => (await import("./config/path.ts")).path,
      import: async () => (await import("./config/deployment.ts")).importDialect,
      export: async () => (await import("./config/deployment.ts")).exportDialect,
    },
  },
  {
    name: "sandbox",
    summary: "Run the service on this machine: no account, no cost",
    verbs: {
      start: async () => (await import("./sandbox/start.ts")).start,
      status: async () => (await import("./sandbox/status.ts")).status,
      stop: async () => (await import("./sandbox/stop.ts")).stop,
      users: async () => (await import("./sandbox/users.ts")).users,
      clock: async () => (await import("./sandbox/clock.ts")).clock,
      set: async () => (await import("./sandbox/set.ts")).set,
      faults: async () => (await import("./sandbox/faults.ts")).faults,
      "cancel-task": async () => (await import("./sandbox/cancel.ts")).cancelCommand("task"),
      "cancel-repeat": async () => (await import("./sandbox/cancel.ts")).cancelCommand("repeat"),
      "complete-order": async () => (await import("./sandbox/complete-order.ts")).completeOrder,
      reset: async () => (await import("./sandbox/reset.ts")).reset,
    },
  },
];

export const SINGLES: readonly Single[] = [
  {
    name: "status",
    summary: "Show what waits, is in progress and is ready, and the budget",
    load: async () => (await import("./status.ts")).status,
  },
  {
    name: "watch",
    summary: "Report new scenes over many sites since the last run",
    load: async () => (await import("./watch.ts")).watch,
  },
  {
    name: "passes",
    summary: "List the times when satellites can image a place",
    load: async () => (await import("./passes.ts")).passes,
  },
  {
    name: "verify",
    summary: "Verify a folder of downloads against its manifest",
    isLessUsed: true,
    load: async () => (await import("./verify.ts")).verify,
  },
  {
    name: "gallery",
    summary: "Make a page of a folder of downloads, with pictures",
    isLessUsed: true,
    load: async () => (await import("./gallery.ts")).gallery,
  },
  {
    name: "api",
    summary: "Send one authenticated request by method and path",
    isLessUsed: true,
    load: async () => (await import("./api.ts")).api,
  },
  {
    name: "mcp",
    summary: "Serve an assistant by the Model Context Protocol, on stdio",
    load: async () => (await import("./mcp.ts")).mcp,
  },
  {
    name: "doctor",
    summary: "Check settings, credentials, network and folders",
    isLessUsed: true,
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    name: "demo",
    summary: "Run a local demo: search, price, order, download, verify",
    load: async () => (await import("./demo.ts")).demo,
  },
  {
    name: "schema",
    summary: "Print the JSON Schema of a body, or a filled template",
    isLessUsed: true,
    load: async () => (await import("./schema.ts")).schema,
  },
  {
    name: "commands",
    summary: "List every command with its flags and effect",
    isLessUsed: true,
    load: async () => (await import("./commands.ts")).listCommands({ nouns: NOUNS, singles: SINGLES }),
  },
  {
    name: "completion",
    summary: "Print or install the completion script of a shell",
    isLessUsed: true,
    load: async () => (await import("./completion.ts")).completion,
  },
  {
    name: "version",
    summary: "Show the versions of swath and Node, and the platform",
    isLessUsed: true,
    load: async () => (await import("./version.ts")).version,
  },
];
