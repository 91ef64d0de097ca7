import { describe, expect, it } from "vitest";
import type { Polygon, Position } from "../../../../src/geo/geojson.ts";
import { collectFootprint } from "../../../../src/sandbox/fleet.ts";
import type { Assignment } from "../../../../src/sandbox/scheduling/schedule.ts";
import { GAP_MS } from "../../../../src/sandbox/scheduling/plan.ts";
import { box, DAY, NOW, plan, request, typeNamed } from "./requests.ts";

const stripmap = typeNamed("stripmap_100");

/** Longitudes counted from the area's first vertex: no ring jumps at the antimeridian. */
const near = (longitude: number, [origin = 0]: Position): number =>
  origin + ((((longitude - origin + 540) % 360) + 360) % 360) - 180;

function isInside(ring: readonly Position[], [x = 0, y = 0]: Position): boolean {
  let inside = false;
  for (let at = 1; at < ring.length; at++) {
    const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [ring[at - 1] as Position, ring[at] as Position];
    if (y0 > y !== y1 > y && x < x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)) inside = !inside;
  }
  return inside;
}

/** Points of the area that no footprint contains, of a grid of 60 by 60 over its box. */
function uncovered(polygon: Polygon, { collects }: Assignment): Position[] {
  const ring = polygon.coordinates[0] as Position[];
  const origin = ring[0] as Position;
  const flat = ring.map(([lon = 0, lat = 0]): Position => [near(lon, origin), lat]);
  const footprints = collects.flatMap((collect) => {
    const { geometry } = collectFootprint({ ...collect, type: stripmap });
    const rings =
      geometry.type === "Polygon" ? [geometry.coordinates[0]] : geometry.coordinates.map(([part]) => part);
    return rings.map((part) => (part ?? []).map(([lon = 0, lat = 0]): Position => [near(lon, origin), lat]));
  });
  const [west, east] = [Math.min(...flat.map(([x = 0]) => x)), Math.max(...flat.map(([x = 0]) => x))];
  const [south, north] = [Math.min(...flat.map(([, y = 0]) => y)), Math.max(...flat.map(([, y = 0]) => y))];
  const open: Position[] = [];
  for (let i = 0; i < 3600; i++) {
    // Slightly off the antimeridian: a footprint cut there leaves it to neither part.
    const spot = [
      west + ((east - west) * ((i % 60) + 0.5)) / 60 + 1e-7,
      south + ((north - south) * (Math.floor(i / 60) + 0.5)) / 60,
    ];
    if (isInside(flat, spot) && !footprints.some((part) => isInside(part, spot))) open.push(spot);
  }
  return open;
}

/** Coasts and islands, one of them on the antimeridian. */
const AREAS: readonly (readonly [name: string, polygon: Polygon, mostStrips: number])[] = [
  ["the harbour of Rotterdam", box(4.0, 51.93, 4.12, 51.98), 1],
  ["Mount Etna", box(14.9, 37.6, 15.15, 37.85), 6],
  ["the Tagus estuary", box(-9.4, 38.4, -8.8, 38.8), 12],
  ["Taveuni, across the antimeridian", box(179.8, -17.05, 180.1, -16.7), 10],
  ["Wrangel Island", box(-181.5, 70.8, -180.2, 71.5), 20],
  [
    "the Strait of Gibraltar, a slanted triangle",
    {
      type: "Polygon",
      coordinates: [
        [
          [-6.0, 36.15],
          [-5.6, 35.85],
          [-5.25, 36.15],
          [-6.0, 36.15],
        ],
      ],
    },
    12,
  ],
];

const asked = (polygon: Polygon) => ({
  type: stripmap,
  geometry: {
    ...polygon,
    coordinates: polygon.coordinates.map((ring) =>
      ring.map(([lon = 0, lat = 0]) => [((((lon + 180) % 360) + 360) % 360) - 180, lat]),
    ),
  },
});

describe("a polygon", () => {
  it.each(AREAS)("%s is completely covered by strips", (_name, polygon, mostStrips) => {
    const { assignments, rejections } = plan([request(asked(polygon))]);
    expect(rejections).toEqual([]);
    const [assignment] = assignments;
    if (assignment === undefined) throw new Error("no plan");
    expect(uncovered(polygon, assignment)).toEqual([]);
    const { collects } = assignment;
    expect(collects.length).toBeLessThanOrEqual(mostStrips);
    for (const [at, { startMs, satellite }] of collects.entries()) {
      const next = collects[at + 1];
      expect(startMs).toBeGreaterThanOrEqual(NOW);
      if (next?.satellite === satellite) expect(next.startMs - startMs).toBeGreaterThan(GAP_MS);
    }
  });

  it("has strips that each meet its constraints", () => {
    const polygon = box(-9.4, 38.4, -8.8, 38.8);
    const constraints = { lookDirection: "right", offNadirMin: 20, offNadirMax: 45 } as const;
    const { assignments } = plan([request({ ...asked(polygon), constraints })]);
    const collects = assignments[0]?.collects ?? [];
    expect(collects.length).toBeGreaterThan(1);
    for (const { side, lookAngleDegrees } of collects) {
      expect(side).toBe("right");
      expect(lookAngleDegrees).toBeGreaterThanOrEqual(20);
      expect(lookAngleDegrees).toBeLessThanOrEqual(45);
    }
  });

  it.each([
    ["Australia", box(113, -39, 154, -10)],
    ["the Pacific, across the antimeridian", box(150, -40, 230, 40)],
    ["the world", box(-180, -90, 180, 90)],
    ["a sliver along the Andes", box(-70.001, -50, -70, 10)],
  ])("%s is refused with the number of strips, without being divided into cells", (_name, polygon) => {
    const isWorld = polygon.coordinates[0]?.[1]?.[0] === 180;
    const target = isWorld ? { type: stripmap, geometry: polygon } : asked(polygon);
    const [rejection] = plan([request(target)]).rejections;
    const [, strips] =
      /^the area takes at least (\d+) strips of 10 x 100 km/.exec(rejection?.reason ?? "") ?? [];
    expect(Number(strips)).toBeGreaterThan(60);
  });

  it("that the window's passes cannot cover is refused with the number of strips", () => {
    const [small] = plan([
      request({ ...asked(box(-9.4, 38.4, -8.8, 38.8)), windowCloseMs: NOW + DAY / 4 }),
    ]).rejections;
    expect(small?.reason).toMatch(/^the area takes at least \d+ strips of 10 x 100 km/);
    const [huge] = plan([request(asked(box(-9, 36, -2, 43)))]).rejections;
    expect(huge?.reason).toMatch(/at least 4\d\d strips/);
    const impossible = { azimuthAngleMin: 1.9, azimuthAngleMax: 2 };
    const [none] = plan([
      request({ ...asked(box(-9.2, 38.6, -9.1, 38.7)), constraints: impossible }),
    ]).rejections;
    expect(none?.reason).toContain("azimuth 1.9 to 2");
  });
});
