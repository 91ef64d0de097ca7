import { pickedIds } from "../../cli/input/picked-from.ts";
import { baseBody, dataFlag } from "../../cli/flags/body-flags.ts";
import { repeatable, suggesting } from "../../cli/flags/flag.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { list } from "../../domain/readers.ts";
import { contradiction } from "../../cli/input/usage.ts";
import { inputError } from "../../errors.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { severalView } from "../../cli/output/view.ts";
import { keepGoingFlag } from "../../cli/flags/keep-going-flag.ts";
import { maxCostFlag } from "../../cli/flags/max-cost-flag.ts";
import { addAfterwardsFlags, afterwardsOf } from "./afterwards-flags.ts";
import { orderView } from "../order-view.ts";

export const task = defineCommand({
  name: "task",
  summary: "Order what a task has collected",
  description:
    "Costs money. The price is that of the task's collects in the catalog, and must be " +
    "confirmed. Whether the approved price of the task includes it, the interface does not say. With --yes there is no question, and the price is read only for --max-cost or a budget, " +
    "which refuse an order with an unknown price; for several tasks --max-cost bounds the sum. The intent " +
    "is written to the spend journal before anything is sent, and the request is never repeated by itself.",
  examples: [
    "swath order task 3f0c2a7e-... --yes --max-cost 2000 --download imagery",
    "swath order task 3f0c2a7e-... --product-type GEO,SLC --yes --max-cost 900",
  ],
  syntax: (command) =>
    addAfterwardsFlags(
      command
        .addArgument(pickedIds("<taskId...>", "ids or names of tasks", "completed task"))
        .addOption(
          suggesting(
            repeatable("--product-type <type>", "only these products, as one order of items", list),
            PRODUCT_TYPES,
          ),
        )
        .addOption(maxCostFlag())
        .addOption(keepGoingFlag()),
    )
      .optionsGroup("Body:")
      .addOption(dataFlag()),
  parse: async (context, options, given) => {
    const [{ requireDownloadFolder, requireReach }, { readFullIds }] = await Promise.all([
      import("../files/transfer-faults.ts"),
      import("../../cli/ids/ids-argument.ts"),
    ]);
    if (options.productType !== undefined && options.data !== undefined)
      throw inputError([contradiction("--product-type", "--data")]);
    // The products of all tasks are one order.
    if (options.productType !== undefined && options.keepGoing === true)
      throw inputError([contradiction("--product-type", "--keep-going")]);
    requireDownloadFolder(options);
    const taskIds = await readFullIds(context, "task", given, { isPurchase: true });
    // Checked before the order is paid for: without keys it could not be downloaded into a bucket.
    await requireReach(context, options.download);
    return {
      taskIds,
      productTypes: options.productType,
      body: options.data === undefined ? undefined : await baseBody(context, options),
    };
  },
  run: async (context, request, options) => {
    const { orderTasks } = await import("../../app/ordering/order-task.ts");
    return orderTasks(context, request, {
      ...afterwardsOf(options),
      maxCost: options.maxCost,
      keepGoing: options.keepGoing === true,
    });
  },
  view: severalView(orderView),
});
