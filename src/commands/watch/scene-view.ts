/** The new scenes of a watch: one row per scene of a site. */
import type { FoundItem } from "../../app/catalog/found-items.ts";
import { orderItemsOf, sceneSource, type NewScene } from "../../app/watching/watch-request.ts";
import { listView } from "../../cli/output/view.ts";
import { footprintOf } from "../../contract/item-footprint.ts";
import { productTypes, shortSceneId } from "../../domain/catalog/scene.ts";
import { shortWord, UNIT_OF_COLUMN } from "../../domain/item-names.ts";
import type { Column } from "../../render/column.ts";
import { coverText, incidenceText, ownedText, scenePriceText } from "../catalog/item-view.ts";

type Scenes = AsyncIterable<NewScene>;

const first = ({ items }: NewScene): FoundItem => items[0]!;

const property =
  (name: string) =>
  (scene: NewScene): unknown =>
    first(scene).item.properties?.[name];

const COLUMNS: readonly Column<NewScene>[] = [
  { key: "site", header: "SITE", value: ({ site }) => site },
  { key: "time", header: "TIME", value: property("datetime"), fixed: true },
  {
    key: "products",
    header: "PRODUCTS",
    value: ({ items }) => productTypes(items.map(({ item }) => item)).join(" "),
  },
  { key: "owned", header: "OWNED", value: ({ items }) => ownedText(items), only: "screen" },
  { key: "covers", header: "COVERS", value: ({ items }) => coverText(items), align: "right" },
  {
    key: "price",
    header: "PRICE",
    value: ({ items }) => scenePriceText(items),
    align: "right",
    onRequest: "price",
  },
  { key: "order", header: "ORDER", value: ({ order }) => orderText(order) },
  {
    key: "inc",
    header: "INC",
    unit: UNIT_OF_COLUMN.inc,
    value: (scene) => incidenceText(first(scene)),
    align: "right",
    wide: true,
  },
  {
    key: "orbit",
    header: "ORBIT",
    value: (scene) => shortWord(property("sat:orbit_state")(scene)),
    wide: true,
  },
  {
    key: "mode",
    header: "MODE",
    value: (scene) => shortWord(property("sar:instrument_mode")(scene)),
    wide: true,
  },
  { key: "scene", header: "SCENE", value: (scene) => shortSceneId(first(scene).item) },
  { key: "firstSeen", header: "FIRST SEEN", value: ({ firstSeen }) => firstSeen, only: "sheet" },
  {
    key: "items",
    header: "ITEMS",
    value: ({ items }) => items.map(({ item }) => item.id).join(" "),
    only: "sheet",
  },
];

function orderText(order: NewScene["order"]): string | undefined {
  switch (order?.status) {
    case undefined:
      return undefined;
    case "ordered":
      return order.price ?? "ordered";
    case "ordered-before":
      return "ordered before";
    case "not-ordered":
      return "not ordered";
    case "unknown":
      return "unknown";
  }
}

export const newScenesView = listView<NewScene, Scenes>({
  columns: COLUMNS,
  names: ["id"],
  empty: "Nothing new",
  rowSource: sceneSource,
  id: ({ items }) => items.flatMap(({ item }) => item.id ?? []),
  feature: (scene) => ({
    type: "Feature",
    id: scene.scene,
    geometry: footprintOf(first(scene).item) ?? null,
    properties: {
      site: scene.site,
      scene: scene.scene,
      firstSeen: scene.firstSeen,
      datetime: property("datetime")(scene),
      products: productTypes(scene.items.map(({ item }) => item)),
      items: scene.items.map(({ item }) => item.id),
      ...(scene.order && { order: scene.order }),
    },
  }),
  orderItems: orderItemsOf,
  map: {
    part: (scene) => ({
      geometry: footprintOf(first(scene).item),
      ...(typeof property("datetime")(scene) === "string" && { time: String(property("datetime")(scene)) }),
    }),
    colourBy: "site",
  },
});
