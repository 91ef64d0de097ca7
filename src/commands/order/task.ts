import type { Context } from "../../cli/context.ts";
import { readIds } from "../../cli/ids/ids-argument.ts";
import { pickedIds } from "../../cli/flags/flag.ts";
import { readBaseBody, dataFlag } from "../../cli/flags/body-flags.ts";
import { productTypesFlag } from "../../cli/flags/product-flags.ts";
import { makeContradiction, refuse } from "../../cli/input/usage.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { severalView } from "../../cli/output/view.ts";
import { AppError, inputError } from "../../errors.ts";
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
  summary: "Order what a task or a series has collected",
  description:
    "Costs money, after a question with the price of the collects in the catalog; the operator knows whether the approved price " +
    "includes it. A series means its completed tasks. With --yes a price is read only for --max-cost or a budget.",
  examples: [
    "swath order task 3f0c2a7e-... --yes --max-cost 2000 --download imagery",
    "swath order task weekly --product-type GEO,SLC --skip-owned --yes --max-cost 900",
  ],
  syntax: (command) =>
    addAfterwardsFlags(
      command
        .addArgument(pickedIds("<taskId...>", "tasks or series", "completed task"))
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
    refuseSkipAndResend(context, options);
    await requireDownload(context, options);
    const data = options.data === undefined ? undefined : await readBaseBody(context, options);
    const contract = await chooseContract(data, options.contract);
    return {
      taskIds: await readTasks(context, given),
      productTypes: options.productType,
      ...contract,
    };
  },
  run: async (context, request, options) => {
    const { orderTasks } = await import("../../app/ordering/order-task.ts");
    const order = (taskIds: readonly string[]) =>
      orderTasks(
        context,
        { ...request, taskIds },
        {
          ...toAfterwards(options),
          maxCost: options.maxCost,
          keepGoing: options.keepGoing === true,
          skipOwned: options.skipOwned === true,
        },
      );
    const { taskIds } = request;
    const [only, ...others] = taskIds;
    try {
      return await order(taskIds);
    } catch (error) {
      // An id in full is taken for that of a task, without a request that asks what it is.
      if (!(error instanceof AppError) || error.code !== "NOT_FOUND") throw error;
      if (only === undefined || others.length > 0 || context.service.isDryRun) throw error;
      const { findTasksOfSeries } = await import("../../app/ids/resolve-series.ts");
      const tasks = await findTasksOfSeries(context, only);
      if (tasks === undefined) throw error;
      return order(tasks);
    }
  },
  view: severalView(orderView),
});

/** Returns the ids of the tasks, and of the completed tasks of series. */
async function readTasks(context: Context, given: readonly string[]): Promise<string[]> {
  const words = await readIds(context, given, "taskId");
  const { resolveTasksOfSeries } = await import("../../app/ids/resolve-series.ts");
  const onlyInFull = context.options.quiet === true;
  return resolveTasksOfSeries(context, words, { isPurchase: true, onlyInFull });
}

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
