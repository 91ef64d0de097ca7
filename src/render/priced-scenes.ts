/** The lines of a price below their scenes: first what a person recognises, ids last. */
import { safeText } from "./safe-text.ts";
import { displayWidth, pad } from "./width.ts";

export interface PricedScene {
  /** Time, satellite and place, as far as the catalog shows them. Where it shows none, the products stand alone. */
  title?: string;
  products: readonly PricedProduct[];
}

export interface PricedProduct {
  /** As the service wrote it. */
  cost?: string | undefined;
  /** Such as GEO. */
  type?: string | undefined;
  previouslyOrdered?: true | undefined;
  /** The service's name of it, mostly an id. */
  label?: string | undefined;
}

export function pricedSceneLines(scenes: readonly PricedScene[]): string[] {
  const products = scenes.flatMap((scene) => scene.products);
  const widest = (textOf: (product: PricedProduct) => string): number =>
    Math.max(0, ...products.map((product) => displayWidth(textOf(product))));
  const [costs, types, marks] = [widest(costText), widest(typeText), widest(markText)];
  const line = (product: PricedProduct): string =>
    [
      pad(costText(product), costs, "right"),
      ...(types === 0 ? [] : [pad(typeText(product), types)]),
      ...(marks === 0 ? [] : [pad(markText(product), marks)]),
      safeText(product.label ?? ""),
    ].join("  ");
  return scenes.flatMap((scene) => [
    ...(scene.title === undefined ? [] : [safeText(scene.title)]),
    ...scene.products.map((product) => `  ${line(product)}`),
  ]);
}

const costText = ({ cost = "?" }: PricedProduct): string => safeText(cost);
const markText = ({ previouslyOrdered }: PricedProduct): string =>
  previouslyOrdered === true ? "ordered before" : "";
const typeText = ({ type = "" }: PricedProduct): string => safeText(type);
