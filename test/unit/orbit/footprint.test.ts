import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Position } from "../../../src/geo/geojson.ts";
import { type Footprint, computeFootprint } from "../../../src/orbit/footprint.ts";
import { outlineOf, type Rectangle } from "./rectangle.ts";
import { areaOf } from "./sphere-area.ts";

const scenes: fc.Arbitrary<Rectangle> = fc.record({
  center: fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -84, max: 84, noNaN: true }),
  ),
  azimuthDegrees: fc.double({ min: 0, max: 360, noNaN: true }),
  widthKm: fc.constantFrom(5, 10),
  lengthKm: fc.constantFrom(5, 20, 50, 100),
});

const ringsOf = ({ geometry }: Footprint): Position[][] =>
  geometry.type === "Polygon"
    ? geometry.coordinates
    : geometry.coordinates.map(([ring]) => ring as Position[]);

const footprintAt = (rectangle: Rectangle): Footprint =>
  computeFootprint(outlineOf(rectangle), rectangle.center);

function signedArea(ring: Position[]): number {
  let sum = 0;
  for (let at = 1; at < ring.length; at++) {
    const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [ring[at - 1] as Position, ring[at] as Position];
    sum += (x1 - x0) * (y1 + y0 - 2 * (ring[0]?.[1] ?? 0));
  }
  return -sum / 2;
}

/** Crossing number, on the flat map. */
function contains(rings: Position[][], [x, y]: readonly [number, number]): boolean {
  return rings.some((ring) => {
    let isInside = false;
    for (let at = 1; at < ring.length; at++) {
      const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [ring[at - 1] as Position, ring[at] as Position];
      if (y0 > y !== y1 > y && x < x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)) isInside = !isInside;
    }
    return isInside;
  });
}

describe("footprints", () => {
  it("are closed, counter-clockwise, within the map, and contain their centre", () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const footprint = footprintAt(scene);
        const rings = ringsOf(footprint);
        for (const ring of rings) {
          expect(ring.at(-1)).toEqual(ring[0]);
          expect(signedArea(ring)).toBeGreaterThan(0);
          for (const [longitude = NaN, latitude = NaN] of ring) {
            expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
            expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
          }
        }
        const [longitude, latitude] = scene.center;
        if (Math.abs(longitude) < 179.999) expect(contains(rings, [longitude, latitude])).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("have the size of their scene on the ground", () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const area = ringsOf(footprintAt(scene)).reduce((sum, ring) => sum + areaOf(ring), 0);
        // A sphere for an ellipsoid, and a chord for an arc, lose some accuracy.
        expect(area / (scene.widthKm * scene.lengthKm)).toBeGreaterThan(0.97);
        expect(area / (scene.widthKm * scene.lengthKm)).toBeLessThan(1.03);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["Taveuni", [179.995, -16.85]],
    ["Wrangel Island", [-179.98, 71.23]],
    ["Semisopochnoi", [180, 51.95]],
  ] as const)(
    "CATALOG-05 %s: two parts meet at the antimeridian, and the box runs across it",
    (_name, center) => {
      const { geometry, bbox } = footprintAt({
        center,
        azimuthDegrees: 100,
        widthKm: 10,
        lengthKm: 20,
      });
      expect(geometry.type).toBe("MultiPolygon");
      const rings = ringsOf({ geometry, bbox });
      expect(Math.max(...(rings[0] as Position[]).map(([longitude = NaN]) => longitude))).toBe(180);
      expect(Math.min(...(rings[1] as Position[]).map(([longitude = NaN]) => longitude))).toBe(-180);
      expect(bbox[0]).toBeGreaterThan(179);
      expect(bbox[2]).toBeLessThan(-179);
      expect(bbox[1]).toBeLessThan(bbox[3]);
    },
  );

  it.each([
    ["north", 89.9, 1],
    ["south", -89.9, -1],
  ] as const)("contain the %s pole inside them, cut along the antimeridian", (_name, latitude, side) => {
    const footprint = footprintAt({
      center: [47, latitude],
      azimuthDegrees: 30,
      widthKm: 60,
      lengthKm: 100,
    });
    expect(footprint.geometry.type).toBe("Polygon");
    const [ring] = ringsOf(footprint) as [Position[]];
    expect(signedArea(ring)).toBeGreaterThan(0);
    for (const longitude of [-170, -60, 0, 80, 175]) {
      expect(contains([ring], [longitude, side * 89.999])).toBe(true);
    }
    expect(footprint.bbox[0]).toBe(-180);
    expect(footprint.bbox[2]).toBe(180);
    expect(side === 1 ? footprint.bbox[3] : footprint.bbox[1]).toBe(90 * side);
    expect(areaOf(ring) / 6000).toBeCloseTo(1, 1);
  });

  it("exclude a pole outside of them", () => {
    const { geometry, bbox } = footprintAt({
      center: [-150, 87],
      azimuthDegrees: 200,
      widthKm: 10,
      lengthKm: 100,
    });
    expect(geometry.type).toBe("Polygon");
    expect(bbox[3]).toBeLessThan(88);
  });
});
