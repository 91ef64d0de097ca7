import type { Noun } from "../../cli/command/define-command.ts";

export const catalog: Noun = {
  name: "catalog",
  summary: "Search the archive of collected imagery (STAC)",
  verbs: {
    preview: async () => (await import("./preview.ts")).preview,
    search: async () => (await import("./search.ts")).search,
    stacks: async () => (await import("./stacks.ts")).stacks,
  },
};
