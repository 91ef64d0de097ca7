/** What an order would cost, as lines and as a total. */
import { readReview, type ReviewLine } from "../../contract/read-review.ts";
import { cellText } from "../../render/column.ts";
import { detail } from "../../render/detail.ts";
import { safeJson } from "../../render/safe-json.ts";
import { listView } from "../../cli/output/view.ts";

const linesOf = (reply: unknown): readonly ReviewLine[] => readReview(reply)?.lines ?? [];

export const reviewView = listView<ReviewLine, unknown>({
  rows: linesOf,
  columns: [
    { key: "item", header: "ITEM", value: ({ label }) => label, fixed: true },
    { key: "cost", header: "COST", value: ({ cost }) => cost, align: "right" },
  ],
  text: (reply, { paint }) => {
    const review = readReview(reply);
    if (review === undefined) return safeJson(reply, 2);
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
