/** What comes after an order was placed: its id is told, it is waited for and downloaded as far as that was asked for. */
import { isMembers } from "../../contract/members.ts";
import type { Order } from "../../contract/read-order.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../../cli/context.ts";
import { downloadCommand } from "../../cli/help/order-hints.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";
import type { DownloadReport } from "./download-report.ts";

export interface AfterwardsOptions extends WaitOptions {
  wait?: true;
  download?: string;
}

/** An order that was placed, with what was downloaded of it when that was asked for. */
export interface PlacedOrder extends Order {
  download?: DownloadReport;
}

export async function settleOrder(
  context: Context,
  order: Order,
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
    return order;
  }
  notes.note(
    `Order ${order.orderId} placed${order.orderStatus === undefined ? "" : ` (${order.orderStatus})`}`,
  );
  // Typed again without the word, the same command goes on with this order; with it, it buys another one.
  if (context.options.resend === true && options.download !== undefined)
    notes.note(
      `Should it stop, go on with: ${downloadCommand(context, order.orderId, { outDir: options.download })} (--resend would buy again)`,
    );
  return goOnWithOrder(context, order, options);
}

/** Waits and downloads as far as that was asked for; what goes wrong is told after the order itself. */
export async function goOnWithOrder(
  context: Context,
  order: Order,
  options: AfterwardsOptions,
): Promise<PlacedOrder> {
  try {
    return await afterwards(context, order, options);
  } catch (error) {
    // The order is paid for: whatever goes wrong from here on, its id is printed.
    if (!(error instanceof AppError)) throw error;
    context.failAfter(error);
    return order;
  }
}

/** Waits and downloads, as far as that was asked for. */
async function afterwards(context: Context, order: Order, options: AfterwardsOptions): Promise<PlacedOrder> {
  const { notes } = context;
  const { orderId } = order;
  if (options.download !== undefined) {
    const { downloadOrder } = await import("./download-order.ts");
    // Only these: `--item` of an order is what to buy, and of a download a filter.
    const { download: outDir, pollInterval, waitTimeout } = options;
    const times = {
      ...(pollInterval && { pollInterval }),
      ...(waitTimeout !== undefined && { waitTimeout }),
    };
    const report = await downloadOrder(context, orderId, { outDir, wait: true, ...times });
    return { ...completed(order), download: report };
  }
  if (options.wait === true) {
    const { waitForOrder } = await import("./wait-for-order.ts");
    await waitForOrder(context, orderId, options);
    notes.note(`Order ${orderId} is ready`);
    notes.hint(downloadCommand(context, orderId));
    return completed(order);
  }
  notes.hint(downloadCommand(context, orderId));
  return order;
}

/** The reply says how the order stood before the wait: its state, where it has one, is brought up to date. */
const completed = (order: Order): Order => ({
  ...order,
  orderStatus: "completed",
  source: completedSource(order.source),
});

function completedSource(source: Order["source"]): Order["source"] {
  const { order } = source;
  if (isMembers(order) && source["orderId"] === undefined)
    return { ...source, order: completedSource(order) };
  const key = ["orderStatus", "order_status", "status"].find((name) => typeof source[name] === "string");
  return { ...source, [key ?? "orderStatus"]: "completed" };
}
