import type { Noun } from "../../cli/command/define-command.ts";

export const task: Noun = {
  name: "task",
  aliases: ["tasks"],
  summary: "Request new imagery, review its cost, approve it and follow it",
  verbs: {
    create: async () => (await import("./create.ts")).create,
    get: async () => (await import("./get.ts")).get,
    cost: async () => (await import("./cost.ts")).cost,
    approve: async () => (await import("./approve.ts")).approve,
    reject: async () => (await import("./reject.ts")).reject,
    retask: async () => (await import("./retask.ts")).retask,
    "set-products": async () => (await import("./set-products.ts")).setProducts,
    list: async () => (await import("./list.ts")).list,
    types: async () => (await import("./types.ts")).types,
    "collection-types": async () => (await import("./types.ts")).types,
    search: async () => (await import("../search/tasks.ts")).tasks,
    wait: async () => (await import("./wait.ts")).wait,
  },
};
