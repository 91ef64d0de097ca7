/**
 * A profile's budget: so much a day, a week or a month. Calendar periods in UTC, weeks from Monday, so that every machine
 * and every process means the same one.
 */
import { addMoney, isAboveLimit, moneyText, parseMoney, type Money } from "./money.ts";
import { DAY_MS } from "../../time/civil.ts";

export const PERIODS = ["day", "week", "month"] as const;
export type Period = (typeof PERIODS)[number];

export interface Budget {
  limit: Money;
  period: Period;
}

/** `5000/month`, `$200/day`, `EUR 1,000.00/week`. */
export function parseBudget(text: string): Budget | undefined {
  const slash = text.lastIndexOf("/");
  const limit = slash < 0 ? undefined : parseMoney(text.slice(0, slash));
  const period = PERIODS.find((word) => word === text.slice(slash + 1).trim());
  return limit === undefined || period === undefined ? undefined : { limit, period };
}

export const budgetText = ({ limit, period }: Budget): string => `${moneyText(limit)}/${period}`;

/** 1970-01-01 was a Thursday. */
const MONDAY_OFFSET_DAYS = 3;

/** First millisecond of the period that holds this moment. */
export function periodStartMs(period: Period, nowMs: number): number {
  const day = Math.floor(nowMs / DAY_MS);
  if (period === "day") return day * DAY_MS;
  if (period === "week") return (day - ((((day + MONDAY_OFFSET_DAYS) % 7) + 7) % 7)) * DAY_MS;
  const date = new Date(nowMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** Something that was paid for, or may have been. */
export interface Spend {
  /** As the service wrote it; undefined when it is unknown. */
  price: string | undefined;
  /** What to call it in messages. */
  id: string;
}

export type BudgetJudgement =
  | { fits: true; spent: string }
  | { fits: false; why: "no-price" | "unknown-spends" | "exceeded"; spent: string; ids: string[] };

/**
 * Whether a further price fits beside what the period has seen. Whatever cannot be read, or compared, does not fit: a
 * budget that guesses is none.
 */
export function judgeBudget(
  { limit }: Budget,
  price: string | undefined,
  spends: readonly Spend[],
): BudgetJudgement {
  let total: Money = { currency: limit.currency, amount: "0" };
  const unread: string[] = [];
  for (const spend of spends) {
    const sum = addMoney(total, spend.price);
    if (sum === undefined) unread.push(spend.id);
    else total = sum;
  }
  const spent = moneyText(total);
  const sum = addMoney(total, price);
  if (sum === undefined) return { fits: false, why: "no-price", spent, ids: [] };
  if (unread.length > 0) return { fits: false, why: "unknown-spends", spent, ids: unread };
  if (isAboveLimit(moneyText(sum), limit)) return { fits: false, why: "exceeded", spent, ids: [] };
  return { fits: true, spent };
}
