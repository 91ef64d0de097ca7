import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  LineString,
  MultiPolygon,
  Point,
  Polygon,
  Position,
  SimpleGeometry,
} from "../../../src/geo/geojson.ts";
import { prepareIntersects } from "../../../src/geo/intersects.ts";
import { doIntersect, isValidGeometry } from "./jsts-oracle.ts";
import { coastRing } from "./rings.ts";
import { PROVES_ALL } from "../../sampled.ts";

const intersects = (one: SimpleGeometry, other: SimpleGeometry): boolean => prepareIntersects(one)(other);
const point = (...coordinates: Position): Point => ({ type: "Point", coordinates });
const line = (...coordinates: Position[]): LineString => ({ type: "LineString", coordinates });
const polygon = (...coordinates: Position[][]): Polygon => ({ type: "Polygon", coordinates });
const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** The positions of a ring, and the number of coordinate reads. */
function counted(ring: readonly Position[]): { positions: Position[]; reads: { count: number } } {
  const reads = { count: 0 };
  const read = (coordinate: number): number => {
    reads.count += 1;
    return coordinate;
  };
  const positions = ring.map(([longitude = 0, latitude = 0]) =>
    Object.defineProperties([longitude, latitude], {
      0: { get: () => read(longitude) },
      1: { get: () => read(latitude) },
    }),
  );
  return { positions, reads };
}

// The strip of a scene over the Bay of Naples, with a gap over Ischia.
const SCENE = polygon(box(13.8, 40.5, 14.6, 40.9), box(13.85, 40.69, 13.97, 40.77));
// Taveuni, Fiji, cut at the antimeridian.
const TAVEUNI: MultiPolygon = {
  type: "MultiPolygon",
  coordinates: [[box(179.8, -17, 180, -16.7)], [box(-180, -17, -179.8, -16.7)]],
};

describe("intersects", () => {
  it.each<[string, SimpleGeometry, boolean]>([
    ["Vesuvius, inside", point(14.426, 40.821), true],
    ["Rome, outside", point(12.496, 41.903), false],
    ["a place on the edge", point(14.2, 40.5), true],
    ["a corner", point(13.8, 40.9), true],
    ["Ischia, in the gap", point(13.9, 40.73), false],
    ["the rim of the gap", point(13.85, 40.73), true],
    ["a ferry line through it", line([13.5, 40.7], [15, 40.7]), true],
    ["a line within the gap", line([13.9, 40.7], [13.95, 40.75]), false],
    ["a line that ends on the edge", line([13.5, 40.7], [13.8, 40.7]), true],
    ["a line past a corner", line([13.7, 40.8], [13.8, 40.91]), false],
    ["an area around all of it", polygon(box(10, 38, 16, 42)), true],
    ["an area inside", polygon(box(14.3, 40.6, 14.4, 40.7)), true],
    ["an area inside the gap", polygon(box(13.9, 40.7, 13.95, 40.75)), false],
    ["an area that fills the gap and touches its rim", polygon(box(13.85, 40.69, 13.97, 40.77)), true],
    ["an area beside it, one edge shared", polygon(box(14.6, 40.5, 15, 40.9)), true],
    ["an area beside it, no edge shared", polygon(box(14.61, 40.5, 15, 40.9)), false],
    [
      "many points, one inside",
      {
        type: "MultiPoint",
        coordinates: [
          [0, 0],
          [14.426, 40.821],
        ],
      },
      true,
    ],
    [
      "many lines, none near",
      {
        type: "MultiLineString",
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
      false,
    ],
  ])("CATALOG-06 %s: %#", (_name, geometry, expected) => {
    expect(intersects(geometry, SCENE)).toBe(expected);
    expect(intersects(SCENE, geometry)).toBe(expected);
  });

  it("CATALOG-06 finds both halves of a footprint that is cut at the antimeridian", () => {
    expect(intersects(point(179.9, -16.8), TAVEUNI)).toBe(true);
    expect(intersects(point(-179.9, -16.8), TAVEUNI)).toBe(true);
    expect(intersects(point(-180, -16.8), TAVEUNI)).toBe(true);
    expect(intersects(point(0, -16.8), TAVEUNI)).toBe(false);
  });

  it("compares points and lines with each other", () => {
    expect(intersects(point(1, 1), point(1, 1))).toBe(true);
    expect(intersects(point(1, 1), point(1, 2))).toBe(false);
    expect(intersects(point(1, 1), line([0, 0], [2, 2]))).toBe(true);
    expect(intersects(point(1, 1.5), line([0, 0], [2, 2]))).toBe(false);
    expect(intersects(line([0, 2], [2, 0]), line([0, 0], [2, 2]))).toBe(true);
  });

  it("finds no intersection with an empty geometry", () => {
    expect(intersects(polygon(), SCENE)).toBe(false);
    expect(intersects({ type: "MultiPolygon", coordinates: [] }, SCENE)).toBe(false);
  });

  it("CATALOG-06 agrees with JTS on crowded grid shapes", () => {
    const cell = fc.integer({ min: 0, max: 7 });
    const place = fc.tuple(cell, cell).map(([x, y]): Position => [x, y]);
    const ring = fc.array(place, { minLength: 3, maxLength: 6 }).map((places) => [...places, places[0]!]);
    const shape = fc
      .oneof(
        place.map((position): SimpleGeometry => point(...position)),
        fc.array(place, { minLength: 2, maxLength: 4 }).map((places): SimpleGeometry => line(...places)),
        ring.map((places): SimpleGeometry => polygon(places)),
        fc.constant<SimpleGeometry>(polygon(box(0, 0, 7, 7), box(1, 1, 5, 5))),
      )
      .filter((geometry) => isValidGeometry(geometry));
    fc.assert(
      fc.property(shape, shape, (one, other) => {
        expect(intersects(one, other)).toBe(doIntersect(one, other));
      }),
      { numRuns: PROVES_ALL ? 4000 : 1000 },
    );
  });

  it("gives the same result with and without a tree", () => {
    // The same outline with many positions on its edges: only the number of edges differs.
    const dense = (ring: Position[]): Position[] =>
      ring.slice(1).flatMap((to, at) => {
        const from = ring[at]!;
        const steps = Array.from({ length: 16 }, (_, step) => step / 16);
        return steps.map((share): Position => [
          from[0]! + share * (to[0]! - from[0]!),
          from[1]! + share * (to[1]! - from[1]!),
        ]);
      });
    const diamond: Position[] = [
      [0, -8],
      [8, 0],
      [0, 8],
      [-8, 0],
      [0, -8],
    ];
    const fine = dense(diamond);
    fine.push(fine[0]!);
    const cell = fc.integer({ min: -9, max: 9 });
    fc.assert(
      fc.property(cell, cell, (x, y) => {
        expect(intersects(point(x, y), polygon(fine))).toBe(intersects(point(x, y), polygon(diamond)));
        expect(intersects(point(x, y), polygon(fine))).toBe(Math.abs(x) + Math.abs(y) <= 8);
      }),
      { numRuns: 400 },
    );
  });

  it("compares each of 20,000 footprints with a few edges of a coast of 100,000 positions", () => {
    const { positions, reads } = counted(coastRing(100_000));
    const meets = prepareIntersects(polygon(positions));
    reads.count = 0;
    let found = 0;
    for (let at = 0; at < 20_000; at++) {
      const [west, south] = [25 + (at % 200) * 0.08, -8 + Math.floor(at / 200) * 0.14];
      if (meets(polygon(box(west, south, west + 0.05, south + 0.05)))) found += 1;
      // All footprints together need fewer than one footprint that is compared with every edge.
      expect(reads.count).toBeLessThan(positions.length);
    }
    expect(reads.count).toBeGreaterThan(0);
    expect(found).toBeGreaterThan(800);
    expect(found).toBeLessThan(1600);
  });
});
