import type { Noun } from "../../cli/command/define-command.ts";

export const exportNoun: Noun = {
  name: "export",
  aliases: ["exports"],
  summary: "List, fetch and mirror the weekly footprint exports",
  verbs: {
    list: async () => (await import("./list.ts")).list,
    links: async () => (await import("./links.ts")).links,
    fetch: async () => (await import("./fetch.ts")).fetchFiles,
    sync: async () => (await import("./sync.ts")).sync,
    query: async () => (await import("./query.ts")).query,
  },
};
