/** One row per day: the joint coverage of its scenes. */
import type { CoveredDay } from "../../app/catalog/covered-days.ts";
import { listView } from "../../cli/output/view.ts";
import { shareText } from "../../render/quantity-text.ts";

export const dayView = listView<CoveredDay, AsyncIterable<CoveredDay>>({
  columns: [
    { key: "day", header: "DAY", value: ({ day }) => day, fixed: true },
    { key: "scenes", header: "SCENES", value: ({ scenes }) => scenes, align: "right" },
    {
      key: "covers",
      header: "COVERS",
      value: ({ covers, isEstimate }) => shareText({ share: covers, isEstimate }),
      align: "right",
    },
    { key: "products", header: "PRODUCTS", value: ({ products }) => products.join(" ") },
  ],
  rowSource: ({ items, ...day }) => ({ ...day, items: items.map(({ id }) => id) }),
  id: ({ items }) => items.flatMap(({ id }) => id ?? []),
});
