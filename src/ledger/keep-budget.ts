/** The profile's budget, held against what the journal knows of the period. */
import type { Budget, Spend } from "../domain/spending/budget.ts";
import {
  budgetStanding,
  budgetText,
  judgeBudget,
  periodStartMs,
  type BudgetStanding,
} from "../domain/spending/budget.ts";
import {
  currencyCode,
  isComparable,
  isUnknownDollar,
  parseMoney,
  type Money,
} from "../domain/spending/money.ts";
import { commitmentOf, recordedPrice } from "../domain/spending/price.ts";
import { AppError } from "../errors.ts";
import type { JournalEntry } from "./history.ts";
import { readHistory } from "./history.ts";
import { idInFileName, type IntentRecord } from "./intent-record.ts";
import type { LedgerWorld } from "./record-files.ts";
import { advice, swath, type Advice } from "../hint.ts";

/** The commitment of a recorded request; undefined when it is unknown, as for a series without a count. */
export const recordedCommitment = ({ details }: Pick<IntentRecord, "details">): string | undefined =>
  commitmentOf(recordedPrice(details ?? {}));

/** Whether money left, may have left, or is about to. */
const counts = ({ record, state }: JournalEntry): boolean => record.effect !== "write" && state !== "refused";

/** The hint where a `$` and the currency of a limit cannot be compared. */
export const WHICH_DOLLAR = advice`The setting dialect.currency.$ is empty, so which dollar the price is in is not known. Say it: ${swath`config set ${"dialect.currency.$"} USD`}`;

/** What counts against the budget of this profile in its current period. */
async function spendsOf(
  { files, now, isAlive, profile }: LedgerWorld,
  { period }: Budget,
  except: string,
): Promise<Spend[]> {
  const { entries, unreadable } = await readHistory(files, now(), isAlive);
  const startMs = periodStartMs(period, now());
  return [
    ...entries
      .filter(
        (entry) =>
          counts(entry) &&
          entry.record.profile === profile &&
          entry.record.id !== except &&
          entry.record.preparedAt >= startMs,
      )
      .map(({ record }) => ({ price: recordedCommitment(record), id: record.id })),
    ...unreadable.map(({ file }) => ({ price: undefined, id: file })),
  ];
}

/** What is spent or reserved of the budget in its current period. */
export const readStanding = async (world: LedgerWorld, budget: Budget): Promise<BudgetStanding> =>
  budgetStanding(budget, await spendsOf(world, budget, ""), world.dollar);

/**
 * Throws BUDGET_EXCEEDED when the intent does not fit. To be called when the intent stands on disk already, so that two
 * processes see each other: at worst both are refused, never are both let through.
 */
export async function keepBudget(
  world: LedgerWorld,
  budget: Budget,
  intent: Pick<IntentRecord, "id" | "details">,
): Promise<void> {
  const { profile, dollar } = world;
  const commitment = recordedCommitment(intent);
  const judged = judgeBudget(budget, commitment, await spendsOf(world, budget, intent.id), dollar);
  if (judged.fits) return;
  const { why, spent, ids } = judged;
  // A budget without a currency is in that of what is spent.
  const currency = budget.limit.currency || (parseMoney(commitment ?? spent)?.currency ?? "");
  const limit = budgetText({ ...budget, limit: { ...budget.limit, currency } }, dollar);
  const { price, per, images } = intent.details ?? {};
  const isUnbounded = why === "no-price" && price !== undefined && per !== undefined && images === undefined;
  const isForeign = why === "no-price" && isOtherCurrency(commitment, { ...budget.limit, currency }, dollar);
  const what = {
    "no-price": isForeign
      ? `the budget of profile ${profile} is ${limit}, and this costs ${commitment}, which is another currency`
      : `the budget of profile ${profile} is ${limit}, and ${uncounted(price, isUnbounded ? per : undefined)}`,
    "unknown-spends": `the budget of profile ${profile} is ${limit}, and the price is unknown of ${ids.length} earlier ${ids.length === 1 ? "request" : "requests"} of this ${budget.period} (journal ${ids.slice(0, 3).join(", ")}${ids.length > 3 ? " ..." : ""})`,
    "other-currency": `the budget of profile ${profile} is ${limit}, and ${foreignText(judged.why === "other-currency" ? judged.foreign : [])} spent this ${budget.period} and cannot be held against a budget in ${currencyCode(currency, dollar)}`,
    exceeded: `the budget of profile ${profile} is ${limit}, ${spent} of it is spent or reserved, and this costs ${commitment}`,
  }[why];
  throw new AppError("local", "BUDGET_EXCEEDED", `${what}: nothing was sent`, {
    hint: isUnknownDollar(commitment, budget.limit, dollar)
      ? WHICH_DOLLAR
      : why === "unknown-spends"
        ? advice`${priceOf(ids[0] ?? "")}; or change the budget: ${swath`config set budget <amount>/${budget.period}`}`
        : why === "other-currency" || isForeign
          ? advice`Keep a profile for each currency (${swath`auth login --profile <name>`}), or take the budget away: ${swath`config unset budget`}`
          : isUnbounded
            ? "Reject it and create it with --count N: what has an end has a price"
            : why === "no-price" && price === undefined
              ? advice`A budget needs a price that is known before the request is sent. To send it without a budget: ${swath`config unset budget`}`
              : advice`See what was spent: ${swath`spend`}; or change the budget: ${swath`config set budget <amount>/<day|week|month>`}`,
    data: { budget: limit, spent, price: price ?? null, journal: ids },
  });
}

/** What a person does about an earlier request of an unknown price, or about a file that is no record. */
function priceOf(id: string): Advice {
  if (!id.includes("."))
    return advice`Write the price down: ${swath`journal resolve ${id} --price <amount>`}`;
  const record = idInFileName(id);
  return record === undefined
    ? advice`Move ${id}, which is no record, out of the journal's folder`
    : advice`See what its record may be: ${swath`journal show ${record}`}`;
}

/** A price that can be read, and cannot be added to what the budget counts. */
const isOtherCurrency = (price: string | undefined, limit: Money, dollar: string | undefined): boolean =>
  parseMoney(price ?? "") !== undefined &&
  !isComparable(price, limit, dollar) &&
  !isUnknownDollar(price, limit, dollar);

const MOST_SPENDS = 3;

/** `EUR 1,250.00 (journal 3f-1) was`, `EUR 1.00 (journal 3f-1) and EUR 2.00 (journal 3f-2) were`. */
function foreignText(spends: readonly Spend[]): string {
  const named = spends.slice(0, MOST_SPENDS).map(({ price, id }) => `${price} (journal ${id})`);
  const rest = spends.length > MOST_SPENDS ? [`${spends.length - MOST_SPENDS} more`] : [];
  return `${[...named, ...rest].join(" and ")} ${spends.length === 1 ? "was" : "were"}`;
}

function uncounted(price: string | undefined, unboundedPer: string | undefined): string {
  if (price === undefined) return "there is no price that can be read";
  if (unboundedPer === undefined) return `the price ${price} cannot be counted`;
  return `the commitment is unbounded (${price} per ${unboundedPer}, and nothing bounds the number of ${unboundedPer}s)`;
}
