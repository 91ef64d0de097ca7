/** `swath spend`: the cost of this month, and the rest of the budget. */
import { timeForPeople } from "../../time/timestamp.ts";
import type { SpendSummary, SummaryRow } from "../../money/spend.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag } from "../../cli/flags/flag.ts";
import { listView, type Screen } from "../../cli/output/view.ts";
import { text } from "../../domain/readers.ts";
import { GROUPINGS } from "../../domain/price/budget.ts";
import { peopleColumns, type Column } from "../../render/column.ts";
import { amountColumns } from "../amount-columns.ts";
import { budgetLine } from "../budget-line.ts";
import { byFlag, readSpan } from "./flags.ts";

const usedText = ({ used }: SummaryRow): string | undefined => (used === null ? "not known" : used?.text);

const COLUMNS: readonly Column<SummaryRow>[] = [
  { key: "profile", header: "PROFILE", value: ({ profile }) => profile },
  { key: "contract", header: "CONTRACT", value: ({ contract }) => contract },
  { key: "period", header: "PERIOD", value: ({ period }) => period },
  { key: "kind", header: "KIND", value: ({ kind }) => kind },
  { key: "requests", header: "REQUESTS", value: ({ requests }) => requests, align: "right" },
  {
    key: "committed",
    header: "COMMITTED",
    value: ({ committed }) => committed?.text ?? "not known",
    align: "right",
  },
  { key: "used", header: "USED SO FAR", value: usedText, align: "right" },
  ...amountColumns<SummaryRow>("committed", ({ committed }) => committed),
  ...amountColumns<SummaryRow>("used", ({ used }) => used),
  {
    key: "unpriced",
    header: "WITHOUT A PRICE",
    value: ({ unpriced }) => unpriced,
    align: "right",
    only: "sheet",
  },
];

const NAMES: ReadonlySet<string> = new Set(GROUPINGS);

export const summary = defineCommand({
  name: "spend",
  summary: "Show the cost of this month and the rest of the budget",
  description:
    "Reads the spend journal of this machine: the confirmed requests of this profile, by day in UTC. A series counts with " +
    "its commitment: the price of an image times their number. One search asks how much of it is used. " +
    "csv and tsv have no total row, so that their columns can be summed.",
  examples: [
    "swath spend",
    "swath spend --from 2026-01-01 --to 2026-04-01 --by period,kind",
    "swath spend --by profile,contract --json",
  ],
  syntax: (command) =>
    command
      .addOption(flag("--from <time>", "confirmed at or after this time (default: this month)", text))
      .addOption(flag("--to <time>", "confirmed before this time", text))
      .addOption(byFlag("group by (default: kind); profile includes all profiles")),
  run: async (context, { from, to, by }) => {
    const [{ summariseSpending }, { completedImages }] = await Promise.all([
      import("../../money/spend.ts"),
      import("../../app/tasking/completed-images.ts"),
    ]);
    const { fromMs, toMs } = readSpan(context, { from, to });
    return summariseSpending(context, { fromMs, toMs, by }, (ids) => completedImages(context, ids));
  },
  view: listView<SummaryRow, SpendSummary>({
    rows: ({ rows }) => rows,
    columns: COLUMNS,
    text: async (data, screen) => {
      const { rows, budget } = data;
      const [first] = rows;
      return [
        first === undefined
          ? `Nothing was bought since ${timeForPeople(data.from)}`
          : await tableOf(data, first, screen),
        ...(budget === null ? [] : ["", budgetLine(budget, screen)]),
      ].join("\n");
    },
  }),
});

async function tableOf(data: SpendSummary, first: SummaryRow, screen: Screen): Promise<string> {
  const { table } = await import("../../render/table.ts");
  const columns = peopleColumns(COLUMNS).filter(({ key }) => !NAMES.has(key) || key in first);
  const title = columns.slice(0, 1).map(({ key }) => [key, "total"]);
  const sums = totalsOf(data).map((sum) => ({ ...Object.fromEntries(title), ...sum }) as SummaryRow);
  return table([...data.rows, ...sums], columns, screen).trimEnd();
}

interface TotalRow {
  requests: number;
  committed: { text: string } | null;
}

/**
 * Returns one row for all requests; with several currencies one row for each, and one for requests without a price.
 */
function totalsOf({ total, requests, unpriced }: SpendSummary): TotalRow[] {
  const [only, ...more] = total;
  if (only === undefined || more.length > 0)
    return [...total, ...(unpriced > 0 ? [{ requests: unpriced, committed: null }] : [])];
  const text = `at least ${only.committed.text} (${unpriced} without a price)`;
  return [{ requests, committed: unpriced === 0 ? only.committed : { text } }];
}
