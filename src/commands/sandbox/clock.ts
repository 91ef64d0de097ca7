import { defineCommand } from "../../cli/command/define-command.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { duration, oneOf, text } from "../../domain/readers.ts";
import { recordView } from "../../cli/output/view.ts";
import { detail } from "../../render/detail.ts";
import { CLOCK_MODES, speedReader } from "./clock-flags.ts";
import type { ClockReply } from "../../app/sandbox/control.ts";

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
  syntax: (command) =>
    command
      .addOption(flag("--set <time>", "time to set: RFC 3339, a date, or now, +2d, -12h", text))
      .addOption(flag("--advance <duration>", "move on by this long, such as 3h", duration))
      .addOption(suggesting(flag("--mode <mode>", "how time runs", oneOf(CLOCK_MODES)), CLOCK_MODES))
      .addOption(flag("--speed <n>", "factor of the speed (mode speed)", speedReader)),
  parse: async ({ world }, options) => {
    const { parseClockFlags } = await import("./clock-flags.ts");
    return parseClockFlags(options, world.clock.now());
  },
  run: async (context, change, { mode, set }): Promise<ClockReply> => {
    const { sandboxClock } = await import("../../app/sandbox/control.ts");
    // A typed time is intended; the mode alone does not reveal that it moves time.
    return sandboxClock(context, change, { asksBack: mode === "real" && set === undefined });
  },
  view: recordView<ClockReply>({
    text: ({ now, mode, speed }, { paint }) =>
      detail(
        [
          ["Time", now],
          ["Mode", mode],
          ["Speed", mode === "speed" ? `${speed} times as fast` : undefined],
        ],
        { paint },
      ),
    columns: [
      { key: "now", header: "TIME", value: ({ now }) => now },
      { key: "mode", header: "MODE", value: ({ mode }) => mode },
      { key: "speed", header: "SPEED", value: ({ speed }) => speed },
    ],
    id: ({ now }) => now,
  }),
});
