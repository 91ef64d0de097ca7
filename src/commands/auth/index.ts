import type { Noun } from "../../cli/command/define-command.ts";

export const auth: Noun = {
  name: "auth",
  summary: "Log in, log out, show credentials",
  verbs: {
    login: async () => (await import("./login.ts")).login,
    status: async () => (await import("./status.ts")).status,
    logout: async () => (await import("./logout.ts")).logout,
    token: async () => (await import("./token.ts")).token,
  },
};
