/** Converts typed window flags to the timestamps to send. */
import { msOf } from "../../contract/body-values.ts";
import { parseFlagTime, timeSentence } from "../../time/flag-time.ts";
import { formatTimestamp, parseTimestamp } from "../../time/timestamp.ts";
import { formatRoughly } from "../../time/duration.ts";
import type { Fault } from "../../errors.ts";

export interface TimeWord {
  /** The typed text. */
  text: string;
  flag: string;
  /** The path of the body field. */
  path: string;
}

export interface TimeReading {
  /** An RFC 3339 time, or the typed text if it is not a time. */
  value: string;
  ms: number | undefined;
  fault?: Fault;
  /** The change to the text. */
  note?: string;
}

/** Reads one time. A timestamp in UTC is sent byte for byte; any other form is converted, with a note. */
export function readTimeWord({ text, flag, path }: TimeWord, nowMs: number): TimeReading {
  const word = text.trim();
  const exact = parseTimestamp(word);
  // RFC 3339 allows small letters, and asks writers to use capitals.
  if (exact.ok && /T.*Z$/.test(word)) return { value: word, ms: exact.ms };
  const time = parseFlagTime(word, nowMs);
  if (time.ok) return { value: time.iso, ms: time.ms, note: `${flag}: ${word} was taken as ${time.iso}` };
  const fault: Fault = {
    code: "TIMESTAMP_INVALID",
    path,
    flag,
    value: text,
    rule: "an RFC 3339 time such as 2026-03-01T12:00:00Z, a date, now, +2d or -12h",
    message: timeSentence(flag, text, time.reason),
  };
  return { value: text, ms: undefined, fault };
}

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
