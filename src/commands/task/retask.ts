import { skeletonFlag } from "../../cli/command/skeleton.ts";
import { Argument, Option } from "@commander-js/extra-typings";
import { bodyFileFlag, dataFlag, setFlag, unsetFlag } from "../../cli/flags/body-flags.ts";
import { pickedFrom } from "../../cli/input/picked-from.ts";
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
import type { Records } from "../../app/tasking/request-kind.ts";
import { AppError } from "../../errors.ts";
import { taskView } from "../request/views.ts";
import { allowPastFlag, windowCloseFlag, windowOpenFlag } from "../../cli/flags/window-flags.ts";
import { TIERS } from "../../contract/vocabulary.ts";
import { maxCostFlag } from "../../cli/flags/max-cost-flag.ts";
import { advice, swath } from "../../hint.ts";

export const retask = defineCommand({
  name: "retask",
  summary: "Retask: image an earlier task's target again",
  description:
    "Place, type, constraints and all other values are copied from the original; a polygon cannot be " +
    "retasked. The original is read first: if it was pre-approved, the retask costs money and must be " +
    "confirmed.",
  examples: [
    "swath task retask 3f0c2a7e-... --window-open +1d --window-close +8d",
    "swath task retask --collect c1d2 --off-nadir-min 30",
  ],
  mostUsed: ["--collect", "--name", "--window-open", "--window-close", "--tier", "--max-cost", "--file"],
  body: ({ collect }) => (collect === undefined ? "retask" : "retask-collect"),
  syntax: (command) =>
    command
      .addArgument(
        pickedFrom(new Argument("[taskId...]", "ids or names of tasks (- reads them from stdin)"), "task", {
          unless: ["collect"],
        }),
      )
      .addOption(flag("--collect <id>", "retask this collect instead (swath collect retask)", text))
      .addOption(retaskNameFlag("the original's"))
      .addOption(retaskDescriptionFlag("the original's"))
      .addOption(windowOpenFlag())
      .addOption(windowCloseFlag())
      .addOption(allowPastFlag())
      .addOption(retaskTierFlag(TIERS, "the original's"))
      .addOption(retaskHoldbackFlag("the original's"))
      .addOption(flag("--off-nadir-min <degrees>", "with --collect only", number))
      .addOption(flag("--off-nadir-max <degrees>", "with --collect only", number))
      .addOption(maxCostFlag())
      .addOption(new Option("--no-check", "do not read the original first; needs --yes"))
      .addOption(bodyFileFlag())
      .addOption(dataFlag())
      .addOption(setFlag())
      .addOption(unsetFlag())
      .addOption(skeletonFlag()),
  parse: async (context, options, given) => {
    const { retaskRequest } = await import("../request/retask-request.ts");
    const { collect, offNadirMin, offNadirMax } = options;
    if (collect !== undefined) {
      if (given.length > 0) throw usage("a task id and --collect are both given");
      return retaskRequest(context, "collect", { ...options }, [collect]);
    }
    if (given.length === 0) throw usage("<taskId> is missing");
    if (offNadirMin !== undefined || offNadirMax !== undefined)
      throw usage(
        "--off-nadir-min and --off-nadir-max are for collects: a task's retask keeps its constraints",
      );
    return retaskRequest(context, "task", { ...options }, given);
  },
  run: async (context, request, { check, maxCost }): Promise<Records> => {
    const app = await import("../../app/tasking/retask.ts");
    return app.retask(context, request, { check, maxCost });
  },
  view: taskView,
});

const usage = (message: string): AppError =>
  new AppError("usage", "USAGE", message, {
    hint: advice`Type: ${swath`task retask <taskId>`}, or ${swath`collect retask <collectId>`}`,
  });
