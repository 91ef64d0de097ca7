import type { Command } from "@commander-js/extra-typings";
import type { ClockChange, ClockReply } from "../../app/sandbox/control.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { usageFault } from "../../cli/input/usage.ts";
import { recordView } from "../../cli/output/view.ts";
import {
  readDuration,
  makeWordReader,
  readNonEmpty,
  type Reader,
  type Reading,
} from "../../domain/readers.ts";
import { inputError, type Fault } from "../../errors.ts";
import { parseFlagTime } from "../../time/flag-time.ts";
import { CLOCK_MODES, type ClockMode, MAX_SPEED } from "../../sandbox/settings.ts";
import { formatTimestamp } from "../../time/timestamp.ts";

/** Virtual seconds per real second. */
const readSpeed: Reader<number> = (text) => {
  const speed = /^x?\d+(?:\.\d+)?$/.test(text) ? Number(text.replace(/^x/, "")) : Number.NaN;
  return speed > 0 && speed <= MAX_SPEED
    ? { ok: true, value: speed }
    : { ok: false, rule: `must be a number above 0, up to ${MAX_SPEED}, such as 60` };
};

/** Reads a time; `now` and offsets such as `+2d` count from this machine's time, not the sandbox's. */
function readTime(text: string, nowMs: number): Reading<string> {
  const time = parseFlagTime(text, nowMs);
  return time.ok ? { ok: true, value: time.iso } : { ok: false, rule: time.reason };
}

/** Returns the change for a mode. Mode `real` returns to this machine's time, unless a time is given with it. */
function makeModeChange(mode: ClockMode, nowMs: number): ClockChange {
  return mode === "real" ? { mode, now: formatTimestamp(nowMs) } : { mode };
}

/** Reads `sandbox start --clock`: real, manual, auto, x60, or a time. */
export function readStartClock(text: string, nowMs: number): Reading<ClockChange> {
  if (/^x\d/.test(text)) {
    const speed = readSpeed(text);
    return speed.ok ? { ok: true, value: { mode: "speed", speed: speed.value } } : speed;
  }
  const word = makeWordReader(["real", "manual", "auto"])(text);
  if (word.ok) return { ok: true, value: makeModeChange(word.value, nowMs) };
  const time = readTime(text, nowMs);
  if (time.ok) return { ok: true, value: { now: time.value } };
  if (/^[+-]?\d/.test(text)) return time;
  const rule = "must be real, manual, auto, x60 (60 times as fast) or a time such as 2026-03-01T12:00:00Z";
  return { ok: false, rule, next: word.next };
}

const addClockFlags = (command: Command) =>
  command
    .addOption(flag("--set <time>", "time to set: RFC 3339, a date, or now, +2d, -12h", readNonEmpty))
    .addOption(flag("--advance <duration>", "move on by this long, such as 3h", readDuration))
    .addOption(suggesting(flag("--mode <mode>", "how time runs", makeWordReader(CLOCK_MODES)), CLOCK_MODES))
    .addOption(flag("--speed <n>", "factor of the speed (mode speed)", readSpeed));

type ClockOptions = ReturnType<ReturnType<typeof addClockFlags>["opts"]>;

export const clock = defineCommand({
  name: "clock",
  summary: "Show, set or advance the sandbox's clock",
  description:
    "Every timestamp, delay and expiry of the sandbox follows this clock. Modes: real (this machine's time), speed " +
    "(faster by --speed), manual (stopped until it is advanced), auto (jumps to the time that a poll waits for, so that " +
    "--wait ends at once). Without flags it shows the time. Mode real asks before it moves time back; --yes agrees.",
  examples: [
    "swath sandbox clock",
    "swath sandbox clock --mode auto",
    "swath sandbox clock --advance 3h",
    "swath sandbox clock --set 2026-03-01T09:30:00Z --mode manual",
  ],
  syntax: addClockFlags,
  parse: ({ world }, options) => readChange(options, world.clock.now()),
  run: async (context, change, { mode, set }): Promise<ClockReply> => {
    const { changeSandboxClock } = await import("../../app/sandbox/control.ts");
    // A typed time is intended; the mode alone does not reveal that it moves time.
    return changeSandboxClock(context, change, { asksBack: mode === "real" && set === undefined });
  },
  view: recordView<ClockReply>({
    fields: ({ now, mode, speed }) => [
      ["Time", now],
      ["Mode", mode],
      ["Speed", mode === "speed" ? `${speed} times as fast` : undefined],
    ],
    columns: [
      { key: "now", header: "TIME", value: ({ now }) => now },
      { key: "mode", header: "MODE", value: ({ mode }) => mode },
      { key: "speed", header: "SPEED", value: ({ speed }) => speed },
    ],
    id: ({ now }) => now,
  }),
});

/** Returns the requested change; undefined when no flag asks for one. */
function readChange({ set, advance, mode, speed }: ClockOptions, nowMs: number): ClockChange | undefined {
  const faults: Fault[] = [];
  const time = set === undefined ? undefined : readTime(set, nowMs);
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
    ...(mode !== undefined && (advance === undefined ? makeModeChange(mode, nowMs) : { mode })),
    ...(speed !== undefined && { speed }),
    ...(time?.ok === true && { now: time.value }),
    ...(advance !== undefined && { advance: advance / 1000 }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}
