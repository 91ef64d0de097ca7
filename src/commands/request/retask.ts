/** `task retask`, `repeat retask` and `collect retask`. */
import { usageError } from "../../cli/input/usage.ts";
import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import type { Records } from "../../app/tasking/request-kind.ts";
import type { RetaskOptions, RetaskRequest } from "../../app/tasking/retask.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { addBodyFlags } from "../../cli/flags/body-flags.ts";
import type { Context } from "../../cli/context.ts";
import { bodyFileFlag } from "../../cli/flags/body-flags.ts";
import { flag, pickedIds, suggesting } from "../../cli/flags/flag.ts";
import { maxCostFlag } from "../../cli/flags/max-cost-flag.ts";
import { addSeriesFlags } from "../../cli/flags/repetition-flags.ts";
import { allowPastFlag, windowCloseFlag, windowOpenFlag } from "../../cli/flags/window-flags.ts";
import { HOLDBACKS, REPEAT_TIERS, TIERS } from "../../contract/vocabulary.ts";
import { number, text } from "../../domain/readers.ts";
import { AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";
import { RECORD_VIEWS } from "./views.ts";

const OF_ORIGINAL = {
  name: "the original's",
  description: "the original's",
  tier: "the original's",
  holdback: "the original's",
};

/** The flags of every retask. `defaults`: in words. */
const addRetaskFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  tiers: readonly string[],
  { name, description, tier, holdback }: typeof OF_ORIGINAL,
) =>
  addBodyFlags(
    command
      .addOption(flag("--name <name>", `label (default: ${name})`, text))
      .addOption(
        flag("--description <text>", `longer label (default: ${description}), with the original id`, text),
      )
      .addOption(suggesting(flag("--tier <tier>", `collection tier (default: ${tier})`, text), tiers))
      .addOption(
        suggesting(
          flag("--holdback <time>", `time until archived publicly (default: ${holdback})`, text),
          HOLDBACKS,
        ),
      )
      .addOption(maxCostFlag())
      .addOption(bodyFileFlag()),
  );

const addWindowFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.addOption(windowOpenFlag()).addOption(windowCloseFlag()).addOption(allowPastFlag());

const noCheckFlag = () => new Option("--no-check", "do not read the original first; needs --yes");

export const retaskTask = defineCommand({
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
  syntax: (command) =>
    addRetaskFlags(
      addWindowFlags(
        command
          .addArgument(pickedIds("[taskId...]", "ids or names of tasks", "task", { unless: ["collect"] }))
          .addOption(flag("--collect <id>", "retask this collect instead (swath collect retask)", text)),
      )
        .addOption(flag("--off-nadir-min <degrees>", "with --collect only", number))
        .addOption(flag("--off-nadir-max <degrees>", "with --collect only", number))
        .addOption(noCheckFlag()),
      TIERS,
      OF_ORIGINAL,
    ),
  parse: async (context, options, given) => {
    const { retaskRequest } = await import("./retask-request.ts");
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
});

const usage = (message: string): AppError =>
  usageError(message, advice`Type: ${swath`task retask <taskId>`}`);

export const retaskCollect = defineCommand({
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
  syntax: (command) =>
    addRetaskFlags(
      addWindowFlags(command.argument("<collectId...>", "collect ids (- reads them from stdin)"))
        .addOption(flag("--off-nadir-min <degrees>", "5 to 50 (default: look angle - 5)", number))
        .addOption(flag("--off-nadir-max <degrees>", "5 to 50 (default: look angle + 5)", number)),
      TIERS,
      { name: "a generic one", description: "empty", tier: "standard", holdback: "the contract's" },
    ),
  parse: async (context, options, given) => {
    const { retaskRequest } = await import("./retask-request.ts");
    return retaskRequest(context, "collect", options, given);
  },
  run: sendRetask,
  view: RECORD_VIEWS.task,
});

export const retaskRepeat = defineCommand({
  name: "retask",
  summary: "Retask: request an earlier repeat request's series again",
  description:
    "Values that are not given are copied from the original. The new series is geometrically similar " +
    "within itself, not to the original. The original is read first: if it was pre-approved, the retask " +
    "costs money and must be confirmed.",
  examples: ["swath repeat retask 3f0c2a7e-... --from +1d --count 5"],
  mostUsed: ["--name", "--from", "--interval", "--count", "--to", "--tier", "--max-cost", "--file"],
  syntax: (command) =>
    addRetaskFlags(
      addSeriesFlags(
        command.addArgument(pickedIds("<repeatId...>", "ids or names of repeat requests", "repeat request")),
      ).addOption(noCheckFlag()),
      REPEAT_TIERS,
      OF_ORIGINAL,
    ),
  parse: async (context, options, given) => {
    const { retaskRequest } = await import("./retask-request.ts");
    return retaskRequest(context, "repeat", options, given);
  },
  run: sendRetask,
  view: RECORD_VIEWS.repeat,
});

async function sendRetask(
  context: Context,
  request: RetaskRequest,
  { check, maxCost }: RetaskOptions,
): Promise<Records> {
  const app = await import("../../app/tasking/retask.ts");
  return app.retask(context, request, { check, maxCost, isStrict: context.options.strict === true });
}
