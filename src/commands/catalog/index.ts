import type { Noun } from "../../cli/command/define-command.ts";

export const catalog: Noun = {
  name: "catalog",
  summary: "Search the archive of collected imagery (STAC)",
  verbs: {
    search: async () => (await import("./search.ts")).search,
  },
};
