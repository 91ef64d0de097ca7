/** `swath status`: the open requests and orders, and the rest of the budget, on one screen. */
import type { StatusRow, UnknownRow, WorkStatus } from "../app/status/work-status.ts";
import { countText, groupedText, moreText } from "../counted.ts";
import { defineCommand } from "../cli/command/define-command.ts";
import { listView } from "../cli/output/view.ts";
import { makeShortener } from "../domain/short-ids.ts";
import type { Column } from "../render/column.ts";
import { formatBudgetLine } from "./budget-line.ts";
import { writeHint } from "../cli/write-command.ts";
import type { Hint } from "../hint.ts";

type AnyRow = StatusRow | UnknownRow;

type Row = AnyRow & { part: "unknown" | "approve" | "in progress" | "ready" | "partly ordered" };

const COLUMNS: readonly Column<AnyRow>[] = [
  { key: "id", header: "ID", value: ({ id }) => id, fixed: "id" },
  { key: "kind", header: "KIND", value: ({ kind }) => kind },
  { key: "name", header: "NAME", value: ({ name }) => name },
  { key: "place", header: "PLACE", value: ({ place }) => place?.replace(/^near /, "") },
  { key: "window", header: "WINDOW", value: ({ window }) => window, wide: true },
  { key: "status", header: "STATUS", value: ({ status }) => status, kept: true },
  { key: "price", header: "PRICE", value: ({ price }) => price, align: "right" },
];

const toStatusRows = ({ unknown, approvals, inProgress, ready, partlyOrdered }: ShownStatus): Row[] => [
  ...(unknown?.rows ?? []).map((row): Row => ({ part: "unknown", ...row })),
  ...(approvals?.rows ?? []).map((row): Row => ({ part: "approve", ...row })),
  ...inProgress.rows.map((row): Row => ({ part: "in progress", ...row })),
  ...ready.rows.map((row): Row => ({ part: "ready", ...row })),
  ...partlyOrdered.rows.map((row): Row => ({ part: "partly ordered", ...row })),
];

const NOUNS: Readonly<Record<AnyRow["kind"], string>> = {
  task: "task",
  repeat: "repeat request",
  "repeat request": "repeat request",
  order: "order",
  retask: "retask",
  approval: "approval",
  other: "other request",
};

/** Returns `3 orders, 2 tasks`. */
const countsOf = (rows: readonly AnyRow[]): string =>
  [...new Set(rows.map(({ kind }) => kind))]
    .map((kind) => countText(rows.filter((row) => row.kind === kind).length, NOUNS[kind]))
    .join(", ");

interface Part {
  rows: readonly AnyRow[];
  next: string | null;
}

/** A part with its next step as text. */
type Shown<P> = P extends { next: unknown } ? Omit<P, "next"> & { next: string | null } : P;
export type ShownStatus = { [K in keyof WorkStatus]: Shown<WorkStatus[K]> };

/** Rows of a part: four parts fit on 24 lines, and five with fewer rows. */
const MAX_ROWS = 3;
const MAX_ROWS_OF_FIVE = 2;

export const status = defineCommand({
  name: "status",
  summary: "Show what waits, is in progress and is ready, and the budget",
  description:
    "Requests of unknown outcome, which may have cost money, come first. Reads the newest 250 tasks and series of the service, and the orders of this machine. Ready are complete orders that " +
    "were not downloaded here, and collected tasks of which nothing was ordered here. Tasks of which some products were ordered " +
    "are in --json and in a pipe only.",
  examples: ["swath status", "swath status --json", "swath status --output csv"],
  syntax: (command) => command,
  run: async (context) => {
    const { readWorkStatus } = await import("../app/status/work-status.ts");
    const { unknown, approvals, inProgress, ready, partlyOrdered, budget } = await readWorkStatus(context);
    const shown = <P extends { next: Hint | null }>(part: P): Shown<P> =>
      ({ ...part, next: part.next && writeHint(context.world, part.next) }) as Shown<P>;
    return {
      unknown: unknown && shown(unknown),
      approvals: approvals && shown(approvals),
      inProgress: shown(inProgress),
      ready: shown(ready),
      partlyOrdered,
      budget,
    };
  },
  view: listView<Row, ShownStatus>({
    rows: toStatusRows,
    columns: [{ key: "part", header: "PART", value: ({ part }) => part }, ...COLUMNS],
    id: ({ id }) => id,
    text: async ({ unknown, approvals, inProgress, ready, budget }, screen) => {
      const { formatTable } = await import("../render/table.ts");
      const most = unknown?.rows.length === 0 ? MAX_ROWS : MAX_ROWS_OF_FIVE;
      // Hints have short ids, and so have the rows.
      const rowsShown: AnyRow[] = [unknown, approvals, inProgress, ready].flatMap(
        (part): readonly AnyRow[] => part?.rows ?? [],
      );
      const shorten = makeShortener(rowsShown.map(({ id }) => id));
      const columnsShown = COLUMNS.map((column) =>
        column.key === "id" ? { ...column, value: ({ id }: AnyRow) => shorten(id) } : column,
      );
      const shown = (
        title: string,
        part: Part | null,
        { sum, closed = 0 }: { sum?: string | null; closed?: number } = {},
      ): string[] => {
        if (part === null) return [`${title}: not known`];
        const { rows, next } = part;
        const others = closed === 0 ? "" : ` (${groupedText(closed)} closed)`;
        const step = next === null ? [] : [screen.paint("dim", `  -> ${next}`)];
        if (rows.length === 0) return [`${title}: nothing${others}`, ...step];
        const first = rows.slice(0, most);
        const columns = columnsShown.filter((column) => first.some((row) => column.value(row) !== undefined));
        const lines = formatTable(first, columns, { ...screen, width: screen.width - 2, header: false });
        return [
          screen.paint("bold", `${title}: ${countsOf(rows)}${sum ? `, ${sum}` : ""}${others}`),
          ...[
            ...lines.trimEnd().split("\n"),
            ...(rows.length > most ? [moreText(rows.length - most)] : []),
          ].map((line) => `  ${line}`),
          ...step,
        ];
      };
      return [
        ...(unknown?.rows.length === 0
          ? []
          : shown("Outcome unknown", unknown, { sum: unknown?.sum ?? null })),
        ...shown("To approve", approvals, approvals ?? {}),
        ...shown("In progress", inProgress),
        ...shown("Ready", ready),
        budget === null ? "Budget: none is set" : formatBudgetLine(budget, screen),
      ].join("\n");
    },
  }),
});
