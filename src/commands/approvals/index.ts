import type { Noun } from "../../cli/command/define-command.ts";

export const approvals: Noun = {
  name: "approvals",
  aliases: ["inbox"],
  summary: "See what waits for an approval of its price, and approve or reject it",
  own: async () => (await import("./list.ts")).inbox,
  verbs: {
    list: async () => (await import("./list.ts")).list,
    approve: async () => (await import("./decide.ts")).approve,
    reject: async () => (await import("./decide.ts")).reject,
  },
};
