import type { SeriesCost } from "../../app/tasking/read-requests.ts";
import type { Column } from "../../render/column.ts";
import { makeAmountColumns } from "../amount-columns.ts";
import { buildCostView, COST_COLUMNS, defineCost } from "../request/cost.ts";

function formatImages({ count, isAtMost }: SeriesCost): string | undefined {
  if (count === undefined) return undefined;
  return count === null ? "no bound" : `${isAtMost === true ? "at most " : ""}${count}`;
}

const SERIES_COLUMNS: readonly Column<SeriesCost>[] = [
  ...COST_COLUMNS,
  { key: "perImage", header: "PER IMAGE", value: ({ perImage }) => perImage?.text, align: "right" },
  { key: "count", header: "IMAGES", value: ({ count }) => count, align: "right", only: "sheet" },
  { key: "images", header: "IMAGES", value: formatImages, align: "right", only: "screen" },
  { key: "total", header: "TOTAL", value: ({ total }) => total?.text, align: "right" },
  ...makeAmountColumns<SeriesCost>("perImage", ({ perImage }) => perImage),
  ...makeAmountColumns<SeriesCost>("total", ({ total }) => total),
];

export const cost = defineCost("repeat", {
  description: "The price is per image, not for the series. Nothing is spent until the request is approved.",
  view: buildCostView(SERIES_COLUMNS, (cost) => [
    ["Per image", cost.perImage?.text],
    ["Images", formatImages(cost)],
    ["Total", cost.total?.text],
  ]),
});
