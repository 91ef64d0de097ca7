import { skeletonFlag } from "../../cli/command/skeleton.ts";
import { dataFlag, setFlag, unsetFlag } from "../../cli/flags/body-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { checkItemsFlag, generateFlag, itemFlag, itemsFlag, withGeoFlag } from "./item-flags.ts";
import { reviewView } from "./review-view.ts";

export const review = defineCommand({
  name: "review",
  summary: "Show what an order would cost, without placing it",
  examples: [
    "swath order review --item vendor-archive/<granuleId> --sandbox",
    "swath catalog search --point -9.14,38.71 --limit 3 --output order-items | swath order review --items -",
  ],
  body: "order",
  syntax: (command) =>
    command
      .optionsGroup("Items:")
      .addOption(itemFlag())
      .addOption(generateFlag())
      .addOption(itemsFlag())
      .addOption(withGeoFlag())
      .addOption(checkItemsFlag())
      .optionsGroup("Body:")
      .addOption(dataFlag())
      .addOption(setFlag())
      .addOption(unsetFlag())
      .addOption(skeletonFlag()),
  parse: async (context, options) => {
    const { itemsRequest } = await import("./items-request.ts");
    return itemsRequest(context, options, "reviewOrder");
  },
  run: async (context, body) => {
    const found = await context.service.client.reviewOrder({ body });
    const { refuseUnauthorized } = await import("../../app/ordering/price.ts");
    refuseUnauthorized(context, found);
    return found;
  },
  view: reviewView,
});
