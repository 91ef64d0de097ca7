import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../cli/command/define-command.ts";
import { listView } from "../cli/output/view.ts";
import { formatCell } from "../render/column.ts";
import type { Style } from "../render/paint.ts";
import type { Check } from "../app/doctor/check.ts";
import { writeHint } from "../cli/write-command.ts";

type ShownCheck = Omit<Check, "hint"> & { hint: string | null };

const STYLES: Readonly<Record<Check["status"], Style>> = {
  ok: "green",
  warn: "yellow",
  fail: "red",
  skip: "dim",
};

const doctorView = listView<ShownCheck, ShownCheck[]>({
  columns: [
    { key: "check", header: "CHECK", value: ({ check }) => check, fixed: true },
    { key: "status", header: "STATUS", value: ({ status }) => status, fixed: true, kept: true },
    { key: "detail", header: "DETAIL", value: ({ detail }) => detail, kept: true },
    { key: "hint", header: "HINT", value: ({ hint }) => hint },
  ],
  text: (checks, { paint }) => {
    const width = Math.max(...checks.map(({ check }) => check.length));
    return checks
      .map(({ check, status, detail, hint }) => {
        const line = `${paint(STYLES[status], status.padEnd(4))}  ${check.padEnd(width)}  ${formatCell(detail)}`;
        return hint === null ? line : `${line}\n${" ".repeat(width + 8)}${paint("dim", formatCell(hint))}`;
      })
      .join("\n");
  },
});

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check settings, credentials, network and folders",
  description:
    "Sends two free requests, and only if a base URL and a credential are known. Each form of the service that " +
    "differs from the interface has a row, with the origin of its value. The exit code is 0 " +
    "when nothing failed, else that of the first failure, so that a CI job can stop early.",
  examples: ["swath doctor", "swath doctor --offline", "swath doctor --json", "swath doctor --sandbox"],
  conduct: { toleratesBadSettings: true },
  syntax: (command) => command.addOption(new Option("--offline", "skip every check that needs the network")),
  run: async (context, options) => {
    const { runChecks } = await import("../app/doctor/run-checks.ts");
    const { settingsFault, profile, world } = context;
    const { platform, nodeVersion } = world;
    const checks = await runChecks(context, { ...options, settingsFault, profile, platform, nodeVersion });
    return checks.map(({ hint, ...check }): ShownCheck => ({
      ...check,
      hint: hint && writeHint(world, hint),
    }));
  },
  view: doctorView,
});
