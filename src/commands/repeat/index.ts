import type { Noun } from "../../cli/command/define-command.ts";

export const repeat: Noun = {
  name: "repeat",
  aliases: ["repeats"],
  summary: "Request a series of images, review its cost, approve it and follow it",
  verbs: {
    create: async () => (await import("./create.ts")).create,
    get: async () => (await import("./get.ts")).get,
    cost: async () => (await import("./cost.ts")).cost,
    approve: async () => (await import("./approve.ts")).approve,
    reject: async () => (await import("./reject.ts")).reject,
    retask: async () => (await import("./retask.ts")).retask,
    search: async () => (await import("../search/repeats.ts")).repeats,
    wait: async () => (await import("./wait.ts")).wait,
  },
};
