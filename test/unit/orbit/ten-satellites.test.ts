/** VIEW-07 at length: ten satellites in ten orbits over ten places for a week, compared with a search of each second. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeSatellite } from "../../../src/orbit/elements.ts";
import { toGroundPoint } from "../../../src/orbit/ellipsoid.ts";
import { type PassLimits, type PassWindow, passWindows } from "../../../src/orbit/pass-windows.ts";
import { readElementFile } from "../../../src/app/passes/predict-passes.ts";
import { PROVES_ALL, sampled } from "../../sampled.ts";
import { need } from "../../need.ts";
import { compareWithIndependent, NOT_INSTALLED } from "./compare-with-independent.ts";
import { rounded } from "./rounded-window.ts";

const FROM = Date.parse("2026-03-02T00:00:00Z");
const DAY_MS = 86_400_000;
const LIMITS: PassLimits = { offNadir: [5, 50], squint: [-30, 30] };

/** Name, revolutions per day, eccentricity, inclination, node, argument of perigee, mean anomaly. */
const ORBITS = [
  ["sun-synchronous 1", 15.137, 0.0003, 97.5123, 58.4321, 33.4455, 130.9876],
  ["sun-synchronous 2", 14.86, 0.0011, 97.9, 310.5, 88, 12],
  ["sun-synchronous 3", 14.2, 0.0001, 98.6, 180.25, 270, 301],
  ["mid inclination 1", 15.137, 0.0011, 53.0021, 123.4567, 301.5, 201.1111],
  ["mid inclination 2", 15.3, 0.0005, 45, 12, 90, 5],
  ["mid inclination 3", 15.05, 0.002, 66.2, 250, 10, 77],
  ["near the equator", 14.9, 0.0008, 4.5, 20, 45, 90],
  ["against the turn of the earth", 14.6, 0.0004, 142.3, 95, 180, 260],
  ["eccentric, of 1.9 hours", 12.6, 0.13, 63.4, 200, 270, 40],
  ["eccentric, of 6 hours", 4, 0.58, 63.4, 30, 280, 10],
] as const;

const ELEMENTS = ORBITS.map(
  (
    [OBJECT_NAME, MEAN_MOTION, ECCENTRICITY, INCLINATION, RA_OF_ASC_NODE, ARG_OF_PERICENTER, MEAN_ANOMALY],
    at,
  ) => ({
    OBJECT_NAME,
    OBJECT_ID: "2025-001A",
    EPOCH: "2026-03-01T06:11:14.986176",
    MEAN_MOTION,
    ECCENTRICITY,
    INCLINATION,
    RA_OF_ASC_NODE,
    ARG_OF_PERICENTER,
    MEAN_ANOMALY,
    EPHEMERIS_TYPE: 0,
    NORAD_CAT_ID: 90_601 + at,
    BSTAR: 0.0001,
  }),
);

const PLACES = [
  ["Quito", -78.47, -0.18],
  ["Taveuni", 179.99, -16.85],
  ["Kilauea", -155.29, 19.41],
  ["Lisbon", -9.14, 38.69],
  ["Rotterdam", 4.14, 51.95],
  ["Wrangel Island", -179.5, 71.2],
  ["Franz Josef Land", 58.05, 80.62],
  ["South Georgia", -36.5, -54.28],
  ["McMurdo", 166.67, -77.85],
  ["near the north pole", 12, 89.5],
] as const;

const sets = await readElementFile(JSON.stringify(ELEMENTS), "ten", "--elements");
const satellites = sets.map((set, index) => makeSatellite(index, set));

const DAYS = PROVES_ALL ? 3 : 1;

describe("VIEW-07 windows of ten satellites", () => {
  const places = sampled(PLACES, 2);
  it(`over ${places.length} places are those of an independent SGP4 at steps of a second, for 45 to 70 degrees off nadir`, async (context) => {
    const compared = await compareWithIndependent(
      { elements: ELEMENTS, satellites, places, limits: LIMITS },
      { fromMs: FROM, toMs: FROM + DAYS * DAY_MS },
      [45, 50, 55, 60, 65, 70],
    );
    need(compared !== undefined, NOT_INSTALLED, context);
    expect(compared).toBeGreaterThan(130 * places.length * DAYS);
  }, 1_200_000);

  it("stay the same when the search starts a second earlier", () => {
    const place = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
    );
    fc.assert(
      fc.property(
        place,
        fc.nat({ max: satellites.length - 1 }),
        fc.integer({ min: 0, max: 5 * DAY_MS }),
        fc.double({ min: 45, max: 70, noNaN: true }),
        ([longitude, latitude], which, after, most) => {
          const fromMs = FROM + after;
          const windowsFrom = (startMs: number): PassWindow[] =>
            passWindows(
              satellites[which]!,
              [{ ground: toGroundPoint(longitude, latitude), weight: 1 }],
              [{ startMs, endMs: startMs + 7 * DAY_MS }],
              { ...LIMITS, offNadir: [5, most] },
            ).filter(({ startMs, endMs }) => startMs > fromMs + 1 && endMs < fromMs + 7 * DAY_MS - 1001);
          expect(windowsFrom(fromMs - 1000).map(rounded)).toEqual(windowsFrom(fromMs).map(rounded));
        },
      ),
      { numRuns: PROVES_ALL ? 200 : 30 },
    );
  }, 120_000);
});
