import type { Noun } from "../../cli/define-command.ts";

export const task: Noun = {
  name: "task",
  aliases: ["tasks"],
  summary: "Request new imagery, review its cost, approve it and follow it",
  verbs: {
    create: async () => (await import("./create.ts")).create,
  },
};
