/** What `--cover` says of the uncovered rest is true for any scenes. */
import { array, assert, boolean, double, property, record } from "fast-check";
import { expect, test } from "vitest";
import { chooseCover } from "../../../src/domain/catalog/choose-cover.ts";
import { completeCover, SLIVER } from "../../../src/domain/catalog/complete-cover.ts";
import { regionOfBox } from "../../../src/geo/flat-polygons.ts";
import { coverTogether } from "../../../src/geo/footprint-union.ts";
import type { Polygon } from "../../../src/geo/geojson.ts";
import { sampleArea } from "../../../src/geo/sample-grid.ts";

const area = regionOfBox([10, 50, 11, 50.6])!;
const number = (min: number, max: number) => double({ min, max, noNaN: true });

/** A rectangle, turned as those of a satellite's pass are. */
const scene = record({
  x: number(9.8, 11.2),
  y: number(49.8, 50.8),
  length: number(0.05, 0.9),
  width: number(0.05, 0.5),
  turn: number(0, 3.1),
}).map(({ x, y, length, width, turn }): Polygon => {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const ring = corners.map(([a = 0, b = 0]) => [
    x + (a * length * cos - b * width * sin) / 2,
    y + (a * length * sin + b * width * cos) / 2,
  ]);
  return { type: "Polygon", coordinates: [ring] };
});

const scenes = array(record({ footprint: scene, cost: number(0, 900) }), {
  minLength: 1,
  maxLength: 25,
});

test("VIEW-03 --cover: none of the scenes found reaches what stays uncovered, or none adds as much as it says", () => {
  const coverOf = coverTogether(area);
  // So coarse that the sample points alone miss slivers.
  const grid = sampleArea(area, 200);
  assert(
    property(scenes, boolean(), (found, isCheapest) => {
      const costs = found.map(({ cost }) => (isCheapest ? cost : 1));
      const candidates = found.map(({ footprint }, at) => ({
        points: grid.pointsIn(footprint),
        cost: costs[at]!,
      }));
      const { chosen, covered, next } = completeCover({
        area,
        scenes: found.map(({ footprint }, at) => ({ footprints: [footprint], ...candidates[at]! })),
        chosen: chooseCover(grid.weights, candidates),
        coverOf: coverTogether,
      });
      const share = (places: Iterable<number>): number =>
        coverOf([...places].map((at) => found[at]!.footprint)).cover.share;
      expect(covered.cover.share).toBeCloseTo(share(chosen), 12);
      expect(next).toBeLessThan(SLIVER);
      const others = [...found.keys()].filter((at) => !chosen.includes(at));
      const most = Math.max(0, ...others.map((at) => share([...chosen, at]) - covered.cover.share));
      expect(most).toBeLessThan(next === 0 ? 1e-8 : SLIVER);
      expect(Math.abs(most - next!)).toBeLessThan(1e-8);
      if (next === 0) expect(share(found.keys()) - covered.cover.share).toBeLessThan(1e-7);
    }),
    { numRuns: 150 },
  );
});

const strip = (west: number, east: number): Polygon => ({
  type: "Polygon",
  coordinates: [
    [
      [west, 49],
      [east, 49],
      [east, 51],
      [west, 51],
      [west, 49],
    ],
  ],
});

test.each([0, 400])(
  "VIEW-03 a strip between sample points is covered too, beside %d others: 9 of 127 scenes covered 99.9 %%, and 10 cover all",
  (others) => {
    const more = Array.from({ length: others }, (_, at) => strip(9 + at / 1000, 10.3));
    const found = [strip(9, 10.5), strip(10.5004, 12), strip(10.4, 10.6), ...more];
    const result = completeCover({
      area,
      scenes: found.map((footprint) => ({ footprints: [footprint], points: [], cost: 1 })),
      chosen: [0, 1],
      coverOf: coverTogether,
    });
    expect(result).toMatchObject({ chosen: [0, 1, 2], next: 0, covered: { uncovered: [] } });
  },
);
