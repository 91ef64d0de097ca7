import { defineCommand } from "../../cli/command/define-command.ts";
import { addSeriesFlags } from "../../cli/flags/repetition-flags.ts";
import { pickedIds } from "../../cli/flags/flag.ts";
import { REPEAT_TIERS } from "../../contract/vocabulary.ts";
import { addRetaskFlags, OF_ORIGINAL, sendRetask, unreadOriginalFlag } from "../request/retask-flags.ts";
import { RECORD_VIEWS } from "../request/views.ts";

export const retask = defineCommand({
  name: "retask",
  summary: "Retask: request an earlier repeat request's series again",
  description:
    "Values that are not given are copied from the original. The new series is geometrically similar " +
    "within itself, not to the original. The original is read first: if it was pre-approved, the retask " +
    "costs money and must be confirmed.",
  examples: ["swath repeat retask 3f0c2a7e-... --from +1d --count 5"],
  mostUsed: ["--name", "--from", "--interval", "--count", "--to", "--tier", "--max-cost", "--wait", "--file"],
  syntax: (command) =>
    addRetaskFlags(
      addSeriesFlags(
        command.addArgument(pickedIds("<repeatId...>", "ids or names of repeat requests", "repeat request")),
      ).addOption(unreadOriginalFlag()),
      REPEAT_TIERS,
      OF_ORIGINAL,
    ),
  parse: async (context, options, given) => {
    const { retaskRequest } = await import("../request/retask-request.ts");
    return retaskRequest(context, "repeat", options, given);
  },
  run: sendRetask,
  view: RECORD_VIEWS.repeat,
});
