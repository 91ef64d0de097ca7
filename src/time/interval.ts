import { DAY_MS } from "./civil.ts";
import { isDateOnly, parseFlagTime } from "./flag-time.ts";
import { isAfter, isInUtc, parseTimestamp, timeFromMs, type TimeResult } from "./timestamp.ts";

/** A moment or an interval; ends are inclusive, an open end is undefined. */
export interface Interval {
  ok: true;
  /** The interval for a request: times in UTC with `Z`, ends joined by `/`, an open end as `..`. */
  text: string;
  startMs: number | undefined;
  endMs: number | undefined;
  /** Notes on rewritten parts; empty when the text was already in this form. */
  notes: string[];
}

export type IntervalResult = Interval | { ok: false; reason: string };

type ReadEnd = (text: string, end: "single" | "start" | "end", notes: string[]) => TimeResult;

const GRAMMAR = "one date-time, or <start>/<end>, <start>/.. or ../<end>";

/** Reads a `datetime` of the interface: one RFC 3339 date-time (that very moment), `a/b`, `a/..` or `../b`. */
export function parseInterval(text: string): IntervalResult {
  return parseEnds(text, (end, _place, notes) => {
    const moment = parseTimestamp(end);
    if (moment.ok) noteRewrite(end, moment.iso, notes);
    return moment;
  });
}

/** Reads the interval of a flag: `parseFlagTime` reads each end, and a date means the whole day. */
export function parseFlagInterval(text: string, nowMs: number): IntervalResult {
  const word = text.trim();
  if (isDateOnly(word)) {
    const start = parseFlagTime(word, nowMs);
    if (!start.ok) return start;
    const day = parseFlagInterval(`${word}/${word}`, nowMs);
    return day.ok ? { ...day, notes: [`${word} was taken as the whole day, ${day.text}`] } : day;
  }
  return parseEnds(word, (end, place, notes) => {
    const time = place === "end" ? flagBound(end, "<=", nowMs) : parseFlagTime(end, nowMs);
    if (time.ok) noteRewrite(end, time.iso, notes);
    return time;
  });
}

/** Reads the bound of a comparison: for `<=` a date counts to its end, for all other operators from its start. */
export function flagBound(text: string, operator: string, nowMs: number): TimeResult {
  const moment = parseFlagTime(text, nowMs);
  // Spec silent: whether an interval's end date includes that day. We end it at the day's last millisecond.
  return moment.ok && operator === "<=" && isDateOnly(text.trim())
    ? timeFromMs(moment.ms + DAY_MS - 1)
    : moment;
}

function parseEnds(text: string, read: ReadEnd): IntervalResult {
  if (text === "") return { ok: false, reason: `is empty; give ${GRAMMAR}` };
  const ends = text.split("/", 4);
  if (ends.length > 2) return { ok: false, reason: `has more than one slash; give ${GRAMMAR}` };
  const notes: string[] = [];
  const [first = "", second] = ends;
  if (second === undefined) {
    if (first === "..") return { ok: false, reason: `has no time at all; give ${GRAMMAR}` };
    const moment = read(first, "single", notes);
    if (!moment.ok) return moment;
    return { ok: true, text: moment.iso, startMs: moment.ms, endMs: moment.ms, notes };
  }
  if (first === "" || second === "") {
    return {
      ok: false,
      reason: `has nothing ${first === "" ? "before" : "after"} the slash; an open end is written ..`,
    };
  }
  if (first === ".." && second === "..")
    return { ok: false, reason: "is open at both ends; omit it instead" };
  return joinEnds(
    first === ".." ? undefined : read(first, "start", notes),
    second === ".." ? undefined : read(second, "end", notes),
    notes,
  );
}

function joinEnds(
  start: TimeResult | undefined,
  end: TimeResult | undefined,
  notes: string[],
): IntervalResult {
  if (start?.ok === false) return { ok: false, reason: `has a start that ${start.reason}` };
  if (end?.ok === false) return { ok: false, reason: `has an end that ${end.reason}` };
  if (start !== undefined && end !== undefined && isAfter(start, end)) {
    return { ok: false, reason: `ends (${end.iso}) before it starts (${start.iso})` };
  }
  const text = `${start?.iso ?? ".."}/${end?.iso ?? ".."}`;
  return { ok: true, text, startMs: start?.ms, endMs: end?.ms, notes };
}

function noteRewrite(typed: string, iso: string, notes: string[]): void {
  if (typed !== iso) notes.push(`${typed} was taken as ${iso}`);
}

/** Returns a time, or an interval of times, in UTC as it is sent; any other text is unchanged. */
export function toUtcText(text: string): string {
  const ends = text.split("/");
  if (ends.length > 2) return text;
  const sent = (end: string): string => {
    const time = isInUtc(end) ? undefined : parseTimestamp(end);
    return time?.ok ? time.iso : end;
  };
  return ends.map(sent).join("/");
}
