import { flag, pickedIds } from "../../cli/flags/flag.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { TIERS } from "../../contract/vocabulary.ts";
import { readNumber } from "../../domain/readers.ts";
import { EXPLANATION_VIEW } from "../request/explain.ts";
import { addRetaskFlags, addTaskRetaskFlags, addWindowFlags, sendRetask } from "../request/retask-flags.ts";
import { RECORD_VIEWS } from "../request/views.ts";

export const retask = defineCommand({
  name: "retask",
  summary: "Retask: image the centre of an archive collect again",
  description:
    "Creates one task at the collect's centre; for a series type: swath repeat create. Look angles are within 5 degrees " +
    "of the collect's unless given: 32 becomes 27 to 37, and with --off-nadir-min 30 it becomes 30 to 37.",
  examples: [
    "swath collect retask c1d2 --window-open +1d --window 7d",
    "swath collect retask c1d2 --off-nadir-min 30 --tier priority --window 14d --wait",
  ],
  mostUsed: [
    "--name",
    "--window-open",
    "--window",
    "--off-nadir-min",
    "--off-nadir-max",
    "--tier",
    "--product-type",
    "--max-cost",
    "--wait",
    "--explain",
  ],
  syntax: (command) =>
    addRetaskFlags(
      addTaskRetaskFlags(
        addWindowFlags(command.addArgument(pickedIds("<collectId...>", "ids of scenes or items", "scene")))
          .addOption(flag("--off-nadir-min <degrees>", "5 to 50 (default: look angle - 5)", readNumber))
          .addOption(flag("--off-nadir-max <degrees>", "5 to 50 (default: look angle + 5)", readNumber)),
      ),
      TIERS,
      { name: "Retask and the short id", description: "empty", tier: "standard", holdback: "the contract's" },
    ),
  parse: async (context, options, given) => {
    const { retaskRequest } = await import("../request/retask-request.ts");
    return retaskRequest(context, "collect", options, given);
  },
  run: sendRetask,
  view: RECORD_VIEWS.task,
  viewFor: ({ explain }) => (explain === true ? EXPLANATION_VIEW : undefined),
});
