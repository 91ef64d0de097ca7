/** The ticks of a scene: a box for each visible product, or one box for a row that is not a product. */
import { make } from "../../page/browser/dom.ts";
import { mapPriceText } from "./columns.ts";
import type { PageRow, PageRows, PageScene } from "./page-rows.ts";

export interface ProductTicks {
  element: HTMLElement;
  /** Shows the current ticks. */
  show(): void;
}

export function makeProductTicks(rows: PageRows, { name, shown }: PageScene): ProductTicks {
  const boxes = shown.map((row) => {
    const product = row.data.scene?.product;
    const box = make("input", { type: "checkbox" });
    box.setAttribute(
      "aria-label",
      product === undefined ? `Tick ${row.data.label}` : `${product} of ${name}`,
    );
    box.addEventListener("change", () => rows.tick([row], box.checked));
    return { row, box, label: product === undefined ? box : makeProductLabel(row, product, box) };
  });
  return {
    element: make("span", { className: "products" }, ...boxes.map(({ label }) => label)),
    show: () => {
      for (const { row, box } of boxes) box.checked = row.isTicked;
    },
  };
}

/** Returns the label of a product: its name and price, with the item's id as tooltip. */
function makeProductLabel({ data }: PageRow, product: string, box: HTMLElement): HTMLElement {
  const label = make("label", { className: "product", title: data.label }, box, product);
  if (data.price !== undefined) label.append(make("small", {}, mapPriceText(data.price)));
  return label;
}
