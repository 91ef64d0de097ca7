/** The place of shapes on a map page: with both windings, across the antimeridian, around poles, at every size. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureKm2 } from "../../../../src/geo/area.ts";
import type { Geometry, Polygon, Position } from "../../../../src/geo/geojson.ts";
import { Coverage } from "../../../../src/render/map-page/model.ts";
import {
  Plane,
  PLANE_SCALE,
  toBounds,
  chooseProjection,
  type FlatShape,
} from "../../../../src/render/map-page/plane.ts";
import { listShapePositions, shapeOf } from "../../../../src/render/map-page/shape.ts";

const box = (west: number, south: number, east: number, north: number): Polygon => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

const reversed = ({ coordinates }: Polygon): Polygon => ({
  type: "Polygon",
  coordinates: coordinates.map((ring) => ring.toReversed()),
});

/** As on the page: the projection is chosen for the shape. */
function drawn(geometry: Geometry, plane = planeFor(geometry)): FlatShape {
  return plane.flatten(shapeOf(geometry));
}

const planeFor = (geometry: Geometry): Plane =>
  new Plane(chooseProjection(toBounds(listShapePositions(shapeOf(geometry)))));

/** Of all rings with their sign by depth, so that a hole counts against its outside. */
function planeArea({ areas }: FlatShape): number {
  let sum = 0;
  for (const ring of areas.flat()) {
    let twice = 0;
    for (let at = 1; at < ring.length; at++)
      twice += ring[at - 1]![0] * ring[at]![1] - ring[at]![0] * ring[at - 1]![1];
    sum += twice / 2;
  }
  return Math.abs(sum);
}

const lengthOf = (lines: FlatShape["lines"]): number =>
  lines
    .flatMap((line) => line.slice(1).map(([x, y], at) => Math.hypot(x - line[at]![0], y - line[at]![1])))
    .reduce((sum, length) => sum + length, 0);

const EARTH_KM = 6371;

/** The area of the shape on a sphere that matches the plane at its middle. */
const largestPlane = (2 * Math.PI * PLANE_SCALE) ** 2;

const SHAPES: Readonly<Record<string, Polygon>> = {
  "200 m": box(14.25, 40.83, 14.2524, 40.8318),
  "2,000 km": box(-10, 35, 14, 53),
  "across the antimeridian": box(178, -18, 182, -14),
  "across the antimeridian, as 178 to -178": {
    type: "Polygon",
    coordinates: [
      [
        [178, -18],
        [-178, -18],
        [-178, -14],
        [178, -14],
        [178, -18],
      ],
    ],
  },
  "around the North Pole": {
    type: "Polygon",
    coordinates: [
      [
        [0, 80],
        [90, 82],
        [180, 81],
        [-90, 84],
        [0, 80],
      ],
    ],
  },
  "around the South Pole": {
    type: "Polygon",
    coordinates: [
      [
        [-120, -80],
        [0, -82],
        [120, -81],
        [-120, -80],
      ],
    ],
  },
  "40 degrees at 60 N": box(-20, 55, 20, 65),
  "a sliver": {
    type: "Polygon",
    coordinates: [
      [
        [10, 50],
        [11, 50.000001],
        [10, 50.0000005],
        [10, 50],
      ],
    ],
  },
  "no area": box(10, 50, 11, 50),
  "one position": box(10, 50, 10, 50),
};

describe("MAP-03 a shape on the plane", () => {
  test.each(Object.entries(SHAPES))(
    "%s never fills the globe, for any direction of its rings",
    (_name, shape) => {
      for (const polygon of [shape, reversed(shape)]) {
        const flat = drawn(polygon);
        expect(planeArea(flat)).toBeLessThan(0.05 * largestPlane);
        expect(flat.box.left).toBeLessThanOrEqual(flat.box.right);
        // Some of it is visible, if only a line.
        expect(flat.areas.flat().length + flat.lines.length).toBeGreaterThan(0);
      }
      expect(planeArea(drawn(reversed(shape)))).toBeCloseTo(planeArea(drawn(shape)), 6);
    },
  );

  test("of any quadrilateral, in each of the projections, stays within its own bounds", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -84, max: 84, noNaN: true }),
        fc.array(
          fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true })),
          {
            minLength: 3,
            maxLength: 6,
          },
        ),
        fc.constantFrom("mercator", "north-pole", "south-pole", "world"),
        (longitude, latitude, steps, kind) => {
          if ((kind === "north-pole" && latitude < -5) || (kind === "south-pole" && latitude > 5)) return;
          const ring = steps.map(([x, y]): Position => [longitude + x, latitude + y]);
          const polygon: Polygon = { type: "Polygon", coordinates: [[...ring, ring[0]!]] };
          const flat = drawn(polygon, new Plane({ kind, middle: longitude }));
          expect(planeArea(flat)).toBeLessThan(0.02 * largestPlane);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a sliver 1.5 mm wide stays a sliver beside a pole", () => {
    const sliver = [
      [0, -1.0000000000000002],
      [0, 0],
      [-1.3333389744165538e-8, 0],
      [0, 2.9999999999999942],
      [-2.8e-322, 0],
    ];
    const polygon: Polygon = { type: "Polygon", coordinates: [[...sliver, sliver[0]!]] };
    const flat = drawn(polygon, new Plane({ kind: "north-pole", middle: 0 }));
    expect(planeArea(flat)).toBe(0);
    expect(flat.lines.length).toBeGreaterThan(0);
  });

  test("a footprint that the edge of the map cuts in two is filled on both sides of it", () => {
    const flat = drawn(box(178, 10, 183, 14), new Plane({ kind: "mercator", middle: 0 }));
    expect(flat.areas).toHaveLength(1);
    expect(planeArea(flat)).toBeCloseTo(planeArea(drawn(box(8, 10, 13, 14))), 0);
  });

  test("a 40 degree box at 60 N has the edges of its parallels, not of great circles", () => {
    const plane = new Plane({ kind: "mercator", middle: 0 });
    const { box: edge } = drawn(SHAPES["40 degrees at 60 N"]!, plane);
    expect(edge.top).toBeCloseTo(plane.project([0, 65])[1], 3);
    expect(edge.bottom).toBeCloseTo(plane.project([0, 55])[1], 3);
  });

  test("a footprint of 200 m keeps its corners", () => {
    const plane = planeFor(SHAPES["200 m"]!);
    const { box: edge } = drawn(SHAPES["200 m"]!, plane);
    const west = plane.project([14.25, 40.83])[0];
    const east = plane.project([14.2524, 40.83])[0];
    expect((edge.right - edge.left) / (east - west)).toBeCloseTo(1, 6);
    expect(
      ((edge.right - edge.left) / PLANE_SCALE) * EARTH_KM * Math.cos((40.83 * Math.PI) / 180),
    ).toBeCloseTo(0.2, 1);
  });

  test("a pixel leads back to its place", () => {
    for (const kind of ["mercator", "north-pole", "south-pole", "world"] as const) {
      const plane = new Plane({ kind, middle: 170 });
      for (const position of [
        [170, 10],
        [-175, 5],
        [160, -8],
      ]) {
        if ((kind === "north-pole" && position[1]! < -9) || (kind === "south-pole" && position[1]! > 9))
          continue;
        const [x, y] = plane.project(position);
        const [longitude, latitude] = plane.invert(x, y)!;
        expect(longitude).toBeCloseTo(position[0]!, 6);
        expect(latitude).toBeCloseTo(position[1]!, 6);
      }
    }
  });

  test("beyond the edge of the map there is no place, and a line across the edge becomes two", () => {
    const [world, polar, mercator] = (["world", "north-pole", "mercator"] as const).map(
      (kind) => new Plane({ kind, middle: kind === "mercator" ? 170 : 0 }),
    ) as [Plane, Plane, Plane];
    expect(world.invert(3 * PLANE_SCALE, 1.2 * PLANE_SCALE)).toBeUndefined();
    expect(world.invert(2.6 * PLANE_SCALE, 1.2 * PLANE_SCALE)).toBeUndefined();
    expect(polar.invert(0, 1.8 * PLANE_SCALE)).toBeUndefined();
    expect(polar.flatten(shapeOf({ type: "Point", coordinates: [0, -20] })).points).toEqual([]);
    expect(mercator.invert(3.2 * PLANE_SCALE, 0)).toBeUndefined();
    const line = shapeOf({
      type: "LineString",
      coordinates: [
        [-20, 0],
        [0, 0],
      ],
    });
    expect(mercator.flatten(line).lines).toHaveLength(2);
  });
});

describe("MAP-03 an area in parts", () => {
  const world: Geometry = {
    type: "MultiPolygon",
    coordinates: [box(-180, 60, -60, 90), box(-60, 60, 60, 90), box(60, 60, 180, 90)].map(
      ({ coordinates }) => coordinates,
    ),
  };

  test("around a pole has no edges between its parts, and none along the pole", () => {
    const { outline } = shapeOf(world);
    expect(outline!.length).toBeGreaterThan(0);
    expect(outline!.flat().every(([, latitude]) => latitude === 60)).toBe(true);
  });

  test("a footprint cut at 180 degrees has one outline, without the cut", () => {
    const [west, east] = [box(178, -18, 180, -16), box(-180, -18, -178, -16)];
    const flat = drawn({ type: "MultiPolygon", coordinates: [west.coordinates, east.coordinates] });
    expect(flat.areas).toHaveLength(2);
    // The two edges along the cut would add 2 * 2 degrees to the length.
    const whole = drawn(box(178, -18, 182, -16));
    expect(lengthOf(flat.outline!)).toBeCloseTo(lengthOf(whole.areas.flat()), 6);
    expect(lengthOf(flat.outline!)).toBeLessThan(lengthOf(flat.areas.flat()) - 1);
  });

  test("has an outline of one line for each ring, so that its dashes are continuous", () => {
    const disc = (east: number): Position[][] => [
      Array.from({ length: 65 }, (_, at): Position => {
        const angle = (2 * Math.PI * (at % 64)) / 64;
        return [east + 0.2 * Math.cos(angle), 38 + 0.2 * Math.sin(angle)];
      }),
    ];
    expect(shapeOf({ type: "MultiPolygon", coordinates: [disc(-9), disc(-8)] }).outline).toHaveLength(2);
  });

  test("fills the cap to the pole, each part its sector", () => {
    const flat = drawn(world, new Plane({ kind: "north-pole", middle: 0 }));
    const radius = (30 * Math.PI * PLANE_SCALE) / 180;
    expect(planeArea(flat) / (Math.PI * radius * radius)).toBeCloseTo(1, 3);
  });

  test("has the round edge of the world: the area of the globe", () => {
    const edge = new Plane({ kind: "world", middle: 20 }).outline();
    expect(planeArea(edge) / (4 * Math.PI * PLANE_SCALE ** 2)).toBeCloseTo(1, 3);
  });
});

describe("MAP-03 the projection", () => {
  const kindOf = (...positions: Position[]): string => chooseProjection(toBounds(positions)).kind;

  test("is Mercator near the equator and at middle latitudes", () => {
    expect(kindOf([-9, 38], [-8, 39])).toBe("mercator");
    expect(kindOf([103, 1], [104, 2])).toBe("mercator");
    expect(kindOf([25, 69], [26, 70])).toBe("mercator");
  });

  test("is azimuthal around a pole", () => {
    expect(kindOf([20, 78], [40, 80])).toBe("north-pole");
    expect(kindOf([-120, -75], [0, -82], [120, -79])).toBe("south-pole");
  });

  test("is that of the whole world for rows everywhere, and for none", () => {
    expect(kindOf([-170, 60], [-60, -40], [40, 10], [150, -30])).toBe("world");
    expect(chooseProjection(toBounds([]))).toEqual({ kind: "world", middle: 0 });
  });

  test("has the antimeridian in its middle for rows on both sides of it", () => {
    const bounds = toBounds([
      [179, -17],
      [-178, -16],
    ])!;
    expect(bounds[2] - bounds[0]).toBeCloseTo(3, 9);
    expect(Math.abs(chooseProjection(bounds).middle)).toBeCloseTo(179.5, 9);
  });

  test("of a single point has it in the middle", () => {
    expect(chooseProjection(toBounds([[14.25, 40.83]]))).toEqual({ kind: "mercator", middle: 14.25 });
  });
});

describe("MAP-03 MAP-05 coverage", () => {
  const percent = (area: Polygon, footprints: readonly Polygon[]): number =>
    new Coverage(area).together(footprints).percent!;

  test("without an area it is that of the ellipsoid, for every shape with one", () => {
    for (const [name, shape] of Object.entries(SHAPES)) {
      if (name === "a sliver" || name === "no area" || name === "one position") continue;
      const { km2 } = new Coverage(undefined).together([shape]);
      expect(km2! / measureKm2(shape), name).toBeCloseTo(1, 9);
    }
  });

  test("half and overlapping halves", () => {
    const area = box(10, 40, 14, 44);
    expect(percent(area, [box(10, 40, 12, 44)])).toBe(50);
    expect(percent(area, [box(10, 40, 12, 44), box(11, 40, 13, 44)])).toBe(75);
    expect(percent(area, [box(0, 30, 20, 50)])).toBe(100);
    expect(percent(area, [box(20, 40, 21, 44)])).toBe(0);
    expect(percent(area, [])).toBe(0);
  });

  test("does not change when all longitudes shift, also across the antimeridian", () => {
    const rotate = ({ coordinates }: Polygon, by: number): Polygon => ({
      type: "Polygon",
      coordinates: coordinates.map((ring) =>
        ring.map(([x = 0, y = 0]) => [((((x + by + 180) % 360) + 360) % 360) - 180, y]),
      ),
    });
    const area: Polygon = {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [7, 1],
          [6, 5],
          [1, 6],
          [0, 0],
        ],
      ],
    };
    const footprints = [box(1.3, 1, 3.1, 4), box(2.2, 2, 5.4, 7)];
    const before = percent(area, footprints);
    expect(before).toBeGreaterThan(20);
    const ground = (shapes: readonly Polygon[]): number => new Coverage(undefined).together(shapes).km2!;
    fc.assert(
      fc.property(fc.integer({ min: -359, max: 359 }), (by) => {
        const shifted = footprints.map((footprint) => rotate(footprint, by));
        expect(percent(rotate(area, by), shifted)).toBe(before);
        expect(ground(shifted) / ground(footprints)).toBeCloseTo(1, 9);
      }),
      { numRuns: 100 },
    );
  });
});
