/** The results of a catalog search: one row per item for scripts, and one row per scene on a terminal. */
import type { FoundItem, ItemPrice } from "../../app/catalog/found-items.ts";
import { listView, type View } from "../../cli/output/view.ts";
import { readFootprint } from "../../contract/item-footprint.ts";
import { getOriginalItem, type StacItem } from "../../contract/read-items.ts";
import {
  findCollectId,
  listItemProducts,
  groupScenes,
  findShortSceneId,
  type Scene,
} from "../../domain/catalog/scene.ts";
import { toArchiveItems } from "../../domain/orders/order-items.ts";
import type { Feature } from "../../geo/geojson.ts";
import { liftColumn, type Column } from "../../render/column.ts";
import type { MapRow } from "../../render/map-page.ts";
import { shareText } from "../../render/quantity-text.ts";
import { makeAmountReader, formatPriceRange } from "../../domain/price/money.ts";
import { makeAmountColumns } from "../amount-columns.ts";
import { shortenWord, UNIT_OF_COLUMN } from "../../domain/item-names.ts";

type Found = AsyncIterable<FoundItem>;

/** The products of one collect; at least one. */
interface SceneRow {
  items: readonly FoundItem[];
}

const makePropertyReader = (name: string) => (item: StacItem) => item.properties?.[name];

/** Returns a property that all products of a scene share. */
const makeSharedReader =
  (name: string) =>
  ({ items }: SceneRow): unknown =>
    makePropertyReader(name)(items[0]!.item);

/** Returns the usual abbreviation, if there is one. */
const makeShortReader =
  (name: string) =>
  (scene: SceneRow): unknown =>
    shortenWord(makeSharedReader(name)(scene));

/** The columns of scenes, for searches and watches. */
export const SCENE = {
  time: { key: "time", header: "TIME", value: makeSharedReader("datetime"), fixed: true },
  inc: { key: "inc", header: "INC", unit: UNIT_OF_COLUMN.inc, value: formatIncidence, align: "right" },
  covers: { key: "covers", header: "COVERS", value: formatCover, align: "right" },
  price: { key: "price", header: "PRICE", value: formatScenePrice, align: "right" },
  orbit: { key: "orbit", header: "ORBIT", value: makeShortReader("sat:orbit_state") },
  look: { key: "look", header: "LOOK", value: makeShortReader("sar:observation_direction") },
  mode: { key: "mode", header: "MODE", value: makeShortReader("sar:instrument_mode") },
  products: {
    key: "products",
    header: "PRODUCTS",
    value: ({ items }) => listItemProducts(items.map(({ item }) => item)).join(" "),
  },
  owned: { key: "owned", header: "OWNED", value: formatOwned },
  resolution: {
    key: "resolution",
    header: "RESOLUTION",
    unit: UNIT_OF_COLUMN.resolution,
    value: formatFinestResolution,
  },
  scene: { key: "scene", header: "SCENE", value: ({ items }) => findShortSceneId(items[0]!.item) },
} as const satisfies Record<string, Column<SceneRow>>;

/** A STAC item as a row: the most important properties for an analyst first. */
export const ITEM_COLUMNS: readonly Column<StacItem>[] = [
  { key: "id", header: "ID", value: ({ id }) => id, fixed: true },
  // A truncated date would be another date.
  { key: "datetime", header: "DATETIME", value: makePropertyReader("datetime"), fixed: true, wide: true },
  { key: "product", header: "PRODUCT", value: makePropertyReader("sar:product_type") },
  { key: "mode", header: "MODE", value: makePropertyReader("sar:instrument_mode"), wide: true },
  { key: "orbit", header: "ORBIT", value: makePropertyReader("sat:orbit_state"), wide: true },
  { key: "look", header: "LOOK", value: makePropertyReader("sar:observation_direction"), wide: true },
  {
    key: "incidence",
    header: "INCIDENCE",
    unit: UNIT_OF_COLUMN.incidence,
    value: makePropertyReader("view:incidence_angle"),
    align: "right",
    wide: true,
  },
  { key: "platform", header: "PLATFORM", value: makePropertyReader("platform"), wide: true },
  { key: "collection", header: "COLLECTION", value: ({ collection }) => collection, wide: true },
];

/** Fields of an item, the properties that STAC defines without a prefix, and paths. */
const ITEM_NAMES: readonly (string | RegExp)[] = [
  /[.:]/,
  ..."type stac_version stac_extensions id geometry bbox properties links assets collection".split(" "),
  ..."title description keywords roles datetime start_datetime end_datetime created updated license".split(
    " ",
  ),
  ..."providers platform instruments constellation mission gsd bands statistics".split(" "),
];

/** The column headings of scenes are accepted as names of columns here. */
const COLUMNS: readonly Column<FoundItem>[] = [
  ...ITEM_COLUMNS.map((column) => liftColumn(column, ({ item }: FoundItem) => item)),
  ...[SCENE.time, SCENE.inc, SCENE.products, SCENE.resolution, SCENE.covers, SCENE.scene].map(
    (column: Column<SceneRow>) => ({
      ...liftColumn(column, (found: FoundItem): SceneRow => ({ items: [found] })),
      only: "named" as const,
    }),
  ),
  { key: "owned", header: "OWNED", value: ({ owned }) => owned, only: "screen" },
  {
    key: "price",
    header: "PRICE",
    value: ({ price }) => price?.text,
    align: "right",
    onRequest: "price",
  },
  ...makeAmountColumns<FoundItem>("price", ({ price }) => price?.amount).map((column) => ({
    ...column,
    onRequest: "price",
  })),
];

export const itemView: View<Found> = listView<FoundItem, Found>({
  columns: COLUMNS,
  names: ITEM_NAMES,
  rowSource: ({ item, price, owned }) => {
    const original = getOriginalItem(item);
    if (price === undefined && owned === undefined) return original;
    return { ...original, ...(price && { price: price.amount ?? price.text }), ...(owned && { owned }) };
  },
  id: ({ item }) => item.id,
  feature: ({ item }) => getOriginalItem(item) as unknown as Feature,
  orderItems: ({ item }) => toArchiveItems([item]),
  map: {
    part: ({ item, cover, price, picture }) => ({
      geometry: readFootprint(item),
      scene: toMapScene(item),
      time: readItemTime(item),
      share: cover?.share,
      price: price?.amount && { ...price.amount, text: price.text },
      picture,
    }),
    colourBy: "mode",
    labelBy: "scene",
  },
});

export function readItemTime(item: StacItem): string | undefined {
  const time = makePropertyReader("datetime")(item);
  return typeof time === "string" ? time : undefined;
}

/** Products of one collect are adjacent on a map page. */
function toMapScene(item: StacItem): MapRow["scene"] {
  const id = findCollectId(item);
  const [product = "product"] = listItemProducts([item]);
  return id === undefined ? undefined : { id, name: findShortSceneId(item) ?? id, product };
}

type FoundScene = Scene<FoundItem>;

/** The short id, which the next command takes, then the deciding columns. The mode implies the resolution. */
const SCENE_COLUMNS: readonly Column<FoundScene>[] = [
  { ...SCENE.scene, fixed: true },
  SCENE.time,
  { ...SCENE.inc, key: "incidence" },
  SCENE.covers,
  SCENE.price,
  SCENE.orbit,
  SCENE.look,
  SCENE.mode,
  SCENE.products,
  SCENE.owned,
  { ...SCENE.resolution, wide: true },
];

/** Like `itemView`, with one row per scene if a table is shown on a terminal. */
export const sceneView: View<Found> = {
  ...itemView,
  screen: listView<FoundScene, Found>({
    columns: SCENE_COLUMNS,
    rows: readScenes,
    map: {
      part: ({ items: [{ item }] }) => ({ geometry: readFootprint(item) }),
      colourBy: "products",
      labelBy: "scene",
    },
  }),
};

/** The items of a scene may be far apart, so all of them are read first. */
async function* readScenes(found: Found): AsyncGenerator<FoundScene> {
  yield* groupScenes(await Array.fromAsync(found));
}

/** Returns `GEO SLC, GEC expired`: the owned products, then those of other states. */
function formatOwned({ items }: SceneRow): string | undefined {
  const texts = (["owned", "unknown", "expired"] as const).flatMap((state) => {
    const types = listItemProducts(items.filter(({ owned }) => owned === state).map(({ item }) => item));
    return types.length === 0 ? [] : [`${types.join(" ")}${state === "owned" ? "" : ` ${state}`}`];
  });
  return texts.join(", ") || undefined;
}

/** Returns the best coverage of its products, whose outlines differ a little. */
function formatCover({ items }: SceneRow): string | undefined {
  const covers = items.flatMap(({ cover }) => cover ?? []).toSorted((a, b) => b.share - a.share);
  return covers[0] && shareText(covers[0]);
}

/**
 * Returns `$350.00`, or the range of its products: `$350-650`, `$350.50-650.00`. A price that cannot be compared is
 * appended unchanged: `$350-650, on request`.
 */
function formatScenePrice({ items }: SceneRow): string | undefined {
  const prices = items.flatMap(({ price }) => price ?? []);
  const compared = makeAmountReader(prices.map(({ amount }) => amount));
  const numberOf = ({ amount }: ItemPrice): number | undefined => compared(amount);
  const known = prices.filter((price) => numberOf(price) !== undefined);
  const [least, ...others] = known.toSorted((a, b) => numberOf(a)! - numberOf(b)!);
  const range = least && formatPriceRange(least.text, (others.at(-1) ?? least).text);
  const rest = prices.filter((price) => numberOf(price) === undefined).map(({ text }) => text);
  return [...new Set([...(range === undefined ? [] : [range]), ...rest])].join(", ") || undefined;
}

function formatIncidence(scene: SceneRow): unknown {
  const angle = makeSharedReader("view:incidence_angle")(scene);
  return typeof angle === "number" ? angle.toFixed(1) : angle;
}

/** Returns metres along the range and along the track. */
function readResolution({ properties }: StacItem): number[] {
  const sides = [properties?.["sar:resolution_range"], properties?.["sar:resolution_azimuth"]];
  return sides.filter((side) => typeof side === "number").map((side) => Math.round(side * 100) / 100);
}

/** Returns the resolution of the finest product. */
function formatFinestResolution({ items }: SceneRow): string | undefined {
  const size = (item: StacItem): number => readResolution(item).reduce((product, side) => product * side, 1);
  const resolved = items.map(({ item }) => item).filter((item) => readResolution(item).length > 0);
  const finest = resolved.toSorted((a, b) => size(a) - size(b))[0];
  return finest && readResolution(finest).join(" x ");
}
