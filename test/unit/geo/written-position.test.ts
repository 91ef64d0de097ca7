import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureKm2 } from "../../../src/geo/area.ts";
import {
  KM_PER_DEGREE,
  makeDisc,
  computeBearing,
  computeDestination,
  measureDistanceKm,
} from "../../../src/geo/great-circle.ts";
import { computeSignedArea } from "../../../src/geo/polygon.ts";
import { readWrittenPosition } from "../../../src/geo/position-text.ts";
import { findRingFault } from "../../../src/geo/ring.ts";

describe("a position as charts write it", () => {
  it.each([
    ["38.71N 9.14W", [-9.14, 38.71]],
    ["38.71n,9.14w", [-9.14, 38.71]],
    ["9.14W 38.71N", [-9.14, 38.71]],
    ["N38.71 W9.14", [-9.14, 38.71]],
    [`38°42'36"N, 9°8'24"W`, [-9.14, 38.71]],
    ["38 42.6 N 9 8.4 W", [-9.14, 38.71]],
    ["38d42m36sN 9d8m24sW", [-9.14, 38.71]],
    ["N38 42.6 W9 8.4", [-9.14, 38.71]],
    ["0.5S0.5E", [0.5, -0.5]],
    ["0N 0W", [0, 0]],
    ["90S 180W", [-180, -90]],
  ])("PICK-03 %s", (text, position) => {
    expect(readWrittenPosition(text)).toEqual({ ok: true, position });
  });

  it.each([
    ["38.71N", /is not a latitude and longitude such as/],
    ["38.71N 9.14N", /is not a latitude and longitude/],
    ["38 61N 9W", /minutes and seconds end at 60/],
    ["38.5 30N 9W", /give whole degrees/],
    ["91N 0E", /latitude 91 outside/],
    ["9N 181W", /longitude -181 outside/],
  ])("PICK-03 %s is refused", (text, reason) => {
    expect(readWrittenPosition(text)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(reason) as string,
    });
  });

  it.each(["-9.14,38.71", "1e1,3", "nine,38", "Essen", ""])("%j is not a position", (text) => {
    expect(readWrittenPosition(text)).toBeUndefined();
  });

  it("PICK-03 every position can be read back from its degrees, minutes and seconds", () => {
    const angle = (most: number) => fc.integer({ min: -most * 3600, max: most * 3600 });
    const write = (seconds: number, [plus, minus]: [string, string]): string => {
      const size = Math.abs(seconds);
      const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
      return `${parts[0]}°${parts[1]}'${parts[2]}"${seconds < 0 ? minus : plus}`;
    };
    fc.assert(
      fc.property(angle(180), angle(90), (x, y) => {
        const read = readWrittenPosition(`${write(y, ["N", "S"])} ${write(x, ["E", "W"])}`);
        if (read?.ok !== true) throw new Error(JSON.stringify(read));
        expect(read.position[0]).toBeCloseTo(x / 3600, 6);
        expect(read.position[1]).toBeCloseTo(y / 3600, 6);
      }),
    );
  });
});

describe("great circles and discs", () => {
  it("a destination has the requested distance and direction", () => {
    const latitude = fc.double({ min: -80, max: 80, noNaN: true });
    const longitude = fc.double({ min: -180, max: 180, noNaN: true });
    const course = fc.double({ min: 0, max: 359, noNaN: true });
    fc.assert(
      fc.property(
        longitude,
        latitude,
        course,
        fc.double({ min: 1, max: 900, noNaN: true }),
        (x, y, way, km) => {
          const there = computeDestination([x, y], way, km);
          expect(measureDistanceKm([x, y], there)).toBeCloseTo(km, 5);
          expect(Math.cos(((computeBearing([x, y], there) - way) * Math.PI) / 180)).toBeCloseTo(1, 6);
        },
      ),
    );
  });

  it.each([
    [-9.14, 38.71, 5],
    [179.99, -17, 20],
    [10, 85, 100],
    [0, 0, 1000],
  ])("PICK-03 the disc around %d,%d of %d km is a valid ring of its area", (x, y, km) => {
    const disc = makeDisc({ type: "Point", coordinates: [x, y] }, km);
    expect(disc.coordinates).toHaveLength(1);
    expect(disc.coordinates[0]!.every(([longitude]) => Math.abs(longitude!) <= 180)).toBe(true);
    const area = measureKm2(disc);
    expect(area / (Math.PI * km * km)).toBeGreaterThan(0.985);
    expect(area / (Math.PI * km * km)).toBeLessThan(1.01);
    if (Math.abs(x) < 170) expect(findRingFault(disc.coordinates[0]!)).toBeUndefined();
  });

  it("PICK-03 MAP-03 a disc around a pole is a valid ring of its area, and contains every place within its radius", () => {
    const EARTH_KM = 6371;
    const anyDisc = fc
      .record({
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
        kmToPole: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3000, noNaN: true })),
        beyondKm: fc.oneof(fc.constant(0), fc.double({ min: 0.5, max: 2000, noNaN: true })),
        isNorth: fc.boolean(),
      })
      .filter(({ kmToPole, beyondKm }) => kmToPole + beyondKm >= 1);
    fc.assert(
      fc.property(anyDisc, ({ longitude, kmToPole, beyondKm, isNorth }) => {
        const latitude = (isNorth ? 1 : -1) * (90 - kmToPole / KM_PER_DEGREE);
        const km = (90 - Math.abs(latitude)) * KM_PER_DEGREE + beyondKm;
        const disc = makeDisc({ type: "Point", coordinates: [longitude, latitude] }, km);
        const [ring = []] = disc.coordinates;
        expect(findRingFault(ring)).toBeUndefined();
        expect(computeSignedArea(ring)).toBeGreaterThan(0);
        expect([...new Set(ring.filter(([, y]) => Math.abs(y!) === 90).map(([, y]) => y))]).toEqual([
          isNorth ? 90 : -90,
        ]);
        const cap = 2 * Math.PI * EARTH_KM ** 2 * (1 - Math.cos(km / EARTH_KM));
        expect(measureKm2(disc) / cap).toBeGreaterThan(0.98);
        expect(measureKm2(disc) / cap).toBeLessThan(1.02);
        for (const [x = 0, y = 0] of ring)
          if (Math.abs(y) < 89.99999)
            expect(Math.abs(measureDistanceKm([longitude, latitude], [x, y]) - km)).toBeLessThan(
              km * 0.001 + 0.01,
            );
      }),
    );
  });
});
