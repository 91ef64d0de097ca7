import type { Noun } from "../../cli/command/define-command.ts";

export const profile: Noun = {
  name: "profile",
  summary: "List, choose, show and delete settings profiles",
  verbs: {
    list: async () => (await import("./list.ts")).list,
    use: async () => (await import("./use.ts")).use,
    show: async () => (await import("./show.ts")).show,
    delete: async () => (await import("./delete.ts")).deleteProfile,
  },
};
