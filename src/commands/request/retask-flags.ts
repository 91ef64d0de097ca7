/** The flags that `task retask`, `repeat retask` and `collect retask` share, and their last step. */
import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import type { Records } from "../../app/tasking/request-kind.ts";
import type { RetaskOptions, RetaskRequest } from "../../app/tasking/retask.ts";
import { addBodyFlags } from "../../cli/flags/body-flags.ts";
import type { Context } from "../../cli/context.ts";
import { bodyFileFlag } from "../../cli/flags/body-flags.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { maxCostFlag } from "../../cli/flags/spending-flags.ts";
import { allowPastFlag, windowCloseFlag, windowOpenFlag } from "../../cli/flags/window-flags.ts";
import { HOLDBACKS } from "../../contract/vocabulary.ts";
import { readNonEmpty } from "../../domain/readers.ts";

export const OF_ORIGINAL = {
  name: "the original's",
  description: "the original's",
  tier: "the original's",
  holdback: "the original's",
};

/** The flags of every retask. `defaults`: in words. */
export const addRetaskFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  tiers: readonly string[],
  { name, description, tier, holdback }: typeof OF_ORIGINAL,
) =>
  addBodyFlags(
    command
      .addOption(flag("--name <name>", `label (default: ${name})`, readNonEmpty))
      .addOption(
        flag(
          "--description <text>",
          `longer label (default: ${description}), with the original id`,
          readNonEmpty,
        ),
      )
      .addOption(suggesting(flag("--tier <tier>", `collection tier (default: ${tier})`, readNonEmpty), tiers))
      .addOption(
        suggesting(
          flag("--holdback <time>", `time until archived publicly (default: ${holdback})`, readNonEmpty),
          HOLDBACKS,
        ),
      )
      .addOption(maxCostFlag())
      .addOption(bodyFileFlag()),
  );

export const addWindowFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.addOption(windowOpenFlag()).addOption(windowCloseFlag()).addOption(allowPastFlag());

export const unreadOriginalFlag = () =>
  new Option("--no-check", "do not read the original first; needs --yes");

export async function sendRetask(
  context: Context,
  request: RetaskRequest,
  { check, maxCost }: RetaskOptions,
): Promise<Records> {
  const app = await import("../../app/tasking/retask.ts");
  return app.retask(context, request, { check, maxCost, isStrict: context.options.strict === true });
}
