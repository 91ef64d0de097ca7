/** The flags that `task retask`, `repeat retask` and `collect retask` share, and their last step. */
import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import type { Records } from "../../app/tasking/request-kind.ts";
import type { RetaskOptions, RetaskRequest } from "../../app/tasking/retask.ts";
import { elementsFlag } from "../../cli/flags/elements-flag.ts";
import { productTypesFlag } from "../../cli/flags/product-flags.ts";
import { addPollFlags, waitAfter, type WaitOptions } from "../../cli/flags/wait-flags.ts";
import type { Context } from "../../cli/context.ts";
import { addBodyFlags, bodyFileFlag } from "../../cli/flags/body-flags.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { maxCostFlag } from "../../cli/flags/spending-flags.ts";
import { allowPastFlag, windowCloseFlag, windowFlag, windowOpenFlag } from "../../cli/flags/window-flags.ts";
import { HOLDBACKS } from "../../contract/vocabulary.ts";
import { readNonEmpty } from "../../domain/readers.ts";
import type { Explanation } from "../../domain/tasking/explain-request.ts";
import type { ExplainFlags } from "./explain.ts";

export const OF_ORIGINAL = {
  name: "the original's with a number",
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
    addPollFlags(command)
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
      .addOption(new Option("--wait [code]", "wait for the cost estimate, or for this status code"))
      .addOption(bodyFileFlag()),
  );

export const addWindowFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .addOption(windowOpenFlag())
    .addOption(windowCloseFlag())
    .addOption(windowFlag())
    .addOption(allowPastFlag());

/** The flags of a retask that makes a task. */
export const addTaskRetaskFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .addOption(
      productTypesFlag("--product-type <types>", "product types, set after it was created; GEO is added"),
    )
    .addOption(new Option("--explain", "explain the new task in words without sending it"))
    .addOption(flag("--time-zone <zone>", "IANA zone for --explain (default: the target's)", readNonEmpty))
    .addOption(elementsFlag("for --explain, "));

export const unreadOriginalFlag = () =>
  new Option("--no-check", "do not read the original first; needs --yes");

/** The retask to send or to explain, and its product types. */
export interface RetaskWish {
  request: RetaskRequest;
  productTypes?: readonly string[];
}

interface RetaskFlags extends WaitOptions, ExplainFlags, Pick<RetaskOptions, "check" | "maxCost"> {
  wait?: string | true;
}

export async function sendRetask(
  context: Context,
  { request, productTypes }: RetaskWish,
  options: RetaskFlags,
): Promise<Records | Explanation> {
  if (options.explain === true) {
    const [{ describeCopy }, { explainTask }] = await Promise.all([
      import("../../app/tasking/describe-copy.ts"),
      import("./explain.ts"),
    ]);
    const findCollect = async (id: string) => {
      const { searchCollects } = await import("../../app/ordering/order-items.ts");
      const [page] = await searchCollects(context, [id], { limit: 1 });
      return page?.items[0];
    };
    const body = await describeCopy(context, request, { productTypes, findCollect });
    return explainTask(context, body, options);
  }
  const { check, maxCost } = options;
  const app = await import("../../app/tasking/retask.ts");
  return app.retask(context, request, {
    check,
    maxCost,
    productTypes,
    wait: waitAfter(options),
    isStrict: context.options.strict === true,
  });
}
