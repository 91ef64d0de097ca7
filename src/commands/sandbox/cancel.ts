/** `sandbox cancel-task` and `sandbox cancel-repeat`: through the control plane, without a credential. */
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { readIds } from "../../cli/ids/ids-argument.ts";
import { listView } from "../../cli/output/view.ts";
import type { Canceled } from "../../app/sandbox/control.ts";

const WORDS = {
  task: {
    summary: "Cancel tasks that the sandbox has not collected yet",
    description: "Works in the sandbox only, for requests of any user. For a service: swath task cancel.",
    example: "swath sandbox cancel-task 3f0c2a7e-...",
  },
  repeat: {
    summary: "Cancel repeat requests and their uncollected tasks",
    description: "Works in the sandbox only, for requests of any user. For a service: swath repeat cancel.",
    example: "swath sandbox cancel-repeat 91b2c0aa-...",
  },
} as const;

export const cancelCommand = (noun: RequestNoun) => {
  const { summary, description, example } = WORDS[noun];
  return defineCommand({
    name: `cancel-${noun}`,
    summary,
    description,
    examples: [example],
    syntax: (command) => command.argument(`<${noun}Id...>` as "<taskId...>", "ids (- reads them from stdin)"),
    parse: (context, _options, given) => readIds(context, given, `${noun}Id`),
    run: async (context, ids): Promise<readonly Canceled[]> => {
      const { cancelInSandbox } = await import("../../app/sandbox/control.ts");
      return cancelInSandbox(context, noun, ids);
    },
    view: listView<Canceled, readonly Canceled[]>({
      columns: [
        { key: "id", header: "ID", value: (row) => row.id, fixed: true },
        { key: "status", header: "STATUS", value: ({ status }) => status },
      ],
      id: (row) => row.id,
    }),
  });
};
