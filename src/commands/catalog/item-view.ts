/** What a catalog search found: a row an item for scripts, and a row a scene on a terminal. */
import type { FoundItem, ItemPrice } from "../../app/catalog/found-items.ts";
import { listView, type View } from "../../cli/output/view.ts";
import { footprintOf } from "../../contract/item-footprint.ts";
import { itemAsItCame, type StacItem } from "../../contract/read-items.ts";
import { collectOf, productTypes, scenesOf, shortSceneId, type Scene } from "../../domain/catalog/scene.ts";
import { fromStac } from "../../domain/orders/order-items.ts";
import type { Feature } from "../../geo/geojson.ts";
import { columnOf, type Column } from "../../render/column.ts";
import type { MapRow } from "../../render/map-page.ts";
import { shareText } from "../../render/quantity-text.ts";
import { comparableAmounts, priceRange } from "../../domain/spending/money.ts";
import { amountColumns } from "../amount-columns.ts";
import { ITEM_COLUMNS, ITEM_NAMES } from "../item-columns.ts";
import { shortWord, UNIT_OF_COLUMN } from "../../domain/item-names.ts";

type Found = AsyncIterable<FoundItem>;

const property =
  (name: string) =>
  ({ item }: FoundItem): unknown =>
    item.properties?.[name];

const productOf = property("sar:product_type");

/** The heads of the rows of scenes are names of columns here too. */
const COLUMNS: readonly Column<FoundItem>[] = [
  ...ITEM_COLUMNS.map((column) => columnOf(column, ({ item }: FoundItem) => item)),
  { key: "time", header: "TIME", value: property("datetime"), fixed: true, named: true },
  { key: "inc", header: "INC", unit: UNIT_OF_COLUMN.inc, value: incidenceText, align: "right", named: true },
  { key: "products", header: "PRODUCTS", value: productOf, named: true },
  {
    key: "resolution",
    header: "RESOLUTION",
    unit: UNIT_OF_COLUMN.resolution,
    value: ({ item }) => resolutionText(item),
    named: true,
  },
  {
    key: "covers",
    header: "COVERS",
    value: ({ cover }) => cover && shareText(cover),
    align: "right",
    named: true,
  },
  { key: "scene", header: "SCENE", value: ({ item }) => shortSceneId(item), named: true },
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
  dataNames: ITEM_NAMES,
  rowSource: ({ item, price }) => {
    const came = itemAsItCame(item);
    return price ? { ...came, price: price.amount ?? price.text } : came;
  },
  id: ({ item }) => item.id,
  feature: ({ item }) => itemAsItCame(item) as unknown as Feature,
  orderItem: ({ item: { id, collection } }) =>
    id === undefined || collection === undefined ? undefined : fromStac({ id, collection }),
  map: ({ item, item: { properties }, cover, price, number, picture }) => ({
    geometry: footprintOf(item),
    scene: sceneOnMap(item),
    ...(typeof properties?.["datetime"] === "string" && { time: properties["datetime"] }),
    ...(number !== undefined && { number }),
    ...(cover && { share: cover.share }),
    ...(price?.amount && { price: { ...price.amount, text: price.text } }),
    ...(picture !== undefined && { picture }),
  }),
  mapColour: "mode",
});

/** Products of one collect stand together on a map page. */
function sceneOnMap(item: StacItem): MapRow["scene"] {
  const id = collectOf(item);
  const [product = "product"] = productTypes([item]);
  return id === undefined ? undefined : { id, name: shortSceneId(item) ?? id, product };
}

type FoundScene = Scene<FoundItem>;

/** `2026-11-19` of `2026-11-19T10:15:02Z`. */
function dayOf(scene: FoundScene): unknown {
  const time = shared("datetime")(scene);
  return typeof time === "string" ? (/^\d{4}-\d\d-\d\d(?=T)/.exec(time)?.[0] ?? time) : time;
}

/** A property that all products of a scene share. */
const shared =
  (name: string) =>
  ({ items: [first] }: FoundScene): unknown =>
    property(name)(first);

/** The same in a few letters, where there is a usual short form. */
const abbreviated =
  (name: string) =>
  (scene: FoundScene): unknown =>
    shortWord(shared(name)(scene));

/**
 * In the order in which they help to decide; the wide ones are dropped from the right. The mode implies the resolution,
 * and the row number names the scene.
 */
const SCENE_COLUMNS: readonly Column<FoundScene>[] = [
  { key: "#", header: "#", value: ({ items: [{ number }] }) => number, align: "right", ifAny: true },
  { key: "time", header: "TIME", value: shared("datetime"), fixed: true, minutes: true, shortest: dayOf },
  {
    key: "incidence",
    header: "INC",
    unit: UNIT_OF_COLUMN.inc,
    value: ({ items: [first] }) => incidenceText(first),
    align: "right",
  },
  {
    key: "orbit",
    header: "ORBIT",
    value: shared("sat:orbit_state"),
    short: abbreviated("sat:orbit_state"),
    wide: "in turn",
  },
  {
    key: "look",
    header: "LOOK",
    value: shared("sar:observation_direction"),
    short: abbreviated("sar:observation_direction"),
    wide: "in turn",
  },
  {
    key: "mode",
    header: "MODE",
    value: shared("sar:instrument_mode"),
    short: abbreviated("sar:instrument_mode"),
    wide: "in turn",
    cut: "late",
  },
  {
    key: "resolution",
    header: "RESOLUTION",
    unit: UNIT_OF_COLUMN.resolution,
    value: ({ items }) => finestResolution(items),
    wide: "in turn",
    minor: true,
  },
  {
    key: "covers",
    header: "COVERS",
    value: ({ items }) => coverText(items),
    align: "right",
    ifAny: true,
  },
  {
    key: "products",
    header: "PRODUCTS",
    value: ({ items }) => productTypes(items.map(({ item }) => item)).join(" "),
    cut: "words",
    wide: "in turn",
  },
  {
    key: "price",
    header: "PRICE",
    value: ({ items }) => scenePriceText(items),
    align: "right",
    ifAny: true,
  },
  {
    key: "scene",
    header: "SCENE",
    value: ({ items: [{ item }] }) => shortSceneId(item),
    wide: "in turn",
    minor: true,
  },
];

/** As `itemView`, and a row a scene where a table is shown on a terminal. */
export const sceneView: View<Found> = {
  ...itemView,
  screen: listView<FoundScene, Found>({
    columns: SCENE_COLUMNS,
    rows: scenesFrom,
    map: ({ items: [{ item }] }) => ({ geometry: footprintOf(item) }),
    mapColour: "products",
  }),
};

/** The items of a scene may be far apart, so all of them are read first. */
async function* scenesFrom(found: Found): AsyncGenerator<FoundScene> {
  const all: FoundItem[] = [];
  for await (const each of found) all.push(each);
  yield* scenesOf(all);
}

/** The best of its products, whose outlines differ a little. */
function coverText(items: readonly FoundItem[]): string | undefined {
  const covers = items.flatMap(({ cover }) => cover ?? []).toSorted((a, b) => b.share - a.share);
  return covers[0] && shareText(covers[0]);
}

/**
 * `$350.00`, or from the cheapest to the dearest of its products: `$350-650`, `$350.50-650.00`. A price that cannot be
 * compared with them stands behind them, as it is written: `$350-650, on request`.
 */
function scenePriceText(items: readonly FoundItem[]): string | undefined {
  const prices = items.flatMap(({ price }) => price ?? []);
  const compared = comparableAmounts(prices.map(({ amount }) => amount));
  const numberOf = ({ amount }: ItemPrice): number | undefined => compared(amount);
  const known = prices.filter((price) => numberOf(price) !== undefined);
  const [least, ...others] = known.toSorted((a, b) => numberOf(a)! - numberOf(b)!);
  const range = least && priceRange(least.text, (others.at(-1) ?? least).text);
  const rest = prices.filter((price) => numberOf(price) === undefined).map(({ text }) => text);
  return [...new Set([...(range === undefined ? [] : [range]), ...rest])].join(", ") || undefined;
}

function incidenceText(found: FoundItem): unknown {
  const angle = property("view:incidence_angle")(found);
  return typeof angle === "number" ? angle.toFixed(1) : angle;
}

/** Metres along the range and along the track. */
function resolutionOf({ properties }: StacItem): number[] {
  const sides = [properties?.["sar:resolution_range"], properties?.["sar:resolution_azimuth"]];
  return sides.filter((side) => typeof side === "number").map((side) => Math.round(side * 100) / 100);
}

const resolutionText = (item: StacItem): string | undefined => resolutionOf(item).join(" x ") || undefined;

/** That of the finest product. */
function finestResolution(items: readonly FoundItem[]): string | undefined {
  const size = (item: StacItem): number => resolutionOf(item).reduce((product, side) => product * side, 1);
  const resolved = items.map(({ item }) => item).filter((item) => resolutionOf(item).length > 0);
  const finest = resolved.toSorted((a, b) => size(a) - size(b))[0];
  return finest && resolutionText(finest);
}
