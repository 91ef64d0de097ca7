/* eslint-disable typescript/no-explicit-any */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { findGranules, ofType } from "./granules.ts";
import { type Bench, openBench } from "./open.ts";

const SCHEMAS = join(import.meta.dirname, "../../../fixtures/stac-schemas");
const BASE = "http://127.0.0.1";

const linkOf = (document: any, rel: string): any =>
  document.links.find((link: { rel: string }) => link.rel === rel);

const pathOf = (href: string): string => {
  expect(href.startsWith(`${BASE}/stac`)).toBe(true);
  return href.slice(BASE.length);
};

const idsOf = ({ features }: { features: { id: string }[] }): string[] => features.map(({ id }) => id);

/** Every page of a search, by its `next` links, as in pystac-client. */
async function follow({ ask }: Bench, path: string, body?: object): Promise<string[]> {
  const seen: string[] = [];
  let request: { path: string; body?: object } | undefined = { path, ...(body && { body }) };
  while (request !== undefined) {
    const { status, json } = await ask(request.body ? "POST" : "GET", request.path, {
      body: request.body,
      as: "nobody",
    });
    expect(status).toBe(200);
    seen.push(...idsOf(json));
    const next = linkOf(json, "next");
    request = next && {
      path: pathOf(next.href),
      ...(next.method === "POST" && { body: next.merge ? { ...request.body, ...next.body } : next.body }),
    };
  }
  return seen;
}

describe("the STAC API", () => {
  it("SBX-12 a client without a key that starts at the landing page reaches every linked page", async () => {
    const { ask } = await openBench({ archiveSize: 400 });
    const read = async (href: string): Promise<any> => {
      const { status, json } = await ask("GET", pathOf(href), { as: "nobody" });
      expect([href, status]).toEqual([href, 200]);
      return json;
    };
    const landing = await read(`${BASE}/stac/`);
    expect(await read(`${BASE}/stac`)).toEqual(landing);
    expect(landing).toMatchObject({ type: "Catalog", stac_version: "1.0.0" });
    expect((await read(linkOf(landing, "conformance").href)).conformsTo).toEqual(landing.conformsTo);
    expect((await read(linkOf(landing, "service-desc").href)).openapi).toBe("3.0.3");
    const { collections } = await read(linkOf(landing, "data").href);
    const children = landing.links.filter(({ rel }: { rel: string }) => rel === "child");
    expect(children).toHaveLength(collections.length);
    for (const [at, { href }] of children.entries()) {
      const collection = await read(href);
      expect(collection).toEqual(collections[at]);
      const items = await read(linkOf(collection, "items").href);
      expect(items.features[0].collection).toBe(collection.id);
    }
  });

  it("SBX-12 its catalog and its collections validate against the official schemas of STAC 1.0.0", async () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat("iri", (text) => URL.canParse(text));
    ajv.addFormat("iri-reference", (text) => URL.canParse(text, "http://x/"));
    for (const file of readdirSync(SCHEMAS, { recursive: true, encoding: "utf8" })) {
      if (file.endsWith(".json"))
        ajv.addSchema(JSON.parse(readFileSync(join(SCHEMAS, file), "utf8")) as object);
    }
    const { ask } = await openBench({ archiveSize: 20 });
    const faultsOf = async (kind: string, path: string): Promise<unknown> => {
      const validate = ajv.getSchema(`https://schemas.stacspec.org/v1.0.0/${kind}`);
      const { json } = await ask("GET", path, { as: "nobody" });
      return validate?.(json) === true ? [] : (validate?.errors ?? `no schema for ${kind}`);
    };
    expect(await faultsOf("catalog-spec/json-schema/catalog.json#", "/stac/")).toEqual([]);
    for (const id of ["vendor-archive", "vendor-open-data"]) {
      const path = `/stac/collections/${id}`;
      expect(await faultsOf("collection-spec/json-schema/collection.json#", path)).toEqual([]);
    }
  });

  it("CATALOG-36 the self, collection, parent and root links of an item answer, also for one of an order", async () => {
    const bench = await openBench({ archiveSize: 400 });
    const [granule] = await findGranules(bench, ofType("GEO"));
    const items = [{ productType: "VS", collectIds: [granule?.collectId] }];
    const order = { items: [...items, { productType: "GEO", collectIds: [granule?.collectId] }] };
    const placed = (await bench.ask("POST", "/orders", { body: order })).json;
    await bench.ask("POST", `/_sandbox/orders/${placed.orderId ?? placed.id}/complete`);
    const { json } = await bench.ask("POST", "/catalog/search", { body: { limit: 20 } });
    expect(idsOf(json).some((id) => id.includes("_VS_"))).toBe(true);
    for (const item of json.features) {
      const self = await bench.ask("GET", pathOf(linkOf(item, "self").href));
      expect([self.status, self.json]).toEqual([200, item]);
      expect(self.headers["content-type"]).toBe("application/geo+json");
      for (const rel of ["collection", "parent", "root"]) {
        expect((await bench.ask("GET", pathOf(linkOf(item, rel).href))).status).toBe(200);
      }
    }
  });

  it("SBX-12 pages by GET and by POST join into the list of the catalog search", async () => {
    const bench = await openBench({ archiveSize: 200 });
    const query = { "sar:product_type": { eq: "GEO" }, "view:incidence_angle": { gte: "20" } };
    const asked = { collections: ["vendor-archive"], query, sortby: "-datetime" };
    const plain = await bench.ask("POST", "/catalog/search", {
      body: { ...asked, limit: 1000 },
      as: bench.outsider,
    });
    const byPost = await follow(bench, "/stac/search", { ...asked, limit: 30 });
    const parameters = new URLSearchParams({
      collections: "vendor-archive",
      query: JSON.stringify(query),
      sortby: "-datetime",
      limit: "30",
    });
    expect(byPost.length).toBeGreaterThan(60);
    expect(new Set(byPost).size).toBe(byPost.length);
    expect(await follow(bench, `/stac/search?${parameters.toString()}`)).toEqual(byPost);
    expect(idsOf(plain.json)).toEqual(expect.arrayContaining(byPost));
    const byNumber = await follow(bench, "/stac/search", { ...asked, limit: 30, page: 1 });
    expect(byNumber).toEqual(byPost);
  });

  it("SBX-12 a box, a time and a geometry find the same by GET as by POST", async () => {
    const { ask } = await openBench({ archiveSize: 2000 });
    const datetime = "2025-06-01T00:00:00Z/..";
    const bbox = [-20, 30, 40, 60];
    const intersects = { type: "Point", coordinates: [-9.14, 38.71] };
    const count = async (method: string, path: string, body?: object): Promise<number> =>
      (await ask(method, path, { body, as: "nobody" })).json.numberMatched;
    const inBox = await count("POST", "/stac/search", { bbox, datetime });
    expect(inBox).toBeGreaterThan(10);
    expect(await count("GET", `/stac/search?bbox=${bbox.join(",")}&datetime=${datetime}`)).toBe(inBox);
    const text = encodeURIComponent(JSON.stringify(intersects));
    expect(await count("GET", `/stac/search?intersects=${text}`)).toBe(
      await count("POST", "/stac/search", { intersects }),
    );
    const ofOne = await count("POST", "/stac/search", { bbox, collections: ["vendor-open-data"] });
    expect(await count("GET", `/stac/collections/vendor-open-data/items?bbox=${bbox.join(",")}`)).toBe(ofOne);
  });

  it("SBX-12 TASK-26 only public items are visible without a key, with a key also one's own", async () => {
    const { ask, member } = await openBench();
    const matched = async (as: "nobody" | typeof member): Promise<number> =>
      (await ask("GET", "/stac/search?limit=1", { as })).json.numberMatched;
    expect(await matched(member)).toBeGreaterThan(await matched("nobody"));
    const own = new Set(idsOf((await ask("POST", "/stac/search", { body: { limit: 1000 } })).json));
    const open = await ask("POST", "/stac/search", { body: { limit: 1000 }, as: "nobody" });
    const seen = new Set(idsOf(open.json));
    const hidden = [...own].find((id) => !seen.has(id)) ?? "";
    const path = `/stac/collections/vendor-archive/items/${hidden}`;
    expect((await ask("GET", path)).status).toBe(200);
    expect((await ask("GET", path, { as: "nobody" })).status).toBe(404);
    const wrong = { authorization: "ApiKey sbx_nobody" };
    expect((await ask("GET", "/stac/search", { as: "nobody", headers: wrong })).status).toBe(401);
  });

  it.each([
    ["GET", "/stac/nothing", undefined, 404, "NOT_FOUND"],
    ["GET", "/stac/collections/nothing", undefined, 404, "NOT_FOUND"],
    ["GET", "/stac/collections/nothing/items", undefined, 404, "NOT_FOUND"],
    ["GET", "/stac/collections/vendor-archive/items/nothing", undefined, 404, "NOT_FOUND"],
    ["GET", "/stacks", undefined, 404, "NOT_FOUND"],
    ["DELETE", "/stac/search", undefined, 405, "METHOD_NOT_ALLOWED"],
    ["GET", "/stac/search?bbox=1,2,x,4", undefined, 400, "BBOX_INVALID"],
    ["GET", "/stac/search?limit=ten", undefined, 400, "PAGE_LIMIT_EXCEEDED"],
    ["GET", "/stac/search?query={", undefined, 400, "FIELD_TYPE_INVALID"],
    ["GET", "/stac/search?filter=platform='x'", undefined, 400, "FIELD_NOT_SERVED"],
    ["GET", "/stac/search?token=x", undefined, 400, "SERVICE_REJECTED"],
    ["POST", "/stac/search", { filter: {} }, 400, "FIELD_NOT_SERVED"],
    ["POST", "/stac/search", { query: { platform: { in: ["x"] } } }, 400, "QUERY_OPERATOR_INVALID"],
  ])("SBX-12 refuses %s %s %j with %i %s", async (method, path, body, status, code) => {
    const { ask } = await openBench({ archiveSize: 20 });
    const answer = await ask(method, path, { body, as: "nobody" });
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  });
});

describe("requirements of STAC beyond the interface", () => {
  const search = (members: Record<string, unknown>) => async () => {
    const { ask } = await openBench({ archiveSize: 400 });
    return ask("POST", "/stac/search", { body: members, as: "nobody" });
  };

  it.each([
    { limit: -1 },
    { bbox: [0, 0] },
    { bbox: [0, 0, 1, 1], intersects: { type: "Point", coordinates: [0, 0] } },
    { datetime: "1985-04-12" },
    { datetime: "/" },
    { datetime: "../" },
    { filter: "a=1" },
    { intersects: { type: "GeometryCollection", geometries: [] } },
    { intersects: { type: "MultiPoint", coordinates: 7 } },
    { intersects: { type: "MultiPoint", coordinates: [[0, 91]] } },
  ])("SBX-12 %j is refused with 400", async (members) => {
    const { status, json } = await search(members)();
    expect([status, typeof json.error.code]).toEqual([400, "string"]);
  });

  it("SBX-12 an open end of an interval may be empty", async () => {
    const { ask } = await openBench({ archiveSize: 400 });
    const count = async (datetime: string): Promise<number> => {
      const query = new URLSearchParams({ datetime });
      return (await ask("GET", `/stac/search?${query.toString()}`, { as: "nobody" })).json.numberMatched;
    };
    const moment = "2026-02-01T00:00:00Z";
    expect(await count(`/${moment}`)).toBe(await count(`../${moment}`));
    expect(await count(`${moment}/`)).toBe(await count(`${moment}/..`));
    expect(await count(`${moment}/`)).toBeGreaterThan(0);
  });

  it("SBX-12 an area of any geometry type finds the items of each of its parts", async () => {
    const { ask } = await openBench({ archiveSize: 2000 });
    const square = (west: number, south: number) => [
      [
        [west, south],
        [west + 20, south],
        [west + 20, south + 20],
        [west, south + 20],
        [west, south],
      ],
    ];
    const idsIn = async (intersects: object): Promise<string[]> => {
      const { json } = await ask("POST", "/stac/search", { body: { intersects, limit: 1000 }, as: "nobody" });
      return idsOf(json);
    };
    const [one, other] = [square(-20, 30), square(100, 0)];
    const each = await Promise.all(
      [one, other].map((coordinates) => idsIn({ type: "Polygon", coordinates })),
    );
    const both = await idsIn({ type: "MultiPolygon", coordinates: [one, other] });
    expect(both.toSorted()).toEqual(each.flat().toSorted());
    const [first, second] = [one, other].map((coordinates) => ({ type: "Polygon", coordinates }));
    expect(await idsIn({ type: "GeometryCollection", geometries: [first, second] })).toEqual(both);
    const outline = await idsIn({ type: "LineString", coordinates: one[0] });
    expect(await idsIn({ type: "MultiLineString", coordinates: one })).toEqual(outline);
    expect(outline.length).toBeGreaterThan(0);
    const refused = await ask("POST", "/catalog/search", {
      body: { intersects: { type: "MultiPolygon", coordinates: [one, other] } },
    });
    expect([refused.status, refused.json.error.code]).toEqual([422, "GEOMETRY_TYPE_UNSUPPORTED"]);
  });
});
