import { parseDuration } from "./duration.ts";
import { parseTimestamp, makeRelativeTime, type TimeResult } from "./timestamp.ts";

const DATE = /^\d{4}-\d\d-\d\d$/;
const RELATIVE = /^(?:now)?([+-])(.+)$/;

/** Reports whether a text has the shape `YYYY-MM-DD`, even if the day does not exist. */
export function isDateOnly(text: string): boolean {
  return DATE.test(text);
}

/**
 * Reads the time of a flag: RFC 3339, a date (its start in UTC), `now`, or an offset from now: `+2d`, `-12h`, `+3h30m`, `now-1w`, in whole
 * seconds. An offset without a sign is refused, since its direction is unclear. A flag with a direction ("since 7d") reads it with
 * `parseDuration` first.
 */
export function parseFlagTime(text: string, nowMs: number): TimeResult {
  const word = text.trim();
  if (word === "now") return makeRelativeTime(nowMs);
  if (isDateOnly(word)) return parseTimestamp(`${word}T00:00:00Z`);
  const relative = RELATIVE.exec(word);
  if (relative !== null) {
    const length = parseDuration(relative[2]!);
    if (!length.ok) return { ok: false, reason: `has an offset that ${length.reason}` };
    return makeRelativeTime(relative[1] === "+" ? nowMs + length.ms : nowMs - length.ms);
  }
  if (word !== "0" && parseDuration(word).ok) {
    return { ok: false, reason: `has no direction; write +${word} for later than now, -${word} for earlier` };
  }
  const moment = parseTimestamp(word);
  if (moment.ok || word === "" || /^\d{4}-\d\d-\d\d/.test(word)) return moment;
  return { ok: false, reason: "is not a time such as 2026-03-01, now, +2d or -12h" };
}

/** Describes an invalid time. `flag` is empty for the answer to a question. */
export const timeSentence = (flag: string, word: string, reason: string): string =>
  `${flag} ${JSON.stringify(word)} ${reason}`.trimStart();
