/** The profile's budget, held against what the journal knows of the period. */
import type { Budget, Spend } from "../domain/spending/budget.ts";
import { budgetText, judgeBudget, periodStartMs } from "../domain/spending/budget.ts";
import { AppError } from "../errors.ts";
import type { JournalEntry } from "./history.ts";
import { readHistory } from "./history.ts";
import type { IntentRecord } from "./intent-record.ts";
import type { LedgerWorld } from "./ledger-world.ts";

/** The price of the whole: what is known for one image only says nothing about a series. */
export const wholePrice = ({ details }: Pick<IntentRecord, "details">): string | undefined =>
  details?.per === undefined ? details?.price : undefined;

/** Whether money left, may have left, or is about to. */
const counts = ({ record, state }: JournalEntry): boolean => record.effect !== "write" && state !== "refused";

/**
 * Throws BUDGET_EXCEEDED when the intent does not fit. To be called when the intent stands on disk already, so that two
 * processes see each other: at worst both are refused, never are both let through.
 */
export async function keepBudget(
  { files, now, isAlive, profile }: LedgerWorld,
  budget: Budget,
  intent: IntentRecord,
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
  const price = intent.details?.price;
  const what = {
    "no-price": `the budget of profile ${profile} is ${limit}, and ${price === undefined ? "there is no price that can be read" : `the price ${price}${intent.details?.per === undefined ? "" : ` per ${intent.details.per}`} cannot be counted`}`,
    "unknown-spends": `the budget of profile ${profile} is ${limit}, and nobody knows the price of ${ids.length} earlier ${ids.length === 1 ? "request" : "requests"} of this ${budget.period} (journal ${ids.slice(0, 3).join(", ")}${ids.length > 3 ? " ..." : ""})`,
    exceeded: `the budget of profile ${profile} is ${limit}, ${spent} of it is spent or reserved, and this costs ${price}`,
  }[why];
  throw new AppError("local", "BUDGET_EXCEEDED", `${what}: nothing was sent`, {
    hint:
      why === "unknown-spends"
        ? `Write the price down: \`swath journal resolve ${ids[0]} --price <amount>\`, or change the budget: \`swath config set budget <amount>/${budget.period}\`.`
        : "See what was spent with `swath spend report`; change the budget with `swath config set budget <amount>/<day|week|month>`.",
    data: { budget: limit, spent, price: price ?? null, journal: ids },
  });
}
