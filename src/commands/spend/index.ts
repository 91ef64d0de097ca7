import type { Noun } from "../../cli/command/define-command.ts";

export const spend: Noun = {
  name: "spend",
  summary: "See what was spent from this machine",
  verbs: {
    report: async () => (await import("./report.ts")).report,
  },
};
