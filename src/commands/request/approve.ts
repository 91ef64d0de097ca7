/** `approve` of tasks and repeat requests. */
import { Option } from "@commander-js/extra-typings";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import { defineCommand, type CommandDefinition } from "../../cli/command/define-command.ts";
import { keepGoingFlag, maxCostFlag } from "../../cli/flags/spending-flags.ts";
import { addPollFlags, waitTimes } from "../../cli/flags/wait-flags.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { decisionView } from "./decision-view.ts";
import { IN_REVIEW, noCheckFlag, formatNoun, addRequestIds } from "./request-ids.ts";

/** `about`: more about the price, for the description. */
export const defineApprove = (noun: RequestNoun, about = ""): CommandDefinition =>
  defineCommand({
    name: "approve",
    summary: `Approve the cost of a ${formatNoun(noun)} in review`,
    description:
      "Costs money. The current price is shown and must be confirmed; a script uses --yes, and --max-cost to " +
      `limit the sum of the prices. ${about}Waits for the estimate by default, up to --wait-timeout.`,
    examples: [
      `swath ${noun} approve 3f0c2a7e-...`,
      `swath ${noun} approve 3f0c2a7e-... --yes --max-cost 1500 --wait`,
    ],
    syntax: (command) =>
      addPollFlags(
        addRequestIds(command, noun, `${formatNoun(noun)} to approve`)
          .addOption(noCheckFlag())
          .addOption(maxCostFlag())
          .addOption(keepGoingFlag())
          .addOption(new Option("--without-estimate", "approve before an estimate exists"))
          .addOption(new Option("--wait", "wait until the scheduler accepts it")),
      ),
    run: async (context, options, given) => {
      const { approveRequests } = await import("../../app/tasking/approve-requests.ts");
      const ids = await readFullIds(context, noun, given, { isPurchase: true, fits: IN_REVIEW });
      const { check, maxCost, withoutEstimate, wait, keepGoing } = options;
      const subjects = ids.map((id) => ({ noun, id }));
      return approveRequests(context, subjects, {
        ...waitTimes(options),
        check,
        maxCost,
        withoutEstimate,
        wait,
        keepGoing: keepGoing === true,
      });
    },
    view: decisionView,
  });
