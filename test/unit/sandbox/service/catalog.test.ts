import { describe, expect, it } from "vitest";
import { findGranules, ofType } from "./granules.ts";
import { openBench } from "./open.ts";

const SEARCH = "/catalog/search";
/** Taveuni, Fiji, which the antimeridian crosses. */
const TAVEUNI = [179.5, -17.5, -179.5, -16.5];

describe("POST /catalog/search refuses", () => {
  const refusals: readonly (readonly [title: string, body: object, code: string, path: string])[] = [
    ["CATALOG-02 a box of five numbers", { bbox: [1, 2, 3, 4, 5] }, "BBOX_INVALID", "bbox"],
    [
      "CATALOG-02 a box whose south is above its north",
      { bbox: [-9.5, 39, -9, 38.5] },
      "BBOX_INVALID",
      "bbox",
    ],
    ["CATALOG-03 a latitude of 91", { bbox: [-9.5, 38.5, -9, 91] }, "BBOX_INVALID", "bbox"],
    [
      "CATALOG-04 an unknown reference system",
      { bbox: [1, 2, 3, 4], "bbox-crs": "EPSG:32629" },
      "CRS_UNSUPPORTED",
      "bbox-crs",
    ],
    [
      "CATALOG-06 a GeometryCollection",
      { intersects: { type: "GeometryCollection", geometries: [] } },
      "GEOMETRY_TYPE_UNSUPPORTED",
      "intersects",
    ],
    [
      "CATALOG-08 a longitude of 200",
      { intersects: { type: "Point", coordinates: [200, 10] } },
      "GEOMETRY_COORDINATES_INVALID",
      "intersects.coordinates",
    ],
    [
      "a box together with a geometry",
      { bbox: [1, 2, 3, 4], intersects: { type: "Point", coordinates: [2, 3] } },
      "CATALOG_SPATIAL_CONFLICT",
      "intersects",
    ],
    ["CATALOG-09 an interval without times", { datetime: "../.." }, "DATETIME_INTERVAL_INVALID", "datetime"],
    [
      "CATALOG-09 a time without zone",
      { datetime: "2026-03-01T00:00:00" },
      "DATETIME_INTERVAL_INVALID",
      "datetime",
    ],
    [
      "CATALOG-12 the operator in",
      { query: { platform: { in: ["a"] } } },
      "QUERY_OPERATOR_INVALID",
      "query.platform",
    ],
    [
      "CATALOG-12 an unknown operator of an unknown property",
      { query: { nothing: { neq: 1 } } },
      "QUERY_OPERATOR_INVALID",
      "query.nothing",
    ],
    [
      "CATALOG-12 an operator with the name of a method",
      { query: { platform: { toString: "x" } } },
      "QUERY_OPERATOR_INVALID",
      "query.platform",
    ],
    [
      "CATALOG-12 a property without operator",
      { query: { platform: {} } },
      "QUERY_OPERATOR_INVALID",
      "query.platform",
    ],
    [
      "CATALOG-13 another direction",
      { sortby: [{ field: "datetime", direction: "up" }] },
      "ENUM_INVALID",
      "sortby",
    ],
    [
      "CATALOG-13 a sort field that no item has",
      { limit: 30, sortby: [{ field: "properties.nosuch", direction: "asc" }] },
      "ENUM_INVALID",
      "sortby",
    ],
    ["CATALOG-15 a page size of zero", { limit: 0 }, "PAGE_LIMIT_EXCEEDED", "limit"],
    [
      "a CQL2 filter, which other catalogs support",
      { filter: { op: "=", args: [{ property: "platform" }, "x"] }, "filter-lang": "cql2-json" },
      "FIELD_NOT_SERVED",
      "filter",
    ],
    ["a free text", { q: "harbour" }, "FIELD_NOT_SERVED", "q"],
    ["the sort of the other searches", { sort: "datetime" }, "FIELD_NOT_SERVED", "sort"],
    ["a page before the first", { page: 0 }, "FIELD_TYPE_INVALID", "page"],
    ["a page as text", { page: "two" }, "FIELD_TYPE_INVALID", "page"],
    ["a page and a token", { page: 2, token: "x" }, "SERVICE_REJECTED", "page"],
    ["a token of another sandbox", { token: "x" }, "SERVICE_REJECTED", "token"],
  ];
  it.each(refusals)("%s", async (_title, body, code, path) => {
    const { ask } = await openBench();
    const { status, json } = await ask("POST", SEARCH, { body });
    expect([status, json.error.code]).toEqual([422, code]);
    expect(json.error.detail[0].path.startsWith(path.split(".")[0])).toBe(true);
  });

  it("CATALOG-04 an unknown reference system in the query string", async () => {
    const { ask } = await openBench();
    const { status, json } = await ask("POST", `${SEARCH}?bbox-crs=EPSG:27700`, {
      body: { bbox: [1, 2, 3, 4] },
    });
    expect([status, json.error.code]).toEqual([422, "CRS_UNSUPPORTED"]);
  });

  it("a token of another search", async () => {
    const { ask } = await openBench();
    const { json } = await ask("POST", SEARCH, { body: { limit: 1 } });
    const { token } = json.links.find(({ rel }: { rel: string }) => rel === "next").body;
    const other = await ask("POST", SEARCH, { body: { token, collections: ["vendor-open-data"] } });
    expect([other.status, other.json.error.detail[0].path]).toEqual([422, "token"]);
  });
});

describe("POST /catalog/search", () => {
  it("CATALOG-36 the position in the query overrides the one in the body: a next link works beside a page", async () => {
    const { ask } = await openBench();
    const { json: first } = await ask("POST", SEARCH, { body: { limit: 2 } });
    const { href } = first.links.find(({ rel }: { rel: string }) => rel === "next");
    const next = await ask("POST", SEARCH + new URL(href).search, { body: { limit: 2, page: 2 } });
    const { json: second } = await ask("POST", SEARCH, { body: { limit: 2, page: 2 } });
    const idsOf = ({ features }: { features: { id: string }[] }): string[] => features.map(({ id }) => id);
    expect([next.status, idsOf(next.json)]).toEqual([200, idsOf(second)]);
    const paged = await ask("POST", `${SEARCH}?page=2`, { body: { limit: 2, token: "of another search" } });
    expect([paged.status, idsOf(paged.json)]).toEqual([200, idsOf(second)]);
  });

  it("CATALOG-01 CATALOG-15 ERRORS-11 answers 200 with a FeatureCollection of ten and its counts", async () => {
    const { ask } = await openBench();
    const { status, json } = await ask("POST", SEARCH, { body: {} });
    expect(status).toBe(200);
    expect(json).toMatchObject({ type: "FeatureCollection", numberReturned: 10 });
    expect(json.features).toHaveLength(10);
    expect(json.numberMatched).toBeGreaterThan(2000);
  });

  it("following links rel=next with merge visits every item once, in one order", async () => {
    const { ask } = await openBench({ archiveSize: 400 });
    const first = { limit: 60, sortby: "-properties.datetime", query: { "sar:product_type": { eq: "GEO" } } };
    let body: object | undefined = first;
    const seen: string[] = [];
    let matched = 0;
    while (body !== undefined) {
      const { json } = await ask("POST", SEARCH, { body });
      matched = json.numberMatched;
      seen.push(...json.features.map(({ id }: { id: string }) => id));
      const next = json.links.find(({ rel }: { rel: string }) => rel === "next");
      expect(next === undefined || (next.method === "POST" && next.merge === true)).toBe(true);
      body = next && { ...first, ...next.body };
    }
    expect(seen).toHaveLength(matched);
    expect(new Set(seen).size).toBe(matched);
    expect(matched).toBeGreaterThan(300);
  });

  it("CATALOG-04 a box in Web Mercator continues to the next page, although it came in the query string", async () => {
    const { ask } = await openBench({ archiveSize: 20_000 });
    // Japan, in metres.
    const body = { bbox: [14_400_000, 3_600_000, 16_200_000, 5_700_000], limit: 1 };
    const { json } = await ask("POST", `${SEARCH}?bbox-crs=EPSG:3857`, { body });
    expect(json.numberMatched).toBeGreaterThan(1);
    const next = json.links.find(({ rel }: { rel: string }) => rel === "next");
    const second = await ask("POST", SEARCH, { body: { ...body, ...next.body } });
    expect([second.status, second.json.numberMatched]).toEqual([200, json.numberMatched]);
    expect(second.json.features[0].id).not.toBe(json.features[0].id);
  });

  it("CATALOG-05 a box across the antimeridian is valid, and both sides of it are found", async () => {
    const { ask } = await openBench({ archiveSize: 20_000 });
    const count = async (bbox: number[]) =>
      (await ask("POST", SEARCH, { body: { bbox, limit: 1 } })).json.numberMatched;
    const [west = 0, south = 0, east = 0, north = 0] = TAVEUNI;
    const both = await count([170, -50, -170, 0]);
    expect(both).toBeGreaterThan(0);
    expect(both).toBeGreaterThanOrEqual(
      Math.max(await count([170, -50, 180, 0]), await count([-180, -50, -170, 0])),
    );
    expect(await count(TAVEUNI)).toBeLessThanOrEqual(await count([west - 5, south - 5, east + 5, north + 5]));
  });

  it("CATALOG-07 reads a Feature as its geometry", async () => {
    const { ask } = await openBench();
    const geometry = {
      type: "Polygon",
      coordinates: [
        [
          [-20, 30],
          [30, 30],
          [30, 60],
          [-20, 60],
          [-20, 30],
        ],
      ],
    };
    const matched = async (intersects: object) =>
      (await ask("POST", SEARCH, { body: { intersects, limit: 1 } })).json.numberMatched;
    const bare = await matched(geometry);
    expect(bare).toBeGreaterThan(0);
    expect(await matched({ type: "Feature", geometry, properties: { datetime: "nonsense" } })).toBe(bare);
  });

  it("CATALOG-10 CATALOG-11 an unknown collection matches nothing; ids ignores the other filters", async () => {
    const bench = await openBench();
    expect(
      (await bench.ask("POST", SEARCH, { body: { collections: ["elsewhere"] } })).json.numberMatched,
    ).toBe(0);
    const [granule] = await findGranules(bench, ofType("GEO"));
    const ids = await findGranules(bench, { ids: [granule!.granuleId], collections: ["elsewhere"] });
    expect(ids).toEqual([granule]);
  });

  it("AUTH-09 CATALOG-37 an item that a user finds can be ordered by that user", async () => {
    const bench = await openBench();
    for (const account of bench.sandbox.users) {
      const granules = await findGranules(bench, ofType("GEO", 20), account);
      const items = granules.map(({ collectionId, granuleId }) => ({ collectionId, granuleId }));
      const { status, json } = await bench.ask("POST", "/orders", { body: { items }, as: account });
      expect([status, json.items.length]).toEqual([201, 20]);
    }
  });

  it("can answer a bare array, items or results, without a next page", async () => {
    const { ask } = await openBench();
    const search = async (variant: string) => {
      await ask("POST", "/_sandbox/settings", { body: { variant } });
      return (await ask("POST", SEARCH, { body: { limit: 2 } })).json;
    };
    expect(await search("envelope-array")).toHaveLength(2);
    expect((await search("envelope-items")).items).toHaveLength(2);
    expect((await search("envelope-results")).results).toHaveLength(2);
    const { links, numberMatched } = await search("paging-no-next");
    expect([links.map(({ rel }: { rel: string }) => rel), numberMatched > 2]).toEqual([["self"], true]);
  });

  it("a client that sends its first body to the address of the next link gets the next page", async () => {
    const { ask } = await openBench({ archiveSize: 400 });
    const body = { limit: 60, query: { "sar:product_type": { eq: "GEO" } } };
    const seen: string[] = [];
    let path: string | undefined = SEARCH;
    let matched = 0;
    while (path !== undefined) {
      const { json } = await ask("POST", path, { body });
      matched = json.numberMatched;
      seen.push(...json.features.map(({ id }: { id: string }) => id));
      const next = json.links.find(({ rel }: { rel: string }) => rel === "next");
      path = next?.href.replace("http://127.0.0.1", "");
    }
    expect([seen.length, new Set(seen).size]).toEqual([matched, matched]);
  });

  it("pages by number join into the list of the tokens, and the last one is empty", async () => {
    const { ask } = await openBench({ archiveSize: 400 });
    const ids = async (body: object, path = SEARCH): Promise<string[]> =>
      (await ask("POST", path, { body })).json.features.map(({ id }: { id: string }) => id);
    const all = await ids({ limit: 30 });
    expect(await ids({ limit: 10, page: 1 })).toEqual(all.slice(0, 10));
    expect(await ids({ limit: 10, page: 3 })).toEqual(all.slice(20));
    expect(await ids({ limit: 10 }, `${SEARCH}?page=2`)).toEqual(all.slice(10, 20));
    expect(await ids({}, `${SEARCH}?page=2&limit=5`)).toEqual(all.slice(5, 10));
    expect(await ids({ limit: 1000, page: 1000 })).toEqual([]);
    const { json } = await ask("POST", SEARCH, { body: { limit: 10, page: 2 } });
    const next = json.links.find(({ rel }: { rel: string }) => rel === "next");
    expect(next.body).toEqual({ page: 3 });
    expect(await ids({ limit: 10, page: 2 }, next.href.replace("http://127.0.0.1", ""))).toEqual(
      all.slice(20),
    );
  });

  it("pages by number also count the products of orders and tasks", async () => {
    const bench = await openBench({ archiveSize: 400 });
    const [{ collectId } = { collectId: "" }] = await findGranules(bench, ofType("GEO"));
    const items = [
      { productType: "GEO", collectIds: [collectId] },
      { productType: "VS", collectIds: [collectId] },
    ];
    const { json: order } = await bench.ask("POST", "/orders", { body: { items } });
    await bench.ask("POST", `/_sandbox/orders/${order.orderId ?? order.id}/complete`);
    const ids = async (body: object): Promise<string[]> =>
      (await bench.ask("POST", SEARCH, { body })).json.features.map(({ id }: { id: string }) => id);
    const all = await ids({ limit: 12 });
    expect(all.some((id) => id.includes("_VS_"))).toBe(true);
    const byNumber = [1, 2, 3, 4].map((page) => ids({ limit: 3, page }));
    expect((await Promise.all(byNumber)).flat()).toEqual(all);
  });

  it("SBX-04 the archive grows with the virtual clock, and any year can be shown", async () => {
    const { ask } = await openBench();
    const newest = async () => {
      const { json } = await ask("POST", SEARCH, { body: { limit: 1, sortby: "-datetime" } });
      return String(json.features[0].properties.datetime).slice(0, 10);
    };
    expect(await newest()).toBe("2026-03-09");
    await ask("POST", "/_sandbox/clock", { body: { advance: 5 * 86_400 } });
    expect(await newest()).toBe("2026-03-14");
    for (const now of ["2199-12-31T12:00:00Z", "1971-01-01T00:00:00Z"]) {
      await ask("POST", "/_sandbox/clock", { body: { now } });
      expect((await ask("POST", SEARCH, { body: { limit: 1 } })).status).toBe(200);
    }
  });
});
