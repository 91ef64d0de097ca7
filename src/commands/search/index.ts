import type { Noun } from "../../cli/command/define-command.ts";

export const search: Noun = {
  name: "search",
  summary: "Search tasks and repeat requests",
  verbs: {
    tasks: async () => (await import("../request-search.ts")).searchTasks,
    repeats: async () => (await import("../request-search.ts")).searchRepeats,
  },
};
