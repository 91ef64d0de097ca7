/** The journal's confirmed spends -> rows of a report. */
import type { Context } from "../../cli/context.ts";
import { timeFlag } from "../../cli/flags/window-flags.ts";
import { periodStartMs, type Period } from "../../domain/spending/budget.ts";
import { shownKind } from "../../ledger/subject.ts";
import {
  GROUPINGS,
  spendRows,
  type Grouping,
  type PaidRequest,
  type SpendRow,
} from "../../domain/spending/spend-report.ts";
import { inputError, type Fault } from "../../errors.ts";
import { wholePrice } from "../../ledger/keep-budget.ts";
import { parseTimestamp } from "../../time/timestamp.ts";

export interface ReportOptions {
  period?: Period;
  by?: Grouping[];
  since?: string;
  until?: string;
  onlyProfile?: string;
  unresolved?: true;
}

export async function spendReport(context: Context, options: ReportOptions): Promise<SpendRow[]> {
  const { period = "month", by = [...GROUPINGS], onlyProfile, unresolved } = options;
  const { sinceMs, untilMs } = boundsOf(context, options);
  const { entries, unreadable } = await (await context.service.journal()).list();
  for (const { file, problem } of unreadable)
    context.notes.warn(`journal file ${file}: ${problem}; what it may hold is in no sum`);
  const spends = entries.filter(({ record }) => {
    const atMs = record.closedAt ?? record.preparedAt;
    const isChosen = onlyProfile === undefined || record.profile === onlyProfile;
    return record.effect !== "write" && isChosen && atMs >= sinceMs && atMs < untilMs;
  });
  const unknown = spends.filter(({ state }) => state === "unknown");
  const paid = spends
    .filter(({ state }) => state === "confirmed" || (unresolved === true && state === "unknown"))
    .sort((a, b) => a.record.preparedAt - b.record.preparedAt)
    .map(({ record }): PaidRequest => ({
      id: record.id,
      profile: record.profile,
      contract: record.details?.contractId ?? "",
      period: periodName(period, record.closedAt ?? record.preparedAt),
      kind: shownKind(record.kind),
      price: wholePrice(record),
    }));
  const rows = spendRows(paid, by);
  const unpriced = rows.flatMap(({ unpricedIds }) => unpricedIds);
  if (unpriced.length > 0)
    context.notes.note(
      `No sum has the price of ${unpriced.join(", ")}: it was not read before sending, or is a price for each image`,
    );
  if (unknown.length > 0 && unresolved !== true)
    context.notes.warn(
      `${unknown.length} more may have been paid, with an unknown outcome: swath journal list --state unknown`,
    );
  return rows;
}

function boundsOf(context: Context, { since, until }: ReportOptions): { sinceMs: number; untilMs: number } {
  const faults: Fault[] = [];
  const read = (text: string | undefined, flag: string): number | undefined => {
    const time = timeFlag(context, text, { flag, path: "" }, faults);
    const parsed = time === undefined ? undefined : parseTimestamp(time);
    return parsed?.ok === true ? parsed.ms : undefined;
  };
  const bounds = {
    sinceMs: read(since, "--since") ?? -Infinity,
    untilMs: read(until, "--until") ?? Infinity,
  };
  if (faults.length > 0) throw inputError(faults);
  return bounds;
}

/** `2026-03`, or the first day of a week, or the day. */
function periodName(period: Period, atMs: number): string {
  const day = new Date(periodStartMs(period, atMs)).toISOString();
  return period === "month" ? day.slice(0, 7) : day.slice(0, 10);
}
