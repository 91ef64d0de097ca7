import { beforeAll, describe, expect, it } from "vitest";
import { QUERYABLES } from "../../../../src/contract/vocabulary.ts";
import { computeSignedArea } from "../../../../src/geo/polygon.ts";
import { Archive } from "../../../../src/sandbox/archive/archive.ts";
import {
  type AssetsOf,
  buildItem,
  STAC_EXTENSIONS,
  type StacItem,
} from "../../../../src/sandbox/archive/stac-item.ts";
import { makeAssetLinks } from "../../../../src/sandbox/handlers/item-assets.ts";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import { STAC_ITEM, stacValidator } from "../../../stac-schemas.ts";

const SIZE = 600;

const archive = new Archive({
  seed: "items",
  size: SIZE,
  endMs: Date.parse("2026-03-01T00:00:00Z"),
  organizationIds: ["org-a"],
});

/** The service's data about its files; a checksum for a few, as each needs all bytes of its file. */
let checksums = 0;
const assetsOf: AssetsOf = (collect, productType) =>
  makeAssetLinks(
    listProductFiles(collect, productType),
    ({ fileName }) => `https://sandbox.invalid/${collect.id}/${fileName}`,
    (checksums += 1) < 20,
  );
const context = { baseUrl: "http://127.0.0.1:4545", assetsOf };

function* allItems(): Generator<StacItem> {
  for (const collect of archive.collects()) {
    for (const productType of collect.productTypes) yield buildItem(collect, productType, context);
    yield buildItem(collect, "VS", context);
  }
}

let items: StacItem[] = [];
let faultsOf: (item: unknown) => unknown[];

beforeAll(() => {
  items = [...allItems()];
  faultsOf = stacValidator([STAC_ITEM, ...STAC_EXTENSIONS]);
});

describe("items", () => {
  it("CATALOG-36 validate against the official schemas of STAC 1.0.0 and of their extensions", () => {
    let count = 0;
    const types = new Set<unknown>();
    for (const item of items) {
      expect(faultsOf(item)).toEqual([]);
      expect(Object.values(item.assets).filter(({ roles }) => roles?.[0] === "data")).toHaveLength(1);
      types.add(item.properties["sar:product_type"]);
      count++;
    }
    expect(count).toBeGreaterThan(SIZE * 3);
    expect(types.size).toBe(7);
  });

  it("CATALOG-36 would not validate without collection link, geometry or with a wrong field", () => {
    const [item] = items;
    expect(faultsOf({ ...item, links: [] })).not.toEqual([]);
    expect(faultsOf({ ...item, geometry: { type: "Polygon", coordinates: [[[1, 2]]] } })).not.toEqual([]);
    for (const wrong of [
      { "sar:observation_direction": "up" },
      { "sat:orbit_state": 1 },
      { "view:incidence_angle": 95 },
      { "view:look_angle": 30 },
      { "proj:projjson": { type: "x" } },
      { datetime: "2026-01-01T00:00:00+01:00" },
    ]) {
      expect(faultsOf({ ...item, properties: { ...item?.properties, ...wrong } })).not.toEqual([]);
    }
  });

  it("CATALOG-16 CATALOG-33 CATALOG-34 have all queryable properties", () => {
    for (const item of items) {
      expect(QUERYABLES.filter((name) => !Object.hasOwn(item.properties, name))).toEqual([]);
    }
  });

  it("CATALOG-35 have times in UTC with Z, and their start in the id", () => {
    for (const { id, properties } of items) {
      const times = ["start_datetime", "datetime", "end_datetime"].map((name) => String(properties[name]));
      for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
      expect(times.map(Date.parse)).toEqual(times.map(Date.parse).toSorted((a, b) => a - b));
      expect(id).toContain(`_${String(times[0]).slice(0, 19).replaceAll(/[-:]/g, "")}_`);
    }
  });

  it("CATALOG-36 have counter-clockwise rings and a box around them", () => {
    let across = 0;
    for (const { geometry, bbox } of items) {
      const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
      const latitudes = polygons.flat(2).map(([, latitude]) => latitude as number);
      for (const [ring] of polygons) expect(computeSignedArea(ring ?? [])).toBeGreaterThan(0);
      expect([Math.min(...latitudes), Math.max(...latitudes)]).toEqual([bbox[1], bbox[3]]);
      if (geometry.type === "MultiPolygon") {
        expect(bbox[0]).toBeGreaterThan(bbox[2]);
        across++;
      } else expect(bbox[0]).toBeLessThan(bbox[2]);
    }
    expect(across).toBeGreaterThan(0);
  });

  it("GEN-05 have the literal prefix `vendor:` in the operator's own properties", () => {
    const item = buildItem(archive.collectAt(0), "GEO", context);
    expect(item.properties["vendor:collect_id"]).toBe(archive.collectAt(0).id);
  });
});
