import type { Noun } from "../../cli/command/define-command.ts";

export const collect: Noun = {
  name: "collect",
  aliases: ["collects"],
  summary: "Request new imagery like an image of the archive",
  verbs: { retask: async () => (await import("./retask.ts")).retask },
};
