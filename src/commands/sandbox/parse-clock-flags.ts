import { inputError, type Fault } from "../../errors.ts";
import { modeChange, timeReader, type ClockChange, type ClockMode } from "./clock-change.ts";

export interface ClockFlags {
  set?: string;
  /** Milliseconds. */
  advance?: number;
  mode?: ClockMode;
  speed?: number;
}

/** The change that the flags ask for; undefined when they ask for none. */
export function parseClockFlags(
  { set, advance, mode, speed }: ClockFlags,
  nowMs: number,
): ClockChange | undefined {
  const faults: Fault[] = [];
  const time = set === undefined ? undefined : timeReader(nowMs)(set);
  if (time?.ok === false) {
    const message = `--set ${JSON.stringify(set)}: ${time.rule}`;
    faults.push({ code: "USAGE", path: "", flag: "--set", value: set, rule: time.rule, message });
  }
  if (speed !== undefined && mode !== undefined && mode !== "speed") {
    const message = `--speed ${speed} goes with --mode speed, not with --mode ${mode}`;
    faults.push({ code: "USAGE", path: "", flag: "--speed", value: speed, message, hint: "Leave one out" });
  }
  if (faults.length > 0) throw inputError(faults);
  const change: ClockChange = {
    // A time given beside the mode is meant; without one, real means this machine's.
    ...(mode !== undefined && (advance === undefined ? modeChange(mode, nowMs) : { mode })),
    ...(speed !== undefined && { speed }),
    ...(time?.ok === true && { now: time.value }),
    ...(advance !== undefined && { advance: advance / 1000 }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}
