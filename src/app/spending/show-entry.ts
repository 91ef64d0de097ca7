import type { Context } from "../../cli/context.ts";
import { AppError } from "../../errors.ts";
import type { JournalEntry } from "../../ledger/history.ts";
import { isOrder, subjectOf } from "../../ledger/subject.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { entryRow, type EntryRow } from "./entry-row.ts";

export interface ShownEntry extends EntryRow {
  method: string;
  path: string;
  sent?: string;
  ended?: string;
  /** hand or search, when the outcome was unknown at first. */
  settledBy?: string;
  /** The process that works, or worked, on it. */
  process: number;
  /** What was sent, without queries in its URLs. */
  body?: unknown;
}

export async function showEntry({ service, notes }: Context, id: string): Promise<ShownEntry> {
  const entry = (await (await service.journal()).get(id)) ?? unknownEntry(id);
  const { record, state } = entry;
  for (const line of nextSteps(entry)) notes.note(line);
  return {
    ...entryRow(entry),
    method: record.method,
    path: record.path,
    ...(record.sendingAt !== undefined && { sent: formatTimestamp(record.sendingAt) }),
    ...(record.closedAt !== undefined && { ended: formatTimestamp(record.closedAt) }),
    ...(record.resolvedBy !== undefined && { settledBy: record.resolvedBy }),
    ...(state === "unknown" &&
      record.reason === undefined && { reason: "the process ended before an answer came" }),
    process: record.pid,
    ...(record.body !== undefined && { body: record.body }),
  };
}

/** For whoever holds an unknown outcome: said on every way, a pipe included, because money hangs on it. */
function nextSteps({ record, state }: JournalEntry): string[] {
  if (state !== "unknown") return [];
  const flag = isOrder(record) ? "--order-id <orderId>" : "--id <id>";
  return [
    `${subjectOf(record).check}.`,
    `Then, if it is there: swath journal resolve ${record.id} ${flag}`,
    `Or, if it is not:     swath journal resolve ${record.id} --not-created`,
  ];
}

export function unknownEntry(id: string): never {
  throw new AppError("local", "NOT_FOUND", `the journal of this machine has no ${JSON.stringify(id)}`, {
    hint: "See what it has with: swath journal list",
  });
}
