/** The similarity of scenes, and their grouping into stacks. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StacItem } from "../../../src/contract/read-items.ts";
import {
  readCollects,
  findPair,
  buildStacks,
  connectCollects,
  keepNeighbours,
  USUAL_LIKENESS,
  type Collect,
} from "../../../src/domain/catalog/stacks.ts";
import { findBestPair, sortPairs } from "../../../src/domain/catalog/pairs.ts";

const box = (west: number, south: number, size: number): number[][][] => [
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ],
];

interface Traits {
  day?: number;
  look?: number;
  squint?: number;
  east?: number;
  properties?: Record<string, unknown>;
}

let serial = 0;
function itemOf({ day = 0, look = 30, squint = 0, east = 0, properties = {} }: Traits = {}): StacItem {
  serial += 1;
  return {
    type: "Feature",
    id: `item-${serial}`,
    collection: "archive",
    geometry: { type: "Polygon", coordinates: box(east, 40, 1) },
    properties: {
      datetime: new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString(),
      platform: "vendor-01",
      "sat:orbit_state": "ascending",
      "sar:observation_direction": "right",
      "sar:instrument_mode": "stripmap",
      "sar:polarizations": ["HH"],
      "view:off_nadir": look,
      "vendor:squint_angle": squint,
      "vendor:orbital_plane": 97,
      "vendor:collect_id": `collect-${serial}`,
      ...properties,
    },
  };
}

const collect = (traits?: Traits): Collect => readCollects([itemOf(traits)])[0]!;
const areAlike = (a: Traits, b: Traits): boolean =>
  findPair(collect(a), collect({ day: 10, ...b }), USUAL_LIKENESS) !== undefined;

describe("PAIR-03 the recommended pair", () => {
  const pairOf = (days: number, degrees: number) =>
    findPair(collect(), collect({ day: days, look: 30 + degrees }), USUAL_LIKENESS)!;

  it.each([
    [
      [
        [1, 0.95],
        [12, 0.11],
        [24, 0.03],
      ],
      12,
    ],
    [
      [
        [24, 0.2],
        [12, 0.21],
      ],
      24,
    ],
    [
      [
        [1, 0.95],
        [12, 0.4],
      ],
      12,
    ],
  ] as [number[][], number][])(
    "is the shortest interval with alike look angles, else the most alike pair: of %j the one of %i days",
    (pairs, days) => {
      expect(findBestPair(pairs.map(([day = 0, degrees = 0]) => pairOf(day, degrees)))?.days).toBe(days);
    },
  );
});

describe("VIEW-05 two scenes", () => {
  it.each<[string, Traits, boolean]>([
    ["a look angle 1 degree away", { look: 31 }, true],
    ["a look angle 1.1 degrees away", { look: 31.1 }, false],
    ["a squint 3 degrees away", { squint: 3 }, true],
    ["a squint 15 degrees away", { squint: 15 }, false],
    ["60 % of the footprint in common", { east: 0.4 }, true],
    ["59 % of the footprint in common", { east: 0.41 }, false],
    ["another satellite", { properties: { platform: "vendor-02" } }, false],
    ["another orbit direction", { properties: { "sat:orbit_state": "descending" } }, false],
    ["another look side", { properties: { "sar:observation_direction": "left" } }, false],
    ["another mode", { properties: { "sar:instrument_mode": "spotlight" } }, false],
    ["another polarization", { properties: { "sar:polarizations": ["VV"] } }, false],
    ["another plane", { properties: { "vendor:orbital_plane": 53 } }, false],
    [
      "a plane that is unknown, and the same satellite",
      { properties: { "vendor:orbital_plane": undefined } },
      true,
    ],
  ])("with %s", (_title, other, expected) => {
    expect(areAlike({}, other)).toBe(expected);
    expect(areAlike(other, {})).toBe(expected);
  });

  it("without satellites are alike by a known plane, and an unknown plane equals nothing", () => {
    const nameless = { platform: undefined };
    const unknown = { ...nameless, "vendor:orbital_plane": undefined };
    expect(areAlike({ properties: nameless }, { properties: nameless })).toBe(true);
    expect(areAlike({ properties: unknown }, { properties: unknown })).toBe(false);
    expect(areAlike({ properties: nameless }, { properties: unknown })).toBe(false);
  });

  it("of one pass are never alike: a split second apart shows no change", () => {
    expect(areAlike({ day: 0 }, { day: 0.5 / 86_400 })).toBe(false);
    expect(areAlike({ day: 0 }, { day: 2 / 24 })).toBe(true);
  });

  it("without squints are compared by their azimuths, through north", () => {
    const at = (azimuth: number): Traits => ({
      properties: { "vendor:squint_angle": undefined, "view:azimuth": azimuth },
    });
    expect(areAlike(at(359), at(1))).toBe(true);
    expect(areAlike(at(350), at(10))).toBe(false);
  });

  it("without squint and azimuth, or without look angle, are never alike", () => {
    const bare: Traits = { properties: { "vendor:squint_angle": undefined } };
    expect(areAlike(bare, bare)).toBe(false);
    const level: Traits = { properties: { "view:off_nadir": undefined } };
    expect(areAlike(level, level)).toBe(false);
  });

  it("across the antimeridian share as much as elsewhere", () => {
    const split = (east: number): Collect => {
      const item = itemOf({ day: east * 100 });
      item["geometry"] = {
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [179.5 + east, 40],
              [180, 40],
              [180, 41],
              [179.5 + east, 41],
              [179.5 + east, 40],
            ],
          ],
          [
            [
              [-180, 40],
              [-179.5 + east, 40],
              [-179.5 + east, 41],
              [-180, 41],
              [-180, 40],
            ],
          ],
        ],
      };
      return readCollects([item])[0]!;
    };
    const pair = findPair(split(0), split(0.1), USUAL_LIKENESS);
    expect(pair?.overlap).toBeCloseTo(0.9, 3);
  });
});

describe("VIEW-05 stacks", () => {
  it("have the products of a collect as one scene, in order of time, with the median of the gaps", () => {
    const first = itemOf({ day: 40 });
    const other = { ...first, id: "slc", properties: { ...first.properties, "sar:product_type": "SLC" } };
    const items = [first, other, itemOf({ day: 0 }), itemOf({ day: 10 }), itemOf({ day: 10, look: 40 })];
    const [stack, ...others] = buildStacks(readCollects(items), USUAL_LIKENESS);
    expect(others).toEqual([]);
    expect(stack!.collects.map(({ items: products }) => products.length)).toEqual([1, 1, 2]);
    expect(stack!.medianGapDays).toBe(20);
  });

  it("compare with their reference: a chain of look angles is not one stack", () => {
    const items = [28, 29, 30, 31, 32].map((look, day) => itemOf({ look, day }));
    const stacks = buildStacks(readCollects(items), USUAL_LIKENESS);
    for (const { reference, collects } of stacks)
      for (const member of collects)
        expect(Math.abs(member.lookAngle! - reference.lookAngle!)).toBeLessThanOrEqual(1);
    expect(stacks[0]!.collects.map(({ lookAngle }) => lookAngle)).toEqual([28, 29, 30]);
  });

  it("PAIR-01 list the shortest interval first, or the most alike pair", () => {
    const items = [
      itemOf({ look: 30, day: 0 }),
      itemOf({ look: 30.5, day: 5 }),
      itemOf({ look: 30, day: 30 }),
      itemOf({ look: 30, day: 50 }),
    ];
    const [{ pairs } = { pairs: [] }] = buildStacks(readCollects(items), USUAL_LIKENESS);
    expect(pairs.map(({ days }) => days)).toEqual([5, 20, 25, 30, 45, 50]);
    const alike = sortPairs(pairs, "look");
    expect(alike.slice(0, 3).map(({ days }) => days)).toEqual([20, 30, 50]);
    expect(alike.map(({ lookDegrees }) => lookDegrees)).toEqual([0, 0, 0, 0.5, 0.5, 0.5]);
  });

  it("PAIR-01 have pairs at most so many days apart", () => {
    const items = [0, 12, 24, 60].map((day) => itemOf({ day }));
    const [stack] = buildStacks(readCollects(items), { ...USUAL_LIKENESS, maxDays: 24 });
    expect(stack!.pairs.map(({ days }) => days)).toEqual([12, 12, 24]);
    expect(stack!.groups.map((group) => group.length)).toEqual([3, 1]);
  });

  it("PAIR-01 of equal geometry have n pairs from each scene to the next ones", () => {
    const items = [0, 12, 24, 36, 48].map((day) => itemOf({ day }));
    const [{ pairs } = { pairs: [] }] = buildStacks(readCollects(items), USUAL_LIKENESS);
    const daysOf = (count: number): number[] => keepNeighbours(pairs, count).map(({ days }) => days);
    expect(daysOf(1)).toEqual([12, 12, 12, 12]);
    expect(daysOf(2)).toEqual([12, 12, 12, 12, 24, 24, 24]);
    expect(daysOf(4)).toEqual(pairs.map(({ days }) => days));
  });

  it("of two winters and a summer leave two groups with pairs of one season", () => {
    const items = [0, 20, 180, 190, 365, 380].map((day) => itemOf({ day }));
    const [whole] = buildStacks(readCollects(items), USUAL_LIKENESS);
    expect(whole!.groups.length).toBe(1);
    const [seasonal] = buildStacks(readCollects(items), { ...USUAL_LIKENESS, seasonDays: 45 });
    expect(seasonal!.groups.map((group) => group.length)).toEqual([4, 2]);
    expect(seasonal!.pairs.length).toBe(7);
  });

  const TRAITS = fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 700 }),
      look: fc.integer({ min: 60, max: 70 }).map((half) => half / 2),
      east: fc.constantFrom(0, 0.1, 0.3, 0.5, 2),
    }),
    { minLength: 2, maxLength: 15 },
  );

  it("PAIR-01 are connected by the pairs of neighbours, each of which has fewer than n alike scenes between", () => {
    fc.assert(
      fc.property(TRAITS, fc.integer({ min: 1, max: 4 }), (list, count) => {
        for (const { collects, pairs } of buildStacks(readCollects(list.map(itemOf)), USUAL_LIKENESS)) {
          const kept = keepNeighbours(pairs, count);
          expect(connectCollects(collects, kept)).toHaveLength(1);
          expect(keepNeighbours(pairs, pairs.length)).toEqual(pairs);
          const more = new Set(keepNeighbours(pairs, count + 1));
          for (const { first, second, days } of kept) {
            const between = (side: "first" | "second", scene: Collect): number =>
              pairs.filter((pair) => pair[side] === scene && pair.days < days).length;
            expect(Math.min(between("first", first), between("second", second))).toBeLessThan(count);
          }
          expect(kept.filter((pair) => !more.has(pair))).toEqual([]);
          // Looking back in time, the neighbours are the same.
          const mirror = pairs.map((pair) => ({ ...pair, first: pair.second, second: pair.first }));
          expect(keepNeighbours(mirror, count)).toHaveLength(kept.length);
        }
      }),
    );
  });

  it("do not depend on the order of the list, contain no scene twice, and only scenes like the reference", () => {
    fc.assert(
      fc.property(TRAITS, (list) => {
        const items = list.map(itemOf);
        const collects = readCollects(items);
        const named = (order: Collect[]): string[][] =>
          buildStacks(order, USUAL_LIKENESS).map((stack) => stack.collects.map(({ id }) => id));
        expect(named(collects.toReversed())).toEqual(named(collects));
        const stacks = buildStacks(collects, USUAL_LIKENESS);
        const members = stacks.flatMap((stack) => stack.collects);
        expect(new Set(members).size).toBe(members.length);
        for (const { reference, collects: all } of stacks)
          for (const member of all)
            expect(member === reference || findPair(reference, member, USUAL_LIKENESS)).toBeTruthy();
      }),
    );
  });
});
