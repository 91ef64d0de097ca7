import { type Satellite, satelliteFrom } from "../orbit/elements.ts";

/** Inclination class, degrees. */
export type OrbitalPlane = 45 | 53 | 97;

export interface FleetSatellite extends Satellite {
  readonly plane: OrbitalPlane;
}

/** Epoch of the fictitious elements, 2025-01-01: without drag they are valid for decades before and after. */
const EPOCH_MS = 1_735_689_600_000;

/** 525 km above the equator. */
const REVOLUTIONS_PER_DAY = 15.137;
const ECCENTRICITY = 3e-4;

/** Plane, inclination, right ascension of the ascending node, mean anomaly (degrees). */
const ORBITS: readonly (readonly [OrbitalPlane, number, number, number])[] = [
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

/** The fleet: 45 x3, 53 x4, 97.5 x3 degrees. The elements are fictitious and belong to no real satellite. */
export const SATELLITES: readonly FleetSatellite[] = ORBITS.map(
  ([plane, inclination, ascendingNode, meanAnomaly], index) => ({
    plane,
    ...satelliteFrom(index, {
      name: `SANDBOX ${index + 1}`,
      catalogNumber: 90_001 + index,
      epochMs: EPOCH_MS,
      revolutionsPerDay: REVOLUTIONS_PER_DAY,
      eccentricity: ECCENTRICITY,
      inclination,
      ascendingNode,
      argumentOfPerigee: 90,
      meanAnomaly,
    }),
  }),
);

/** Returns `platform` of the items, such as `vendor-04`. `vendor` is the operator's name. */
export const platformName = (satellite: number, vendor = "vendor"): string =>
  `${vendor}-${String(satellite + 1).padStart(2, "0")}`;
