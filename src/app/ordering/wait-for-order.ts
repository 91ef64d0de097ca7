/** Polls an order until everything in it can be downloaded. */
import { poll } from "../../client/poll.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { Context } from "../../cli/context.ts";
import { downloadCommand, waitCommand } from "../../cli/help/order-hints.ts";
import { waitTimes, type WaitOptions } from "../../cli/flags/wait-flags.ts";
import { lookAtOrder } from "./order-readiness.ts";

export async function waitForOrder(
  context: Context,
  orderId: string,
  options: WaitOptions & { outDir?: string },
): Promise<StacItem[]> {
  const { world, notes, signal } = context;
  const { outDir } = options;
  let said = "";
  return poll({
    look: async (lookSignal) => {
      const found = await lookAtOrder(context, orderId, lookSignal);
      return found.ready ? { done: true, value: found.items } : { done: false, state: found.state };
    },
    clock: world.clock,
    ...waitTimes(options),
    what: `order ${orderId}`,
    hint: `It goes on without us. Type: ${outDir === undefined ? waitCommand(context, orderId) : downloadCommand(context, orderId, { outDir, wait: true })}`,
    onWait: (state = "in-progress") => {
      if (state !== said) notes.note(`Order ${orderId}: ${state}`);
      said = state;
    },
    signal,
  });
}
