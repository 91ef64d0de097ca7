/** The collection time of items: an interval, or its two ends. */
import type { TimeBase } from "./window-flags.ts";
import type { Fault } from "../../errors.ts";
import { parseFlagTime, timeSentence } from "../../time/flag-time.ts";
import { parseFlagInterval } from "../../time/interval.ts";
import { readNonEmpty } from "../../domain/readers.ts";
import { flag } from "./flag.ts";
import { advice, typed } from "../../hint.ts";

export const datetimeFlag = () =>
  flag("--datetime <interval>", "time or <start>/<end>, with .. for an open end", readNonEmpty);
export const fromFlag = () =>
  flag("--from <time>", "start of the search (RFC 3339, a date, now, -7d)", readNonEmpty);
export const toFlag = () => flag("--to <time>", "up to this time", readNonEmpty);

export interface TimeOptions {
  datetime?: string;
  from?: string;
  to?: string;
}

/** Returns the interval in the interface's syntax; a note reports each change to the typed value. */
export function searchInterval(
  { nowMs, notes }: TimeBase,
  { datetime, from, to }: TimeOptions,
  faults: Fault[],
): string | undefined {
  if (datetime !== undefined && (from !== undefined || to !== undefined)) {
    const rule = "--datetime or --from and --to";
    const message = `--datetime and ${from === undefined ? "--to" : "--from"} both give a time`;
    const hint = "Leave out --datetime";
    faults.push({ code: "INPUT_AMBIGUOUS", path: "datetime", flag: "--datetime", rule, message, next: hint });
    return undefined;
  }
  if (datetime !== undefined) {
    const interval = parseFlagInterval(datetime, nowMs);
    if (!interval.ok) {
      faults.push(timeFault("--datetime", datetime, interval.reason, "DATETIME_INTERVAL_INVALID"));
      return undefined;
    }
    for (const note of interval.notes) notes.note(`--datetime: ${note}`);
    return interval.text;
  }
  if (from === undefined && to === undefined) return undefined;
  const start = readEnd("--from", from, nowMs, faults);
  const end = readEnd("--to", to, nowMs, faults);
  if (!start || !end) return undefined;
  const interval = parseFlagInterval(`${from?.trim() ?? ".."}/${to?.trim() ?? ".."}`, nowMs);
  if (!interval.ok) {
    const message = `--to ${to} is before --from ${from}`;
    const rule = "--from is before --to";
    faults.push({
      code: "DATETIME_INTERVAL_INVALID",
      path: "datetime",
      flag: "--to",
      value: to,
      rule,
      message,
    });
    return undefined;
  }
  for (const note of interval.notes) notes.note(note);
  return interval.text;
}

/** Parses an end; a missing end is open. */
function readEnd(flagName: string, value: string | undefined, nowMs: number, faults: Fault[]): boolean {
  const time = value === undefined ? undefined : parseFlagTime(value, nowMs);
  if (time?.ok === false) faults.push(timeFault(flagName, value!, time.reason, "TIMESTAMP_INVALID"));
  return time?.ok !== false;
}

const timeFault = (flagName: string, value: string, rule: string, code: Fault["code"]): Fault => ({
  code,
  path: "datetime",
  flag: flagName,
  value,
  rule,
  message: timeSentence(flagName, value, rule),
  next: advice`For example: ${typed(flagName, "2026-03-01")}`,
});
