import type { TaskCost } from "../../app/tasking/read-requests.ts";
import type { Column } from "../../render/column.ts";
import { makeAmountColumns } from "../amount-columns.ts";
import { buildCostView, COST_COLUMNS, defineCost } from "../request/cost.ts";

const TASK_COLUMNS: readonly Column<TaskCost>[] = [
  ...COST_COLUMNS,
  { key: "total", header: "TOTAL", value: ({ total }) => total, align: "right" },
  ...makeAmountColumns<TaskCost>("commitment", ({ commitment }) => commitment),
];

export const cost = defineCost("task", {
  description: "Nothing is spent until the task is approved (swath task approve).",
  view: buildCostView(TASK_COLUMNS, ({ total, atMost }) => [
    ["Total", total],
    ["At most", atMost],
  ]),
});
