/** `approvals approve` and `approvals reject`: tasks and repeat requests by id, or all waiting ones. */
import { usageError } from "../../cli/input/usage.ts";
import { Option, type Command } from "@commander-js/extra-typings";
import type { Choice } from "../../app/tasking/approvals.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import type { Context } from "../../cli/context.ts";
import { readIds } from "../../cli/ids/ids-argument.ts";
import { keepGoingFlag, maxCostFlag } from "../../cli/flags/spending-flags.ts";
import { advice, swath } from "../../hint.ts";
import { decisionView } from "../request/decision-view.ts";

const addChoice = (command: Command, all: string) =>
  command
    .argument("[id...]", "ids or names of requests (- reads them from stdin)")
    .addOption(new Option("--all", all));

export const approve = defineCommand({
  name: "approve",
  summary: "Approve waiting requests, with one confirmation of the total",
  description:
    "Costs money. The sum of all prices is shown and confirmed once; a script uses --yes, and --max-cost " +
    "to limit the sum. --all with --yes needs --max-cost or a budget.",
  examples: [
    "swath approvals approve 3f0c2a7e-... 91b2c0aa-...",
    "swath approvals approve --all --max-cost 5000 --yes",
  ],
  syntax: (command) =>
    addChoice(command, "every waiting request with a price and an open window")
      .addOption(maxCostFlag())
      .addOption(keepGoingFlag()),
  parse: async (context, { all, maxCost, keepGoing }, ids) => {
    const choice = await readChoice(context, ids, { all: all === true });
    const { consent, settings } = context;
    if (choice.all && consent.isGiven && maxCost === undefined && settings.budget.value === undefined)
      throw usageError(
        "--all with --yes would approve all waiting requests at any price",
        "Add --max-cost <amount>",
      );
    return { ...choice, onlyInFull: context.options.quiet === true, keepGoing: keepGoing === true };
  },
  run: async (context, choice, { maxCost }) => {
    const { decideWaiting } = await import("../../app/tasking/approvals.ts");
    return decideWaiting(context, "approve", choice, maxCost);
  },
  view: decisionView,
});

export const reject = defineCommand({
  name: "reject",
  summary: "Reject waiting requests",
  description: "They are not sent to the scheduler. Nothing is spent. A rejection cannot be undone.",
  examples: [
    "swath approvals reject 3f0c2a7e-... --yes",
    "swath approvals reject --all",
    "swath approvals reject --closed --yes",
  ],
  syntax: (command) =>
    addChoice(command, "every waiting request with an open window").addOption(
      new Option("--closed", "every request whose window is over"),
    ),
  parse: (context, { all, closed }, ids) =>
    readChoice(context, ids, { all: all === true, closed: closed === true }),
  run: async (context, choice) => {
    const { decideWaiting } = await import("../../app/tasking/approvals.ts");
    return decideWaiting(context, "reject", choice);
  },
  view: decisionView,
});

async function readChoice(
  context: Context,
  given: readonly string[],
  { all, closed = false }: Pick<Choice, "all" | "closed">,
): Promise<Choice> {
  const flag = all ? "--all" : "--closed";
  if ((all || closed) && given.length > 0) throw usageError(`${flag} and ids are given`, `Leave out ${flag}`);
  if (all || closed) return { ids: [], all, closed };
  if (given.length === 0)
    throw usageError("no id is given", advice`List the waiting requests: ${swath`approvals`}`);
  return { ids: await readIds(context, given, "id"), all };
}
