import type { Noun } from "../../cli/command/define-command.ts";

export const approvals: Noun = {
  name: "approvals",
  aliases: ["inbox"],
  summary: "List, approve and reject requests that wait for approval",
  own: async () => (await import("./list.ts")).inbox,
  verbs: {
    list: async () => (await import("./list.ts")).list,
    approve: async () => (await import("./decide.ts")).approve,
    reject: async () => (await import("./decide.ts")).reject,
  },
};
