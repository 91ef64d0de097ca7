/** `approve` and `reject` of tasks and repeat requests. */
import { Option } from "@commander-js/extra-typings";
import type { DecisionRow } from "../../app/tasking/decisions.ts";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import { defineCommand, type CommandDefinition } from "../../cli/command/define-command.ts";
import { keepGoingFlag } from "../../cli/flags/keep-going-flag.ts";
import { maxCostFlag } from "../../cli/flags/max-cost-flag.ts";
import { addPollFlags, waitTimes } from "../../cli/flags/wait-flags.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { listView } from "../../cli/output/view.ts";
import { moneyText, parseMoney } from "../../domain/price/money.ts";
import { amountColumns } from "../amount-columns.ts";
import { titleOf, withIds } from "./request-ids.ts";

const SERIES =
  "The price of a series is that of one image times their number; one without an end has no such bound, and is refused " +
  "under --max-cost and under a budget. ";

const noCheckFlag = () => new Option("--no-check", "send without reading state and price first");

export const approveCommand = (noun: RequestNoun): CommandDefinition =>
  defineCommand({
    name: "approve",
    summary: `Approve the cost of a ${titleOf(noun)} in review`,
    description:
      "Costs money. The current price is shown and must be confirmed; a script uses --yes, and --max-cost to " +
      `limit the sum of the prices. ${noun === "repeat" ? SERIES : ""}Waits for the estimate by default, up to --wait-timeout.`,
    examples: [
      `swath ${noun} approve 3f0c2a7e-...`,
      `swath ${noun} approve 3f0c2a7e-... --yes --max-cost 1500 --wait`,
    ],
    syntax: (command) =>
      addPollFlags(
        withIds(command, noun, `${titleOf(noun)} in review`)
          .addOption(noCheckFlag())
          .addOption(maxCostFlag())
          .addOption(keepGoingFlag())
          .addOption(new Option("--without-estimate", "approve before an estimate exists"))
          .addOption(new Option("--wait", "wait until the scheduler accepts it")),
      ),
    run: async (context, options, given) => {
      const { approveRequests } = await import("../../app/tasking/approve-requests.ts");
      const ids = await readFullIds(context, noun, given, { isPurchase: true });
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

export const rejectCommand = (noun: RequestNoun): CommandDefinition =>
  defineCommand({
    name: "reject",
    summary: `Reject a ${titleOf(noun)} in review`,
    description: "It is not sent to the scheduler. Nothing is spent. A rejection cannot be undone.",
    examples: [`swath ${noun} reject 3f0c2a7e-...`, `swath ${noun} reject 3f0c2a7e-... 91b2c0aa-... --yes`],
    syntax: (command) => withIds(command, noun, `${titleOf(noun)} in review`).addOption(noCheckFlag()),
    run: async (context, { check }, given) => {
      const { rejectRequests } = await import("../../app/tasking/reject-requests.ts");
      const ids = await readFullIds(context, noun, given);
      const subjects = ids.map((id) => ({ noun, id }));
      return rejectRequests(context, subjects, { check });
    },
    view: decisionView,
  });

/**
 * Returns the commitment in the service's format. An approved price without a commitment has no bound: it is that of a series
 * without an end, or has an amount beside it that cannot be read.
 */
function committedOf({ outcome, price, commitment }: DecisionRow): string | undefined {
  const money = parseMoney(price ?? "");
  if (outcome !== "approved" || money === undefined) return undefined;
  if (commitment === undefined) return "no bound";
  const { currency, amount } = money;
  return Number(amount) === commitment.amount
    ? price
    : moneyText({ currency, amount: commitment.amount.toFixed(2) });
}

/** The outcome of each approved or rejected request. */
export const decisionView = listView<DecisionRow>({
  columns: [
    { key: "id", header: "ID", value: ({ id }) => id, fixed: "id" },
    { key: "outcome", header: "OUTCOME", value: ({ outcome }) => outcome },
    { key: "status", header: "STATUS", value: ({ status }) => status ?? "(not reported)" },
    { key: "price", header: "PRICE", value: ({ price }) => price, align: "right" },
    { key: "committed", header: "COMMITTED", value: committedOf, align: "right" },
    ...amountColumns<DecisionRow>("commitment", ({ commitment }) => commitment),
    { key: "error", header: "ERROR", value: ({ error }) => error?.code, wide: true },
  ],
  summary: (rows) =>
    [...(rows as Iterable<DecisionRow>)].map(
      ({ id, outcome, price }) => `${id}: ${outcome}${price === undefined ? "" : `, ${price}`}`,
    ),
  // A pipe passes on only the ids that succeeded.
  id: ({ id, outcome }) => (outcome === "failed" ? [] : id),
});
