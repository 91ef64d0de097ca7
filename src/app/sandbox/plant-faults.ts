import type { Context } from "../../cli/context.ts";
import type { Fault } from "../../sandbox/faults.ts";
import { withControl } from "./control.ts";
import type { FaultWish } from "../../commands/sandbox/parse-fault-flags.ts";
import type { FaultsReply } from "./replies.ts";

/** Clears, plants, or only lists; answers what is planted then. */
export async function plantFaults(
  context: Context,
  clear: boolean,
  add: FaultWish | undefined,
): Promise<readonly Fault[]> {
  return withControl(context, { changes: clear || add !== undefined }, async ({ ask }) => {
    if (clear) {
      const { faults } = await ask<FaultsReply>("DELETE", "/faults");
      if (add === undefined) return faults;
    }
    const { faults } =
      add === undefined
        ? await ask<FaultsReply>("GET", "/faults")
        : await ask<FaultsReply>("POST", "/faults", add);
    return faults;
  });
}
