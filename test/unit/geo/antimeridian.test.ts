/** Rings across the antimeridian without a cut: area, centre and zone are those of the intended place. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureKm2 } from "../../../src/geo/area.ts";
import { computeCentroid } from "../../../src/geo/centroid.ts";
import type { Polygon, Position } from "../../../src/geo/geojson.ts";
import { takeShorterWay } from "../../../src/geo/antimeridian.ts";
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
