import { defineCommand } from "../../cli/command/define-command.ts";
import { commandLine } from "../../domain/command-line.ts";
import { recordView } from "../../cli/output/view.ts";

interface CompletedOrder {
  orderId: string;
  orderStatus: string;
}

export const completeOrder = defineCommand({
  name: "complete-order",
  summary: "Finish an order in progress now, whatever the sandbox's clock says",
  examples: ["swath sandbox complete-order <orderId>"],
  syntax: (command) => command.argument("<orderId>", "order id"),
  run: async (context, _options, orderId): Promise<CompletedOrder> => {
    const { withControl } = await import("../../app/sandbox/control.ts");
    const path = `/orders/${encodeURIComponent(orderId)}/complete`;
    const completed = await withControl(context, { changes: false }, ({ ask }) =>
      ask<CompletedOrder>("POST", path),
    );
    const { downloadCommand } = await import("../../app/downloads/order-readiness.ts");
    const command = (words: readonly string[]) => commandLine(["swath", ...words, "--sandbox"]);
    context.notes.hint(downloadCommand({ command }, orderId));
    return completed;
  },
  view: recordView<CompletedOrder>({
    text: ({ orderId, orderStatus }) => `Order ${orderId} is ${orderStatus}`,
    columns: [
      { key: "orderId", header: "ORDER", value: ({ orderId }) => orderId },
      { key: "orderStatus", header: "STATUS", value: ({ orderStatus }) => orderStatus },
    ],
    id: ({ orderId }) => orderId,
  }),
});
