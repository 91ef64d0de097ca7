import { json2satrec, type SatRec } from "satellite.js";
import { formatTimestamp } from "../../time/timestamp.ts";

/** Inclination class, degrees. */
export type OrbitalPlane = 45 | 53 | 97;

export interface Satellite {
  /** Position in `SATELLITES`. */
  readonly index: number;
  readonly plane: OrbitalPlane;
  readonly satrec: SatRec;
}

/** Epoch of the made-up elements: without drag they hold for decades on both sides. */
export const ELEMENTS_EPOCH_MS = 1_735_689_600_000;

/** 525 km above the equator. */
const REVOLUTIONS_PER_DAY = 15.137;
const ECCENTRICITY = 3e-4;

/** Plane, inclination, right ascension of the ascending node, mean anomaly (degrees). */
const ELEMENTS: readonly (readonly [OrbitalPlane, number, number, number])[] = [
  [45, 45, 12, 5],
  [45, 45, 132, 47],
  [45, 45, 252, 89],
  [53, 53, 33, 21],
  [53, 53, 123, 201],
  [53, 53, 213, 66],
  [53, 53, 303, 246],
  [97, 97.5, 358, 10],
  [97, 97.5, 58, 130],
  [97, 97.5, 118, 250],
];

/** The fleet: 45 x3, 53 x4, 97.5 x3 degrees. No element was ever flown. */
export const SATELLITES: readonly Satellite[] = ELEMENTS.map(
  ([plane, inclination, node, anomaly], index) => ({
    index,
    plane,
    satrec: json2satrec({
      OBJECT_NAME: `SANDBOX ${index + 1}`,
      OBJECT_ID: "2025-000A",
      EPOCH: formatTimestamp(ELEMENTS_EPOCH_MS),
      MEAN_MOTION: REVOLUTIONS_PER_DAY,
      ECCENTRICITY,
      INCLINATION: inclination,
      RA_OF_ASC_NODE: node,
      ARG_OF_PERICENTER: 90,
      MEAN_ANOMALY: anomaly,
      NORAD_CAT_ID: 90_001 + index,
      ELEMENT_SET_NO: 1,
      BSTAR: 0,
      MEAN_MOTION_DOT: 0,
      MEAN_MOTION_DDOT: 0,
    }),
  }),
);

/** `platform` of the items: the vendor's name and the satellite's number, such as `vendor-04`. */
export function platformName(vendorPrefix: string, satellite: number): string {
  return `${vendorPrefix}-${String(satellite + 1).padStart(2, "0")}`;
}
