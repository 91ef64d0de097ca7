import { defineCommand } from "../../cli/command/define-command.ts";
import { addMapFlags } from "../../cli/flags/map-flags.ts";
import { limitFlag } from "../../cli/flags/paging-flags.ts";
import { listView } from "../../cli/output/view.ts";
import type { Delivery, DeliveryRow } from "../../app/deliveries/list-deliveries.ts";
import { sizeText } from "../../counted.ts";
import { advice, swath } from "../../hint.ts";
import { liftColumn, type Column } from "../../render/column.ts";
import { makeAmountColumns } from "../amount-columns.ts";
import { requireFolder } from "../files/transfer-faults.ts";

/** The most helpful columns first on a terminal; `folder` says where it is. */
const COLUMNS: readonly Column<Delivery>[] = [
  { key: "datetime", header: "TIME", value: ({ datetime }) => datetime, fixed: true },
  { key: "product", header: "PRODUCT", value: ({ product }) => product },
  { key: "place", header: "PLACE", value: ({ place }) => place?.replace(/^near /, "") },
  { key: "state", header: "STATE", value: ({ state }) => state, fixed: true, kept: true },
  { key: "folder", header: "FOLDER", value: ({ folder }) => folder },
  { key: "scene", header: "SCENE", value: ({ scene }) => scene, wide: true },
  { key: "files", header: "FILES", value: ({ files }) => files, align: "right", wide: true },
  { key: "size", header: "SIZE", value: ({ bytes }) => sizeText(bytes), align: "right", only: "screen" },
  { key: "bytes", header: "BYTES", value: ({ bytes }) => bytes, align: "right", only: "sheet" },
  { key: "verifiedAt", header: "VERIFIED", value: ({ verifiedAt }) => verifiedAt, fixed: true, wide: true },
  { key: "order", header: "ORDER", value: ({ order }) => order, fixed: "id", wide: true },
  { key: "orderDate", header: "ORDERED", value: ({ orderDate }) => orderDate, fixed: true, wide: true },
  {
    key: "orderPrice",
    header: "ORDER PRICE",
    value: ({ orderPrice }) => orderPrice,
    align: "right",
    wide: true,
  },
  ...makeAmountColumns<Delivery>("orderCommitment", ({ orderCommitment }) => orderCommitment),
  { key: "item", header: "ITEM", value: ({ item }) => item, fixed: true, wide: true },
  { key: "collection", header: "COLLECTION", value: ({ collection }) => collection, only: "sheet" },
];

const view = listView<DeliveryRow, DeliveryRow[]>({
  empty: "No download is recorded on this machine; name a folder of downloads",
  rowSource: ({ delivery }) => delivery,
  columns: COLUMNS.map((column) => liftColumn(column, ({ delivery }: DeliveryRow) => delivery)),
  id: ({ delivery: { item } }) => item ?? [],
  feature: ({ delivery, geometry }) => ({
    type: "Feature",
    ...(delivery.item !== undefined && { id: delivery.item }),
    geometry: geometry ?? null,
    properties: { ...delivery },
  }),
  map: {
    part: ({ delivery: { datetime, product = "product", scene }, geometry, collect }) => ({
      geometry,
      time: datetime,
      scene: collect === undefined ? undefined : { id: collect, name: scene ?? collect, product },
    }),
    colourBy: "product",
    labelBy: "scene",
  },
});

export const list = defineCommand({
  name: "list",
  summary: "List what was downloaded, and where it is (offline)",
  description:
    "One row per product, from the manifests of the folders given; without one, of every folder and bucket that this machine " +
    "has downloaded orders into. Sizes are compared with the manifest; swath verify reads every byte. A bucket is listed as it was " +
    "recorded. ORDER PRICE is the price of the whole order, repeated in each of its rows: count it once per order, or see " +
    "swath spend.",
  examples: [
    "swath deliveries list",
    "swath deliveries list imagery --map owned.html",
    "swath deliveries list --output geoparquet > deliveries.parquet",
  ],
  syntax: (command) =>
    addMapFlags(
      command
        .argument("[dir...]", "folders of downloads (default: all that were recorded)")
        .addOption(limitFlag()),
    ),
  parse: async (context, { limit }, given) => {
    const next = advice`List uploads as well: ${swath`deliveries list`}`;
    for (const folder of given) requireFolder(next, folder);
    const { expandPatterns } = await import("../../cli/input/path-patterns.ts");
    return { folders: await expandPatterns(context, "<dir>", given), limit };
  },
  run: async (context, { folders, limit }) => {
    const { listDeliveries } = await import("../../app/deliveries/list-deliveries.ts");
    return listDeliveries(context, folders, limit);
  },
  view,
});

export const deliveries = defineCommand({
  name: "deliveries",
  summary: "List what was downloaded, and make a STAC catalog of it",
  description: "Alone it is swath deliveries list, for every folder and bucket of this machine.",
  examples: ["swath deliveries", "swath deliveries --map owned.html", "swath deliveries list imagery"],
  syntax: (command) => addMapFlags(command.addOption(limitFlag())),
  run: async (context, { limit }) => {
    const { listDeliveries } = await import("../../app/deliveries/list-deliveries.ts");
    return listDeliveries(context, [], limit);
  },
  view,
});
