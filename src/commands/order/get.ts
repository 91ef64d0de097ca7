import { defineCommand } from "../../cli/command/define-command.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { pickedIds } from "../../cli/flags/flag.ts";
import { severalView } from "../../cli/output/view.ts";
import type { Order } from "../../contract/read-order.ts";
import { orderRecordView } from "../order-view.ts";

export const get = defineCommand({
  name: "get",
  summary: "Show an order: its state, its expiry and its items",
  description:
    "Reads the order from the service, where the service shows orders; else shows what this machine recorded when it was placed.",
  examples: ["swath order get <orderId>", "swath order get <orderId> --json --query orderStatus"],
  syntax: (command) => command.addArgument(pickedIds("<orderId...>", "order ids", "order")),
  run: async (context, _options, given): Promise<Order | Order[]> => {
    const [{ getOrder }, { collectEachId }] = await Promise.all([
      import("../../app/ordering/read-orders.ts"),
      import("../../app/batch.ts"),
    ]);
    const ids = await readFullIds(context, "order", given);
    return collectEachId(context, ids, "orders", (orderId) => getOrder(context, orderId));
  },
  view: severalView(orderRecordView),
});
