/** What comes after an order was placed: its id is told, it is waited for and downloaded as far as that was asked for. */
import type { OrderResult } from "../../contract/read-order.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../../cli/context.ts";
import type { WaitOptions } from "../../cli/wait-flags.ts";
import type { PlacedOrder } from "./order-view.ts";

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
  try {
    return await afterwards(context, order.orderId, reply, options);
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
    const more = { ...options, outDir: options.download, wait: true } as const;
    return { ...reply, download: await downloadOrder(context, orderId, more) };
  }
  if (options.wait === true) {
    const { waitForOrder } = await import("./wait-for-order.ts");
    await waitForOrder(context, orderId, options);
    notes.note(`Order ${orderId} is ready`);
  }
  notes.hint(`swath order download ${orderId} --out-dir imagery`);
  return reply;
}
