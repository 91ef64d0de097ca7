import type { IntentRecord } from "../../ledger/intent-record.ts";
import { parseTimestamp } from "../../time/timestamp.ts";

// Spec silent: how long an order without an expiration date lives. We do not take it for a living one.
/** Whether the files of a recorded order can still be fetched. */
export function isActive({ details }: IntentRecord, nowMs: number): boolean {
  const expires = parseTimestamp(details?.expirationDate ?? "");
  return expires.ok && expires.ms > nowMs;
}
