import type { Noun } from "../../cli/command/define-command.ts";

export const org: Noun = {
  name: "org",
  aliases: ["organization"],
  summary: "Set what holds for a whole organization",
  verbs: { "set-defaults": async () => (await import("./set-defaults.ts")).setDefaults },
};
