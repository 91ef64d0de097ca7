import type { Noun } from "../../cli/command/define-command.ts";

export const journal: Noun = {
  name: "journal",
  summary: "Show requests that may cost money, and settle outcomes",
  verbs: {
    list: async () => (await import("./list.ts")).list,
    show: async () => (await import("./show.ts")).show,
    resolve: async () => (await import("./resolve.ts")).resolve,
    prune: async () => (await import("./prune.ts")).prune,
  },
};
