/** The notes of `--cover` about the uncovered rest are true for any scenes. */
import { array, assert, boolean, double, property, record } from "fast-check";
import { expect, test } from "vitest";
import { chooseCover, SLIVER } from "../../../src/domain/catalog/choose-cover.ts";
import { toRegion } from "../../../src/geo/bbox.ts";
import type { Polygon } from "../../../src/geo/geojson.ts";
import { MeasuredArea, toPolygons } from "../../../src/geo/overlay.ts";

const area = new MeasuredArea(toRegion([10, 50, 11, 50.6])!);

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

test("VIEW-03 --cover: no other scene adds more than the reported share, or none adds anything", () => {
  assert(
    property(scenes, boolean(), (found, isCheapest) => {
      const { chosen, covered, next } = chooseCover(
        area,
        found.map(({ footprint, cost }) => ({
          ground: area.covered([footprint]),
          cost: isCheapest ? cost : 1,
        })),
      );
      const share = (places: Iterable<number>): number =>
        area.coverOf(area.covered([...places].map((at) => found[at]!.footprint))).share;
      expect(area.coverOf(covered).share).toBeCloseTo(share(chosen), 10);
      expect(next).toBeLessThan(SLIVER);
      const others = [...found.keys()].filter((at) => !chosen.includes(at));
      const most = Math.max(0, ...others.map((at) => share([...chosen, at]) - share(chosen)));
      expect(most).toBeLessThan(next === 0 ? 1e-8 : SLIVER);
      expect(Math.abs(most - next!)).toBeLessThan(1e-8);
      if (next === 0) expect(share(found.keys()) - share(chosen)).toBeLessThan(1e-7);
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

test.each([0, 400])("VIEW-03 a narrow strip between two scenes is covered, beside %d others", (others) => {
  const more = Array.from({ length: others }, (_, at) => strip(9 + at / 1000, 10.3));
  const found = [strip(9, 10.5), strip(10.5004, 12), strip(10.4, 10.6), ...more];
  const { chosen, left, next } = chooseCover(
    area,
    found.map((footprint) => ({ ground: area.covered([footprint]), cost: 1 })),
  );
  expect({ chosen, next, left: toPolygons(left) }).toEqual({ chosen: [0, 1, 2], next: 0, left: [] });
});
