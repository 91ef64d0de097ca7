import { formatTimestamp } from "../../time/timestamp.ts";
import type { Collect } from "./collect.ts";
import type { ItemProduct } from "./product-types.ts";
import { samplingOf } from "./sampling.ts";

/** How one property of an item comes from its collect. The items are built from this table, and so are queries answered. */
export interface ItemProperty {
  value: (collect: Collect, productType: ItemProduct) => unknown;
  /** The same as milliseconds, for properties that are moments. */
  instantMs?: (collect: Collect) => number;
  /** True when the items of one collect differ in it. */
  isPerProduct?: true;
}

type Sampled = keyof ReturnType<typeof samplingOf>;

const moment = (instantMs: (collect: Collect) => number): ItemProperty => ({
  value: (collect) => formatTimestamp(instantMs(collect)),
  instantMs,
});
const sampled = (name: Sampled): ItemProperty => ({
  value: (collect, productType) => samplingOf(collect, productType)[name],
  isPerProduct: true,
});
const fixed = (value: unknown): ItemProperty => ({ value: () => value });

/** The middle of X band, GHz. */
const CENTER_FREQUENCY = 9.65;

const tables = new Map<string, ReadonlyMap<string, ItemProperty>>();

/** All properties by name, with the operator's name in front of its own. */
export function itemPropertyTable(vendorPrefix: string): ReadonlyMap<string, ItemProperty> {
  const known = tables.get(vendorPrefix);
  if (known !== undefined) return known;
  const table = new Map(Object.entries(makeTable(vendorPrefix)));
  tables.set(vendorPrefix, table);
  return table;
}

function makeTable(vendor: string): Record<string, ItemProperty> {
  return {
    title: { value: titleOf, isPerProduct: true },
    datetime: moment(({ datetimeMs }) => datetimeMs),
    start_datetime: moment(({ startMs }) => startMs),
    end_datetime: moment(({ endMs }) => endMs),
    license: {
      value: ({ collectionId }) => (collectionId === "vendor-open-data" ? "CC-BY-4.0" : "proprietary"),
    },
    constellation: fixed(vendor),
    platform: { value: ({ platform }) => platform },
    instruments: fixed(["x-sar"]),
    gsd: sampled("pixelSpacingAzimuth"),
    "sar:instrument_mode": { value: ({ type }) => type.collectMode },
    "sar:frequency_band": fixed("X"),
    "sar:center_frequency": fixed(CENTER_FREQUENCY),
    "sar:polarizations": { value: ({ polarization }) => [polarization] },
    "sar:product_type": { value: (_collect, productType) => productType, isPerProduct: true },
    "sar:resolution_range": sampled("resolutionRange"),
    "sar:resolution_azimuth": sampled("resolutionAzimuth"),
    "sar:pixel_spacing_range": sampled("pixelSpacingRange"),
    "sar:pixel_spacing_azimuth": sampled("pixelSpacingAzimuth"),
    "sar:looks_range": fixed(1),
    "sar:looks_azimuth": sampled("looksAzimuth"),
    "sar:looks_equivalent_number": sampled("equivalentLooks"),
    "sar:observation_direction": { value: ({ observationDirection }) => observationDirection },
    "sat:orbit_state": { value: ({ orbitState }) => orbitState },
    "view:off_nadir": { value: ({ lookAngleDegrees }) => lookAngleDegrees },
    "view:incidence_angle": { value: ({ incidenceAngleDegrees }) => incidenceAngleDegrees },
    "proj:centroid": { value: ({ center: [lon, lat] }) => ({ lat, lon }) },
    [`${vendor}:collect_id`]: { value: ({ id }) => id },
    [`${vendor}:collection_type`]: { value: ({ type }) => type.name },
    [`${vendor}:squint_angle`]: { value: ({ squintAngleDegrees }) => squintAngleDegrees },
    [`${vendor}:orbital_plane`]: { value: ({ orbitalPlane }) => orbitalPlane },
    // view:azimuth is defined from the point below the satellite; this is the azimuth that tasking constraints mean.
    [`${vendor}:target_azimuth_angle`]: { value: ({ azimuthDegrees }) => azimuthDegrees },
  };
}

function titleOf({ platform, type, polarization }: Collect, productType: ItemProduct): string {
  return `${productType} ${polarization} ${type.name} by ${platform}`;
}
