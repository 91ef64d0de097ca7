/** What an order would cost, as lines and as a total. */
import type { OrderReview, ReviewLine } from "../../contract/read-review.ts";
import { cellText } from "../../render/column.ts";
import { detail } from "../../render/detail.ts";
import { listView } from "../../cli/output/view.ts";

export const reviewView = listView<ReviewLine, OrderReview>({
  rows: ({ lines }) => lines,
  source: ({ source }) => source,
  columns: [
    { key: "item", header: "ITEM", value: ({ label }) => label, fixed: true },
    { key: "cost", header: "COST", value: ({ cost }) => cost, align: "right" },
  ],
  text: (review, { paint }) => {
    const lines = review.lines.map(
      ({ label, cost }) => `${cellText(cost ?? "?").padStart(14)}  ${cellText(label)}`,
    );
    const sums = [
      ["Subtotal", review.subtotal],
      ["Total", review.total ?? "not shown by the service"],
    ] as const;
    return [
      ...lines,
      detail(
        sums.filter(([, value]) => value !== undefined),
        { paint },
      ).trimEnd(),
    ].join("\n");
  },
});
