import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeState } from "../../../../src/orbit/propagation.ts";
import {
  Archive,
  toFlatBoxes,
  estimateBox,
  type ArchiveOptions,
} from "../../../../src/sandbox/archive/archive.ts";
import {
  isVisible,
  formatItemId,
  PRODUCT_TYPES,
  type Collect,
} from "../../../../src/sandbox/archive/collect.ts";
import { SATELLITES } from "../../../../src/sandbox/fleet.ts";

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse("2026-03-01T09:30:00Z");
const SIZE = 8000;

const make = (options: Partial<ArchiveOptions> = {}): Archive =>
  new Archive({
    seed: "tests",
    size: SIZE,
    endMs: NOW_MS,
    organizationIds: ["org-a", "org-b"],
    ...options,
  });

const archive = make();
const rows = fc.integer({ min: 0, max: SIZE - 1 });

/** Whether its look is the real one of the satellite: by spherical triangles, from orbit and ground point. */
function expectRealLook(collect: Collect): void {
  const satellite = SATELLITES[collect.satellite];
  if (satellite === undefined) throw new Error("no such satellite");
  const { position: r, velocity: v } = computeState(satellite, collect.datetimeMs);
  const [longitude, latitude] = collect.center.map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
  ];
  // The scene on the ellipsoid by its geocentric latitude and radius, not by the code's own formula.
  const geocentric = Math.atan((1 - 1 / 298.257223563) ** 2 * Math.tan(latitude));
  const ground = 1 / Math.hypot(Math.cos(geocentric) / 6378.137, Math.sin(geocentric) / 6356.752314245);
  const radius = Math.hypot(r.x, r.y, r.z);
  const cosine =
    (Math.cos(geocentric) * (Math.cos(longitude) * r.x + Math.sin(longitude) * r.y) +
      Math.sin(geocentric) * r.z) /
    radius;
  const range = Math.sqrt(ground ** 2 + radius ** 2 - 2 * ground * radius * cosine);
  const look = Math.acos((radius ** 2 + range ** 2 - ground ** 2) / (2 * radius * range));
  expect(Math.abs((look * 180) / Math.PI - collect.lookAngleDegrees)).toBeLessThan(0.0051);
  expect(collect.lookAngleDegrees).toBeGreaterThanOrEqual(12);
  expect(collect.lookAngleDegrees).toBeLessThanOrEqual(48);
  expect(collect.incidenceAngleDegrees).toBeGreaterThan(collect.lookAngleDegrees);
  expect(collect.orbitState).toBe(v.z > 0 ? "ascending" : "descending");
  expect(collect.startMs).toBeLessThan(collect.datetimeMs);
  expect(collect.endMs).toBeGreaterThan(collect.datetimeMs);
}

describe("the archive", () => {
  it("SBX-05 is the same for the same seed and day, and another for another seed", () => {
    const again = make({ endMs: NOW_MS + 3_600_000 });
    const other = make({ seed: "others" });
    for (let row = 0; row < SIZE; row += 97) {
      expect(again.collectAt(row)).toEqual(archive.collectAt(row));
      expect(other.collectAt(row).id).not.toBe(archive.collectAt(row).id);
    }
  });

  it("SBX-05 keeps its collects when the clock advances, and has new ones of the new days", () => {
    const later = make({ endMs: NOW_MS + 3 * DAY_MS });
    const kept = archive.collectAt(SIZE - 1);
    expect(later.collectById(kept.id)).toEqual(kept);
    expect(later.collectAt(later.size - 1).datetimeMs).toBeGreaterThan(kept.datetimeMs + 2 * DAY_MS);
    expect(later.collectById(archive.collectAt(0).id)).toBeUndefined();
  });

  it("SBX-05 spans 400 days up to the last full day, in order of time", () => {
    expect(archive.size).toBe(SIZE);
    const collects = [...archive.collects()];
    const times = collects.map(({ datetimeMs }) => datetimeMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const midnight = Math.floor(NOW_MS / DAY_MS) * DAY_MS;
    expect(times.at(-1)).toBeLessThan(midnight);
    expect(midnight - (times[0] ?? 0)).toBeGreaterThan(399 * DAY_MS);
    expect(midnight - (times[0] ?? 0)).toBeLessThanOrEqual(400 * DAY_MS);
    expect(new Set(collects.map(({ id }) => id)).size).toBe(SIZE);
    const week = [...archive.collects(midnight - 7 * DAY_MS, midnight)];
    expect(week).toEqual(collects.filter(({ datetimeMs }) => datetimeMs >= midnight - 7 * DAY_MS));
  });

  it("CATALOG-37 finds every collect and every item by its id, and nothing by a forged one", () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...PRODUCT_TYPES), (row, productType) => {
        const collect = archive.collectAt(row);
        expect(collect.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(archive.collectById(collect.id)).toEqual(collect);
        expect(archive.collectById(collect.id.slice(0, -1) + (collect.id.endsWith("0") ? "1" : "0"))).toBe(
          undefined,
        );
        const id = formatItemId(collect, productType);
        expect(id).toContain(`_${productType}_`);
        const expected = collect.productTypes.includes(productType) ? { collect, productType } : undefined;
        expect(archive.granuleById(id)).toEqual(expected);
        expect(archive.granuleById(`X${id}`)).toBeUndefined();
      }),
    );
  });

  it("has looks that the satellite really had, recomputed from orbit and ground point by spherical triangles", () => {
    fc.assert(
      fc.property(rows, (row) => expectRealLook(archive.collectAt(row))),
      { numRuns: 400 },
    );
  });

  it("squints only in spotlight, by the angles in the interface", () => {
    const squinted = [...archive.collects()].filter(({ squintAngleDegrees }) => squintAngleDegrees !== 0);
    expect(squinted.length).toBeGreaterThan(100);
    for (const { type, squintAngleDegrees } of squinted) {
      expect(type.collectMode).toBe("spotlight");
      expect([15, 30]).toContain(Math.abs(squintAngleDegrees));
    }
  });

  it("SBX-05 has several product types per collect, GEO always", () => {
    const types = [...archive.collects()].map(({ productTypes }) => productTypes);
    expect(types.every((each) => each.includes("GEO"))).toBe(true);
    expect(types.filter(({ length }) => length > 1).length / SIZE).toBeGreaterThan(0.95);
  });

  it("TASK-26 holds about 5 % back from other organizations, and none of the open data", () => {
    const held = [...archive.collects()].filter((collect) => !isVisible(collect, undefined, NOW_MS));
    expect(held.length / SIZE).toBeGreaterThan(0.035);
    expect(held.length / SIZE).toBeLessThan(0.065);
    for (const collect of held) {
      const owner = collect.holdback?.organizationId ?? "";
      expect(["org-a", "org-b"]).toContain(owner);
      expect(isVisible(collect, owner, NOW_MS)).toBe(true);
      expect(isVisible(collect, owner === "org-a" ? "org-b" : "org-a", NOW_MS)).toBe(false);
      expect(isVisible(collect, undefined, collect.holdback?.untilMs ?? 0)).toBe(true);
      expect(collect.collectionId).toBe("vendor-archive");
    }
    expect(new Set(held.map(({ holdback }) => holdback?.kind))).toEqual(
      new Set(["30_day", "1_year", "permanent"]),
    );
  });

  it.each([
    ["Lisbon", [-9.6, 38.4, -8.7, 39.0]],
    ["Rotterdam", [3.6, 51.6, 4.6, 52.3]],
    ["Vesuvius", [14.0, 40.5, 14.9, 41.1]],
    ["Etna", [14.6, 37.4, 15.4, 38.1]],
    ["Golden Gate", [-123, 37.4, -121.9, 38.2]],
    ["Singapore", [103.3, 0.9, 104.3, 1.6]],
    ["Taveuni", [179.5, -17.4, -179.5, -16.2]],
    ["Wrangel Island", [177, 70.4, -177, 72]],
    ["Svalbard", [10, 77, 35, 81.5]],
    ["Cape Town", [17.9, -34.4, 18.9, -33.4]],
    ["Valparaiso", [-72.1, -33.5, -71.1, -32.5]],
  ] as const)("has images of %s", (_name, box) => {
    const count = archive.table().spatialIndex.rowsIn(toFlatBoxes(box), 0, SIZE).length;
    expect(count).toBeGreaterThan(12);
  });

  it("finds rows in space by boxes around the footprints", () => {
    const outside = Array.from({ length: SIZE }, (_, row) => row).filter((row) => {
      const view = archive.table().view(row);
      const rough = toFlatBoxes(estimateBox(view));
      return !toFlatBoxes(view.bbox).every(([west, south, east, north]) =>
        rough.some((box) => box[0] <= west && box[1] <= south && box[2] >= east && box[3] >= north),
      );
    });
    expect(outside).toEqual([]);
  });
});

describe("SBX-05 stacks of the archive", () => {
  const STACKS = 60;
  const stacked = make({ stacks: STACKS });
  const isRepeated = ({ id }: Collect): boolean => archive.collectById(id) === undefined;
  const repeated = [...stacked.collects()].filter(isRepeated);

  it("leave every other collect unchanged, and are found by their ids", () => {
    expect([...stacked.collects()].filter((collect) => !isRepeated(collect))).toEqual([
      ...archive.collects(),
    ]);
    expect(stacked.size).toBe(SIZE + repeated.length);
    expect(new Set(repeated.map(({ id }) => id)).size).toBe(repeated.length);
    for (const collect of repeated) {
      expect(stacked.collectById(collect.id)).toEqual(collect);
      expect(stacked.granuleById(formatItemId(collect, "GEO"))).toEqual({ collect, productType: "GEO" });
    }
  });

  it("have looks that their satellites really had, on those passes", () => {
    expect(repeated.length).toBeGreaterThan(3 * STACKS);
    for (const collect of repeated) expectRealLook(collect);
  });

  it("are of one satellite, direction, side, type and polarization, and nearly one look and one azimuth", () => {
    const known = new Map<string, Collect[]>();
    for (const collect of repeated) {
      const { satellite, orbitState, observationDirection, type, polarization, center } = collect;
      const key = JSON.stringify([satellite, orbitState, observationDirection, type.name, polarization]);
      const same = (known.get(key) ?? []).filter(
        (other) =>
          Math.abs(other.center[1] - center[1]) < 0.02 &&
          Math.abs(other.lookAngleDegrees - collect.lookAngleDegrees) <= 1.4,
      );
      for (const other of same) {
        const turned = Math.abs(other.azimuthDegrees - collect.azimuthDegrees);
        expect(Math.min(turned, 360 - turned)).toBeLessThanOrEqual(6);
        expect(Math.abs(other.datetimeMs - collect.datetimeMs)).toBeGreaterThan(DAY_MS / 2);
      }
      known.set(key, [...(known.get(key) ?? []), collect]);
    }
    const alone = repeated.filter((collect) => {
      const near = repeated.filter(
        (other) =>
          other.satellite === collect.satellite && Math.abs(other.center[1] - collect.center[1]) < 0.02,
      );
      return near.length < 2;
    });
    expect(alone.length).toBeLessThan(STACKS / 10);
  });

  it("stay when the clock advances and when more are added", () => {
    const ids = repeated.map(({ id }) => id);
    const more = make({ stacks: 2 * STACKS });
    expect(ids.filter((id) => more.collectById(id) === undefined)).toEqual([]);
    const later = make({ stacks: STACKS, endMs: NOW_MS + 3 * DAY_MS });
    const left = repeated.filter(({ datetimeMs }) => datetimeMs > NOW_MS - 396 * DAY_MS);
    expect(left.map(({ id }) => later.collectById(id)?.datetimeMs)).toEqual(
      left.map(({ datetimeMs }) => datetimeMs),
    );
  });
});
