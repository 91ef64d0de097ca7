import { flag, pickedIds } from "../../cli/flags/flag.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { usageError } from "../../cli/input/usage.ts";
import { TIERS } from "../../contract/vocabulary.ts";
import { readNumber, readNonEmpty } from "../../domain/readers.ts";
import type { AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";
import { EXPLANATION_VIEW } from "../request/explain.ts";
import {
  addRetaskFlags,
  addTaskRetaskFlags,
  addWindowFlags,
  OF_ORIGINAL,
  sendRetask,
  unreadOriginalFlag,
} from "../request/retask-flags.ts";
import { RECORD_VIEWS } from "../request/views.ts";

export const retask = defineCommand({
  name: "retask",
  summary: "Retask: image an earlier task's target again",
  description:
    "Place, type, constraints and all other values are copied from the original; a polygon cannot be " +
    "retasked. The original is read first: if it was pre-approved, the retask costs money and must be " +
    "confirmed.",
  examples: [
    "swath task retask 3f0c2a7e-... --window-open +1d --window 7d --wait",
    "swath task retask --collect c1d2 --off-nadir-min 30",
  ],
  mostUsed: [
    "--collect",
    "--name",
    "--window-open",
    "--window",
    "--tier",
    "--product-type",
    "--max-cost",
    "--wait",
    "--explain",
    "--file",
  ],
  syntax: (command) =>
    addRetaskFlags(
      addTaskRetaskFlags(
        addWindowFlags(
          command
            .addArgument(pickedIds("[taskId...]", "ids or names of tasks", "task", { unless: ["collect"] }))
            .addOption(
              flag("--collect <id>", "retask this scene instead (swath collect retask)", readNonEmpty),
            ),
        )
          .addOption(flag("--off-nadir-min <degrees>", "with --collect only", readNumber))
          .addOption(flag("--off-nadir-max <degrees>", "with --collect only", readNumber))
          .addOption(unreadOriginalFlag()),
      ),
      TIERS,
      OF_ORIGINAL,
    ),
  parse: async (context, options, given) => {
    const { retaskRequest } = await import("../request/retask-request.ts");
    const { collect, offNadirMin, offNadirMax } = options;
    if (collect !== undefined) {
      if (given.length > 0) throw usage("a task id and --collect are both given");
      return retaskRequest(context, "collect", options, [collect]);
    }
    if (given.length === 0) throw usage("<taskId> is missing");
    if (offNadirMin !== undefined || offNadirMax !== undefined)
      throw usage(
        "--off-nadir-min and --off-nadir-max are for collects: a task's retask keeps its constraints",
      );
    return retaskRequest(context, "task", options, given);
  },
  run: sendRetask,
  view: RECORD_VIEWS.task,
  viewFor: ({ explain }) => (explain === true ? EXPLANATION_VIEW : undefined),
});

const usage = (message: string): AppError =>
  usageError(message, advice`Type: ${swath`task retask <taskId>`}`);
