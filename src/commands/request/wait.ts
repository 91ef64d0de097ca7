/** `task wait` and `repeat wait`. */
import type { Records, RequestNoun } from "../../app/tasking/request-kind.ts";
import { defineCommand, type CommandDefinition } from "../../cli/command/define-command.ts";
import { repeatable, suggesting } from "../../cli/flags/flag.ts";
import { addPollFlags, waitTimes } from "../../cli/flags/wait-flags.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { REQUEST_STATES } from "../../contract/vocabulary.ts";
import { checkName } from "../../domain/known-names.ts";
import { readCommaList } from "../../domain/readers.ts";
import { UNFINISHED, formatNoun, addRequestIds } from "./request-ids.ts";
import { RECORD_VIEWS } from "./views.ts";

export const defineWait = (noun: RequestNoun): CommandDefinition =>
  defineCommand({
    name: "wait",
    summary: `Wait until a ${formatNoun(noun)} has a status`,
    description:
      "Exit 0 when the status is reached, 7 when the request ended in another one, 11 after --wait-timeout. A request in review " +
      "waits for an approval, which ends the wait with exit 12; with --until it waits for that as well. Any code is allowed.",
    examples: [
      `swath ${noun} wait 3f0c2a7e-... --wait-timeout 3d`,
      `swath ${noun} wait 3f0c2a7e-... --until accepted --until completed --poll-interval 1m`,
    ],
    syntax: (command) =>
      addPollFlags(
        addRequestIds(command, noun, `unfinished ${formatNoun(noun)}`).addOption(
          suggesting(
            repeatable("--until <code>", "status to wait for (default: completed)", readCommaList),
            REQUEST_STATES,
          ),
        ),
      ),
    run: async (context, options, given): Promise<Records> => {
      const { waitForRequests } = await import("../../app/tasking/wait-for-requests.ts");
      for (const code of options.until ?? []) {
        const { fault, warning = fault } = checkName(code, REQUEST_STATES, { path: "", kind: "status" });
        if (warning !== undefined) context.notes.warn(`--until ${warning.message}`);
      }
      const ids = await readFullIds(context, noun, given, { fits: UNFINISHED });
      return waitForRequests(context, noun, ids, { until: options.until, ...waitTimes(options) });
    },
    view: RECORD_VIEWS[noun],
  });
