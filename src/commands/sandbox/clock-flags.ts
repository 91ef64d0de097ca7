/** Flags for the sandbox's clock, for the control plane. */
import { usageFault } from "../../cli/input/usage.ts";
import type { ClockChange, ClockMode } from "../../app/sandbox/control.ts";
import { inputError, type Fault } from "../../errors.ts";
import { oneOf } from "../../domain/readers.ts";
import type { Reader } from "../../domain/readers.ts";
import { parseFlagTime } from "../../time/flag-time.ts";
import { formatTimestamp } from "../../time/timestamp.ts";

export const CLOCK_MODES = ["real", "speed", "manual", "auto"] as const satisfies readonly ClockMode[];

const MAX_SPEED = 1_000_000;

/** Virtual seconds per real second. */
export const speedReader: Reader<number> = (text) => {
  const speed = /^x?\d+(?:\.\d+)?$/.test(text) ? Number(text.replace(/^x/, "")) : Number.NaN;
  return speed > 0 && speed <= MAX_SPEED
    ? { ok: true, value: speed }
    : { ok: false, rule: `must be a number above 0, up to ${MAX_SPEED}, such as 60` };
};

/** Reads a time; `now` and offsets such as `+2d` count from this machine's time, not the sandbox's. */
export function timeReader(nowMs: number): Reader<string> {
  return (text) => {
    const time = parseFlagTime(text, nowMs);
    return time.ok ? { ok: true, value: time.iso } : { ok: false, rule: time.reason };
  };
}

/** Returns the change for a mode. Mode `real` returns to this machine's time, unless a time is given with it. */
export function modeChange(mode: ClockMode, nowMs: number): ClockChange {
  return mode === "real" ? { mode, now: formatTimestamp(nowMs) } : { mode };
}

/** Reads `sandbox start --clock`: real, manual, auto, x60, or a time. */
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
    return { ok: false, rule, next: isTime ? undefined : word.next };
  };
}

export interface ClockFlags {
  set?: string;
  /** Milliseconds. */
  advance?: number;
  mode?: ClockMode;
  speed?: number;
}

/** Returns the requested change; undefined when no flag asks for one. */
export function parseClockFlags(
  { set, advance, mode, speed }: ClockFlags,
  nowMs: number,
): ClockChange | undefined {
  const faults: Fault[] = [];
  const time = set === undefined ? undefined : timeReader(nowMs)(set);
  if (time?.ok === false) {
    const message = `--set ${JSON.stringify(set)}: ${time.rule}`;
    faults.push(usageFault("--set", message, { value: set, rule: time.rule }));
  }
  if (speed !== undefined && mode !== undefined && mode !== "speed") {
    const message = `--speed ${speed} goes with --mode speed, not with --mode ${mode}`;
    faults.push(usageFault("--speed", message, { value: speed, next: "Leave one out" }));
  }
  if (faults.length > 0) throw inputError(faults);
  const change: ClockChange = {
    // A time given with the mode is used; without one, real means this machine's time.
    ...(mode !== undefined && (advance === undefined ? modeChange(mode, nowMs) : { mode })),
    ...(speed !== undefined && { speed }),
    ...(time?.ok === true && { now: time.value }),
    ...(advance !== undefined && { advance: advance / 1000 }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}
