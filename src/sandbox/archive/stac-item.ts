import { measureKm2 } from "../../geo/area.ts";
import type { Region } from "../../geo/geojson.ts";
import { RADIANS } from "../../orbit/ellipsoid.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { formatShownItemId, type Collect, type ItemProduct } from "./collect.ts";

/** A STAC asset. It may also have extension fields (`file:size`, `file:checksum`, `proj:*` ...). */
export interface Asset {
  href: string;
  title?: string;
  type?: string;
  roles?: string[];
  [field: string]: unknown;
}

/** Returns the assets of one granule, because the archive does not know its files. */
export type AssetsOf = (collect: Collect, productType: ItemProduct) => Record<string, Asset>;

interface Link {
  rel: string;
  href: string;
  type?: string;
}

/** A STAC 1.0.0 item. */
export interface StacItem {
  type: "Feature";
  stac_version: "1.0.0";
  stac_extensions: string[];
  id: string;
  collection: string;
  geometry: Region;
  bbox: Collect["bbox"];
  properties: Record<string, unknown>;
  assets: Record<string, Asset>;
  links: Link[];
}

export interface ItemContext {
  /** Base URL of the service as the caller reaches it, without a trailing slash. */
  baseUrl: string;
  assetsOf: AssetsOf;
  /** The notation of item ids; default: short. */
  idStyle?: "short" | "long";
  /** Prefix of the operator's own properties, by default `vendor`. */
  prefix?: string | undefined;
  /** Set for items in the form of a recorded deployment: the address in their links. */
  gateway?: string | undefined;
}

/** Extensions used by the items, in the versions for STAC 1.0.0. */
export const STAC_EXTENSIONS = [
  "sar/v1.0.0",
  "sat/v1.0.0",
  "view/v1.0.0",
  "projection/v1.1.0",
  "file/v2.1.0",
].map((name) => `https://stac-extensions.github.io/${name}/schema.json`);

/** Path prefix of the sandbox's STAC API; the interface itself has no address for a collection or an item. */
export const STAC_PREFIX = "/stac";

/** Builds the STAC item of one product of a collect. */
export function buildItem(collect: Collect, productType: ItemProduct, context: ItemContext): StacItem {
  const properties: Record<string, unknown> = {};
  for (const [name, property] of ITEM_PROPERTIES) {
    properties[withPrefix(name, context.prefix)] = property.value(collect, productType);
  }
  const id = formatShownItemId(collect, productType, context.idStyle);
  const root = `${context.baseUrl}${STAC_PREFIX}`;
  const collection = `${root}/collections/${collect.collectionId}`;
  return {
    type: "Feature",
    stac_version: "1.0.0",
    stac_extensions: [...STAC_EXTENSIONS],
    id,
    collection: collect.collectionId,
    geometry: collect.geometry,
    bbox: collect.bbox,
    properties,
    assets: context.assetsOf(collect, productType),
    links: [
      { rel: "self", href: `${collection}/items/${id}`, type: "application/geo+json" },
      { rel: "root", href: `${root}/`, type: "application/json" },
      { rel: "parent", href: collection, type: "application/json" },
      { rel: "collection", href: collection, type: "application/json" },
    ],
  };
}

/** Returns the name of a property with the prefix of the deployment. */
const withPrefix = (name: string, prefix = OWN_PREFIX): string =>
  name.startsWith(`${OWN_PREFIX}:`) ? prefix + name.slice(OWN_PREFIX.length) : name;

/** Prefix of the operator's own properties, as the interface writes it. */
export const OWN_PREFIX = "vendor";

/** Computes one property of an item from its collect, for responses and for queries. */
export interface ItemProperty {
  value: (collect: Collect, productType: ItemProduct) => unknown;
  /** The value in milliseconds, for properties that are times. */
  instantMs?: (collect: Collect) => number;
  /** True when the items of one collect have different values. */
  isPerProduct?: true;
}

type Sampled = keyof ReturnType<typeof computeSampling>;

const defineMoment = (instantMs: (collect: Collect) => number): ItemProperty => ({
  value: (collect) => formatTimestamp(instantMs(collect)),
  instantMs,
});
const defineSampled = (name: Sampled): ItemProperty => ({
  value: (collect, productType) => computeSampling(collect, productType)[name],
  isPerProduct: true,
});
const defineFixed = (value: unknown): ItemProperty => ({ value: () => value });

/** Centre of the X band, GHz. */
const CENTER_FREQUENCY = 9.65;

/** All properties by name. */
export const ITEM_PROPERTIES: ReadonlyMap<string, ItemProperty> = new Map(
  Object.entries<ItemProperty>({
    title: { value: formatTitle, isPerProduct: true },
    datetime: defineMoment(({ datetimeMs }) => datetimeMs),
    start_datetime: defineMoment(({ startMs }) => startMs),
    end_datetime: defineMoment(({ endMs }) => endMs),
    license: {
      value: ({ collectionId }) => (collectionId === "vendor-open-data" ? "CC-BY-4.0" : "proprietary"),
    },
    constellation: defineFixed("vendor"),
    platform: { value: ({ platform }) => platform },
    instruments: defineFixed(["x-sar"]),
    gsd: defineSampled("pixelSpacingAzimuth"),
    "sar:instrument_mode": { value: ({ type }) => type.collectMode },
    "sar:frequency_band": defineFixed("X"),
    "sar:center_frequency": defineFixed(CENTER_FREQUENCY),
    "sar:polarizations": { value: ({ polarization }) => [polarization] },
    "sar:product_type": { value: (_collect, productType) => productType, isPerProduct: true },
    "sar:resolution_range": defineSampled("resolutionRange"),
    "sar:resolution_azimuth": defineSampled("resolutionAzimuth"),
    "sar:pixel_spacing_range": defineSampled("pixelSpacingRange"),
    "sar:pixel_spacing_azimuth": defineSampled("pixelSpacingAzimuth"),
    "sar:looks_range": defineFixed(1),
    "sar:looks_azimuth": defineSampled("looksAzimuth"),
    "sar:looks_equivalent_number": defineSampled("equivalentLooks"),
    "sar:observation_direction": { value: ({ observationDirection }) => observationDirection },
    "sat:orbit_state": { value: ({ orbitState }) => orbitState },
    "view:off_nadir": { value: ({ lookAngleDegrees }) => lookAngleDegrees },
    "view:incidence_angle": { value: ({ incidenceAngleDegrees }) => incidenceAngleDegrees },
    "proj:centroid": { value: ({ center: [lon, lat] }) => ({ lat, lon }) },
    "vendor:collect_id": { value: ({ id }) => id },
    "vendor:collection_type": { value: ({ type }) => type.name },
    "vendor:squint_angle": { value: ({ squintAngleDegrees }) => squintAngleDegrees },
    "vendor:orbital_plane": { value: ({ orbitalPlane }) => orbitalPlane },
    // view:azimuth is defined from the point below the satellite; tasking constraints refer to this azimuth instead.
    "vendor:target_azimuth_angle": { value: ({ azimuthDegrees }) => azimuthDegrees },
  }),
);

function formatTitle({ platform, type, polarization }: Collect, productType: ItemProduct): string {
  return `${productType} ${polarization} ${type.name} by ${platform}`;
}

/** Resolution, sampling and looks of one product, in metres. */
interface Sampling {
  resolutionRange: number;
  resolutionAzimuth: number;
  pixelSpacingRange: number;
  pixelSpacingAzimuth: number;
  looksAzimuth: number;
  equivalentLooks: number;
}

/** Products in the slant plane with phase; all others are detected and projected to the ground. */
const COMPLEX_PRODUCTS: ReadonlySet<string> = new Set(["CPHD", "SICD", "SLC"]);

const toMillimetres = (metres: number): number => Math.round(metres * 1000) / 1000;

function computeSampling(
  { type, incidenceAngleDegrees }: Pick<Collect, "type" | "incidenceAngleDegrees">,
  productType: ItemProduct,
): Sampling {
  const { resolutionRangeMetres: range, resolutionAzimuthMetres: azimuth, numLooks } = type;
  if (COMPLEX_PRODUCTS.has(productType)) {
    return {
      resolutionRange: range,
      resolutionAzimuth: toMillimetres(azimuth / numLooks),
      pixelSpacingRange: toMillimetres(range * 0.8),
      pixelSpacingAzimuth: toMillimetres((azimuth / numLooks) * 0.8),
      looksAzimuth: 1,
      equivalentLooks: 1,
    };
  }
  const ground = range / Math.sin(incidenceAngleDegrees * RADIANS);
  // Geocoded pixels are square: half the coarser resolution, on a grid of 5 cm.
  const spacing = Math.max(0.1, Math.round(Math.max(ground, azimuth) * 10) / 20);
  return {
    resolutionRange: toMillimetres(ground),
    resolutionAzimuth: azimuth,
    pixelSpacingRange: spacing,
    pixelSpacingAzimuth: spacing,
    looksAzimuth: numLooks,
    equivalentLooks: toMillimetres(0.9 * numLooks + 0.1),
  };
}

// Items with the members of a recorded deployment (setting `itemForm`).

/** Address of an inner gateway in links of recorded deployments: it is not reachable. */
export const GATEWAY = "https://gw.internal.example/prod";

/** Returns the charged area of a collect in square metres. */
export const measureBillableArea = ({ geometry }: Pick<Collect, "geometry">): number =>
  Math.round(measureKm2(geometry) * 1e6);

const toMetres = (kilometres: number): number => kilometres * 1000;

/** Begins the name of a property that only recorded items have, in a search. */
export const RECORDED_ONLY = "recorded ";

/** Properties of recorded items that the sandbox's own items lack. */
export const RECORDED_PROPERTIES: ReadonlyMap<string, ItemProperty> = new Map(
  Object.entries<ItemProperty>({
    "locale:datetime": { value: ({ datetimeMs }) => formatLocalTime(datetimeMs) },
    "locale:timezone": defineFixed("Etc/UTC"),
    "locale:time": { value: ({ datetimeMs }) => new Date(datetimeMs).toISOString().slice(11, 23) },
    instruments: { value: ({ platform }) => [platform.replace(/-(?=\d+$)/, "-radar-")] },
    "view:look_angle": { value: ({ lookAngleDegrees }) => lookAngleDegrees },
    "view:azimuth": { value: ({ azimuthDegrees }) => Math.round(((azimuthDegrees + 180) % 360) * 100) / 100 },
    "vendor:resolution_ground_range": {
      value: (collect, productType) => computeSampling(collect, productType).resolutionRange,
      isPerProduct: true,
    },
    "vendor:look_angle": { value: ({ lookAngleDegrees }) => lookAngleDegrees },
    "vendor:layover_angle": defineFixed(0),
    "vendor:billable_area": { value: measureBillableArea },
    "vendor:image_formation_algorithm": defineFixed("backprojection"),
    "vendor:hash": { value: ({ id }) => id.replaceAll("-", "") },
    "vendor:image_length": { value: ({ type }) => toMetres(type.lengthKm) },
    "vendor:image_width": { value: ({ type }) => toMetres(type.widthKm) },
    "processing:software": defineFixed({ "SAR Processor": "2.50.2" }),
  }),
);

const formatLocalTime = (ms: number): string => formatTimestamp(ms).replace("Z", "+0000");

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
  const id = formatShownItemId(collect, productType, idStyle);
  const assets = assetsOf(collect, productType);
  const collection = `${gateway}/collections/${collect.collectionId}`;
  return {
    type: "Feature",
    stac_version: "1.0.0",
    id,
    properties: { ...listRecordedProperties(collect, productType, prefix), ...readMapFields(assets) },
    geometry: collect.geometry,
    links: [
      { rel: "self", href: `${collection}/items/${id}` },
      { rel: "collection", href: collection },
    ],
    assets: dropMapFields(assets),
    bbox: collect.bbox,
    stac_extensions: [...EXTENSIONS],
    collection: collect.collectionId,
  };
}

function listRecordedProperties(
  collect: Collect,
  productType: ItemProduct,
  prefix?: string,
): Record<string, unknown> {
  const properties = [...ITEM_PROPERTIES, ...RECORDED_PROPERTIES].filter(([name]) => !NOT_RECORDED.has(name));
  return Object.fromEntries(
    properties.map(([name, property]) => [withPrefix(name, prefix), property.value(collect, productType)]),
  );
}

const isMapField = (name: string): boolean => name.startsWith("proj:");

/** Returns the map fields of the data file, which recorded items have among their properties. */
const readMapFields = (assets: Readonly<Record<string, Asset>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.values(assets)
      .flatMap((asset) => Object.entries(asset))
      .filter(([name]) => isMapField(name)),
  );

const dropMapFields = (assets: Readonly<Record<string, Asset>>): Record<string, Asset> =>
  Object.fromEntries(
    Object.entries(assets).map(([key, asset]) => [
      key,
      Object.fromEntries(Object.entries(asset).filter(([name]) => !isMapField(name))) as Asset,
    ]),
  );
