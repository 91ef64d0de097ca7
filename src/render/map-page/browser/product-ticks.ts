/** The ticks of a scene: a box for each of its products that is shown, or one box for a row that is no product. */
import { make } from "../../page/browser/dom.ts";
import { mapPriceText } from "./columns.ts";
import type { PageRow, PageRows, PageScene } from "./page-rows.ts";

export interface ProductTicks {
  element: HTMLElement;
  /** Shows what is ticked now. */
  show(): void;
}

export function productTicks(rows: PageRows, { name, shown }: PageScene): ProductTicks {
  const boxes = shown.map((row) => {
    const product = row.data.scene?.product;
    const box = make("input", { type: "checkbox" });
    box.setAttribute(
      "aria-label",
      product === undefined ? `Tick ${row.data.label}` : `${product} of ${name}`,
    );
    box.addEventListener("change", () => rows.tick([row], box.checked));
    return { row, box, label: product === undefined ? box : productLabel(row, product, box) };
  });
  return {
    element: make("span", { className: "products" }, ...boxes.map(({ label }) => label)),
    show: () => {
      for (const { row, box } of boxes) box.checked = row.isTicked;
    },
  };
}

/** The product with its price, and the id of the item where the pointer rests. */
function productLabel({ data }: PageRow, product: string, box: HTMLElement): HTMLElement {
  const label = make("label", { className: "product", title: data.label }, box, product);
  if (data.price !== undefined) label.append(make("small", {}, mapPriceText(data.price)));
  return label;
}
