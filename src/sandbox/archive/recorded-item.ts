/** Items with the members of a recorded deployment (setting `itemForm`). */
import { areaKm2 } from "../../geo/area.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { Collect, ItemProduct } from "./collect.ts";
import { shownItemId } from "./collect.ts";
import {
  type Asset,
  buildItem,
  type ItemContext,
  type ItemProperty,
  ITEM_PROPERTIES,
  samplingOf,
  type StacItem,
  withPrefix,
} from "./stac-item.ts";

/** Address of an inner gateway in links of recorded deployments: it is not reachable. */
export const GATEWAY = "https://gw.internal.example/prod";

/** Returns the charged area of a collect in square metres. */
export const billableArea = ({ geometry }: Pick<Collect, "geometry">): number =>
  Math.round(areaKm2(geometry) * 1e6);

const fixed = (value: unknown): ItemProperty => ({ value: () => value });

const metresOf = (kilometres: number): number => kilometres * 1000;

/** Begins the name of a property that only recorded items have, in a search. */
export const RECORDED_ONLY = "recorded ";

/** Properties of recorded items that the sandbox's own items lack. */
export const RECORDED_PROPERTIES: ReadonlyMap<string, ItemProperty> = new Map(
  Object.entries<ItemProperty>({
    "locale:datetime": { value: ({ datetimeMs }) => localTime(datetimeMs) },
    "locale:timezone": fixed("Etc/UTC"),
    "locale:time": { value: ({ datetimeMs }) => new Date(datetimeMs).toISOString().slice(11, 23) },
    instruments: { value: ({ platform }) => [platform.replace(/-(?=\d+$)/, "-radar-")] },
    "view:look_angle": { value: ({ lookAngleDegrees }) => lookAngleDegrees },
    "view:azimuth": { value: ({ azimuthDegrees }) => Math.round(((azimuthDegrees + 180) % 360) * 100) / 100 },
    "vendor:resolution_ground_range": {
      value: (collect, productType) => samplingOf(collect, productType).resolutionRange,
      isPerProduct: true,
    },
    "vendor:look_angle": { value: ({ lookAngleDegrees }) => lookAngleDegrees },
    "vendor:layover_angle": fixed(0),
    "vendor:billable_area": { value: billableArea },
    "vendor:image_formation_algorithm": fixed("backprojection"),
    "vendor:hash": { value: ({ id }) => id.replaceAll("-", "") },
    "vendor:image_length": { value: ({ type }) => metresOf(type.lengthKm) },
    "vendor:image_width": { value: ({ type }) => metresOf(type.widthKm) },
    "processing:software": fixed({ "SAR Processor": "2.50.2" }),
  }),
);

const localTime = (ms: number): string => formatTimestamp(ms).replace("Z", "+0000");

/** Properties of the sandbox's items that recorded items lack. */
const NOT_RECORDED: ReadonlySet<string> = new Set([
  "title",
  "license",
  "gsd",
  "view:off_nadir",
  "vendor:target_azimuth_angle",
]);

/** Names of the extensions, without the addresses of their schemas. */
const EXTENSIONS = ["sat", "view", "sar", "processing", "proj"];

/** Builds the item of one product in the form of the context. */
export const buildShownItem = (collect: Collect, productType: ItemProduct, context: ItemContext): StacItem =>
  context.gateway === undefined
    ? buildItem(collect, productType, context)
    : buildRecordedItem(collect, productType, context, context.gateway);

/** Builds the item of one product as recorded deployments send it: links lead to an inner gateway. */
function buildRecordedItem(
  collect: Collect,
  productType: ItemProduct,
  { assetsOf, idStyle, prefix }: ItemContext,
  gateway: string,
): StacItem {
  const id = shownItemId(collect, productType, idStyle);
  const assets = assetsOf(collect, productType);
  const collection = `${gateway}/collections/${collect.collectionId}`;
  return {
    type: "Feature",
    stac_version: "1.0.0",
    id,
    properties: { ...propertiesOf(collect, productType, prefix), ...mapOf(assets) },
    geometry: collect.geometry,
    links: [
      { rel: "self", href: `${collection}/items/${id}` },
      { rel: "collection", href: collection },
    ],
    assets: withoutMap(assets),
    bbox: collect.bbox,
    stac_extensions: [...EXTENSIONS],
    collection: collect.collectionId,
  };
}

function propertiesOf(collect: Collect, productType: ItemProduct, prefix?: string): Record<string, unknown> {
  const properties = [...ITEM_PROPERTIES, ...RECORDED_PROPERTIES].filter(([name]) => !NOT_RECORDED.has(name));
  return Object.fromEntries(
    properties.map(([name, property]) => [withPrefix(name, prefix), property.value(collect, productType)]),
  );
}

const isMapField = (name: string): boolean => name.startsWith("proj:");

/** Returns the map fields of the data file, which recorded items have among their properties. */
const mapOf = (assets: Readonly<Record<string, Asset>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.values(assets)
      .flatMap((asset) => Object.entries(asset))
      .filter(([name]) => isMapField(name)),
  );

const withoutMap = (assets: Readonly<Record<string, Asset>>): Record<string, Asset> =>
  Object.fromEntries(
    Object.entries(assets).map(([key, asset]) => [
      key,
      Object.fromEntries(Object.entries(asset).filter(([name]) => !isMapField(name))) as Asset,
    ]),
  );
