import { listView } from "../../cli/output/view.ts";
import { cellText } from "../../render/column.ts";
import type { Style } from "../../render/paint.ts";
import type { Check } from "../../app/doctor/check.ts";

const STYLES: Readonly<Record<Check["status"], Style>> = {
  ok: "green",
  warn: "yellow",
  fail: "red",
  skip: "dim",
};

export const doctorView = listView<Check, Check[]>({
  columns: [
    { key: "check", header: "CHECK", value: ({ check }) => check, fixed: true },
    { key: "status", header: "STATUS", value: ({ status }) => status, fixed: true },
    { key: "detail", header: "DETAIL", value: ({ detail }) => detail },
    { key: "hint", header: "HINT", value: ({ hint }) => hint },
  ],
  text: (checks, { paint }) => {
    const width = Math.max(...checks.map(({ check }) => check.length));
    return checks
      .map(({ check, status, detail, hint }) => {
        const line = `${paint(STYLES[status], status.padEnd(4))}  ${check.padEnd(width)}  ${cellText(detail)}`;
        return hint === null ? line : `${line}\n${" ".repeat(width + 8)}${paint("dim", cellText(hint))}`;
      })
      .join("\n");
  },
});
