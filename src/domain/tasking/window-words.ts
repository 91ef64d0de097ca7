/** The windows of requests: their ends, and what is wrong with them now. */
import { readTimestampMs } from "../../contract/body-values.ts";
import { addTime, parseTimestamp } from "../../time/timestamp.ts";
import { formatRoughly } from "../../time/duration.ts";
import type { Findings } from "../findings.ts";

/**
 * Returns the end of a window of a given length; undefined when its start is unknown or the end is beyond the
 * calendar.
 */
export function computeClose(open: unknown, lengthMs: number): string | undefined {
  const opens = typeof open === "string" ? parseTimestamp(open) : undefined;
  const close = opens?.ok ? addTime(opens, lengthMs) : undefined;
  return close?.ok ? close.iso : undefined;
}

const BEGUN_MS = 60_000;

export interface WindowSpan {
  open: unknown;
  close: unknown;
  /** The path of its end. */
  endPath: string;
}

/**
 * Checks a window at the time `nowMs`. A window that has closed is a fault unless `allowPast` is true; a window that has begun
 * is noted.
 */
export function judgeWindow(
  { open, close, endPath }: WindowSpan,
  { nowMs, allowPast = false }: { nowMs: number; allowPast?: boolean | undefined },
  { faults, notes }: Pick<Findings, "faults" | "notes">,
): void {
  const [openMs, closeMs] = [readTimestampMs(open), readTimestampMs(close)];
  const isWindow = endPath.endsWith("windowClose");
  if (closeMs !== undefined && closeMs <= nowMs) {
    const subject = isWindow ? "the window closed" : "the series ended";
    const message = `${subject} ${formatRoughly(nowMs - closeMs)} ago, at ${String(close)}: nothing can be collected any more`;
    if (allowPast) notes.push(`${message}; sent anyway`);
    else
      faults.push({
        code: "WINDOW_PAST",
        path: endPath,
        value: close,
        rule: "the end is in the future",
        message,
      });
    return;
  }
  if (openMs === undefined || nowMs - openMs < BEGUN_MS) return;
  const left = closeMs === undefined ? "" : `, with ${formatRoughly(closeMs - nowMs)} of it left`;
  notes.push(`${isWindow ? "The window" : "The series"} began ${formatRoughly(nowMs - openMs)} ago${left}`);
}
