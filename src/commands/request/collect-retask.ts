import { skeletonFlag } from "../../cli/command/skeleton.ts";
import { bodyFileFlag, dataFlag, setFlag, unsetFlag } from "../../cli/flags/body-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag } from "../../cli/flags/flag.ts";
import { number } from "../../domain/readers.ts";
import {
  retaskDescriptionFlag,
  retaskHoldbackFlag,
  retaskNameFlag,
  retaskTierFlag,
} from "../../cli/flags/retask-flags.ts";
import type { Records } from "../../app/tasking/request-kind.ts";
import { taskView } from "./views.ts";
import { allowPastFlag, windowCloseFlag, windowOpenFlag } from "../../cli/flags/window-flags.ts";
import { TIERS } from "../../contract/vocabulary.ts";
import { maxCostFlag } from "../../cli/flags/max-cost-flag.ts";

export const retask = defineCommand({
  name: "retask",
  summary: "Retask: image the centre of an archive collect again",
  description:
    "Creates one task at the collect's centre; for a series type: swath repeat create. Look angles are within 5 degrees " +
    "of the collect's unless given: 32 becomes 27 to 37, and with --off-nadir-min 30 it becomes 30 to 37.",
  examples: [
    "swath collect retask c1d2 --window-open +1d --window-close +8d",
    "swath collect retask c1d2 --off-nadir-min 30 --tier priority --window-close +14d",
  ],
  mostUsed: ["--name", "--window-open", "--window-close", "--tier", "--max-cost", "--file"],
  body: "retask-collect",
  syntax: (command) =>
    command
      .argument("<collectId...>", "collect ids (- reads them from stdin)")
      .addOption(retaskNameFlag("a generic one"))
      .addOption(retaskDescriptionFlag("empty"))
      .addOption(windowOpenFlag())
      .addOption(windowCloseFlag())
      .addOption(allowPastFlag())
      .addOption(retaskTierFlag(TIERS, "standard"))
      .addOption(retaskHoldbackFlag("the contract's"))
      .addOption(
        flag("--off-nadir-min <degrees>", "5 to 50, below the maximum (default: look angle - 5)", number),
      )
      .addOption(
        flag("--off-nadir-max <degrees>", "5 to 50, above the minimum (default: look angle + 5)", number),
      )
      .addOption(maxCostFlag())
      .addOption(bodyFileFlag())
      .addOption(dataFlag())
      .addOption(setFlag())
      .addOption(unsetFlag())
      .addOption(skeletonFlag()),
  parse: async (context, options, given) => {
    const { retaskRequest } = await import("./retask-request.ts");
    return retaskRequest(context, "collect", { ...options }, given);
  },
  run: async (context, request, { maxCost }): Promise<Records> => {
    const app = await import("../../app/tasking/retask.ts");
    return app.retask(context, request, { maxCost });
  },
  view: taskView,
});
