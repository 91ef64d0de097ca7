import { Option } from "@commander-js/extra-typings";
import { PERIODS } from "../../domain/price/budget.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import type { ReportRow } from "../../money/spend.ts";
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { oneOf, text } from "../../domain/readers.ts";
import { listView } from "../../cli/output/view.ts";
import { amountColumns } from "../amount-columns.ts";
import { byFlag, readSpan } from "./flags.ts";

export const report = defineCommand({
  name: "report",
  summary: "Sum confirmed spending by profile, period, kind (offline)",
  description:
    "Reads the spend journal of this machine: orders, approvals and pre-approved requests that the service confirmed, " +
    "with the price that was shown before. Requests with an unknown price are counted separately. " +
    "Periods are in UTC; weeks begin on Monday.",
  examples: [
    "swath spend report",
    "swath spend report --period week --by period,kind --from 2026-01-01T00:00:00Z --json",
    "swath spend report --only-profile acme --by contract",
  ],
  syntax: (command) =>
    command
      .addOption(
        suggesting(flag("--period <period>", "day, week or month (default: month)", oneOf(PERIODS)), PERIODS),
      )
      .addOption(byFlag("group by (default: profile,contract,period,kind)"))
      .addOption(flag("--from <time>", "confirmed at or after this time", text))
      .addOption(flag("--to <time>", "confirmed before this time", text))
      .addOption(flag("--only-profile <name>", "only this profile", text))
      .addOption(new Option("--unresolved", "include requests with an unknown outcome")),
  run: async (context, { from, to, ...options }) => {
    const { reportSpending } = await import("../../money/spend.ts");
    const { fromMs: sinceMs, toMs: untilMs } = readSpan(context, { from, to });
    return reportSpending(context, { ...options, sinceMs, untilMs });
  },
  view: listView<ReportRow, ReportRow[]>({
    columns: [
      { key: "profile", header: "PROFILE", value: ({ profile }) => profile },
      { key: "contract", header: "CONTRACT", value: ({ contract }) => contract },
      { key: "period", header: "PERIOD", value: ({ period }) => period },
      { key: "kind", header: "KIND", value: ({ kind }) => kind },
      { key: "requests", header: "REQUESTS", value: ({ requests }) => requests, align: "right" },
      { key: "total", header: "TOTAL", value: ({ total }) => total.join(" + "), align: "right" },
      { key: "unpriced", header: "NO PRICE", value: ({ unpriced }) => unpriced, align: "right" },
      // The number of a row whose prices are all in one currency.
      ...amountColumns<ReportRow>("total", ({ amounts }) => (amounts.length === 1 ? amounts[0] : undefined)),
    ],
  }),
});
