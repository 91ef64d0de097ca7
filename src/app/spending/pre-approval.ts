/** Pre-approval skips the cost review, so it takes the same deliberate yes as paying. */
import { agree } from "./consent.ts";
import type { Context } from "../../cli/context.ts";
import { maxCostOf } from "../../cli/flags/max-cost-flag.ts";
import { refuseUnpriced } from "./price-limit.ts";

export async function agreeToPreApproval(context: Context, what: string): Promise<void> {
  if (context.options.dryRun === true) return;
  refuseUnpriced(maxCostOf(context), what);
  await agree(
    context,
    `${what} is pre-approved: the cost review is skipped, and it costs money without another question. Send it?`,
    "Add --yes to agree, or leave out the pre-approval to see the price first",
  );
}
