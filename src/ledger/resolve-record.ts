/** What a person, or a search, found out about an intent whose outcome nobody knew. */
import { AppError } from "../errors.ts";
import type { JournalEntry } from "./history.ts";
import type { IntentRecord } from "./intent-record.ts";
import { isOrder } from "./subject.ts";

export type Finding =
  /** It was accepted: the id that the service gave. */
  | { resultId: string; by: "hand" | "search" }
  /** It was not, so the same intent is free again. */
  | { notCreated: true; by: "hand" | "search"; reason?: string };

/** The record with its outcome. Only what is unknown can be resolved; an attempt that was passed later stays so. */
export function resolvedRecord(
  { record, state }: JournalEntry,
  finding: Finding,
  nowMs: number,
): IntentRecord {
  if (state === "sending" || state === "prepared") throw stillOnItsWay(record);
  if (state !== "unknown") throw alreadyKnown(record);
  const { reason: _why, ...rest } = record;
  if ("resultId" in finding)
    return {
      ...rest,
      state: "confirmed",
      resultId: finding.resultId,
      resolvedBy: finding.by,
      closedAt: record.closedAt ?? nowMs,
      resolvedAt: nowMs,
    };
  const found = finding.by === "hand" ? "not created, as a person found out" : "not created";
  return {
    ...rest,
    state: "refused",
    reason: finding.reason ?? found,
    resolvedBy: finding.by,
    closedAt: record.closedAt ?? nowMs,
    resolvedAt: nowMs,
  };
}

const stillOnItsWay = (record: IntentRecord): AppError =>
  new AppError("local", "INTENT_OPEN", `journal ${record.id} is being sent by process ${record.pid}`, {
    hint: `Wait for it to end, then see \`swath journal show ${record.id}\`.`,
    data: { intentId: record.id, state: record.state },
  });

function alreadyKnown(record: IntentRecord): AppError {
  const what =
    record.state === "confirmed"
      ? `is confirmed already, with the id ${record.resultId}`
      : `is ${record.state} already: ${record.reason ?? "nothing was created"}`;
  return new AppError("local", "CONFLICT", `journal ${record.id} ${what}; nothing was changed`, {
    hint: isOrder(record)
      ? "See the orders with `swath order history`."
      : `See it with \`swath journal show ${record.id}\`.`,
    data: { intentId: record.id, state: record.state, ...(record.resultId && { id: record.resultId }) },
  });
}
