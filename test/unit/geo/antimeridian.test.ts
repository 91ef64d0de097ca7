import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitAtAntimeridian, unwrapRing } from "../../../src/geo/antimeridian.ts";
import { areaKm2 } from "../../../src/geo/area.ts";
import { checkRing } from "../../../src/geo/ring.ts";
import type { MultiPolygon, Polygon, Position } from "../../../src/geo/geojson.ts";
import { intersects } from "../../../src/geo/intersects.ts";
import { ringsOf, signedArea } from "../../../src/geo/polygon.ts";
import { isValidGeometry } from "./jsts-oracle.ts";

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const expectGood = (geometry: Polygon | MultiPolygon): void => {
  for (const [ring] of ringsOf(geometry)) {
    expect(checkRing(ring!).ok).toBe(true);
    expect(signedArea(ring!)).toBeGreaterThan(0);
    for (const [longitude, latitude] of ring!) {
      expect(Math.abs(longitude!)).toBeLessThanOrEqual(180);
      expect(Math.abs(latitude!)).toBeLessThanOrEqual(90);
    }
  }
  expect(isValidGeometry(geometry)).toBe(true);
};
const holds = (geometry: Polygon | MultiPolygon, longitude: number, latitude: number): boolean =>
  intersects({ type: "Point", coordinates: [longitude, latitude] }, geometry);

describe("splitAtAntimeridian", () => {
  it("leaves a scene over Naples alone, but for its winding", () => {
    const ring = box(14, 40, 15, 41);
    expect(splitAtAntimeridian(ring)).toEqual({ type: "Polygon", coordinates: [ring] });
    expect(splitAtAntimeridian([...ring].reverse())).toEqual({ type: "Polygon", coordinates: [ring] });
  });

  it("CATALOG-05 cuts a scene over Taveuni in two, whether longitudes run on or jump", () => {
    const parts = (ring: Position[]): number[][] =>
      ringsOf(splitAtAntimeridian(ring)).map(([part]) => {
        const [xs, ys] = [part!.map(([x]) => x!), part!.map(([, y]) => y!)];
        return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      });
    const expected = [
      [179.5, -17, 180, -16.5],
      [-180, -17, -179.75, -16.5],
    ];
    expect(parts(box(179.5, -17, 180.25, -16.5))).toEqual(expected);
    expect(parts(box(179.5, -17, -179.75, -16.5))).toEqual(expected);
    expect(parts(box(-180.5, -17, -179.75, -16.5))).toEqual(expected);
  });

  it("moves a ring that lies wholly beyond 180 back, and keeps one that only touches it", () => {
    // Wrangel Island's east.
    expect(splitAtAntimeridian(box(181, 70.8, 182.5, 71.5))).toEqual({
      type: "Polygon",
      coordinates: [box(-179, 70.8, -177.5, 71.5)],
    });
    expect(splitAtAntimeridian(box(179, 70.8, 180, 71.5)).type).toBe("Polygon");
    expect(splitAtAntimeridian(box(180, 70.8, 181, 71.5))).toEqual({
      type: "Polygon",
      coordinates: [box(-180, 70.8, -179, 71.5)],
    });
  });

  it("cuts a comb whose teeth reach over the antimeridian into one part per tooth", () => {
    const comb: Position[] = [
      [178, 0],
      [182, 0],
      [182, 1],
      [179, 1],
      [179, 2],
      [182, 2],
      [182, 3],
      [179, 3],
      [179, 4],
      [182, 4],
      [182, 5],
      [178, 5],
      [178, 0],
    ];
    const cut = splitAtAntimeridian(comb);
    expectGood(cut);
    expect(ringsOf(cut)).toHaveLength(4);
    expect(holds(cut, -179, 0.5) && holds(cut, -179, 2.5) && holds(cut, 178.5, 3.5)).toBe(true);
    expect(holds(cut, -179, 1.5) || holds(cut, 179.5, 3.5)).toBe(false);
  });

  it("keeps notches and corners that touch the antimeridian", () => {
    const corner: Position[] = [
      [178, 0],
      [180, 1],
      [178, 2],
      [178, 0],
    ];
    expect(splitAtAntimeridian(corner).type).toBe("Polygon");
    const notch: Position[] = [
      [178, 0],
      [182, 0],
      [182, 4],
      [178, 4],
      [180, 2],
      [178, 0],
    ];
    const cut = splitAtAntimeridian(notch);
    expectGood(cut);
    expect(areaKm2(cut)).toBeCloseTo(areaKm2({ type: "Polygon", coordinates: [notch] }), 3);
  });

  it("leaves no sliver where rounding carries a corner over the antimeridian", () => {
    const ring: Position[] = [
      [199, 0],
      [200.5, 0.9],
      [180 - 3e-14, -34.6],
      [199, 0],
    ];
    expect(splitAtAntimeridian(ring)).toMatchObject({ type: "Polygon" });
  });

  it("gives valid parts of the same total area for any star over the antimeridian", () => {
    const radius = fc.integer({ min: 1, max: 40 });
    const star = fc.record({
      radii: fc.array(radius, { minLength: 3, maxLength: 24 }),
      x: fc.integer({ min: -560, max: 560 }),
      y: fc.integer({ min: -45, max: 45 }),
      isSquare: fc.boolean(),
    });
    fc.assert(
      fc.property(star, ({ radii, x, y, isSquare }) => {
        const ring = radii.map((size, at): Position => {
          const angle = (at / radii.length) * 2 * Math.PI;
          const place = [x + size * Math.cos(angle), y + size * Math.sin(angle)];
          // Whole degrees make vertices fall on the antimeridian itself.
          return isSquare ? place.map(Math.round) : place;
        });
        ring.push(ring[0]!);
        fc.pre(isValidGeometry({ type: "Polygon", coordinates: [ring] }));
        const cut = splitAtAntimeridian(ring);
        for (const [part] of ringsOf(cut)) {
          expect(signedArea(part!)).toBeGreaterThan(0);
          expect(part!.every(([longitude]) => Math.abs(longitude!) <= 180)).toBe(true);
          expect(isValidGeometry({ type: "Polygon", coordinates: [part!] })).toBe(true);
        }
        expect(areaKm2(cut) / areaKm2({ type: "Polygon", coordinates: [ring] })).toBeCloseTo(1, 5);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ["the north pole, eastwards", 80, 1],
    ["the north pole, westwards", 80, -1],
    ["the south pole, eastwards", -80, 1],
    ["the south pole, westwards", -80, -1],
  ])("closes a ring around %s along the antimeridian", (_name, latitude, direction) => {
    const ring: Position[] = [];
    for (let at = 0; at < 12; at++) {
      const longitude = direction * at * 30 - 175;
      ring.push([
        longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude,
        latitude,
      ]);
    }
    ring.push(ring[0]!);
    const cap = splitAtAntimeridian(ring);
    expectGood(cap);
    const south = Math.min(latitude, Math.sign(latitude) * 90);
    const whole: Polygon = { type: "Polygon", coordinates: [box(-180, south, 180, south + 10)] };
    expect(areaKm2(cap)).toBeCloseTo(areaKm2(whole), 2);
    expect(holds(cap, 17, Math.sign(latitude) * 89.9)).toBe(true);
    expect(holds(cap, 17, 0)).toBe(false);
  });

  it("closes a swath that wavers around the antimeridian near the pole", () => {
    // Passes the antimeridian three times; the passage closest to the pole is where the map's edge is drawn.
    const ring: Position[] = [
      [100, 75],
      [170, 76],
      [-170, 78],
      [-172, 81],
      [175, 82],
      [178, 85],
      [-178, 86],
      [-90, 80],
      [0, 78],
      [100, 75],
    ];
    const cap = splitAtAntimeridian(ring);
    expectGood(cap);
    expect(holds(cap, 0, 89)).toBe(true);
    expect(holds(cap, 0, 77)).toBe(false);
    expect(holds(cap, 179, 80)).toBe(true);
    expect(holds(cap, 179.5, 84)).toBe(false);
  });

  it("says that a ring twice around the globe is none", () => {
    const ring: Position[] = [0, 120, -120, 0, 120, -120, 0].map((longitude, at) => [longitude, 70 + at]);
    expect(() => splitAtAntimeridian(ring)).toThrow(RangeError);
  });
});

describe("unwrapRing", () => {
  it("lets longitudes run on over the antimeridian in both directions", () => {
    expect(
      unwrapRing([
        [170, 0],
        [-170, 1],
        [170, 2],
      ]),
    ).toEqual([
      [170, 0],
      [190, 1],
      [170, 2],
    ]);
    expect(
      unwrapRing([
        [-170, 0],
        [170, 1],
      ]),
    ).toEqual([
      [-170, 0],
      [-190, 1],
    ]);
  });
});
