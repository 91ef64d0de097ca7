import type { Noun } from "../../cli/command/define-command.ts";

export const repeat: Noun = {
  name: "repeat",
  aliases: ["repeats"],
  summary: "Request a series of images, review and approve its cost",
  verbs: {
    create: async () => (await import("./create.ts")).create,
    get: async () => (await import("../request-verbs.ts")).getCommand("repeat"),
    cost: async () => (await import("../request-verbs.ts")).costCommand("repeat"),
    approve: async () => (await import("../request-verbs.ts")).decideCommand("repeat", "approve"),
    reject: async () => (await import("../request-verbs.ts")).decideCommand("repeat", "reject"),
    list: async () => (await import("./list.ts")).list,
    retask: async () => (await import("./retask.ts")).retask,
    search: async () => (await import("../request-search.ts")).searchRepeats,
    wait: async () => (await import("../request-verbs.ts")).waitCommand("repeat"),
  },
};
