/** The words that tasks and repeat requests share, as commands: a noun's file names its kind and view. */
import { Option, type Command } from "@commander-js/extra-typings";
import { REQUEST_STATES } from "../contract/vocabulary.ts";
import type { View } from "../cli/output/view.ts";
import { defineCommand, type CommandDefinition } from "../cli/command/define-command.ts";
import { decisionView } from "./decision-view.ts";
import { repeatable, suggesting } from "../cli/flags/flag.ts";
import { maxCostFlag } from "../cli/flags/max-cost-flag.ts";
import { list } from "../domain/readers.ts";
import type { Costs } from "./cost-view.ts";
import type { Records } from "./request-view.ts";
import type { RequestKind } from "../app/tasking/request-kind.ts";
import { pollIntervalFlag, waitTimeoutFlag } from "../cli/flags/wait-flags.ts";

type Noun = "task" | "repeat";

/** Loaded when the command runs: help needs none of it. */
const kindOf = async (noun: Noun): Promise<RequestKind> => {
  const { TASK_KIND, REPEAT_KIND } = await import("../app/tasking/request-kind.ts");
  return noun === "task" ? TASK_KIND : REPEAT_KIND;
};

const idName = (noun: Noun): string => `${noun}Id`;
const titleOf = (noun: Noun): string => (noun === "task" ? "task" : "repeat request");

const SERIES =
  "The price of a series is that of one image times their number; one without an end has no such bound, and is refused " +
  "under --max-cost and under a budget. ";

const withIds = (command: Command, noun: Noun) =>
  command.argument(`<${noun}Id...>` as "<taskId...>", `${titleOf(noun)} ids (- reads them from stdin)`);

export const decideCommand = (noun: Noun, decision: "approve" | "reject"): CommandDefinition =>
  defineCommand({
    name: decision,
    summary:
      decision === "approve"
        ? `Approve the cost of a ${titleOf(noun)} in review`
        : `Reject a ${titleOf(noun)} in review`,
    description:
      decision === "approve"
        ? "Costs money. The price is read right before, shown and asked about; a script says --yes, and --max-cost to " +
          `bound the sum of the prices. ${noun === "repeat" ? SERIES : ""}Waits for the estimate by default, up to --wait-timeout.`
        : "It is then not sent to the scheduler. Nothing is spent, and it cannot be taken back.",
    examples: [
      `swath ${noun} ${decision} 3f0c2a7e-...`,
      decision === "approve"
        ? `swath ${noun} approve 3f0c2a7e-... --yes --max-cost 1500 --wait`
        : `swath ${noun} reject 3f0c2a7e-... 91b2c0aa-... --yes`,
    ],
    syntax: (command) => {
      const checked = withIds(command, noun).addOption(
        new Option("--no-check", "send without looking whether it is in review, and at what price"),
      );
      // A rejection takes fewer of the same words.
      return decision === "approve" ? approveFlags(checked) : checked;
    },
    run: async (context, options, given) => {
      const [{ decideRequests }, { readIds }] = await Promise.all([
        import("../app/tasking/decide-requests.ts"),
        import("../cli/input/ids-argument.ts"),
      ]);
      const ids = await readIds(context, given, idName(noun));
      return decideRequests(context, await kindOf(noun), decision, ids, options);
    },
    view: decisionView,
  });

const approveFlags = (command: Command<[string[]], { check: boolean }>) =>
  command
    .addOption(maxCostFlag())
    .addOption(new Option("--without-estimate", "approve although no estimate exists yet"))
    .addOption(new Option("--wait", "wait until the scheduler has taken it in"))
    .addOption(pollIntervalFlag())
    .addOption(waitTimeoutFlag());

export const getCommand = (noun: Noun, view: View<Records>): CommandDefinition =>
  defineCommand({
    name: "get",
    summary: `Show a ${titleOf(noun)}`,
    examples: [`swath ${noun} get 3f0c2a7e-...`, `swath ${noun} get 3f0c2a7e-... --history --json`],
    syntax: (command) =>
      withIds(command, noun).addOption(new Option("--history", "show the statuses it has had, newest first")),
    run: async (context, options, given): Promise<Records> => {
      const { getRequests } = await import("../app/tasking/get-requests.ts");
      return getRequests(context, await kindOf(noun), given, options);
    },
    view,
  });

export const costCommand = (noun: Noun, view: View<Costs>): CommandDefinition =>
  defineCommand({
    name: "cost",
    summary: `Show the cost estimate of a ${titleOf(noun)}`,
    description:
      noun === "task"
        ? "Nothing is spent until the task is approved (swath task approve)."
        : "The price is per image, not for the series. Nothing is spent until the request is approved.",
    examples: [
      `swath ${noun} cost 3f0c2a7e-...`,
      `swath ${noun} cost 3f0c2a7e-... --wait --wait-timeout 10m`,
    ],
    syntax: (command) =>
      withIds(command, noun)
        .addOption(new Option("--wait", "wait until the estimate is there"))
        .addOption(pollIntervalFlag())
        .addOption(waitTimeoutFlag()),
    run: async (context, options, given): Promise<Costs> => {
      const { readCosts } = await import("../app/tasking/read-costs.ts");
      return readCosts(context, await kindOf(noun), given, options);
    },
    view,
  });

export const waitCommand = (noun: Noun, view: View<Records>): CommandDefinition =>
  defineCommand({
    name: "wait",
    summary: `Wait until a ${titleOf(noun)} has a status`,
    description:
      "Exit 0 when it has, 7 when it ended in another one, 11 when --wait-timeout passed first. Any code may be named.",
    examples: [
      `swath ${noun} wait 3f0c2a7e-... --wait-timeout 3d`,
      `swath ${noun} wait 3f0c2a7e-... --until accepted --until completed --poll-interval 1m`,
    ],
    syntax: (command) =>
      withIds(command, noun)
        .addOption(
          suggesting(
            repeatable("--until <code>", "status to wait for, completed when left out", list),
            REQUEST_STATES,
          ),
        )
        .addOption(pollIntervalFlag())
        .addOption(waitTimeoutFlag()),
    run: async (context, options, given): Promise<Records> => {
      const { waitForRequests } = await import("../app/tasking/get-requests.ts");
      return waitForRequests(context, await kindOf(noun), given, options);
    },
    view,
  });
