import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureKm2 } from "../../../src/geo/area.ts";
import { measureGeometryBounds } from "../../../src/geo/bounds.ts";
import { computeCentroid } from "../../../src/geo/centroid.ts";
import type { MultiPolygon, Polygon, Position } from "../../../src/geo/geojson.ts";

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const polygon = (...coordinates: Position[][]): Polygon => ({ type: "Polygon", coordinates });
const TAVEUNI: MultiPolygon = {
  type: "MultiPolygon",
  coordinates: [[box(179.8, -17, 180, -16.7)], [box(-180, -17, -179.6, -16.7)]],
};

describe("areaKm2", () => {
  it("gives the published surface of the ellipsoid for the whole world", () => {
    expect(measureKm2(polygon(box(-180, -90, 180, 90)))).toBeCloseTo(510_065_621.724, 2);
  });

  it("agrees with the sum of small cells by the ellipsoid's radii of curvature", () => {
    const [radius, squared] = [6378.137, 0.006_694_379_990_141_317];
    const cellKm2 = (latitude: number, degrees: number): number => {
      const phi = (latitude * Math.PI) / 180;
      const flat = 1 - squared * Math.sin(phi) ** 2;
      const [meridian, normal] = [(radius * (1 - squared)) / flat ** 1.5, radius / Math.sqrt(flat)];
      return meridian * normal * Math.cos(phi) * ((degrees * Math.PI) / 180) ** 2;
    };
    for (const south of [-90, -61, -20, 0, 35, 59.5, 89]) {
      let sum = 0;
      for (let cell = 0; cell < 1000; cell++) sum += cellKm2(south + (cell + 0.5) / 1000, 0.001) * 1000;
      expect(measureKm2(polygon(box(10, south, 11, south + 1)))).toBeCloseTo(sum, 2);
    }
  });

  it("keeps its digits on a berth of ten metres in the port of Rotterdam", () => {
    const [west, south, size] = [4.1234567, 51.9567891, 1e-4];
    const metresEast = size * 111_320 * Math.cos((south * Math.PI) / 180);
    const metresNorth = size * 111_250;
    const km2 = measureKm2(polygon(box(west, south, west + size, south + size)));
    expect(km2 / ((metresEast * metresNorth) / 1e6)).toBeCloseTo(1, 2);
  });

  it("subtracts holes, adds parts, and ignores winding", () => {
    const whole = measureKm2(polygon(box(0, 40, 4, 44)));
    const hole = measureKm2(polygon(box(1, 41, 2, 42)));
    expect(measureKm2(polygon(box(0, 40, 4, 44), box(1, 41, 2, 42)))).toBeCloseTo(whole - hole, 6);
    expect(measureKm2(polygon(box(0, 40, 4, 44).reverse(), box(1, 41, 2, 42)))).toBeCloseTo(whole - hole, 6);
    const twice: MultiPolygon = {
      type: "MultiPolygon",
      coordinates: [[box(0, 40, 4, 44)], [box(10, 40, 14, 44)]],
    };
    expect(measureKm2(twice)).toBeCloseTo(2 * whole, 6);
  });

  it("is the sum of its halves for any cut", () => {
    const latitude = fc.double({ min: -80, max: 80, noNaN: true });
    fc.assert(
      fc.property(latitude, latitude, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (a, b, share) => {
        // A triangle cut from its tip to a point on its long edge.
        const foot: Position = [20 + share * 30, a + share * (b - a)];
        const tip: Position = [30, 85];
        const whole = measureKm2(polygon([[20, a], [50, b], tip, [20, a]]));
        const halves =
          measureKm2(polygon([[20, a], foot, tip, [20, a]])) +
          measureKm2(polygon([foot, [50, b], tip, foot]));
        expect(halves / whole).toBeCloseTo(1, 7);
      }),
    );
  });
});

describe("centroidOf", () => {
  it("is the centre of mass, not the mean of the positions", () => {
    const dense = polygon([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ]);
    expect(computeCentroid(dense)).toEqual([2, 2]);
  });

  it("excludes holes", () => {
    const [longitude, latitude] = computeCentroid(polygon(box(0, 0, 4, 4), box(2, 1, 4, 3)));
    expect(longitude).toBeCloseTo((16 * 2 - 4 * 3) / 12, 12);
    expect(latitude).toBeCloseTo(2, 12);
  });

  it("is on Taveuni although the island is cut at the antimeridian", () => {
    const [longitude, latitude] = computeCentroid(TAVEUNI);
    expect(longitude).toBeCloseTo(-179.9, 9);
    expect(latitude).toBeCloseTo(-16.85, 9);
  });

  it("is the place itself for a point, the mean for a line or an empty area", () => {
    expect(computeCentroid({ type: "Point", coordinates: [14.426, 40.821, 1281] })).toEqual([14.426, 40.821]);
    expect(
      computeCentroid({
        type: "LineString",
        coordinates: [
          [0, 0],
          [2, 4],
        ],
      }),
    ).toEqual([1, 2]);
    expect(
      computeCentroid(
        polygon([
          [1, 1],
          [1, 1],
          [1, 1],
          [1, 1],
        ]),
      ),
    ).toEqual([1, 1]);
  });
});

describe("boundsOf", () => {
  it("is the box around all positions", () => {
    expect(
      measureGeometryBounds(
        polygon([
          [14, 40],
          [15, 41],
          [13, 42],
          [14, 40],
        ]),
      ),
    ).toEqual([13, 40, 15, 42]);
    expect(measureGeometryBounds({ type: "Point", coordinates: [178.4216, -18.1344] })).toEqual([
      178.4216, -18.1344, 178.4216, -18.1344,
    ]);
  });

  it("CATALOG-05 crosses the antimeridian for an island that is cut there", () => {
    expect(measureGeometryBounds(TAVEUNI)).toEqual([179.8, -17, -179.6, -16.7]);
  });

  it("does not cross it if a part is on the other side of the world", () => {
    const parts: MultiPolygon = {
      type: "MultiPolygon",
      coordinates: [[box(170, 0, 180, 1)], [box(-180, 0, -170, 1)], [box(0, 0, 1, 1)]],
    };
    expect(measureGeometryBounds(parts)).toEqual([-180, 0, 180, 1]);
  });
});
