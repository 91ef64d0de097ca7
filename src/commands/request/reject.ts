/** `reject` of tasks and repeat requests. */
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import { defineCommand, type CommandDefinition } from "../../cli/command/define-command.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { decisionView } from "./decision-view.ts";
import { IN_REVIEW, noCheckFlag, formatNoun, addRequestIds } from "./request-ids.ts";

export const defineReject = (noun: RequestNoun): CommandDefinition =>
  defineCommand({
    name: "reject",
    summary: `Reject a ${formatNoun(noun)} in review`,
    description: "It is not sent to the scheduler. Nothing is spent. A rejection cannot be undone.",
    examples: [`swath ${noun} reject 3f0c2a7e-...`, `swath ${noun} reject 3f0c2a7e-... 91b2c0aa-... --yes`],
    syntax: (command) =>
      addRequestIds(command, noun, `${formatNoun(noun)} in review`).addOption(noCheckFlag()),
    run: async (context, { check }, given) => {
      const { rejectRequests } = await import("../../app/tasking/reject-requests.ts");
      const ids = await readFullIds(context, noun, given, { fits: IN_REVIEW });
      const subjects = ids.map((id) => ({ noun, id }));
      return rejectRequests(context, subjects, { check });
    },
    view: decisionView,
  });
