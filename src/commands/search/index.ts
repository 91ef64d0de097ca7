import type { Noun } from "../../cli/command/define-command.ts";

export const search: Noun = {
  name: "search",
  summary: "Search tasks and repeat requests",
  verbs: {
    tasks: async () => (await import("./tasks.ts")).tasks,
    repeats: async () => (await import("./repeats.ts")).repeats,
  },
};
