import type { Noun } from "../../cli/command/define-command.ts";

export const collect: Noun = {
  name: "collect",
  aliases: ["collects"],
  summary: "Request new imagery of an archive image's target",
  verbs: { retask: async () => (await import("./retask.ts")).retask },
};
