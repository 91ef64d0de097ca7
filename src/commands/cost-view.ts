/** The view of a cost estimate: amounts exactly as the service wrote them. */
import { membersOf } from "../contract/members.ts";
import { detail, type Field } from "../render/detail.ts";
import type { View } from "../cli/output/view.ts";
import type { Cost, Costs } from "../app/tasking/read-requests.ts";

const ESTIMATES = {
  ready: "ready",
  "not ready": "not ready",
  "pre-approved": "pre-approved: no review estimate",
} as const;

interface LineItem {
  taskId: unknown;
  value: unknown;
  unit: unknown;
}

function lineItems({ order }: Cost): LineItem[] {
  const items = order?.["lineItems"];
  if (!Array.isArray(items)) return [];
  return items.map((item) => {
    const { taskId, accountingSize } = membersOf(item);
    const { value, unit } = membersOf(accountingSize);
    return { taskId, value, unit };
  });
}

const LINE_COLUMNS = [
  { key: "taskId", header: "TASK", value: ({ taskId }: LineItem) => taskId, fixed: true },
  { key: "value", header: "SIZE", value: ({ value }: LineItem) => value, align: "right" as const },
  { key: "unit", header: "UNIT", value: ({ unit }: LineItem) => unit },
];

const costView = (totalLabel: string): View<Costs> => {
  const rows = (data: Costs): readonly Cost[] =>
    Array.isArray(data) ? (data as readonly Cost[]) : [data as Cost];
  const columns = [
    { key: "id", header: "ID", value: ({ id }: Cost) => id, fixed: true },
    { key: "status", header: "STATUS", value: ({ status }: Cost) => status },
    { key: "estimate", header: "ESTIMATE", value: ({ estimate }: Cost) => ESTIMATES[estimate] },
    {
      key: "total",
      header: totalLabel.toUpperCase(),
      value: ({ total }: Cost) => total,
      align: "right" as const,
    },
  ];
  return {
    formats: ["table", "json", "ndjson", "csv", "tsv", "yaml", "id"],
    columns,
    rows,
    text: async (data, { paint, width }) => {
      const { table } = await import("../render/table.ts");
      if (Array.isArray(data)) return table(rows(data), columns, { width, paint });
      const cost = data as Cost;
      const fields: Field[] = [
        ["Id", cost.id],
        ["Status", cost.status],
        ["Estimate", ESTIMATES[cost.estimate]],
        ["Subtotal", cost.subtotal],
        [totalLabel, cost.total],
        ["Archive holdback", cost.order?.["archiveHoldback"]],
      ];
      const items = table(lineItems(cost), LINE_COLUMNS, { width, paint });
      return [detail(fields, { paint }), items].filter((part) => part !== "").join("\n");
    },
    id: (row) => (row as Cost).id,
  };
};

export const taskCostView = costView("Total");
export const repeatCostView = costView("Per image");
