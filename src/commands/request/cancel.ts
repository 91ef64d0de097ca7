/** `cancel` of tasks and repeat requests. */
import { Option } from "@commander-js/extra-typings";
import type { CancelRow } from "../../app/tasking/cancel-requests.ts";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import { defineCommand, type CommandDefinition } from "../../cli/command/define-command.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { listView } from "../../cli/output/view.ts";
import { UNFINISHED, formatNoun, addRequestIds } from "./request-ids.ts";

/** `about`: the effect of a cancellation in one sentence. `example`: a second one. */
export const defineCancel = (
  noun: RequestNoun,
  { about, example }: { about: string; example: string },
): CommandDefinition =>
  defineCommand({
    name: "cancel",
    summary: `Cancel a ${formatNoun(noun)} that has not ended`,
    description:
      `${about} Costs nothing; whether an agreed price is refunded is not known. A cancellation cannot be undone. Of several ids ` +
      "each is cancelled if it can be; exit 7 if it has ended, 11 if the service still shows another state, 13 if nothing is known.",
    examples: [`swath ${noun} cancel 3f0c2a7e-...`, example],
    syntax: (command) =>
      addRequestIds(command, noun, `unfinished ${formatNoun(noun)}`).addOption(
        new Option("--no-check", "send without reading the state first"),
      ),
    run: async (context, { check }, given) => {
      const { cancelRequests } = await import("../../app/tasking/cancel-requests.ts");
      return cancelRequests(context, noun, await readFullIds(context, noun, given, { fits: UNFINISHED }), {
        check,
      });
    },
    view: cancelView,
  });

/** The outcome of each cancelled request. */
const cancelView = listView<CancelRow>({
  columns: [
    { key: "id", header: "ID", value: ({ id }) => id, fixed: "id" },
    { key: "outcome", header: "OUTCOME", value: ({ outcome }) => outcome, kept: true },
    { key: "status", header: "STATUS", value: ({ status }) => status ?? "(not reported)", kept: true },
    { key: "before", header: "BEFORE", value: ({ before }) => before },
    { key: "name", header: "NAME", value: ({ name }) => name },
    { key: "price", header: "AGREED", value: ({ price }) => price, align: "right" },
    { key: "error", header: "ERROR", value: ({ error }) => error?.code, kept: true },
  ],
  summary: (rows) => [...(rows as Iterable<CancelRow>)].map(({ id, outcome }) => `${id}: ${outcome}`),
  // A pipe passes on only the ids that are cancelled.
  id: ({ id, outcome }) => (outcome === "cancelled" || outcome === "already-cancelled" ? id : []),
});
