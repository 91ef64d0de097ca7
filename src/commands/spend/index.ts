import type { Noun } from "../../cli/command/define-command.ts";

export const spend: Noun = {
  name: "spend",
  summary: "Show the spending from this machine",
  own: async () => (await import("./summary.ts")).summary,
  verbs: {
    report: async () => (await import("./report.ts")).report,
  },
};
