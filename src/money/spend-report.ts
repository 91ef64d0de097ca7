/** Groups the journal's confirmed spends into the rows of a report. */
import type { MoneyContext } from "./context.ts";
import { laterMs, periodStartMs, type Period } from "../domain/price/budget.ts";
import { amountIn, type Amount } from "../domain/price/money.ts";
import { newestFirst } from "./store/history.ts";
import type { IndexRow } from "./store/index-line.ts";
import type { IntentRecord } from "./record.ts";
import type { JournalReading } from "./store/read.ts";
import { shownKind } from "./subject.ts";
import { GROUPINGS, spendRows, type Grouping, type PaidRequest, type SpendRow } from "./spend-rows.ts";
import { dollars } from "./profile-currency.ts";
import { isFree, recordedCommitment } from "./details.ts";

export interface ReportOptions {
  period?: Period;
  by?: Grouping[];
  /** Unix times in milliseconds: the start, inclusive, and the end, exclusive. */
  sinceMs?: number | undefined;
  untilMs?: number | undefined;
  onlyProfile?: string;
  unresolved?: true;
}

/** Includes the sums of a row as numbers. */
export interface ReportRow extends SpendRow {
  amounts: Amount[];
}

export async function spendReport(
  context: Pick<MoneyContext, "service" | "events" | "dialect" | "directories" | "profileName">,
  options: ReportOptions,
): Promise<ReportRow[]> {
  const { period = "month", by = [...GROUPINGS], onlyProfile: profile, unresolved } = options;
  const { sinceMs = -Infinity, untilMs } = options;
  const reading = await (await context.service.journal()).read({ since: sinceMs });
  const { paid, unknown } = paidIn(context, reading, { sinceMs, untilMs, profile });
  const spends = unresolved === true ? [...paid, ...unknown].sort(oldestFirst) : paid;
  const dollarOf = await dollars(context, new Set(spends.map((spend) => spend.profile)));
  const requests = spends.map((record): PaidRequest => ({
    id: record.id,
    profile: record.profile,
    contract: record.details?.contractId ?? "",
    period: periodName(period, spentMs(record)),
    kind: shownKind(record.kind),
    price: recordedCommitment(record),
    dollar: dollarOf(record.profile),
  }));
  const rows = spendRows(requests, by);
  const unpriced = rows.flatMap(({ unpricedIds }) => unpricedIds);
  if (unpriced.length > 0) context.events.note(`Not in the total (price unknown): ${unpriced.join(", ")}`);
  if (unresolved !== true) warnOfUnknown(context, unknown.length);
  return rows.map((row) => ({ ...row, amounts: row.total.flatMap((sum) => amountIn(sum) ?? []) }));
}

/** Returns the requests that cost money, and those that may have, oldest first. Warns about unreadable files. */
export function paidIn(
  { events }: Pick<MoneyContext, "events">,
  { open, closed, unreadable }: JournalReading,
  span: PaidSpan,
): { paid: IndexRow[]; unknown: IntentRecord[] } {
  for (const { file, problem } of unreadable)
    events.warn(`journal file ${file} cannot be read: ${problem}; its requests are not in the total`);
  const unknown = open.flatMap(({ record, state }) => (state === "unknown" ? record : []));
  return {
    paid: closed.filter(isSpend(span)).sort(oldestFirst),
    unknown: unknown.filter(isSpend(span)),
  };
}

export interface PaidSpan {
  /** Inclusive. */
  sinceMs: number;
  /** Exclusive. */
  untilMs?: number | undefined;
  /** Undefined for all profiles. */
  profile?: string | undefined;
}

/** Returns the time of a payment, by the later one of our clock and the service's. */
export const spentMs = ({ closedAt, preparedAt, skewMs }: IntentRecord | IndexRow): number =>
  laterMs(closedAt ?? preparedAt, skewMs);

/** Returns whether a request of this time and profile costs money. */
export const isSpend =
  ({ sinceMs, untilMs = Infinity, profile }: PaidSpan) =>
  (record: IntentRecord | IndexRow): boolean => {
    const atMs = spentMs(record);
    const isTheirs = profile === undefined || record.profile === profile;
    return record.effect !== "write" && !isFree(record) && isTheirs && atMs >= sinceMs && atMs < untilMs;
  };

const oldestFirst = (a: IntentRecord | IndexRow, b: IntentRecord | IndexRow): number =>
  a.preparedAt - b.preparedAt || newestFirst(a, b);

export function warnOfUnknown({ events }: Pick<MoneyContext, "events">, count: number): void {
  if (count > 0)
    events.warn(`${count} more may have been paid, with an unknown outcome`, {
      do: "listJournal",
      state: "unknown",
    });
}

/** Returns `2026-03`, or the first day of a week, or the day. */
export function periodName(period: Period, atMs: number): string {
  const day = new Date(periodStartMs(period, atMs)).toISOString();
  return period === "month" ? day.slice(0, 7) : day.slice(0, 10);
}
