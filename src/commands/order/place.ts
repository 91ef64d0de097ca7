import { addBodyFlags } from "../../cli/flags/body-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { maxCostFlag } from "../../cli/flags/spending-flags.ts";
import { requireDownload } from "../files/transfer-faults.ts";
import { addAfterwardsFlags, addItemFlags, refuseSkipAndResend, toAfterwards } from "./order-flags.ts";
import { severalView } from "../../cli/output/view.ts";
import { orderView } from "../order-view.ts";

export const place = defineCommand({
  name: "place",
  summary: "Place an order after its price is confirmed",
  description:
    "Costs money. The price is shown and must be confirmed. With --yes there is no question; without a " +
    "price the order goes on, except with --max-cost, a budget, or products to generate that an earlier " +
    "order may contain. An item is a full id or its beginning, as in the column SCENE of a search; 1a2b3c4d:GEO is " +
    "one product of a scene. The intent is written to the spend journal before anything is sent, and the request " +
    "is never repeated by itself.",
  examples: [
    "swath order place --item vendor-archive/<granuleId> --yes --max-cost 500 --sandbox",
    "swath catalog search --point -9.14,38.71 --limit 3 --output order-items | swath order place --items - --yes --max-cost 5000 --download out/",
  ],
  mostUsed: ["--item", "--items", "--generate", "--max-cost", "--wait", "--download", "--gallery"],
  syntax: (command) =>
    addBodyFlags(
      addAfterwardsFlags(addItemFlags(command).optionsGroup("Price:").addOption(maxCostFlag())).optionsGroup(
        "Body:",
      ),
    ),
  parse: async (context, options, words) => {
    const { readItemsRequest } = await import("./items-request.ts");
    refuseSkipAndResend(context, options);
    await requireDownload(context, options);
    return readItemsRequest(context, { ...options, words, isPurchase: true }, "placeOrder");
  },
  run: async (context, body, options) => {
    const { placeNewItems, placeOrder } = await import("../../app/ordering/place-order.ts");
    const place = options.skipOwned === true ? placeNewItems : placeOrder;
    return place(context, body, {
      maxCost: options.maxCost,
      listedPrices: context.listedPrices,
      ...toAfterwards(options),
    });
  },
  view: severalView(orderView),
});
