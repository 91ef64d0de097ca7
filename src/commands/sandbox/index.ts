import type { Noun } from "../../cli/command/define-command.ts";

export const sandbox: Noun = {
  name: "sandbox",
  summary: "Run the service on this machine: no account, no cost",
  verbs: {
    start: async () => (await import("./start.ts")).start,
    status: async () => (await import("./status.ts")).status,
    stop: async () => (await import("./stop.ts")).stop,
    users: async () => (await import("./users.ts")).users,
    clock: async () => (await import("./clock.ts")).clock,
    set: async () => (await import("./set.ts")).set,
    faults: async () => (await import("./faults.ts")).faults,
    "cancel-task": async () => (await import("./cancel.ts")).cancelCommand("task"),
    "cancel-repeat": async () => (await import("./cancel.ts")).cancelCommand("repeat"),
    "complete-order": async () => (await import("./complete-order.ts")).completeOrder,
    reset: async () => (await import("./reset.ts")).reset,
  },
};
