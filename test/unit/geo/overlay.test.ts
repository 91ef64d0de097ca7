import { describe, expect, test } from "vitest";
import type { Geometry, Polygon, Position, Region } from "../../../src/geo/geojson.ts";
import { toRegion } from "../../../src/geo/bbox.ts";
import {
  intersectGround,
  subtractGround,
  MeasuredArea,
  overlapShare,
  toPolygons,
  union,
  type Cover,
} from "../../../src/geo/overlay.ts";
import { commonKm2 } from "./latitude-oracle.ts";

/** Numbers from 0 to 1, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const coverOf = (area: Region, ...footprints: Geometry[]): Cover => {
  const measured = new MeasuredArea(area);
  return measured.coverOf(measured.covered(footprints));
};

const wrap = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

interface Place {
  centre: readonly [number, number];
  radius: number;
}

/** A star, so that it does not cross itself; convex when all rays are equal. */
function ring(
  random: () => number,
  { centre, radius }: Place,
  corners: number,
  isRound: boolean,
): Position[] {
  const start = random();
  const positions = Array.from({ length: corners }, (_, at): Position => {
    const angle = ((at + start) / corners) * 2 * Math.PI;
    const ray = radius * (isRound ? 1 : 0.4 + 0.6 * random());
    return [wrap(centre[0] + 1.5 * ray * Math.cos(angle)), centre[1] + ray * Math.sin(angle)];
  });
  return [...positions, positions[0]!];
}

function roundThePole(random: () => number, latitude: number): Position[] {
  const corners = 5 + Math.floor(random() * 6);
  const start = random() * 360;
  const positions = Array.from({ length: corners }, (_, at): Position => [
    wrap(start + (at * 360) / corners),
    latitude + 6 * random(),
  ]);
  return [...positions, positions[0]!];
}

const polygon = (...coordinates: Position[][]): Polygon => ({ type: "Polygon", coordinates });

function randomCase(index: number): [area: Polygon, footprint: Polygon] {
  const random = numbers(index + 1);
  const isPolar = index % 5 === 0;
  const isAtAntimeridian = index % 5 === 1;
  const radius = 10 ** (random() * 3 - 2);
  const centre = [
    isAtAntimeridian ? wrap(180 + radius * (random() - 0.5)) : random() * 360 - 180,
    isPolar ? 76 : (random() - 0.5) * 130,
  ] as const;
  const corners = (): number => 3 + Math.floor(random() * 7);
  const near = (): Place => ({
    centre: [wrap(centre[0] + radius * (random() - 0.5)), centre[1] + radius * (random() - 0.5)],
    radius: radius * (0.3 + random()),
  });
  const outside = isPolar ? roundThePole(random, 70) : ring(random, { centre, radius }, corners(), false);
  const hole = index % 3 === 0 && !isPolar ? [ring(random, { centre, radius: radius * 0.1 }, 4, false)] : [];
  const isConvex = index % 2 === 0;
  const footprint =
    index % 10 === 5 ? roundThePole(random, 74) : ring(random, near(), isConvex ? 4 : corners(), isConvex);
  const isSouthern = isPolar && index % 4 === 0;
  const turn = (rings: Position[][]): Polygon =>
    polygon(...rings.map((each) => (isSouthern ? each.map(([x = 0, y = 0]) => [x, -y]) : each)));
  return [turn([outside, ...hole]), turn([footprint])];
}

describe("the common area of two shapes", () => {
  test("agrees with an independent computation in 1,000 random cases, antimeridian and poles included", () => {
    let met = 0;
    for (let index = 0; index < 1000; index++) {
      const [area, footprint] = randomCase(index);
      const { share, isEstimate } = coverOf(area, footprint);
      const wanted = commonKm2(area.coordinates, footprint.coordinates) / commonKm2(area.coordinates);
      if (wanted > 0) met++;
      expect(isEstimate, `case ${index}`).toBe(false);
      expect(Math.abs(share - wanted), `case ${index}: ${share}, not ${wanted}`).toBeLessThan(1e-6);
    }
    expect(met).toBeGreaterThan(700);
  });

  test("and the rest of the area make the whole area", () => {
    for (let index = 0; index < 200; index++) {
      const [area, footprint] = randomCase(index);
      const measured = new MeasuredArea(area);
      const common = measured.covered([footprint]);
      const left = subtractGround(measured.whole, [common]);
      expect((common.km2 + left.km2) / measured.km2, `case ${index}`).toBeCloseTo(1, 9);
      expect(intersectGround(left, common).km2 / measured.km2, `case ${index}`).toBeLessThan(1e-9);
    }
  });

  test("of two shapes together also agrees with the independent computation", () => {
    for (let index = 0; index < 300; index++) {
      const [area, one] = randomCase(index);
      const [, other] = randomCase(index + 10_000 * (index % 2));
      const pair = [one, index % 2 === 0 ? moved(one, 0.3) : other];
      const [a, b, c] = [area.coordinates, ...pair.map(({ coordinates }) => coordinates)] as const;
      const wanted = (commonKm2(a, b!) + commonKm2(a, c!) - commonKm2(a, b!, c!)) / commonKm2(a);
      const cover = coverOf(area, ...pair);
      expect(cover.isEstimate, `case ${index}`).toBe(false);
      expect(Math.abs(cover.share - wanted), `case ${index}: ${cover.share}, not ${wanted}`).toBeLessThan(
        1e-6,
      );
    }
  });

  test("is the same when all longitudes shift", () => {
    for (let index = 0; index < 100; index++) {
      const [area, footprint] = randomCase(index * 10 + 3);
      const { share } = coverOf(area, footprint);
      for (const by of [77, 180, -123.5]) {
        const shifted = coverOf(moved(area, by), moved(footprint, by));
        expect(shifted.share, `case ${index} by ${by}`).toBeCloseTo(share, 6);
      }
    }
  });

  test("does not depend on the direction of a ring", () => {
    const [area, footprint] = randomCase(2);
    const back = polygon(footprint.coordinates[0]!.toReversed());
    const { share } = coverOf(area, footprint);
    expect(share).toBeGreaterThan(0);
    expect(coverOf(area, back).share).toBeCloseTo(share, 9);
    expect(coverOf(polygon(area.coordinates[0]!.toReversed()), footprint).share).toBeGreaterThan(0);
  });
});

const moved = ({ coordinates }: Polygon, by: number): Polygon =>
  polygon(...coordinates.map((each) => each.map(([x = 0, y = 0]): Position => [wrap(x + by), y])));

const square = (west: number, south: number, size: number): Polygon =>
  polygon([
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ]);

describe("the cover of several footprints", () => {
  const area = toRegion([0, 0, 2, 1])!;
  const measured = new MeasuredArea(area);

  test("counts a common part once, and has the uncovered rest", () => {
    const covering = (...footprints: Polygon[]) => {
      const ground = measured.covered(footprints);
      return { ...measured.coverOf(ground), left: toPolygons(subtractGround(measured.whole, [ground])) };
    };
    const { share, left } = covering(square(0, 0, 1), square(0.5, 0, 1));
    expect(share).toBeCloseTo(0.75, 9);
    expect(left).toHaveLength(1);
    expect(coverOf(area, left[0]!).share).toBeCloseTo(0.25, 9);
    expect(covering(square(-1, -1, 4))).toEqual({ share: 1, isEstimate: false, left: [] });
    expect(covering()).toMatchObject({ share: 0, left: [{ type: "Polygon" }] });
  });

  test("of a box across the antimeridian comes from both sides", () => {
    const across = toRegion([179, 0, -179, 1])!;
    expect(coverOf(across, square(179, 0, 1)).share).toBeCloseTo(0.5, 9);
    expect(coverOf(across, square(-180, 0, 1)).share).toBeCloseTo(0.5, 9);
    expect(coverOf(across, square(179.5, 0, 1)).share).toBeCloseTo(0.5, 9);
    expect(coverOf(across, square(179, 0, 1), square(-180, 0, 1)).share).toBeCloseTo(1, 9);
  });

  test("of a box of the whole world has the area of the earth", () => {
    const world = toRegion([-180, -90, 180, 90])!;
    expect(new MeasuredArea(world).km2 / 510_065_621.7).toBeCloseTo(1, 6);
    expect(coverOf(world, toRegion([-180, 0, 180, 90])!).share).toBeCloseTo(0.5, 6);
  });

  test("of a footprint that crosses itself is measured as drawn, and is an estimate", () => {
    const bowTie = polygon([
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ]);
    const { share, isEstimate } = coverOf(area, bowTie);
    expect(isEstimate).toBe(true);
    expect(share).toBeCloseTo(0.25, 4);
    expect(coverOf(area, bowTie, square(1, 0, 1))).toMatchObject({ isEstimate: true });
    expect(coverOf(area, bowTie, square(1, 0, 1)).share).toBeCloseTo(0.75, 4);
  });

  test("of a hole of one footprint may come from another", () => {
    const holed = polygon(square(0, 0, 1).coordinates[0]!, square(0.25, 0.25, 0.5).coordinates[0]!);
    expect(coverOf(area, holed).share).toBeCloseTo(0.375, 4);
    expect(coverOf(area, holed, square(0.25, 0.25, 0.5)).share).toBeCloseTo(0.5, 9);
    expect(union([holed])).toMatchObject([{ coordinates: { length: 2 } }]);
  });

  test("of an area of very many corners is measured in pieces, with the same result", () => {
    const coast = ring(numbers(3), { centre: [178, 50], radius: 6 }, 150, false);
    const scene = polygon(ring(numbers(4), { centre: [179, 51], radius: 4 }, 4, true));
    const { share } = coverOf(polygon(coast), scene);
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeCloseTo(commonKm2([coast], scene.coordinates) / commonKm2([coast]), 6);
  });

  test("of outlines that cross each other very often is simplified, and is an estimate", () => {
    const zigzag = (turn: boolean): Polygon => {
      const line = Array.from({ length: 2000 }, (_, at): Position => [at / 2000, at % 2 === 0 ? 0 : 0.9]);
      const outline = [...line, [1, 1], [0, 1], line[0]!].map(([x = 0, y = 0]) => (turn ? [y, x] : [x, y]));
      return polygon(outline);
    };
    const { share, isEstimate } = coverOf(area, zigzag(false), zigzag(true));
    expect(isEstimate).toBe(true);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.5);
  });

  test("from a point and a line is nothing", () => {
    expect(coverOf(area, { type: "Point", coordinates: [0.5, 0.5] }).share).toBe(0);
  });

  test("the likeness of two footprints is the share of their common part in the larger one", () => {
    const share = (one: Polygon, other: Polygon): number =>
      overlapShare(new MeasuredArea(one), new MeasuredArea(other));
    expect(share(square(0, 0, 1), square(0, 0, 1))).toBeCloseTo(1, 9);
    expect(share(square(0, 0, 1), square(0.5, 0, 1))).toBeCloseTo(0.5, 9);
    expect(share(square(0, 0, 1), square(0, 0, 2))).toBeCloseTo(0.25, 3);
    expect(share(square(0, 0, 2), square(0, 0, 1))).toBeCloseTo(0.25, 3);
    expect(share(square(179.5, 0, 1), moved(square(-180, 0, 1), -0.5))).toBeCloseTo(1, 9);
    expect(share(square(0, 0, 1), square(40, 0, 1))).toBe(0);
  });
});
