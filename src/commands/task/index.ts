import type { Noun } from "../../cli/command/define-command.ts";

export const task: Noun = {
  name: "task",
  aliases: ["tasks"],
  summary: "Request new imagery, review and approve its cost",
  verbs: {
    create: async () => (await import("./create.ts")).create,
    get: async () => (await import("../request-verbs.ts")).getCommand("task"),
    cost: async () => (await import("../request-verbs.ts")).costCommand("task"),
    approve: async () => (await import("../request-verbs.ts")).decideCommand("task", "approve"),
    reject: async () => (await import("../request-verbs.ts")).decideCommand("task", "reject"),
    retask: async () => (await import("./retask.ts")).retask,
    "set-products": async () => (await import("./set-products.ts")).setProducts,
    list: async () => (await import("./list.ts")).list,
    types: async () => (await import("./types.ts")).types,
    "collection-types": async () => (await import("./types.ts")).types,
    search: async () => (await import("../request-search.ts")).searchTasks,
    wait: async () => (await import("../request-verbs.ts")).waitCommand("task"),
  },
};
