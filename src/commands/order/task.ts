import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { pickedIds } from "../../cli/flags/flag.ts";
import { readBaseBody, dataFlag } from "../../cli/flags/body-flags.ts";
import { productTypesFlag } from "../../cli/flags/product-flags.ts";
import { makeContradiction, refuse, usageError } from "../../cli/input/usage.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { severalView } from "../../cli/output/view.ts";
import { inputError } from "../../errors.ts";
import { keepGoingFlag, maxCostFlag } from "../../cli/flags/spending-flags.ts";
import { requireDownload } from "../files/transfer-faults.ts";
import {
  addAfterwardsFlags,
  contractFlag,
  refuseSkipAndResend,
  skipOwnedFlag,
  toAfterwards,
} from "./order-flags.ts";
import { orderView } from "../order-view.ts";

export const task = defineCommand({
  name: "task",
  summary: "Order what a task has collected",
  description:
    "Costs money, after a question with the price of the task's collects in the catalog. The interface does not say whether " +
    "the approved price of the task includes it. With --yes the price is read only for --max-cost or a budget, which " +
    "refuse an unknown one; --max-cost bounds the sum of several tasks.",
  examples: [
    "swath order task 3f0c2a7e-... --yes --max-cost 2000 --download imagery",
    "swath order task 3f0c2a7e-... --product-type GEO,SLC --yes --max-cost 900",
  ],
  syntax: (command) =>
    addAfterwardsFlags(
      command
        .addArgument(pickedIds("<taskId...>", "ids or names of tasks", "completed task"))
        .addOption(productTypesFlag("--product-type <type>", "only these products, as one order of items"))
        .addOption(contractFlag())
        .addOption(skipOwnedFlag())
        .addOption(maxCostFlag())
        .addOption(keepGoingFlag()),
    )
      .optionsGroup("Body:")
      .addOption(dataFlag()),
  parse: async (context, options, given) => {
    if (options.productType !== undefined)
      refuse([
        options.data !== undefined && makeContradiction("--product-type", "--data"),
        // The products of all tasks are one order.
        options.keepGoing === true && makeContradiction("--product-type", "--keep-going"),
      ]);
    else if (options.skipOwned === true)
      throw usageError(
        "--skip-owned is for an order of items",
        "Add --product-type with the products to order",
      );
    refuseSkipAndResend(context, options);
    await requireDownload(context, options);
    const data = options.data === undefined ? undefined : await readBaseBody(context, options);
    const contract = await chooseContract(data, options.contract);
    return {
      taskIds: await readFullIds(context, "task", given, { isPurchase: true }),
      productTypes: options.productType,
      ...contract,
    };
  },
  run: async (context, request, options) => {
    const { orderTasks } = await import("../../app/ordering/order-task.ts");
    return orderTasks(context, request, {
      ...toAfterwards(options),
      maxCost: options.maxCost,
      keepGoing: options.keepGoing === true,
      skipOwned: options.skipOwned === true,
    });
  },
  view: severalView(orderView),
});

/** Returns the body with its contract at the root; undefined without a body and a contract. Errors: PLACEMENT_CONFLICT. */
async function chooseContract(
  data: Record<string, unknown> | undefined,
  option: string | undefined,
): Promise<{ body: Record<string, unknown> | undefined; contractId?: string }> {
  const { separateContract } = await import("../../domain/orders/order-contract.ts");
  const { correctFields } = await import("../../domain/correct-fields.ts");
  const { body, faults: conflicts } = correctFields("order", data ?? {});
  const { contractId, faults } = separateContract(body, [], { given: data ?? {}, option });
  if (conflicts.length + faults.length > 0) throw inputError([...conflicts, ...faults]);
  if (contractId === undefined) return { body: data };
  return { body: { ...body, contractId }, contractId };
}
