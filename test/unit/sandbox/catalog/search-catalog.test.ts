import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QUERYABLES } from "../../../../src/contract/vocabulary.ts";
import type { ErrorCode } from "../../../../src/errors.ts";
import { Archive } from "../../../../src/sandbox/archive/archive.ts";
import { isVisible } from "../../../../src/sandbox/archive/collect.ts";
import { buildItem, type StacItem } from "../../../../src/sandbox/archive/stac-item.ts";
import type { CatalogGranule, CatalogPage, CatalogSearch } from "../../../../src/sandbox/catalog/filter.ts";
import { searchCatalog } from "../../../../src/sandbox/catalog/search-catalog.ts";

const NOW_MS = Date.parse("2026-03-01T09:30:00Z");
const archive = new Archive({
  seed: "catalog",
  size: 4000,
  endMs: NOW_MS,
  organizationIds: ["org-a", "org-b"],
});
/** Granules as from orders and tasks: collects of another archive, and vessel detections. */
const extras: CatalogGranule[] = [
  ...new Archive({ seed: "orders", size: 80, endMs: NOW_MS, organizationIds: ["org-a"] }).collects(),
].flatMap((collect) => [
  { collect, productType: "GEO" as const },
  { collect, productType: "VS" as const },
]);
const context = {
  viewerOrganizationId: "org-a",
  nowMs: NOW_MS,
  baseUrl: "http://127.0.0.1:4545",
  assetsOf: () => ({}),
};

const search = (request: CatalogSearch, viewer: string | null = "org-a"): CatalogPage =>
  searchCatalog(archive, extras, request, { ...context, viewerOrganizationId: viewer ?? undefined });

const idsOf = ({ items }: { items: readonly StacItem[] }): string[] => items.map(({ id }) => id);

const timeOf = ({ properties }: StacItem): number => Date.parse(String(properties["datetime"]));
const byNewest = (a: StacItem, b: StacItem): number => timeOf(b) - timeOf(a) || (a.id < b.id ? -1 : 1);

/** Every item visible to organization A, newest first, as JSON: for answers computed the slow and plain way. */
const everything: StacItem[] = [
  ...[...archive.collects()].flatMap((collect) =>
    collect.productTypes.map((productType) => ({ collect, productType })),
  ),
  ...extras,
]
  .filter(({ collect }) => isVisible(collect, "org-a", NOW_MS))
  .map(({ collect, productType }) => buildItem(collect, productType, context))
  .sort(byNewest);

/** All pages of a search. */
function allPages(request: CatalogSearch): StacItem[] {
  const items: StacItem[] = [];
  let token: string | undefined;
  do {
    const page = search({ ...request, token });
    items.push(...page.items);
    token = page.next;
  } while (token !== undefined);
  return items;
}

const plainly = (holds: (item: StacItem) => boolean): string[] =>
  everything.filter(holds).map(({ id }) => id);

/** Whether the boxes of a box and of an item's parts meet: an upper bound of the truth without geometry. */
function boxMeets({ geometry }: StacItem, [west, south, east, north]: readonly number[]): boolean {
  const parts = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return parts.some((part) => {
    const longitudes = part.flat().map(([longitude]) => longitude as number);
    const latitudes = part.flat().map(([, latitude]) => latitude as number);
    return (
      Math.min(...longitudes) <= (east as number) &&
      Math.max(...longitudes) >= (west as number) &&
      Math.min(...latitudes) <= (north as number) &&
      Math.max(...latitudes) >= (south as number)
    );
  });
}

/** Whether a corner of the footprint or its middle is within the box: a lower bound of the truth. */
function cornerWithin({ geometry }: StacItem, [west, south, east, north]: readonly number[]): boolean {
  const positions = geometry.type === "Polygon" ? geometry.coordinates.flat() : geometry.coordinates.flat(2);
  return positions.some(
    ([lon = NaN, lat = NaN]) =>
      lon >= (west as number) &&
      lon <= (east as number) &&
      lat >= (south as number) &&
      lat <= (north as number),
  );
}

const codeOf = (request: CatalogSearch): ErrorCode | undefined => {
  try {
    search(request);
    return undefined;
  } catch (error) {
    return (error as { code?: ErrorCode }).code;
  }
};

describe("a search without filters", () => {
  it("CATALOG-15 returns the 10 newest, counts all, and cuts a page at 1000", () => {
    const page = search({});
    expect(idsOf(page)).toEqual(plainly(() => true).slice(0, 10));
    expect(page.numberMatched).toBe(everything.length);
    expect(search({ limit: 5000 }).items).toHaveLength(1000);
    expect(search({ limit: 3 }).items).toHaveLength(3);
  });

  it("TASK-26 hides held-back items from other organizations", () => {
    const seen = (viewer: string | null): number => search({}, viewer).numberMatched;
    expect(seen("org-a")).toBeGreaterThan(seen("nobody"));
    expect(seen("org-b")).toBeGreaterThan(seen("nobody"));
    expect(seen(null)).toBe(seen("nobody"));
  });

  it("TASK-26 shows a collect from the moment its holdback ends", () => {
    const held = [...archive.collects()].find(
      ({ holdback }) =>
        holdback?.organizationId === "org-b" && holdback.untilMs > NOW_MS && holdback.kind === "30_day",
    );
    if (held?.holdback === undefined) throw new Error("nothing held back");
    const query = { "vendor:collect_id": { eq: held.id } };
    const at = (nowMs: number): number =>
      searchCatalog(archive, [], { query }, { ...context, nowMs }).numberMatched;
    expect(at(NOW_MS)).toBe(0);
    expect(at(held.holdback.untilMs - 1)).toBe(0);
    expect(at(held.holdback.untilMs)).toBe(held.productTypes.length);
    expect(at(NOW_MS)).toBe(0);
  });
});

describe("places", () => {
  const boxes = fc
    .tuple(
      fc.integer({ min: -180, max: 170 }),
      fc.integer({ min: -80, max: 78 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 30 }),
    )
    .map(([west, south, wide, high]) => [
      west,
      south,
      Math.min(180, west + wide),
      Math.min(90, south + high),
    ]);

  it("CATALOG-02 CATALOG-03 a box finds items with a corner in it, and none whose own box is elsewhere", () => {
    fc.assert(
      fc.property(boxes, (bbox) => {
        const found = new Set(allPages({ bbox, limit: 1000 }).map(({ id }) => id));
        for (const id of plainly((item) => cornerWithin(item, bbox))) expect(found).toContain(id);
        const possible = new Set(plainly((item) => boxMeets(item, bbox)));
        for (const id of found) expect(possible).toContain(id);
      }),
      { numRuns: 15 },
    );
  });

  it("CATALOG-02 a collect is found despite a foreign one with its number before it: the South China Sea", () => {
    const found = allPages({ bbox: [102, 0, 121, 16], limit: 1000 }).map(({ id }) => id);
    expect(found).toHaveLength(new Set(found).size);
    expect(found).toContain("VENDOR-10_20250125T053212_SU_GEC_HH_d4603d49");
  });

  it("CATALOG-05 a box across the antimeridian is two boxes: Taveuni and Wrangel Island", () => {
    for (const [south, north] of [
      [-18, -15.5],
      [70, 72.5],
    ] as const) {
      const both = allPages({ bbox: [178, south, -178, north] }).map(({ id }) => id);
      const east = allPages({ bbox: [178, south, 180, north] }).map(({ id }) => id);
      const west = allPages({ bbox: [-180, south, -178, north] }).map(({ id }) => id);
      expect(both.length).toBeGreaterThan(20);
      expect(new Set(both)).toEqual(new Set([...east, ...west]));
      expect(both).toHaveLength(new Set(both).size);
      expect(east.length + west.length).toBeGreaterThan(both.length);
    }
  });

  it("CATALOG-02 a box of 6 numbers is its 4 numbers on the ground", () => {
    expect(allPages({ bbox: [-10, 38, 0, -8, 40, 500] })).toEqual(allPages({ bbox: [-10, 38, -8, 40] }));
  });

  it("CATALOG-04 a box may be in EPSG:4326 or EPSG:3857", () => {
    const lonLat = idsOf({ items: allPages({ bbox: [-10, 38, -8, 40] }) });
    expect(lonLat.length).toBeGreaterThan(10);
    const latLon = allPages({ bbox: [38, -10, 40, -8], "bbox-crs": "EPSG:4326" });
    const metres = allPages({
      bbox: [-1_113_194.9079, 4_579_425.8129, -890_555.9263, 4_865_942.2795],
      "bbox-crs": "http://www.opengis.net/def/crs/EPSG/0/3857",
    });
    expect(idsOf({ items: latLon })).toEqual(lonLat);
    expect(idsOf({ items: metres })).toEqual(lonLat);
    expect(codeOf({ bbox: [0, 0, 1, 1], "bbox-crs": "EPSG:32629" })).toBe("CRS_UNSUPPORTED");
    expect(codeOf({ bbox: [41, -10, 38, -8], "bbox-crs": "EPSG:4326" })).toBe("BBOX_INVALID");
  });

  it("CATALOG-06 CATALOG-07 a polygon finds the items of its box; a Feature counts by its geometry", () => {
    const ring = [
      [-10, 38],
      [-8, 38],
      [-8, 40],
      [-10, 40],
      [-10, 38],
    ];
    const geometry = { type: "Polygon", coordinates: [ring] };
    const byBox = idsOf({ items: allPages({ bbox: [-10, 38, -8, 40] }) });
    expect(idsOf({ items: allPages({ intersects: geometry }) })).toEqual(byBox);
    const feature = { type: "Feature", geometry, properties: { datetime: "ignored" } };
    expect(idsOf({ items: allPages({ intersects: feature }) })).toEqual(byBox);
  });

  it("CATALOG-06 a point finds the footprints over it, a line those that it crosses", () => {
    for (let row = 0; row < archive.size; row += 400) {
      const { center, id } = archive.collectAt(row);
      const collects = (intersects: unknown): unknown[] =>
        allPages({ intersects }).map(({ properties }) => properties["vendor:collect_id"]);
      if (!isVisible(archive.collectAt(row), "org-a", NOW_MS)) continue;
      expect(collects({ type: "Point", coordinates: center })).toContain(id);
      const line = [
        [center[0] - 0.5, center[1] - 0.3],
        [center[0] + 0.5, center[1] + 0.3],
      ];
      expect(collects({ type: "LineString", coordinates: line })).toContain(id);
      const beside = { type: "Point", coordinates: [center[0], center[1] - 1.5] };
      expect(collects(beside)).not.toContain(id);
    }
  });

  it("CATALOG-06 an outline that jumps over the antimeridian takes the short way", () => {
    const ring = [
      [178, -18],
      [-178, -18],
      [-178, -15.5],
      [178, -15.5],
      [178, -18],
    ];
    const found = allPages({ intersects: { type: "Polygon", coordinates: [ring] } });
    expect(idsOf({ items: found })).toEqual(idsOf({ items: allPages({ bbox: [178, -18, -178, -15.5] }) }));
    const world = [
      [-180, -90],
      [180, -90],
      [180, 90],
      [-180, 90],
      [-180, -90],
    ];
    expect(search({ intersects: { type: "Polygon", coordinates: [world] } }).numberMatched).toBe(
      everything.length,
    );
  });
});

describe("times, collections and ids", () => {
  it.each([
    ["2025-10-01T00:00:00Z/2025-11-01T00:00:00Z", "2025-10-01T00:00:00Z", "2025-11-01T00:00:00Z"],
    ["../2025-06-01T00:00:00+02:00", "0001-01-01T00:00:00Z", "2025-05-31T22:00:00Z"],
    ["2026-02-20T00:00:00Z/..", "2026-02-20T00:00:00Z", "9999-01-01T00:00:00Z"],
  ])("CATALOG-09 %s is compared with the item's datetime, ends included", (datetime, from, to) => {
    const expected = plainly((item) => timeOf(item) >= Date.parse(from) && timeOf(item) <= Date.parse(to));
    expect(expected.length).toBeGreaterThan(100);
    expect(idsOf({ items: allPages({ datetime, limit: 1000 }) })).toEqual(expected);
  });

  it("CATALOG-09 one moment finds the item of that moment", () => {
    const datetime = String(everything[100]?.properties["datetime"]);
    expect(idsOf(search({ datetime }))).toContain(everything[100]?.id);
  });

  it("CATALOG-10 collections are filtered, unknown ones match nothing", () => {
    const open = allPages({ collections: ["vendor-open-data", "nowhere"], limit: 1000 });
    expect(idsOf({ items: open })).toEqual(plainly(({ collection }) => collection === "vendor-open-data"));
    expect(open.length).toBeGreaterThan(100);
    expect(search({ collections: ["nowhere"] })).toEqual({ items: [], numberMatched: 0, next: undefined });
    expect(search({ collections: [] }).numberMatched).toBe(0);
  });

  it("CATALOG-11 ids ignore all filters but keep limit and sortby", () => {
    const wanted = [everything[5], everything[2000], everything.at(-1)].map((item) => item as StacItem);
    const ids = [...wanted.map(({ id }) => id), "VENDOR-99_20250101T000000_SP_GEO_HH_00000000", "?", ""];
    const filters = { bbox: [0, 0, 1, 1], collections: ["nowhere"], query: { platform: { eq: "none" } } };
    const page = search({ ids, ...filters });
    expect(idsOf(page)).toEqual(wanted.sort(byNewest).map(({ id }) => id));
    expect(page.numberMatched).toBe(3);
    const oldest = search({ ids, limit: 1, sortby: "datetime" });
    expect(idsOf(oldest)).toEqual([wanted.at(-1)?.id]);
    expect(idsOf(search({ ids, limit: 1, sortby: "datetime", token: oldest.next }))).toEqual([wanted[1]?.id]);
  });

  it("TASK-26 ids do not reveal held-back items", () => {
    const held = [...archive.collects()].find((collect) => !isVisible(collect, "org-a", NOW_MS));
    if (held === undefined) throw new Error("nothing held back");
    const ids = idsOf(search({ query: { "vendor:collect_id": { eq: held.id } } }, "org-b"));
    expect(ids.length).toBeGreaterThan(0);
    expect(search({ ids }, "org-b").numberMatched).toBe(ids.length);
    expect(search({ ids }, "org-a").numberMatched).toBe(0);
  });
});

describe("queries", () => {
  const operators: Record<string, (order: number) => boolean> = {
    eq: (order) => order === 0,
    lt: (order) => order < 0,
    lte: (order) => order <= 0,
    gt: (order) => order > 0,
    gte: (order) => order >= 0,
  };
  const order = (value: unknown, operand: unknown): number => {
    const [a, b] = [value, operand].map((one) =>
      typeof one === "string" && /^\d{4}-.*Z$/.test(one) ? Date.parse(one) : one,
    ) as [number, number];
    return a === b ? 0 : a < b ? -1 : 1;
  };

  it("CATALOG-12 CATALOG-16 CATALOG-34 every queryable obeys every operator according to its items", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...QUERYABLES, "view:look_angle", "view:off_nadir", "vendor:orbital_plane"),
        fc.constantFrom(...Object.keys(operators)),
        fc.nat(everything.length - 1),
        (name, operator, at) => {
          const property = name === "view:look_angle" ? "view:off_nadir" : name;
          const sample = everything[at]?.properties[property];
          const operand: unknown = Array.isArray(sample) ? sample[0] : sample;
          const accepts = operators[operator] as (order: number) => boolean;
          const expected = everything.filter(({ properties }) => {
            const value = properties[property];
            return (Array.isArray(value) ? value : [value]).some((element) =>
              accepts(order(element, operand)),
            );
          });
          const page = search({ query: { [name]: { [operator]: operand } }, limit: 1000 });
          expect(page.numberMatched).toBe(expected.length);
          expect(idsOf(page)).toEqual(expected.slice(0, 1000).map(({ id }) => id));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("CATALOG-12 operators and properties are ANDed", () => {
    const query = {
      "view:incidence_angle": { gte: 25, lt: 35 },
      "sar:product_type": { eq: "SLC" },
      "sat:orbit_state": { eq: "ascending" },
    };
    const expected = plainly(({ properties }) => {
      const incidence = properties["view:incidence_angle"] as number;
      const isSlc = properties["sar:product_type"] === "SLC";
      return incidence >= 25 && incidence < 35 && isSlc && properties["sat:orbit_state"] === "ascending";
    });
    expect(expected.length).toBeGreaterThan(100);
    expect(idsOf({ items: allPages({ query, limit: 1000 }) })).toEqual(expected);
  });

  it("CATALOG-27 CATALOG-28 times are compared as moments, whatever their offset", () => {
    const start = String(everything[7]?.properties["start_datetime"]);
    const elsewhere = new Date(Date.parse(start) + 7_200_000).toISOString().replace("Z", "+02:00");
    const count = (operand: string): number =>
      search({ query: { start_datetime: { eq: operand } } }).numberMatched;
    expect(count(start)).toBeGreaterThan(0);
    expect(count(elsewhere)).toBe(count(start));
    expect(count("last week")).toBe(0);
  });

  it("a number in a text, as pystac-client's command line sends it, finds the items of the number", () => {
    for (const [name, text] of [
      ["view:incidence_angle", "20"],
      ["view:incidence_angle", " 3.25e1 "],
      ["sar:looks_azimuth", "1"],
      ["vendor:squint_angle", "-0.5"],
    ] as const) {
      for (const operator of Object.keys(operators)) {
        const found = (operand: unknown): unknown[] => {
          const page = search({ query: { [name]: { [operator]: operand } } });
          return [page.numberMatched, idsOf(page)];
        };
        expect(found(text)).toEqual(found(Number(text)));
      }
      expect(search({ query: { [name]: { gte: text } } }).numberMatched).toBeGreaterThan(0);
    }
  });

  it("a date without a time in a query is its midnight UTC", () => {
    for (const name of ["datetime", "start_datetime", "end_datetime"]) {
      const from = (operand: string): number => search({ query: { [name]: { gte: operand } } }).numberMatched;
      expect(from("2025-10-01")).toBeGreaterThan(100);
      expect(from("2025-10-01")).toBe(from("2025-10-01T00:00:00Z"));
    }
    expect(search({ query: { datetime: { gte: "2025-02-30" } } }).numberMatched).toBe(0);
  });

  it("CATALOG-34 an unknown property or a value of another type matches nothing", () => {
    for (const query of [
      { "eo:cloud_cover": { lt: 10 } },
      { constructor: { eq: 1 } },
      { "view:incidence_angle": { gt: "steep" } },
      { platform: { eq: 4 } },
      { "proj:centroid": { eq: "x" } },
      { "vendor:collect_id": { eq: "vendor" }, platform: { eq: "vendor-01" } },
    ]) {
      expect(search({ query }).numberMatched).toBe(0);
    }
  });
});
