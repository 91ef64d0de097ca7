/** The windows of requests: their ends, and what is wrong with them now. */
import { msOf } from "../../contract/body-values.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { formatRoughly } from "../../time/duration.ts";
import type { Fault } from "../../errors.ts";

/**
 * Returns the end of a window of a given length; undefined when its start is unknown or the end is beyond the
 * calendar.
 */
export function closeAfter(open: unknown, lengthMs: number): string | undefined {
  const openMs = msOf(open);
  if (openMs === undefined) return undefined;
  try {
    return formatTimestamp(openMs + lengthMs);
  } catch {
    return undefined;
  }
}

const BEGUN_MS = 60_000;

export interface WindowFinding {
  fault?: Fault;
  note?: string;
}

/**
 * Checks a window at the time `nowMs`. A window that has closed is a fault unless `allowPast` is true; a window that has begun
 * is noted. `endPath` is the path of its end.
 */
export function windowFinding(
  { open, close, endPath }: { open: unknown; close: unknown; endPath: string },
  { nowMs, allowPast = false }: { nowMs: number; allowPast?: boolean | undefined },
): WindowFinding {
  const [openMs, closeMs] = [msOf(open), msOf(close)];
  if (closeMs !== undefined && closeMs <= nowMs) {
    const subject = endPath.endsWith("windowClose") ? "the window closed" : "the series ended";
    const message = `${subject} ${formatRoughly(nowMs - closeMs)} ago, at ${String(close)}: nothing can be collected any more`;
    if (allowPast) return { note: `${message}; sent anyway` };
    return {
      fault: {
        code: "WINDOW_PAST",
        path: endPath,
        value: close,
        rule: "the end is in the future",
        message,
      },
    };
  }
  if (openMs === undefined || nowMs - openMs < BEGUN_MS) return {};
  const left = closeMs === undefined ? "" : `, with ${formatRoughly(closeMs - nowMs)} of it left`;
  const subject = endPath.endsWith("windowClose") ? "The window" : "The series";
  return { note: `${subject} began ${formatRoughly(nowMs - openMs)} ago${left}` };
}
