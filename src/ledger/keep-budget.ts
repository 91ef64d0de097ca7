/** The profile's budget, held against what the journal knows of the period. */
import { wholeOfSeries } from "../domain/spending/commitment.ts";
import type { Budget, Spend } from "../domain/spending/budget.ts";
import { budgetText, judgeBudget, periodStartMs } from "../domain/spending/budget.ts";
import { AppError } from "../errors.ts";
import type { JournalEntry } from "./history.ts";
import { readHistory } from "./history.ts";
import type { IntentRecord } from "./intent-record.ts";
import type { LedgerWorld } from "./record-files.ts";

/** The price of the whole: of a series that of one image times their count; without a count it is not known. */
export function wholePrice({ details }: Pick<IntentRecord, "details">): string | undefined {
  const { price, per, images = 0 } = details ?? {};
  if (per === undefined || price === undefined) return price;
  return per === "image" && images > 0 ? wholeOfSeries(price, images) : undefined;
}

/** Whether money left, may have left, or is about to. */
const counts = ({ record, state }: JournalEntry): boolean => record.effect !== "write" && state !== "refused";

/**
 * Throws BUDGET_EXCEEDED when the intent does not fit. To be called when the intent stands on disk already, so that two
 * processes see each other: at worst both are refused, never are both let through.
 */
export async function keepBudget(
  { files, now, isAlive, profile }: LedgerWorld,
  budget: Budget,
  intent: Pick<IntentRecord, "id" | "details">,
): Promise<void> {
  const { entries, unreadable } = await readHistory(files, now(), isAlive);
  const startMs = periodStartMs(budget.period, now());
  const spends: Spend[] = entries
    .filter(
      (entry) =>
        counts(entry) &&
        entry.record.profile === profile &&
        entry.record.id !== intent.id &&
        entry.record.preparedAt >= startMs,
    )
    .map(({ record }) => ({ price: wholePrice(record), id: record.id }));
  spends.push(...unreadable.map(({ file }) => ({ price: undefined, id: file })));
  const judged = judgeBudget(budget, wholePrice(intent), spends);
  if (judged.fits) return;
  const { why, spent, ids } = judged;
  const limit = budgetText(budget);
  const { price, per, images } = intent.details ?? {};
  const isUnbounded = why === "no-price" && price !== undefined && per !== undefined && images === undefined;
  const what = {
    "no-price": `the budget of profile ${profile} is ${limit}, and ${uncounted(price, isUnbounded ? per : undefined)}`,
    "unknown-spends": `the budget of profile ${profile} is ${limit}, and nobody knows the price of ${ids.length} earlier ${ids.length === 1 ? "request" : "requests"} of this ${budget.period} (journal ${ids.slice(0, 3).join(", ")}${ids.length > 3 ? " ..." : ""})`,
    exceeded: `the budget of profile ${profile} is ${limit}, ${spent} of it is spent or reserved, and this costs ${wholePrice(intent)}`,
  }[why];
  throw new AppError("local", "BUDGET_EXCEEDED", `${what}: nothing was sent`, {
    hint:
      why === "unknown-spends"
        ? `Write the price down: \`swath journal resolve ${ids[0]} --price <amount>\`, or change the budget: \`swath config set budget <amount>/${budget.period}\`.`
        : isUnbounded
          ? "Reject it and create it with `--count N`: what has an end has a price"
          : "See what was spent with `swath spend report`; change the budget with `swath config set budget <amount>/<day|week|month>`.",
    data: { budget: limit, spent, price: price ?? null, journal: ids },
  });
}

function uncounted(price: string | undefined, unboundedPer: string | undefined): string {
  if (price === undefined) return "there is no price that can be read";
  if (unboundedPer === undefined) return `the price ${price} cannot be counted`;
  return `the commitment is unbounded (${price} per ${unboundedPer}, and nothing bounds the number of ${unboundedPer}s)`;
}
