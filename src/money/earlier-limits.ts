/** The limit that was given when a request was created on this machine holds at its approval, whatever sends it. */
import type { MoneyContext } from "./context.ts";
import { isSameId } from "../contract/id-key.ts";
import { parseMoney } from "../domain/price/money.ts";
import { isApproval } from "./subject.ts";
import { requireWithin, type Terms } from "./buy.ts";

/** A request that is about to be approved. */
export interface Approved {
  id: string;
  /** `task 3f...` */
  title: string;
  terms: Pick<Terms, "cost" | "data">;
}

/** Throws COST_LIMIT_EXCEEDED if a cost exceeds the limit of its creation, or cannot be compared with it. */
export async function requireEarlierLimits(
  context: Pick<MoneyContext, "service" | "dialect" | "profileName">,
  approved: readonly Approved[],
): Promise<void> {
  const journal = await context.service.journal();
  const { origin } = await context.service.connect();
  const rows = await journal.named(...approved.map(({ id }) => id));
  for (const { id, title, terms } of approved)
    for (const row of rows) {
      if (!isSameId(row.resultId, id) || row.origin !== origin || isApproval(row)) continue;
      const maxCost = parseMoney((await journal.record(row.id))?.details?.maxCost ?? "");
      if (maxCost !== undefined)
        requireWithin(context, terms, {
          maxCost,
          outcome: `${title} was created with this limit, and nothing was approved`,
        });
    }
}
