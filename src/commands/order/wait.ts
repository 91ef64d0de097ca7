import { defineCommand } from "../../cli/command/define-command.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { pickedIds } from "../../cli/flags/flag.ts";
import { addPollFlags, reorderFreeFlag, waitTimes } from "../../cli/flags/wait-flags.ts";
import { recordView, severalView } from "../../cli/output/view.ts";
import { countText } from "../../counted.ts";

interface ReadyOrder {
  orderId: string;
  ready: true;
  items: number;
}

export const wait = defineCommand({
  name: "wait",
  summary: "Wait until an order is ready to download",
  description: "Exit 0 when it is ready, 11 after --wait-timeout, 7 when the order has expired.",
  examples: [
    "swath order wait <orderId> --wait-timeout 30m",
    "swath order history --output id | swath order wait -",
  ],
  syntax: (command) =>
    addPollFlags(
      command.addArgument(pickedIds("<orderId...>", "order ids", "order")).addOption(reorderFreeFlag()),
    ),
  run: async (context, options, given): Promise<ReadyOrder | ReadyOrder[]> => {
    const [{ FollowedOrder }, { suggestDownload }, { makeReplacer }, { collectEachId }] = await Promise.all([
      import("../../app/downloads/followed-order.ts"),
      import("../../app/downloads/order-readiness.ts"),
      import("../../app/ordering/follow-order.ts"),
      import("../../app/batch.ts"),
    ]);
    const ids = await readFullIds(context, "order", given);
    const { reorderFree } = options;
    return collectEachId(context, ids, "orders", async (asked): Promise<ReadyOrder> => {
      const order = new FollowedOrder(context, asked, { reorderFree, replace: makeReplacer(context) });
      const items = await order.readItems(waitTimes(options));
      const { id: orderId } = order;
      context.events.hint(suggestDownload(orderId));
      return { orderId, ready: true, items: items.length };
    });
  },
  view: severalView(
    recordView<ReadyOrder>({
      text: ({ orderId, items }) => `Order ${orderId} is ready: ${countText(items, "item")}`,
      columns: [
        { key: "orderId", header: "ORDER", value: ({ orderId }) => orderId },
        { key: "items", header: "ITEMS", value: ({ items }) => items },
      ],
      id: ({ orderId }) => orderId,
    }),
  ),
});
