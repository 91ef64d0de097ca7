/** What comes after an order was placed: its id is told, it is waited for and downloaded as far as that was asked for. */
import { isMembers } from "../../contract/members.ts";
import type { OrderResult } from "../../contract/read-order.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../../cli/context.ts";
import { downloadCommand } from "../../cli/help/order-hints.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";
import type { PlacedOrder } from "../../commands/order/order-view.ts";

export interface AfterwardsOptions extends WaitOptions {
  wait?: true;
  download?: string;
}

export async function settleOrder(
  context: Context,
  order: Pick<OrderResult, "orderId" | "orderStatus">,
  reply: PlacedOrder,
  options: AfterwardsOptions,
): Promise<PlacedOrder> {
  const { notes } = context;
  if (order.orderStatus === "rejected") {
    context.failAfter(
      new AppError("service", "ORDER_NOT_AUTHORIZED", `the service rejected order ${order.orderId}`, {
        hint: "swath order review with the same items says what is authorized",
        data: { orderId: order.orderId },
      }),
    );
    return reply;
  }
  notes.note(
    `Order ${order.orderId} placed${order.orderStatus === undefined ? "" : ` (${order.orderStatus})`}`,
  );
  // Typed again without the word, the same command goes on with this order; with it, it buys another one.
  if (context.options.resend === true && options.download !== undefined)
    notes.note(
      `Should it stop, go on with: ${downloadCommand(context, order.orderId, { outDir: options.download })} (--resend would buy again)`,
    );
  return goOnWithOrder(context, order.orderId, reply, options);
}

/** Waits and downloads as far as that was asked for; what goes wrong is told after the order itself. */
export async function goOnWithOrder(
  context: Context,
  orderId: string,
  reply: PlacedOrder,
  options: AfterwardsOptions,
): Promise<PlacedOrder> {
  try {
    return await afterwards(context, orderId, reply, options);
  } catch (error) {
    // The order is paid for: whatever goes wrong from here on, its id is printed.
    if (!(error instanceof AppError)) throw error;
    context.failAfter(error);
    return reply;
  }
}

/** Waits and downloads, as far as that was asked for. */
async function afterwards(
  context: Context,
  orderId: string,
  reply: PlacedOrder,
  options: AfterwardsOptions,
): Promise<PlacedOrder> {
  const { notes } = context;
  if (options.download !== undefined) {
    const { downloadOrder } = await import("./download-order.ts");
    // Only these: `--item` of an order is what to buy, and of a download a filter.
    const { download: outDir, pollInterval, waitTimeout } = options;
    const times = {
      ...(pollInterval && { pollInterval }),
      ...(waitTimeout !== undefined && { waitTimeout }),
    };
    const report = await downloadOrder(context, orderId, { outDir, wait: true, ...times });
    return { ...completed(reply), download: report };
  }
  if (options.wait === true) {
    const { waitForOrder } = await import("./wait-for-order.ts");
    await waitForOrder(context, orderId, options);
    notes.note(`Order ${orderId} is ready`);
    notes.hint(downloadCommand(context, orderId));
    return completed(reply);
  }
  notes.hint(downloadCommand(context, orderId));
  return reply;
}

/** The reply says how the order stood before the wait: its state, where it has one, is brought up to date. */
function completed(reply: PlacedOrder): PlacedOrder {
  const { order } = reply;
  if (isMembers(order) && reply["orderId"] === undefined) return { ...reply, order: completed(order) };
  const key = ["orderStatus", "order_status", "status"].find((name) => typeof reply[name] === "string");
  return { ...reply, [key ?? "orderStatus"]: "completed" };
}
