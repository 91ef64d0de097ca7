/** Words about the sandbox's time, as the control plane takes them. */
import { oneOf } from "../../domain/readers.ts";
import type { Reader } from "../../domain/readers.ts";
import { parseFlagTime } from "../../time/flag-time.ts";
import { formatTimestamp } from "../../time/timestamp.ts";

export const CLOCK_MODES = ["real", "speed", "manual", "auto"] as const;
export type ClockMode = (typeof CLOCK_MODES)[number];

export interface ClockChange {
  mode?: ClockMode;
  speed?: number;
  /** RFC 3339. */
  now?: string;
  /** Virtual seconds on top. */
  advance?: number;
}

const MAX_SPEED = 1_000_000;

/** Virtual seconds a real second. */
export const speedReader: Reader<number> = (text) => {
  const speed = /^x?\d+(?:\.\d+)?$/.test(text) ? Number(text.replace(/^x/, "")) : Number.NaN;
  return speed > 0 && speed <= MAX_SPEED
    ? { ok: true, value: speed }
    : { ok: false, rule: `must be a number above 0, up to ${MAX_SPEED}, such as 60` };
};

/** A moment; `now` and offsets such as `+2d` count from this machine's time, not the sandbox's. */
export function timeReader(nowMs: number): Reader<string> {
  return (text) => {
    const time = parseFlagTime(text, nowMs);
    return time.ok ? { ok: true, value: time.iso } : { ok: false, rule: time.reason };
  };
}

/** Mode `real` is this machine's time again, unless a time is given with it. */
export function modeChange(mode: ClockMode, nowMs: number): ClockChange {
  return mode === "real" ? { mode, now: formatTimestamp(nowMs) } : { mode };
}

/** `sandbox start --clock`: real, manual, auto, x60, or a moment. */
export function startClockReader(nowMs: number): Reader<ClockChange> {
  return (text) => {
    if (/^x\d/.test(text)) {
      const speed = speedReader(text);
      return speed.ok ? { ok: true, value: { mode: "speed", speed: speed.value } } : speed;
    }
    const word = oneOf(["real", "manual", "auto"])(text);
    if (word.ok) return { ok: true, value: modeChange(word.value, nowMs) };
    const time = timeReader(nowMs)(text);
    if (time.ok) return { ok: true, value: { now: time.value } };
    const isTime = /^[+-]?\d/.test(text);
    const rule = isTime
      ? time.rule
      : "must be real, manual, auto, x60 (60 times as fast) or a time such as 2026-03-01T12:00:00Z";
    return { ok: false, rule, hint: isTime ? undefined : word.hint };
  };
}
