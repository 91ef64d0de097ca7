/** Rings across the antimeridian without a cut: area, centre and zone are those of the intended place. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureKm2 } from "../../../src/geo/area.ts";
import { computeCentroid } from "../../../src/geo/centroid.ts";
import type { Polygon, Position } from "../../../src/geo/geojson.ts";
import { joinAtAntimeridian, takeShorterWay } from "../../../src/geo/antimeridian.ts";
import { findZone } from "../../../src/time/zone-at.ts";

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
/** The same ring, its longitudes written within -180..180 as services want them. */
const wrapped = ({ coordinates }: Polygon, by: number): Polygon => ({
  type: "Polygon",
  coordinates: coordinates.map((ring) =>
    ring.map(([lon = 0, lat = 0]): Position => [((((lon + by + 180) % 360) + 360) % 360) - 180, lat]),
  ),
});

const EARTH_KM2 = 510_065_622;

describe("takeShorterWay", () => {
  it("TASK-45 Taveuni is in Fiji's time, from whichever side its ring is written", () => {
    for (const area of [box(179.5, -17.2, -179.5, -16.4), box(-179.5, -17.2, 179.5, -16.4)]) {
      const [longitude = 0, latitude = 0] = computeCentroid(area);
      expect(180 - Math.abs(longitude)).toBeLessThan(1e-6);
      expect(latitude).toBeCloseTo(-16.8, 6);
      expect(measureKm2(area)).toBeCloseTo(measureKm2(box(177.5, -17.2, 178.5, -16.4)), 3);
      expect(findZone(longitude, latitude)).toBe("Pacific/Fiji");
    }
  });

  it("TASK-45 Wrangel Island keeps area and centre wherever it is cut into longitudes", () => {
    const star = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(star, fc.integer({ min: -400, max: 400 }), (radii, by) => {
        const ring = radii.map((radius, at): Position => {
          const angle = (2 * Math.PI * at) / radii.length;
          return [3 * radius * Math.cos(angle), 71.2 + radius * Math.sin(angle)];
        });
        const here: Polygon = { type: "Polygon", coordinates: [[...ring, ring[0]!]] };
        const there = wrapped(here, by + 0.25);
        expect(measureKm2(there)).toBeCloseTo(measureKm2(here), 2);
        const [[x = 0, y = 0], [u = 0, v = 0]] = [computeCentroid(here), computeCentroid(there)];
        expect(v).toBeCloseTo(y, 6);
        expect(Math.abs(((u - x - by - 0.25 + 540) % 360) - 180)).toBeLessThan(1e-6);
      }),
    );
  });

  it("a box of the world is the world, and its edges along the antimeridian stay there", () => {
    expect(measureKm2(box(-180, -90, 180, 90)) / EARTH_KM2).toBeCloseTo(1, 4);
    const centre = computeCentroid(box(-180, -90, 180, 90));
    expect(centre.map(Math.abs)).toEqual([0, 0]);
  });

  it("a ring once around the north pole contains it", () => {
    const cap: Position[] = [0, 90, 170, -100, 0].map((longitude) => [longitude, 80]);
    // Share of a sphere's cap of 10 degrees, except for the effect of flattening.
    const share = (1 - Math.sin((80 * Math.PI) / 180)) / 2;
    expect(measureKm2({ type: "Polygon", coordinates: [cap] }) / EARTH_KM2 / share).toBeCloseTo(1, 1);
  });

  it("returns a geometry without a jump unchanged, as the same object", () => {
    const etna = box(14.9, 37.6, 15.15, 37.85);
    expect(takeShorterWay(etna)).toBe(etna);
  });
});

describe("joinAtAntimeridian", () => {
  /** Returns the part of a ring on one side of a meridian (Sutherland and Hodgman). */
  function clip(ring: readonly Position[], isInside: (longitude: number) => boolean): Position[] {
    const open = ring.slice(0, -1);
    const kept = open.flatMap((to, at): Position[] => {
      const from = open.at(at - 1)!;
      const [[x = 0, y = 0], [u = 0, v = 0]] = [from, to];
      const isCrossing = isInside(x) !== isInside(u);
      const cut: Position = [180, y + ((v - y) * (180 - x)) / (u - x)];
      return [...(isCrossing ? [cut] : []), ...(isInside(u) ? [to] : [])];
    });
    return [...kept, kept[0]!];
  }
  const star = fc
    .array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 12 })
    .map((radii) => {
      const ring = radii.map((radius, at): Position => {
        const angle = (2 * Math.PI * (at + 0.1)) / radii.length;
        return [180 + 3 * radius * Math.cos(angle), 60 + 5 * radius * Math.sin(angle)];
      });
      return [...ring, ring[0]!];
    });
  const cutRings = (ring: readonly Position[]): [Position[], Position[]] => [
    clip(ring, (longitude) => longitude < 180),
    clip(ring, (longitude) => longitude >= 180).map(([x = 0, y = 0]) => [x - 360, y]),
  ];
  const textsOf = (ring: readonly Position[]): string[] =>
    ring
      .slice(1)
      .map(([x = 0, y = 0]) => `${x > 180 ? (x - 360).toFixed(9) : x.toFixed(9)},${y.toFixed(9)}`)
      .sort();

  it("AREA-06 AREA-05 the halves of an area become its ring again, in any order and direction, and measure the same", () => {
    fc.assert(
      fc.property(star, fc.boolean(), fc.boolean(), (ring, isSwapped, isReversed) => {
        const [east, west] = cutRings(ring);
        const halves = [isReversed ? east.toReversed() : east, west];
        const cut = {
          type: "MultiPolygon" as const,
          coordinates: (isSwapped ? halves.reverse() : halves).map((one) => [one]),
        };
        const joined = joinAtAntimeridian(cut)!;
        expect(textsOf(joined.coordinates[0]!)).toEqual(textsOf(ring));
        expect(measureKm2(joined)).toBeCloseTo(measureKm2({ type: "Polygon", coordinates: [[...ring]] }), 2);
        expect(measureKm2(cut) / measureKm2(joined)).toBeCloseTo(1, 6);
      }),
    );
  });

  it("AREA-06 parts that are not one area stay apart", () => {
    const rings = (...boxes: Polygon[]) => ({
      type: "MultiPolygon" as const,
      coordinates: boxes.map(({ coordinates }) => coordinates),
    });
    const east = box(177, 50, 180, 53);
    for (const other of [
      box(-180, 50, -175, 54),
      box(-180, 40, -175, 43),
      box(-179, 50, -175, 53),
      box(1, 50, 2, 53),
    ])
      expect(joinAtAntimeridian(rings(east, other))).toBeUndefined();
    expect(joinAtAntimeridian(rings(east, box(-180, 50, -175, 53), box(1, 1, 2, 2)))).toBeUndefined();
    const hole = box(178, 51, 179, 52).coordinates[0]!;
    const holed: Polygon = { type: "Polygon", coordinates: [...east.coordinates, hole] };
    expect(joinAtAntimeridian(rings(holed, box(-180, 50, -175, 53)))).toBeUndefined();
  });
});
