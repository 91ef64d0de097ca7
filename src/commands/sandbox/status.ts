import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";
import type { SandboxStatus } from "../../app/sandbox/control.ts";

export const status = defineCommand({
  name: "status",
  summary: "Show the state of the sandbox: address, store, clock, data",
  description:
    "Creates nothing: without a store it shows the values of a new one. Exit 0 whether or not it runs (see `running`).",
  examples: ["swath sandbox status", "swath sandbox status --json --query running"],
  syntax: (command) => command,
  run: async (context) => {
    const { readSandboxStatus } = await import("../../app/sandbox/control.ts");
    return readSandboxStatus(context);
  },
  view: recordView<SandboxStatus>({
    fields: ({ running, url, pid, store, hasStore, ...state }) => [
      ["Running", running ? `yes, at ${url} (process ${pid})` : "no"],
      ["Store", `${store}${hasStore ? "" : " (not created yet)"}`],
      ["Seed", state.seed],
      ["Archive", `${state.archiveSize} collects`],
      ["Clock", `${state.clock.now} (${state.clock.mode})`],
      ["Orders", state.orders],
      ["Faults", state.faults],
      ["Deployment", state.deployment === "" ? undefined : state.deployment],
      ["Variant", state.variant === "" ? undefined : state.variant],
    ],
    columns: [
      { key: "running", header: "RUNNING", value: ({ running }) => running },
      { key: "url", header: "URL", value: ({ url }) => url },
      { key: "store", header: "STORE", value: ({ store }) => store },
      { key: "now", header: "TIME", value: ({ clock }) => clock.now },
      { key: "orders", header: "ORDERS", value: ({ orders }) => orders },
    ],
    id: ({ url }) => url,
  }),
});
