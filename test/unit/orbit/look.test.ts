import * as fc from "fast-check";
import { gstime } from "satellite.js";
import { describe, expect, it } from "vitest";
import { toGroundPoint, toGeodetic, norm, subtract } from "../../../src/orbit/ellipsoid.ts";
import { computeLook } from "../../../src/orbit/look.ts";
import { computeSiderealTime, computeState } from "../../../src/orbit/propagation.ts";
import { SATELLITES } from "../../../src/sandbox/fleet.ts";
import { imagedPoint } from "./imaged-point.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.parse("2026-02-02T00:00:00Z");
const DEGREES = 180 / Math.PI;

const times = fc.integer({
  min: Date.parse("2024-01-01T00:00:00Z"),
  max: Date.parse("2030-01-01T00:00:00Z"),
});
const satellites = fc.constantFrom(...SATELLITES);

describe("orbits", () => {
  it("are 525 km above the equator, with 15.137 turns per day, within the latitudes of their plane", () => {
    for (const satellite of SATELLITES) {
      let highest = 0;
      let nodes = 0;
      let before = computeState(satellite, START_MS).position.z;
      for (let ms = START_MS; ms <= START_MS + 10 * DAY_MS; ms += 30_000) {
        const { position } = computeState(satellite, ms);
        highest = Math.max(highest, Math.abs(toGeodetic(position)[1]));
        if (before < 0 && position.z >= 0) {
          nodes++;
          expect(Math.abs(norm(position) - 6378.137 - 525)).toBeLessThan(12);
        }
        before = position.z;
      }
      const reach = { 45: 45, 53: 53, 97: 82.5 }[satellite.plane];
      expect(Math.abs(highest - reach)).toBeLessThan(0.3);
      expect(nodes / 10).toBeCloseTo(15.137, 0);
    }
  });

  it("turn with the earth: the ground velocity is the difference of positions", () => {
    fc.assert(
      fc.property(satellites, times, (satellite, ms) => {
        const { velocity } = computeState(satellite, ms);
        const way = subtract(
          computeState(satellite, ms + 500).position,
          computeState(satellite, ms - 500).position,
        );
        expect(norm(subtract(way, velocity))).toBeLessThan(1e-4);
      }),
    );
  });

  it("agree with the sidereal time of the SGP4 library", () => {
    fc.assert(
      fc.property(times, (ms) => {
        const difference = computeSiderealTime(ms) - gstime(new Date(ms));
        expect(Math.abs(Math.sin(difference))).toBeLessThan(1e-8);
      }),
    );
  });
});

describe("looks", () => {
  it("return to their start: the imaged point is seen under the same look, side and squint", () => {
    fc.assert(
      fc.property(
        satellites,
        times,
        fc.constantFrom("left" as const, "right" as const),
        fc.double({ min: 5, max: 50, noNaN: true }),
        fc.constantFrom(-20, 0, 4),
        (satellite, ms, side, lookAngleDegrees, squintAngleDegrees) => {
          // The flight is not exactly level, so a look angle a hair above the squint has no beam.
          fc.pre(Math.abs(squintAngleDegrees) < lookAngleDegrees - 0.1);
          const state = computeState(satellite, ms);
          const point = imagedPoint(state, { side, lookAngleDegrees, squintAngleDegrees });
          if (point === undefined) throw new Error("the beam missed the earth");
          const [longitude, latitude] = toGeodetic(point);
          const seen = computeLook(state, toGroundPoint(longitude, latitude));
          expect(seen.side).toBe(side);
          expect(seen.lookAngleDegrees).toBeCloseTo(lookAngleDegrees, 6);
          expect(seen.squintAngleDegrees).toBeCloseTo(squintAngleDegrees, 6);
        },
      ),
    );
  });

  it("obey the law of sines in the triangle of earth centre, satellite and scene", () => {
    fc.assert(
      fc.property(satellites, times, fc.double({ min: 10, max: 45, noNaN: true }), (satellite, ms, look) => {
        const state = computeState(satellite, ms);
        const point = imagedPoint(state, { side: "right", lookAngleDegrees: look });
        if (point === undefined) throw new Error("the beam missed the earth");
        const { incidenceAngleDegrees } = computeLook(state, toGroundPoint(...toGeodetic(point)));
        const sine = (norm(state.position) / norm(point)) * Math.sin(look / DEGREES);
        // The vertical of the ellipsoid leans at most 0.2 degrees from the direction to the earth's centre.
        expect(Math.abs(Math.asin(sine) * DEGREES - incidenceAngleDegrees)).toBeLessThan(0.2);
      }),
    );
  });
});
