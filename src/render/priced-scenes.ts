/** Groups the lines of a price by scene. Each line begins with recognisable facts and ends with ids. */
import { escapeLine } from "./safe-text.ts";
import { measureWidth, pad } from "./width.ts";

export interface PricedScene {
  /** Time, satellite and place as safe text, as far as the catalog has them. */
  title?: string;
  products: readonly PricedProduct[];
}

export interface PricedProduct {
  /** The price in the service's format. */
  cost?: string | undefined;
  /** The product type, such as GEO. */
  type?: string | undefined;
  previouslyOrdered?: true | undefined;
  /** The mark of an item that an earlier order of this machine has. */
  owned?: string | undefined;
  /** The service's name of the item, usually an id. */
  label?: string | undefined;
}

export function formatPricedScenes(scenes: readonly PricedScene[]): string[] {
  const products = scenes.flatMap((scene) => scene.products);
  const widest = (textOf: (product: PricedProduct) => string): number =>
    Math.max(0, ...products.map((product) => measureWidth(textOf(product))));
  const [costs, types, marks] = [widest(formatCost), widest(formatType), widest(markText)];
  const line = (product: PricedProduct): string =>
    [
      pad(formatCost(product), costs, "right"),
      ...(types === 0 ? [] : [pad(formatType(product), types)]),
      ...(marks === 0 ? [] : [pad(markText(product), marks)]),
      escapeLine(product.label ?? ""),
    ].join("  ");
  return scenes.flatMap((scene) => [
    ...(scene.title === undefined ? [] : [scene.title]),
    ...scene.products.map((product) => `  ${line(product)}`),
  ]);
}

const formatCost = ({ cost = "?" }: PricedProduct): string => escapeLine(cost);
/** Returns the mark of an earlier order on this machine, or else the mark of the service. */
export const markText = ({
  owned,
  previouslyOrdered,
}: Pick<PricedProduct, "owned" | "previouslyOrdered">): string =>
  owned ?? (previouslyOrdered === true ? "ordered before" : "");
const formatType = ({ type = "" }: PricedProduct): string => escapeLine(type);
