import type { Region } from "../../geo/geojson.ts";
import { DAY_MS } from "../../time/civil.ts";
import type { ImagingType, OrbitalPlane } from "../fleet.ts";

// Spec silent: the collection ids. The sandbox has the paid `vendor-archive` and the free `vendor-open-data`.
export type CollectionId = "vendor-archive" | "vendor-open-data";

/** Durations of holdbacks. */
export const HOLDBACK_MS = { "30_day": 30 * DAY_MS, "1_year": 365 * DAY_MS, permanent: Infinity } as const;

/** The only organization that may see a collect, and until when. */
export interface Holdback {
  organizationId: string;
  kind: keyof typeof HOLDBACK_MS;
  /** Milliseconds since 1970; Infinity when the collect never becomes public. */
  untilMs: number;
}

/** One image of one scene by one satellite: plain data, in the same form for the archive and for a task. */
export interface Collect {
  /** The `vendor:collect_id` of the items, in the form of a UUID. */
  id: string;
  /** Position in the constellation. */
  satellite: number;
  /** `sat:platform` name of that satellite, such as `vendor-04`. */
  platform: string;
  orbitalPlane: OrbitalPlane;
  /** The moment to which the angles below refer: the item's `datetime`, between start and end. */
  datetimeMs: number;
  startMs: number;
  endMs: number;
  observationDirection: "left" | "right";
  orbitState: "ascending" | "descending";
  /** Angle at the satellite between nadir and the scene centre (off-nadir). */
  lookAngleDegrees: number;
  /** Angle at the scene centre between up and the satellite. */
  incidenceAngleDegrees: number;
  /** Direction from the scene centre to the satellite, clockwise from north, 0 to 360. */
  azimuthDegrees: number;
  /** Angle between the beam and broadside, positive if the beam points forward. */
  squintAngleDegrees: number;
  /** Collection type with its mode (`type.collectMode`), looks, resolutions and ground size. */
  type: ImagingType;
  polarization: "HH" | "VV";
  /** `[longitude, latitude]` on the WGS84 ellipsoid, where the beam centre meets it. */
  center: [longitude: number, latitude: number];
  /** Footprint: counter-clockwise, split at the antimeridian (then a MultiPolygon). */
  geometry: Region;
  /** West, south, east, north; west is larger than east across the antimeridian. */
  bbox: [west: number, south: number, east: number, north: number];
  /** Available product types; always includes GEO. */
  productTypes: ProductType[];
  collectionId: CollectionId;
  /** The holdback; undefined when the collect was never held back. */
  holdback: Holdback | undefined;
}

/** Product types in which a collect is delivered, sorted by name, which is also the order of their item ids. */
export const PRODUCT_TYPES = ["CPHD", "GEC", "GEO", "SICD", "SIDD", "SLC"] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** The product of an item: a delivered type, or the analytic one (vessel detections) that only an order generates. */
export type ItemProduct = ProductType | "VS";

/** Share of the archive's collects that have each product type; GEO always exists. */
export const PRODUCT_SHARES: Readonly<Record<ProductType, number>> = {
  CPHD: 0.35,
  GEC: 0.75,
  GEO: 1,
  SICD: 0.7,
  SIDD: 0.45,
  SLC: 0.85,
};

/** Returns the product types of a bit mask with bits in the order of `PRODUCT_TYPES`. */
export function listProductTypes(mask: number): ProductType[] {
  return PRODUCT_TYPES.filter((_type, bit) => (mask & (1 << bit)) !== 0);
}

/** Returns whether an organization may see a collect: its owner always, all others after the holdback. */
export function isVisible(
  { holdback }: Pick<Collect, "holdback">,
  viewerOrganizationId: string | undefined,
  nowMs: number,
): boolean {
  return (
    holdback === undefined || nowMs >= holdback.untilMs || holdback.organizationId === viewerOrganizationId
  );
}

/** Properties of a collect that are part of its item ids. */
export type NamedCollect = Pick<Collect, "id" | "platform" | "startMs" | "type" | "polarization">;

/**
 * Returns the STAC item id of one product of a collect: `VENDOR-04_20260301T101112_SP_GEO_HH_1a2b3c4d`. It ends with
 * the first part of the collect's id.
 */
export function formatItemId(collect: NamedCollect, productType: string): string {
  const start = new Date(collect.startMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const { code } = collect.type;
  const short = collect.id.slice(0, 8);
  return `${collect.platform.toUpperCase()}_${start}_${code}_${productType}_${collect.polarization}_${short}`;
}

const SHAPE = /_\d{8}T\d{6}_[A-Z]+_([A-Z]+)_[A-Z]{2}_([0-9a-f]{8})$/;

/** Returns the product type and the collect's short id of an archive item's id; undefined for any other text. */
export function readItemId(id: string): { productType: ProductType; shortId: string } | undefined {
  const [, product, shortId = ""] = SHAPE.exec(id) ?? [];
  const productType = PRODUCT_TYPES.find((type) => type === product);
  return productType === undefined ? undefined : { productType, shortId };
}

const formatDigits = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replaceAll(/\D/g, "");

/**
 * Returns the item id in the form used in the field: `VENDOR_C04_SP_GEO_HH_20260301101112_20260301101130`, with the
 * first and the last second of the collect.
 */
export function formatLongItemId(
  { platform, startMs, endMs, type, polarization }: Collect,
  productType: string,
): string {
  const satellite = platform.toUpperCase().replace(/-(\d+)$/, "_C$1");
  const span = `${formatDigits(startMs)}_${formatDigits(endMs)}`;
  return `${satellite}_${type.code}_${productType}_${polarization}_${span}`;
}

/** Returns the item id in the notation of the setting `idStyle`. */
export const formatShownItemId = (
  collect: Collect,
  productType: string,
  idStyle: "short" | "long" = "short",
): string => (idStyle === "long" ? formatLongItemId : formatItemId)(collect, productType);

const LONG_SHAPE = /_[A-Z]+_([A-Z]+)_[A-Z]{2}_(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_\d{14}$/;

/** Returns the product and the first second of an item from its long id; undefined for any other text. */
export function readLongId(id: string): { productType: ItemProduct; startMs: number } | undefined {
  const [, productType, ...parts] = LONG_SHAPE.exec(id) ?? [];
  if (productType === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const startMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return { productType: productType as ItemProduct, startMs };
}
