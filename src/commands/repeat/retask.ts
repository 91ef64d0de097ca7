import { skeletonFlag } from "../../cli/command/skeleton.ts";
import { Argument, Option } from "@commander-js/extra-typings";
import { bodyFileFlag, dataFlag, setFlag, unsetFlag } from "../../cli/flags/body-flags.ts";
import { allowPastFlag } from "../../cli/flags/window-flags.ts";
import { pickedFrom } from "../../cli/input/picked-from.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import {
  countFlag,
  endFlag,
  intervalFlag,
  startFlag,
  untilCanceledFlag,
} from "../../cli/flags/repetition-flags.ts";
import {
  retaskDescriptionFlag,
  retaskHoldbackFlag,
  retaskNameFlag,
  retaskTierFlag,
} from "../../cli/flags/retask-flags.ts";
import type { Records } from "../../app/tasking/request-kind.ts";
import { repeatView } from "../request/views.ts";
import { REPEAT_TIERS } from "../../contract/vocabulary.ts";
import { maxCostFlag } from "../../cli/flags/max-cost-flag.ts";

const FALLBACK = "the original's";

export const retask = defineCommand({
  name: "retask",
  summary: "Retask: request an earlier repeat request's series again",
  description:
    "Values that are not given are copied from the original. The new series is geometrically similar " +
    "within itself, not to the original. The original is read first: if it was pre-approved, the retask " +
    "costs money and must be confirmed.",
  examples: ["swath repeat retask 3f0c2a7e-... --from +1d --count 5"],
  mostUsed: ["--name", "--from", "--interval", "--count", "--to", "--tier", "--max-cost", "--file"],
  body: "retask-repeat",
  syntax: (command) =>
    command
      .addArgument(
        pickedFrom(
          new Argument("<repeatId...>", "ids or names of repeat requests (- reads them from stdin)"),
          "repeat request",
        ),
      )
      .addOption(retaskNameFlag(FALLBACK))
      .addOption(retaskDescriptionFlag(FALLBACK))
      .addOption(startFlag())
      .addOption(intervalFlag())
      .addOption(countFlag())
      .addOption(endFlag())
      .addOption(allowPastFlag())
      .addOption(untilCanceledFlag())
      .addOption(retaskTierFlag(REPEAT_TIERS, FALLBACK))
      .addOption(retaskHoldbackFlag(FALLBACK))
      .addOption(maxCostFlag())
      .addOption(new Option("--no-check", "do not read the original first; needs --yes"))
      .addOption(bodyFileFlag())
      .addOption(dataFlag())
      .addOption(setFlag())
      .addOption(unsetFlag())
      .addOption(skeletonFlag()),
  parse: async (context, options, given) => {
    const { retaskRequest } = await import("../request/retask-request.ts");
    const { untilCanceled } = options;
    return retaskRequest(context, "repeat", { ...options, untilCanceled }, given);
  },
  run: async (context, request, { check, maxCost }): Promise<Records> => {
    const app = await import("../../app/tasking/retask.ts");
    return app.retask(context, request, { check, maxCost });
  },
  view: repeatView,
});
