import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Archive } from "../../../../src/sandbox/archive/archive.ts";
import { formatItemId } from "../../../../src/sandbox/archive/collect.ts";
import type { StacItem } from "../../../../src/sandbox/archive/stac-item.ts";
import type { CatalogGranule, CatalogPage, CatalogSearch } from "../../../../src/sandbox/catalog/filter.ts";
import {
  createIdComparer,
  toProduct,
  toRow,
  searchCatalog,
} from "../../../../src/sandbox/catalog/search-catalog.ts";

const NOW_MS = Date.parse("2026-03-01T09:30:00Z");
const archive = new Archive({ seed: "pages", size: 1200, endMs: NOW_MS });
const added: CatalogGranule[] = [...new Archive({ seed: "orders", size: 40, endMs: NOW_MS }).collects()].map(
  (collect) => ({ collect, productType: "VS" }),
);
const context = {
  viewerOrganizationId: undefined,
  nowMs: NOW_MS,
  baseUrl: "http://127.0.0.1:4545",
  assetsOf: () => ({}),
};

const search = (request: CatalogSearch, extras = added): CatalogPage =>
  searchCatalog(archive, extras, request, context);

function pages(request: CatalogSearch): StacItem[] {
  const items: StacItem[] = [];
  let token: string | undefined;
  let count: number | undefined;
  do {
    const page = search({ ...request, token });
    count ??= page.numberMatched;
    expect(page.numberMatched).toBe(count);
    items.push(...page.items);
    token = page.next;
  } while (token !== undefined);
  expect(items).toHaveLength(count);
  return items;
}

const value = ({ id, collection, properties }: StacItem, field: string): number | string => {
  const found = { id, collection }[field] ?? properties[field.replace("properties.", "")];
  return field.endsWith("datetime") ? Date.parse(String(found)) : (found as number | string);
};

describe("order", () => {
  it.each([
    ["-properties.datetime", [["properties.datetime", -1]]],
    ["datetime", [["datetime", 1]]],
    [
      "+platform,-view:incidence_angle",
      [
        ["platform", 1],
        ["view:incidence_angle", -1],
      ],
    ],
    [
      [
        { field: "collection", direction: "desc" },
        { field: "properties.datetime", direction: "asc" },
      ],
      [
        ["collection", -1],
        ["properties.datetime", 1],
      ],
    ],
    [
      "sar:product_type, id",
      [
        ["sar:product_type", 1],
        ["id", 1],
      ],
    ],
    ["-sar:instrument_mode", [["sar:instrument_mode", -1]]],
  ] as const)("CATALOG-13 CATALOG-14 %j: by its fields, then by id", (sortby, fields) => {
    const items = pages({ sortby, limit: 700 });
    for (const [at, item] of items.slice(1).entries()) {
      const before = items[at] as StacItem;
      const keys: readonly (readonly [string, number])[] = [...fields, ["id", 1]];
      const [deciding = "id", direction = 1] =
        keys.find(([field]) => value(before, field) !== value(item, field)) ?? [];
      expect(value(before, deciding) < value(item, deciding) ? 1 : -1).toBe(direction);
    }
  });

  it("compares ids of archive items without writing them", () => {
    const table = archive.table();
    const compare = createIdComparer(table);
    const codes = fc.tuple(fc.nat(archive.size - 1), fc.nat(5)).map(([row, product]) => row * 8 + product);
    const id = (code: number): string => formatItemId(archive.collectAt(toRow(code)), toProduct(code));
    fc.assert(
      fc.property(codes, codes, (a, b) => {
        expect(Math.sign(compare(a, b))).toBe(id(a) === id(b) ? 0 : id(a) < id(b) ? -1 : 1);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("pages", () => {
  const requests = fc.record(
    {
      limit: fc.integer({ min: 1, max: 400 }),
      sortby: fc.constantFrom("-datetime", "datetime", "platform", "-view:off_nadir,collection", "-id"),
      bbox: fc.constantFrom([-20, 30, 40, 60], [170, -50, -170, 75]),
      query: fc.constantFrom({ "sar:product_type": { eq: "GEO" } }, { "view:incidence_angle": { lte: 30 } }),
    },
    { requiredKeys: ["limit"] },
  );

  it("CATALOG-36 join without gap or repetition into one long page", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { limit: _limit, ...unlimited } = request;
        const ids = pages({ ...request, limit: Math.max(request.limit, 100) }).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const [first] = [search({ ...unlimited, limit: 1000 })];
        expect(ids.slice(0, 1000)).toEqual(first.items.map(({ id }) => id));
      }),
      { numRuns: 30 },
    );
  });

  it("CATALOG-36 lose and repeat nothing when items are added between two of them", () => {
    const before = search({ limit: 50 }, added.slice(0, 10));
    const rest = search({ limit: 1000, token: before.next });
    const ids = [...before.items, ...rest.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const last = before.items.at(-1) as StacItem;
    expect(value(rest.items[0] as StacItem, "datetime")).toBeLessThanOrEqual(
      value(last, "datetime") as number,
    );
  });

  it("CATALOG-36 have another size when limit changes between them", () => {
    const first = search({ limit: 5 });
    const second = search({ limit: 20, token: first.next });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
      search({ limit: 25 }).items.map(({ id }) => id),
    );
  });

  it.each([
    ["no token at all", "x"],
    ["not a text", 7],
    ["empty", ""],
    ["JSON of another shape", Buffer.from("[1,2]").toString("base64url")],
    ["null in it", Buffer.from("null").toString("base64url")],
  ])("a token that is %s is refused", (_name, token) => {
    expect(() => search({ token })).toThrow(expect.objectContaining({ code: "SERVICE_REJECTED" }));
  });

  it("a token is bound to its search, and forged keys are refused", () => {
    const { next } = search({ sortby: "platform" });
    expect(() => search({ sortby: "-platform", token: next })).toThrow(/other filters/);
    expect(() => search({ token: next })).toThrow(/other filters/);
    const [hash, , id] = JSON.parse(Buffer.from(next ?? "", "base64url").toString()) as unknown[];
    for (const keys of [[], [{}], [1, 2], "x"]) {
      const token = Buffer.from(JSON.stringify([hash, keys, id])).toString("base64url");
      expect(() => search({ sortby: "platform", token })).toThrow(/not a page token/);
    }
  });
});
