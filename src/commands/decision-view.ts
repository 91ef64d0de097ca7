/** What became of each request that was approved or rejected. */
import { listView } from "../cli/output/view.ts";
import type { DecisionRow } from "../app/tasking/decide-requests.ts";

export const decisionView = listView<DecisionRow>({
  columns: [
    { key: "id", header: "ID", value: ({ id }) => id, fixed: true },
    { key: "outcome", header: "OUTCOME", value: ({ outcome }) => outcome },
    { key: "status", header: "STATUS", value: ({ status }) => status ?? "(not told)" },
    { key: "price", header: "PRICE", value: ({ price }) => price, align: "right" },
    { key: "error", header: "ERROR", value: ({ error }) => error?.code, wide: true },
  ],
  // The next command of a pipe gets what worked.
  id: ({ id, outcome }) => (outcome === "failed" ? [] : id),
});
