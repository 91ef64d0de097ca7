/** The results of a catalog search: one row per item for scripts, and one row per scene on a terminal. */
import type { FoundItem, ItemPrice } from "../../app/catalog/found-items.ts";
import { listView, type View } from "../../cli/output/view.ts";
import { footprintOf } from "../../contract/item-footprint.ts";
import { originalItem, type StacItem } from "../../contract/read-items.ts";
import { collectOf, productTypes, scenesOf, shortSceneId, type Scene } from "../../domain/catalog/scene.ts";
import { fromStac } from "../../domain/orders/order-items.ts";
import type { Feature } from "../../geo/geojson.ts";
import { columnOf, type Column } from "../../render/column.ts";
import type { MapRow } from "../../render/map-page.ts";
import { shareText } from "../../render/quantity-text.ts";
import { comparableAmounts, priceRange } from "../../domain/spending/money.ts";
import { amountColumns } from "../amount-columns.ts";
import { ITEM_COLUMNS, ITEM_NAMES } from "./item-columns.ts";
import { shortWord, UNIT_OF_COLUMN } from "../../domain/item-names.ts";

type Found = AsyncIterable<FoundItem>;

const property =
  (name: string) =>
  ({ item }: FoundItem): unknown =>
    item.properties?.[name];

const productOf = property("sar:product_type");

/** The column headings of scenes are accepted as names of columns here. */
const COLUMNS: readonly Column<FoundItem>[] = [
  ...ITEM_COLUMNS.map((column) => columnOf(column, ({ item }: FoundItem) => item)),
  { key: "time", header: "TIME", value: property("datetime"), fixed: true, only: "named" },
  {
    key: "inc",
    header: "INC",
    unit: UNIT_OF_COLUMN.inc,
    value: incidenceText,
    align: "right",
    only: "named",
  },
  { key: "products", header: "PRODUCTS", value: productOf, only: "named" },
  {
    key: "resolution",
    header: "RESOLUTION",
    unit: UNIT_OF_COLUMN.resolution,
    value: ({ item }) => resolutionText(item),
    only: "named",
  },
  {
    key: "covers",
    header: "COVERS",
    value: ({ cover }) => cover && shareText(cover),
    align: "right",
    only: "named",
  },
  { key: "scene", header: "SCENE", value: ({ item }) => shortSceneId(item), only: "named" },
  { key: "owned", header: "OWNED", value: ({ owned }) => owned, only: "screen" },
  {
    key: "price",
    header: "PRICE",
    value: ({ price }) => price?.text,
    align: "right",
    onRequest: "price",
  },
  ...amountColumns<FoundItem>("price", ({ price }) => price?.amount).map((column) => ({
    ...column,
    onRequest: "price",
  })),
];

export const itemView: View<Found> = listView<FoundItem, Found>({
  columns: COLUMNS,
  names: ITEM_NAMES,
  rowSource: ({ item, price, owned }) => {
    const original = originalItem(item);
    if (price === undefined && owned === undefined) return original;
    return { ...original, ...(price && { price: price.amount ?? price.text }), ...(owned && { owned }) };
  },
  id: ({ item }) => item.id,
  feature: ({ item }) => originalItem(item) as unknown as Feature,
  orderItems: ({ item: { id, collection } }) =>
    id === undefined || collection === undefined ? [] : [fromStac({ id, collection })],
  map: {
    part: ({ item, item: { properties }, cover, price, number, picture }) => ({
      geometry: footprintOf(item),
      scene: sceneOnMap(item),
      ...(typeof properties?.["datetime"] === "string" && { time: properties["datetime"] }),
      ...(number !== undefined && { number }),
      ...(cover && { share: cover.share }),
      ...(price?.amount && { price: { ...price.amount, text: price.text } }),
      ...(picture !== undefined && { picture }),
    }),
    colourBy: "mode",
  },
});

/** Products of one collect are adjacent on a map page. */
function sceneOnMap(item: StacItem): MapRow["scene"] {
  const id = collectOf(item);
  const [product = "product"] = productTypes([item]);
  return id === undefined ? undefined : { id, name: shortSceneId(item) ?? id, product };
}

type FoundScene = Scene<FoundItem>;

/** Returns a property that all products of a scene share. */
const shared =
  (name: string) =>
  ({ items: [first] }: FoundScene): unknown =>
    property(name)(first);

/** Returns the usual abbreviation, if there is one. */
const abbreviated =
  (name: string) =>
  (scene: FoundScene): unknown =>
    shortWord(shared(name)(scene));

/** The most helpful columns first. The mode implies the resolution, and the row number identifies the scene. */
const SCENE_COLUMNS: readonly Column<FoundScene>[] = [
  { key: "#", header: "#", value: ({ items: [{ number }] }) => number, align: "right" },
  { key: "time", header: "TIME", value: shared("datetime"), fixed: true },
  {
    key: "incidence",
    header: "INC",
    unit: UNIT_OF_COLUMN.inc,
    value: ({ items: [first] }) => incidenceText(first),
    align: "right",
  },
  { key: "covers", header: "COVERS", value: ({ items }) => coverText(items), align: "right" },
  { key: "price", header: "PRICE", value: ({ items }) => scenePriceText(items), align: "right" },
  { key: "orbit", header: "ORBIT", value: abbreviated("sat:orbit_state") },
  { key: "look", header: "LOOK", value: abbreviated("sar:observation_direction") },
  { key: "mode", header: "MODE", value: abbreviated("sar:instrument_mode") },
  {
    key: "products",
    header: "PRODUCTS",
    value: ({ items }) => productTypes(items.map(({ item }) => item)).join(" "),
  },
  { key: "owned", header: "OWNED", value: ({ items }) => ownedText(items) },
  {
    key: "resolution",
    header: "RESOLUTION",
    unit: UNIT_OF_COLUMN.resolution,
    value: ({ items }) => finestResolution(items),
    wide: true,
  },
  { key: "scene", header: "SCENE", value: ({ items: [{ item }] }) => shortSceneId(item) },
];

/** Like `itemView`, with one row per scene if a table is shown on a terminal. */
export const sceneView: View<Found> = {
  ...itemView,
  screen: listView<FoundScene, Found>({
    columns: SCENE_COLUMNS,
    rows: scenesFrom,
    map: { part: ({ items: [{ item }] }) => ({ geometry: footprintOf(item) }), colourBy: "products" },
  }),
};

/** The items of a scene may be far apart, so all of them are read first. */
async function* scenesFrom(found: Found): AsyncGenerator<FoundScene> {
  const all: FoundItem[] = [];
  for await (const each of found) all.push(each);
  yield* scenesOf(all);
}

/** Returns `GEO SLC, GEC expired`: the owned products, then those of other states. */
export function ownedText(items: readonly FoundItem[]): string | undefined {
  const texts = (["owned", "unknown", "expired"] as const).flatMap((state) => {
    const types = productTypes(items.filter(({ owned }) => owned === state).map(({ item }) => item));
    return types.length === 0 ? [] : [`${types.join(" ")}${state === "owned" ? "" : ` ${state}`}`];
  });
  return texts.join(", ") || undefined;
}

/** Returns the best coverage of its products, whose outlines differ a little. */
export function coverText(items: readonly FoundItem[]): string | undefined {
  const covers = items.flatMap(({ cover }) => cover ?? []).toSorted((a, b) => b.share - a.share);
  return covers[0] && shareText(covers[0]);
}

/**
 * Returns `$350.00`, or the range of its products: `$350-650`, `$350.50-650.00`. A price that cannot be compared is
 * appended unchanged: `$350-650, on request`.
 */
export function scenePriceText(items: readonly FoundItem[]): string | undefined {
  const prices = items.flatMap(({ price }) => price ?? []);
  const compared = comparableAmounts(prices.map(({ amount }) => amount));
  const numberOf = ({ amount }: ItemPrice): number | undefined => compared(amount);
  const known = prices.filter((price) => numberOf(price) !== undefined);
  const [least, ...others] = known.toSorted((a, b) => numberOf(a)! - numberOf(b)!);
  const range = least && priceRange(least.text, (others.at(-1) ?? least).text);
  const rest = prices.filter((price) => numberOf(price) === undefined).map(({ text }) => text);
  return [...new Set([...(range === undefined ? [] : [range]), ...rest])].join(", ") || undefined;
}

export function incidenceText(found: FoundItem): unknown {
  const angle = property("view:incidence_angle")(found);
  return typeof angle === "number" ? angle.toFixed(1) : angle;
}

/** Returns metres along the range and along the track. */
function resolutionOf({ properties }: StacItem): number[] {
  const sides = [properties?.["sar:resolution_range"], properties?.["sar:resolution_azimuth"]];
  return sides.filter((side) => typeof side === "number").map((side) => Math.round(side * 100) / 100);
}

const resolutionText = (item: StacItem): string | undefined => resolutionOf(item).join(" x ") || undefined;

/** Returns the resolution of the finest product. */
function finestResolution(items: readonly FoundItem[]): string | undefined {
  const size = (item: StacItem): number => resolutionOf(item).reduce((product, side) => product * side, 1);
  const resolved = items.map(({ item }) => item).filter((item) => resolutionOf(item).length > 0);
  const finest = resolved.toSorted((a, b) => size(a) - size(b))[0];
  return finest && resolutionText(finest);
}
