import type { Noun } from "../../cli/command/define-command.ts";

export const journal: Noun = {
  name: "journal",
  summary: "Show the requests that may cost money, and settle unknown outcomes",
  verbs: {
    list: async () => (await import("./list.ts")).list,
    show: async () => (await import("./show.ts")).show,
    resolve: async () => (await import("./resolve.ts")).resolve,
    prune: async () => (await import("./prune.ts")).prune,
  },
};
