/** A duration in milliseconds, or why the text is invalid. */
export type DurationResult = { ok: true; ms: number } | { ok: false; reason: string };

/** Longest first: a duration has its units in this order, each at most once. */
const UNITS = [
  ["w", 604_800_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

/** Ten thousand years: the limit of the calendar. */
const MAX_MS = 10_000 * 366 * 86_400_000;
const MAX_TEXT = 64;

const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|[wdhms]))+$/;
const EXAMPLES = "write it like 500ms, 30s, 2m, 1h30m, 2d or 1w";

/** Reads `500ms`, `1s`, `2m`, `1h30m`, `1.5h`, `2d`, `7w`, and `0`. `m` is minutes. A number without a unit is refused. */
export function parseDuration(text: string): DurationResult {
  if (text === "0") return { ok: true, ms: 0 };
  if (text.length > MAX_TEXT || !WHOLE.test(text)) return { ok: false, reason: shapeFault(text) };
  let total = 0;
  let next = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[wdhms])/g)) {
    const at = UNITS.findIndex(([name]) => name === unit);
    if (at < next) return { ok: false, reason: `has ${unit} out of order or twice; ${EXAMPLES}` };
    next = at + 1;
    total += Number(number) * UNITS[at]![1];
  }
  if (total > MAX_MS) return { ok: false, reason: "is longer than 10000 years" };
  return { ok: true, ms: Math.round(total) };
}

/** Writes the notation of `parseDuration` without weeks: 5400000 is `1h30m`, 0 is `0s`; a negative duration begins with `-`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`;
  let rest = Math.round(ms);
  if (rest === 0) return "0s";
  let text = "";
  for (const [unit, size] of UNITS.slice(1)) {
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * size;
  }
  return text;
}

/** Writes days from two days on, hours from two hours on, else minutes: `67d`, `5h`, `12m`. */
export function formatRoughly(ms: number): string {
  const [, unit] = UNITS.slice(1, 4).find(([, size]) => ms >= 2 * size) ?? ["s", 1000];
  return formatDuration(Math.max(1, Math.round(ms / unit)) * unit);
}

function shapeFault(text: string): string {
  if (text === "") return "is empty";
  if (text.length > MAX_TEXT) return `is longer than ${MAX_TEXT} characters; ${EXAMPLES}`;
  if (/^\d+(\.\d+)?$/.test(text)) return `has no unit; write ${text}s for seconds, or ms, m, h, d, w`;
  if (/^[+-]/.test(text)) return `has a sign; a duration has none; ${EXAMPLES}`;
  if (/^P/i.test(text)) return `is written the ISO 8601 way; ${EXAMPLES}`;
  if (/^[\d.]+(mo|month|y|yr|year)s?$/i.test(text))
    return "counts months or years, which differ in length; use d or w";
  return `is not a duration; ${EXAMPLES}`;
}
