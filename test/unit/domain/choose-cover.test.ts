import { array, assert, integer, property, record, sample, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { chooseCover } from "../../../src/domain/catalog/choose-cover.ts";
import { toRegion } from "../../../src/geo/bbox.ts";
import { MeasuredArea } from "../../../src/geo/overlay.ts";

/** Points of an area are adjacent squares of a degree on the equator. */
interface Candidate {
  points: readonly number[];
  cost: number;
}

const candidate = (points: readonly number[], cost = 1): Candidate => ({ points, cost });

/** The chosen candidates for an area of this many squares. */
function choose(size: number, candidates: readonly Candidate[]): number[] {
  const area = new MeasuredArea(toRegion([0, 0, size, 1])!);
  const given = candidates.map(({ points, cost }) => ({
    ground: area.covered(points.map((at) => toRegion([at, 0, at + 1, 1])!)),
    cost,
  }));
  return chooseCover(area, given).chosen;
}

const covered = (candidates: readonly Candidate[], chosen: readonly number[]): Set<number> =>
  new Set(chosen.flatMap((index) => candidates[index]!.points));

const cases = array(
  record({
    points: uniqueArray(integer({ min: 0, max: 19 }), { minLength: 1, maxLength: 8 }),
    cost: integer({ min: 0, max: 9 }),
  }),
  { maxLength: 9 },
).map((list): Candidate[] => list);

/** The least price of all choices with the same cover. */
function leastCost(candidates: readonly Candidate[]): number {
  const all = covered(candidates, [...candidates.keys()]).size;
  let least = Infinity;
  for (let choice = 0; choice < 1 << candidates.length; choice++) {
    const chosen = [...candidates.keys()].filter((index) => (choice >> index) & 1);
    if (covered(candidates, chosen).size < all) continue;
    least = Math.min(
      least,
      chosen.reduce((sum, index) => sum + candidates[index]!.cost, 0),
    );
  }
  return least;
}

test("everything that the candidates cover together is covered, and no chosen one is needless", () => {
  assert(
    property(cases, (candidates) => {
      const chosen = choose(20, candidates);
      const all = covered(candidates, [...candidates.keys()]);
      expect(covered(candidates, chosen)).toEqual(all);
      for (const index of chosen) {
        const others = chosen.filter((other) => other !== index);
        expect(covered(candidates, others).size).toBeLessThan(all.size);
      }
      expect(chosen).toEqual(chosen.toSorted((a, b) => a - b));
    }),
  );
});

test("the price is seldom far from the least", () => {
  let [sum, least] = [0, 0];
  for (const candidates of sample(cases, { numRuns: 300, seed: 7 })) {
    sum += choose(20, candidates).reduce((total, index) => total + candidates[index]!.cost, 0);
    least += leastCost(candidates);
  }
  expect(sum / least).toBeLessThan(1.05);
});

test("two that fit replace a large one that overlaps both", () => {
  const candidates = [candidate([2, 3, 4, 5, 6, 7]), candidate([0, 1, 2, 3, 4]), candidate([5, 6, 7, 8, 9])];
  expect(choose(10, candidates)).toEqual([1, 2]);
});

test("the cheapest choice may have more scenes", () => {
  const candidates = [candidate([0, 1, 2, 3], 900), candidate([0, 1], 100), candidate([2, 3], 200)];
  expect(choose(4, candidates)).toEqual([1, 2]);
  expect(
    choose(
      4,
      candidates.map(({ points }) => candidate(points)),
    ),
  ).toEqual([0]);
});

test("a scene that covers nothing is never chosen", () => {
  expect(choose(4, [])).toEqual([]);
  expect(choose(4, [candidate([])])).toEqual([]);
});
