import { skeletonFlag } from "../../cli/command/skeleton.ts";
import { Option } from "@commander-js/extra-typings";
import { dataFlag, setFlag, unsetFlag } from "../../cli/flags/body-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag } from "../../cli/flags/flag.ts";
import { number } from "../../domain/readers.ts";
import { text } from "../../domain/readers.ts";
import {
  retaskDescriptionFlag,
  retaskHoldbackFlag,
  retaskNameFlag,
  retaskTierFlag,
} from "../../cli/flags/retask-flags.ts";
import { taskView, type Records } from "../request-view.ts";
import { windowCloseFlag, windowOpenFlag } from "../../cli/flags/window-flags.ts";
import { TIERS } from "../../contract/vocabulary.ts";
import { maxCostFlag } from "../../cli/flags/max-cost-flag.ts";

export const retask = defineCommand({
  name: "retask",
  summary: "Request the point of an earlier task once more",
  description:
    "Place, type, constraints and everything else are the original's; a polygon cannot be retasked. The original is " +
    "read first: was it pre-approved, the retask costs money, and is asked about.",
  examples: [
    "swath task retask 3f0c2a7e-... --window-open +1d --window-close +8d",
    "swath task retask --collect c1d2 --off-nadir-min 30",
  ],
  body: ({ collect }) => (collect === undefined ? "retask" : "retask-collect"),
  syntax: (command) =>
    command
      .argument("[taskId...]", "task ids (- reads them from stdin)")
      .addOption(flag("--collect <id>", "retask this collect instead (swath collect retask)", text))
      .addOption(retaskNameFlag("the original's when left out"))
      .addOption(retaskDescriptionFlag("the original's when left out"))
      .addOption(windowOpenFlag())
      .addOption(windowCloseFlag())
      .addOption(retaskTierFlag(TIERS, "the original's when left out"))
      .addOption(retaskHoldbackFlag("the original's when left out"))
      .addOption(flag("--off-nadir-min <degrees>", "with --collect only", number))
      .addOption(flag("--off-nadir-max <degrees>", "with --collect only", number))
      .addOption(maxCostFlag())
      .addOption(new Option("--no-check", "do not read the original first; needs --yes"))
      .addOption(dataFlag())
      .addOption(setFlag())
      .addOption(unsetFlag())
      .addOption(skeletonFlag()),
  parse: async (context, options, given) => {
    const { taskRetaskRequest } = await import("../../app/tasking/retask-task.ts");
    return taskRetaskRequest(context, options, given);
  },
  run: async (context, request, options): Promise<Records> => {
    const { retaskTasks } = await import("../../app/tasking/retask-task.ts");
    return retaskTasks(context, request, options);
  },
  view: taskView,
});
