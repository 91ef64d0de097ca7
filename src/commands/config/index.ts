import type { Noun } from "../../cli/command/define-command.ts";

export const config: Noun = {
  name: "config",
  summary: "Read and write the settings of a profile",
  verbs: {
    get: async () => (await import("./get.ts")).get,
    set: async () => (await import("./set.ts")).set,
    unset: async () => (await import("./unset.ts")).unset,
    list: async () => (await import("./list.ts")).list,
    path: async () => (await import("./path.ts")).path,
  },
};
