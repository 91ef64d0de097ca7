/** `swath spend`: the cost of this month, and the rest of the budget. */
import { timeForPeople } from "../time/timestamp.ts";
import type { SpendSummary, SummaryRow } from "../money/spend.ts";
import { defineCommand } from "../cli/command/define-command.ts";
import { Option } from "@commander-js/extra-typings";
import { flag, suggesting } from "../cli/flags/flag.ts";
import { readInstantFlag } from "../cli/flags/window-flags.ts";
import { refuse, usageFault } from "../cli/input/usage.ts";
import type { Context } from "../cli/context.ts";
import { listView, type Screen } from "../cli/output/view.ts";
import { makeWordReader, readNonEmpty, type Reader } from "../domain/readers.ts";
import { GROUPINGS, PERIODS, type Grouping } from "../domain/price/budget.ts";
import { inputError, type Fault } from "../errors.ts";
import { listPeopleColumns, type Column } from "../render/column.ts";
import { makeAmountColumns } from "./amount-columns.ts";
import { formatBudgetLine } from "./budget-line.ts";

const formatUsed = ({ used }: SummaryRow): string | undefined => (used === null ? "not known" : used?.text);

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
  { key: "used", header: "USED SO FAR", value: formatUsed, align: "right" },
  ...makeAmountColumns<SummaryRow>("committed", ({ committed }) => committed),
  ...makeAmountColumns<SummaryRow>("used", ({ used }) => used),
  {
    key: "unpriced",
    header: "WITHOUT A PRICE",
    value: ({ unpriced }) => unpriced,
    align: "right",
    only: "sheet",
  },
];

const NAMES: ReadonlySet<string> = new Set(GROUPINGS);

export const spend = defineCommand({
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
    "swath spend --from -28d --period week --output csv",
  ],
  syntax: (command) =>
    command
      .addOption(flag("--from <time>", "confirmed at or after this time (default: this month)", readNonEmpty))
      .addOption(flag("--to <time>", "confirmed before this time", readNonEmpty))
      .addOption(
        suggesting(
          flag("--by <names>", "group by (default: kind); profile includes all profiles", readGroupings),
          GROUPINGS,
        ),
      )
      .addOption(
        suggesting(
          flag("--period <period>", "group by periods of this length, and by kind", makeWordReader(PERIODS)),
          PERIODS,
        ),
      )
      .addOption(new Option("--unresolved", "count requests with an unknown outcome as well")),
  parse: (_context, { by, period }) =>
    refuse([
      period !== undefined &&
        by?.includes("period") === false &&
        usageFault("--period", `--period ${period} has no effect: --by ${by.join(",")} has no period`, {
          next: "Add period to --by",
        }),
    ]),
  run: async (context, _parsed, { from, to, by, period, unresolved }) => {
    const [{ summariseSpending }, { countCompletedImages }] = await Promise.all([
      import("../money/spend.ts"),
      import("../app/tasking/search-requests.ts"),
    ]);
    const { fromMs, toMs } = readSpan(context, { from, to });
    const grouping = by ?? (period === undefined ? undefined : (["period", "kind"] as const));
    const options = { fromMs, toMs, by: grouping, period, unresolved };
    return summariseSpending(context, options, (ids) => countCompletedImages(context, ids));
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
          : await formatSpending(data, first, screen),
        ...(budget === null ? [] : ["", formatBudgetLine(budget, screen)]),
      ].join("\n");
    },
  }),
});

async function formatSpending(data: SpendSummary, first: SummaryRow, screen: Screen): Promise<string> {
  const { formatTable } = await import("../render/table.ts");
  const columns = listPeopleColumns(COLUMNS).filter(({ key }) => !NAMES.has(key) || key in first);
  const title = columns.slice(0, 1).map(({ key }) => [key, "total"]);
  const sums = formatTotals(data).map((sum) => ({ ...Object.fromEntries(title), ...sum }) as SummaryRow);
  return formatTable([...data.rows, ...sums], columns, screen).trimEnd();
}

interface TotalRow {
  requests: number;
  committed: { text: string } | null;
}

/**
 * Returns one row for all requests; with several currencies one row for each, and one for requests without a price.
 */
function formatTotals({ total, requests, unpriced }: SpendSummary): TotalRow[] {
  const [only, ...more] = total;
  if (only === undefined || more.length > 0)
    return [...total, ...(unpriced > 0 ? [{ requests: unpriced, committed: null }] : [])];
  const text = `at least ${only.committed.text} (${unpriced} without a price)`;
  return [{ requests, committed: unpriced === 0 ? only.committed : { text } }];
}

/** Reads `period,kind`: the grouping of a report. */
const readGroupings: Reader<Grouping[]> = (value) => {
  const words = value.split(",").map((word) => word.trim());
  const known = words.filter((word): word is Grouping => (GROUPINGS as readonly string[]).includes(word));
  return known.length === words.length
    ? { ok: true, value: known }
    : { ok: false, rule: `must be of ${GROUPINGS.join(", ")}, separated by commas` };
};

/** Returns `--from` (inclusive) and `--to` (exclusive) as Unix times in milliseconds. Throws for an invalid time, and for an end that is not after the start: the result would always be empty. */
function readSpan({ notes, clock }: Context, { from, to }: { from?: string; to?: string }) {
  const faults: Fault[] = [];
  const voice = { notes, nowMs: clock.now() };
  const fromMs = readInstantFlag(voice, from, "--from", faults);
  const toMs = readInstantFlag(voice, to, "--to", faults);
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs) {
    const message = `--from ${from} is not before --to ${to}, so nothing lies between them`;
    faults.push(usageFault("--from", message, { value: from, rule: "--from before --to" }));
  }
  if (faults.length > 0) throw inputError(faults);
  return { fromMs, toMs };
}
