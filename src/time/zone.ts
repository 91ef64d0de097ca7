import { DAY_MS } from "./civil.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the format of a zone. One is kept per zone, because making it costs a hundred times more than using
 * it.
 */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(zone, format);
  return format;
}

/** Reports whether this machine knows an IANA zone name, such as `Europe/Lisbon` or `Etc/GMT+9`. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Returns the local time in seconds since midnight, 0 to below 86400, with the daylight saving of that moment. */
export function toSecondsOfDay(zone: string, ms: number): number {
  return computeLocalMs(zone, ms) / 1000;
}

/** Returns the offset of the zone from UTC at a moment: `+02:00`. */
export const formatUtcOffset = (zone: string, ms: number): string => formatOffset(computeOffset(zone, ms));

/**
 * Returns a function that writes moments between two times as local time, to the second and with the offset: `2026-03-01T12:00:00+01:00`. The
 * offset is looked up a few times a day, not per moment.
 */
export function makeLocalFormat(zone: string, fromMs: number, toMs: number): (ms: number) => string {
  const steady = [...splitAtClockChanges(zone, fromMs, toMs)];
  return (ms) => {
    const { aheadMs } = steady.find(({ endMs }) => ms < endMs) ?? steady.at(-1)!;
    return new Date(ms + aheadMs).toISOString().slice(0, 19) + formatOffset(aheadMs);
  };
}

/** Returns the offset of local time from UTC in milliseconds: between -12 and +14 hours. */
function computeOffset(zone: string, ms: number): number {
  const ahead = (((computeLocalMs(zone, ms) - Math.floor(ms)) % DAY_MS) + DAY_MS) % DAY_MS;
  return ahead > (14 / 24) * DAY_MS ? ahead - DAY_MS : ahead;
}

function formatOffset(aheadMs: number): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  return `${aheadMs < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Returns the local time in milliseconds since midnight. */
function computeLocalMs(zone: string, ms: number): number {
  const wholeMs = Math.floor(ms);
  const [hours = 0, minutes = 0, seconds = 0] = formatOf(zone).format(wholeMs).split(":").map(Number);
  return (hours * 3600 + minutes * 60 + seconds) * 1000 + (((wholeMs % 1000) + 1000) % 1000);
}

/** A time window; both ends are inclusive. */
export interface UtcWindow {
  startMs: number;
  endMs: number;
}

/**
 * Returns the windows between two moments in which the zone's local time is within one of the spans, in seconds of the day; a span whose start is after its end
 * wraps midnight. They follow daylight saving: a skipped hour is in none of them, a repeated hour is in them twice. Adjacent windows are merged.
 */
export function listLocalWindows(
  zone: string,
  fromMs: number,
  toMs: number,
  within: readonly (readonly [startSeconds: number, endSeconds: number])[],
): UtcWindow[] {
  const spans = within
    .flatMap(([start, end]) =>
      start <= end
        ? [[start, end]]
        : [
            [0, end],
            [start, DAY_MS / 1000],
          ],
    )
    .toSorted(([first = 0], [second = 0]) => first - second);
  const windows: UtcWindow[] = [];
  for (const { startMs, endMs, aheadMs } of splitAtClockChanges(zone, fromMs, toMs)) {
    const lastDay = Math.floor((endMs + aheadMs) / DAY_MS);
    for (let day = Math.floor((startMs + aheadMs) / DAY_MS); day <= lastDay; day++) {
      for (const [first = 0, last = 0] of spans) {
        const opensMs = Math.max(startMs, day * DAY_MS - aheadMs + first * 1000);
        const closesMs = Math.min(endMs, day * DAY_MS - aheadMs + last * 1000);
        const before = windows.at(-1);
        // A single moment is a window only if the request is a single moment.
        if (opensMs > closesMs || (opensMs === closesMs && fromMs < toMs)) continue;
        if (before !== undefined && before.endMs >= opensMs) before.endMs = closesMs;
        else windows.push({ startMs: opensMs, endMs: closesMs });
      }
    }
  }
  return windows;
}

/** No zone changes its clocks twice within this time. */
const STEP_MS = DAY_MS / 4;

/** Yields the spans without a clock change, and the offset of local time from UTC in each. */
function* splitAtClockChanges(
  zone: string,
  fromMs: number,
  toMs: number,
): Generator<UtcWindow & { aheadMs: number }> {
  let startMs = fromMs;
  let aheadMs = computeOffset(zone, fromMs);
  for (let beforeMs = fromMs; beforeMs < toMs; beforeMs += STEP_MS) {
    const afterMs = Math.min(toMs, beforeMs + STEP_MS);
    const ahead = computeOffset(zone, afterMs);
    if (ahead === aheadMs) continue;
    let [low, high] = [Math.floor(beforeMs), Math.ceil(afterMs)];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (computeOffset(zone, middle) === aheadMs) low = middle;
      else high = middle;
    }
    yield { startMs, endMs: high, aheadMs };
    startMs = high;
    aheadMs = ahead;
  }
  yield { startMs, endMs: toMs, aheadMs };
}
