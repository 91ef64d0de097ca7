/** Window flags as people type them -> the timestamps that are sent. */
import { parseFlagTime } from "../../time/flag-time.ts";
import { formatTimestamp, parseTimestamp } from "../../time/timestamp.ts";
import type { Fault } from "../../errors.ts";

export interface TimeWord {
  /** What was typed. */
  text: string;
  flag: string;
  /** Path of the body member that it fills. */
  path: string;
}

export interface TimeReading {
  /** RFC 3339, or what was typed where that is no time: the body's rule then refuses it once more, in vain. */
  value: string;
  ms: number | undefined;
  fault?: Fault;
  /** How it was rewritten, when it was. */
  note?: string;
}

/** One moment. A timestamp in UTC is sent byte for byte; anything else becomes one, which is noted. */
export function readTimeWord({ text, flag, path }: TimeWord, nowMs: number): TimeReading {
  const word = text.trim();
  const exact = parseTimestamp(word);
  // RFC 3339 reads small letters and asks who writes it for capitals.
  if (exact.ok && /T.*Z$/.test(word)) return { value: word, ms: exact.ms };
  const time = parseFlagTime(word, nowMs);
  if (time.ok) return { value: time.iso, ms: time.ms, note: `${flag}: ${word} was taken as ${time.iso}` };
  const fault: Fault = {
    code: "TIMESTAMP_INVALID",
    path,
    flag,
    value: text,
    rule: "an RFC 3339 time such as 2026-03-01T12:00:00Z, a date, now, +2d or -12h",
    message: `${flag} ${JSON.stringify(text)} ${time.reason}`,
    hint: `For example: ${flag} 2026-03-01T12:00:00Z, ${flag} +2d`,
  };
  return { value: text, ms: undefined, fault };
}

/** The end of a window of a given length; undefined when its start is unknown or the end lies beyond the calendar. */
export function closeAfter(open: unknown, lengthMs: number): string | undefined {
  const start = typeof open === "string" ? parseTimestamp(open) : undefined;
  if (start?.ok !== true) return undefined;
  try {
    return formatTimestamp(start.ms + lengthMs);
  } catch {
    return undefined;
  }
}

/** A warning for a window that has already closed. */
export function pastWarning(value: unknown, flag: string, path: string, nowMs: number): Fault | undefined {
  const time = typeof value === "string" ? parseTimestamp(value) : undefined;
  if (time?.ok !== true || time.ms > nowMs) return undefined;
  return {
    code: "WINDOW_ORDER",
    path,
    flag,
    value,
    rule: "the window should close in the future",
    message: `${path.split(".").at(-1)} ${String(value)} is in the past: nothing can be collected any more`,
  };
}
