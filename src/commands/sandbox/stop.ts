import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";
import { refuseDryRun } from "../../cli/input/usage.ts";
import type { StopReport } from "../../app/sandbox/background.ts";

export const stop = defineCommand({
  name: "stop",
  summary: "Stop the sandbox, keeping its store",
  description: "Returns when it has stopped. Exit 0 as well when none was running.",
  examples: ["swath sandbox stop"],
  syntax: (command) => command,
  run: async (context) => {
    const { stopSandbox } = await import("../../app/sandbox/background.ts");
    refuseDryRun(context, "sandbox stop");
    return stopSandbox(context, context.world.processes);
  },
  view: recordView<StopReport>({
    text: ({ stopped, url, pid }) =>
      stopped ? `The sandbox at ${url} has stopped (process ${pid})` : "No sandbox was running",
    columns: [
      { key: "stopped", header: "STOPPED", value: ({ stopped }) => stopped },
      { key: "url", header: "URL", value: ({ url }) => url },
      { key: "pid", header: "PROCESS", value: ({ pid }) => pid },
    ],
    id: ({ url }) => url,
  }),
});
