import { defineCommand } from "../../cli/command/define-command.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { recordView, severalView } from "../../cli/output/view.ts";
import { swath } from "../../hint.ts";

interface CompletedOrder {
  orderId: string;
  orderStatus: string;
}

export const completeOrder = defineCommand({
  name: "complete-order",
  summary: "Finish an order in progress now",
  examples: ["swath sandbox complete-order <orderId>"],
  syntax: (command) => command.argument("<orderId...>", "order ids (- reads them from stdin)"),
  run: async (context, _options, given): Promise<CompletedOrder | CompletedOrder[]> => {
    const [{ withControl }, { collectEachId }] = await Promise.all([
      import("../../app/sandbox/control.ts"),
      import("../../app/batch.ts"),
    ]);
    const ids = await readFullIds(context, "order", given);
    return withControl(context, { changes: false }, ({ ask }) =>
      collectEachId(context, ids, "orders", async (orderId) => {
        const path = `/orders/${encodeURIComponent(orderId)}/complete`;
        const completed = await ask<CompletedOrder>("POST", path);
        context.notes.hint(swath`order download ${orderId} --out-dir imagery --sandbox`);
        return completed;
      }),
    );
  },
  view: severalView(
    recordView<CompletedOrder>({
      text: ({ orderId, orderStatus }) => `Order ${orderId} is ${orderStatus}`,
      columns: [
        { key: "orderId", header: "ORDER", value: ({ orderId }) => orderId },
        { key: "orderStatus", header: "STATUS", value: ({ orderStatus }) => orderStatus },
      ],
      id: ({ orderId }) => orderId,
    }),
  ),
});
