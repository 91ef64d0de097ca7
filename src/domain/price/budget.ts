/**
 * A profile's budget: an amount per day, week or month. Periods are calendar periods in UTC, weeks from Monday, so
 * that they are the same on every machine.
 */
import {
  addMoney,
  toAmount,
  formatCodedMoney,
  isUnknownDollar,
  parseMoney,
  subtractMoney,
  type Amount,
  type Money,
} from "./money.ts";
import { DAY_MS } from "../../time/civil.ts";

export const PERIODS = ["day", "week", "month"] as const;
export type Period = (typeof PERIODS)[number];

/** The names that the reports of spending can be grouped by. */
export const GROUPINGS = ["profile", "contract", "period", "kind"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Budget {
  limit: Money;
  period: Period;
}

/** Reads `5000/month`, `$200/day`, `EUR 1,000.00/week`. */
export function parseBudget(text: string): Budget | undefined {
  const slash = text.lastIndexOf("/");
  const limit = slash < 0 ? undefined : parseMoney(text.slice(0, slash));
  const period = PERIODS.find((word) => word === text.slice(slash + 1).trim());
  return limit === undefined || period === undefined ? undefined : { limit, period };
}

/** Returns `5,000.00 USD/month`; an amount without a currency has that of `$`. */
export const formatBudget = ({ limit, period }: Budget, dollar?: string): string =>
  `${formatCodedMoney({ ...limit, currency: limit.currency || "$" }, dollar)}/${period}`;

/** Returns a budget for JSON. */
export const toBudgetForm = ({ limit, period }: Budget, dollar?: string): Amount & { period: Period } => ({
  ...toAmount({ ...limit, currency: limit.currency || "$" }, dollar),
  period,
});

/** 1970-01-01 was a Thursday. */
const MONDAY_OFFSET_DAYS = 3;

/** Returns the first millisecond of the period that contains this moment. */
export function computePeriodStartMs(period: Period, nowMs: number): number {
  const day = Math.floor(nowMs / DAY_MS);
  if (period === "day") return day * DAY_MS;
  if (period === "week") return (day - ((((day + MONDAY_OFFSET_DAYS) % 7) + 7) % 7)) * DAY_MS;
  const date = new Date(nowMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/**
 * Returns a recorded moment by the later one of two clocks, ours and the service's. A purchase that was made while our clock was
 * behind then still counts in the current period.
 * @param skewMs the service's clock minus ours at that moment
 */
export const chooseLaterMs = (atMs: number, skewMs = 0): number => atMs + Math.max(0, skewMs);

/** A payment, or a possible one. */
export interface Spend {
  /** In the service's format; undefined when it is unknown. */
  price: string | undefined;
  /** Its name in messages. */
  id: string;
}

/** The use of a budget in the current period. */
interface BudgetStanding {
  spent: Money;
  left: Money;
  /** Spends with an unknown price, or in another currency: `left` is then too high. */
  unread: string[];
  /** The spends among `unread` whose price is known and in another currency. */
  foreign: Spend[];
}

export function computeBudgetStanding(
  { limit }: Budget,
  spends: readonly Spend[],
  dollar?: string,
): BudgetStanding {
  let spent: Money = { currency: limit.currency, amount: "0" };
  const unread: string[] = [];
  const foreign: Spend[] = [];
  for (const spend of spends) {
    const sum = addMoney(spent, spend.price, dollar);
    if (sum !== undefined) {
      spent = sum;
      continue;
    }
    unread.push(spend.id);
    if (parseMoney(spend.price ?? "") !== undefined && !isUnknownDollar(spend.price, spent, dollar))
      foreign.push(spend);
  }
  return { spent, left: subtractMoney(limit, spent), unread, foreign };
}
