/** Groups the journal's confirmed spends into the rows of a report. */
import type { AppContext } from "../context.ts";
import { periodStartMs, type Period } from "../../domain/spending/budget.ts";
import { amountIn, type Amount } from "../../domain/spending/money.ts";
import { newestFirst } from "../../ledger/history.ts";
import type { IndexRow } from "../../ledger/index-row.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { shownKind } from "../../ledger/subject.ts";
import {
  GROUPINGS,
  spendRows,
  type Grouping,
  type PaidRequest,
  type SpendRow,
} from "../../domain/spending/spend-report.ts";
import { dollars } from "./profile-currency.ts";
import { isFree, recordedCommitment } from "../../ledger/intent-details.ts";

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
  context: Pick<AppContext, "service" | "events" | "dialect" | "directories" | "profileName">,
  options: ReportOptions,
): Promise<ReportRow[]> {
  const { period = "month", by = [...GROUPINGS], onlyProfile, unresolved } = options;
  const { sinceMs = -Infinity, untilMs = Infinity } = options;
  const { open, closed, unreadable } = await (await context.service.journal()).read({ since: sinceMs });
  for (const { file, problem } of unreadable)
    context.events.warn(`journal file ${file} cannot be read: ${problem}; its requests are not in the total`);
  const isChosen = (record: IntentRecord | IndexRow): boolean => {
    const atMs = record.closedAt ?? record.preparedAt;
    const isWanted = onlyProfile === undefined || record.profile === onlyProfile;
    return record.effect !== "write" && !isFree(record) && isWanted && atMs >= sinceMs && atMs < untilMs;
  };
  const unknown = open.flatMap(({ record, state }) =>
    state === "unknown" && isChosen(record) ? [record] : [],
  );
  const spends = [...closed.filter(isChosen), ...(unresolved === true ? unknown : [])];
  const dollarOf = await dollars(context, new Set(spends.map(({ profile }) => profile)));
  const paid = spends
    .sort(newestFirst)
    .sort((a, b) => a.preparedAt - b.preparedAt)
    .map((record): PaidRequest => ({
      id: record.id,
      profile: record.profile,
      contract: record.details?.contractId ?? "",
      period: periodName(period, record.closedAt ?? record.preparedAt),
      kind: shownKind(record.kind),
      price: recordedCommitment(record),
      dollar: dollarOf(record.profile),
    }));
  const rows = spendRows(paid, by);
  const unpriced = rows.flatMap(({ unpricedIds }) => unpricedIds);
  if (unpriced.length > 0) context.events.note(`Not in the total (price unknown): ${unpriced.join(", ")}`);
  if (unknown.length > 0 && unresolved !== true)
    context.events.warn(`${unknown.length} more may have been paid, with an unknown outcome`, {
      do: "listJournal",
      state: "unknown",
    });
  return rows.map((row) => ({ ...row, amounts: row.total.flatMap((sum) => amountIn(sum) ?? []) }));
}

/** Returns `2026-03`, or the first day of a week, or the day. */
export function periodName(period: Period, atMs: number): string {
  const day = new Date(periodStartMs(period, atMs)).toISOString();
  return period === "month" ? day.slice(0, 7) : day.slice(0, 10);
}
