import type { Noun } from "../../cli/command/define-command.ts";

export const org: Noun = {
  name: "org",
  aliases: ["organization"],
  summary: "Change the settings of an organization",
  verbs: { "set-defaults": async () => (await import("./set-defaults.ts")).setDefaults },
};
