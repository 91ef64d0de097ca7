import { describe, expect, it } from "vitest";
import { archiveItem, findGranules, ofType, placeOrder } from "./granules.ts";
import { openBench } from "./open.ts";

describe("POST /orders refuses", () => {
  it("ORDER-01 an order without items", async () => {
    const { ask } = await openBench();
    for (const body of [{}, { items: [] }, { items: "all" }]) {
      const { status, json } = await ask("POST", "/orders", { body });
      expect([status, json.error.code]).toEqual([422, "ORDER_EMPTY"]);
    }
  });

  it("ORDER-04 an element that mixes the two shapes or fits neither", async () => {
    const { ask } = await openBench();
    for (const item of [
      {},
      { collectionId: "c" },
      { granuleId: "g", collectionId: "c", productType: "GEO" },
      { productType: "GEC", collectIds: [] },
      { productType: "GEC", collectIds: "x" },
      7,
      null,
    ]) {
      const { status, json } = await ask("POST", "/orders", { body: { items: [item] } });
      expect([status, json.error.code, json.error.detail[0].path]).toEqual([
        422,
        "ORDER_ITEM_SHAPE",
        "items[0]",
      ]);
    }
  });

  it("ORDER-02 an item that is unknown, or not in that collection", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, {
      limit: 1,
      collections: ["vendor-archive"],
      query: { "sar:product_type": { eq: "GEO" } },
    });
    for (const item of [
      { collectionId: "vendor-archive", granuleId: "../../etc/passwd" },
      { collectionId: "vendor-open-data", granuleId: granule?.granuleId },
      {
        collectionId: "vendor-archive",
        granuleId: granule?.granuleId.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      },
    ]) {
      const { status, json } = await placeOrder(bench, [item]);
      expect([status, json.error.code, json.error.detail[0].path]).toEqual([
        422,
        "ITEM_NOT_FOUND",
        "items[0].granuleId",
      ]);
    }
  });

  it("ORDER-02 TASK-26 an item that another organization holds back", async () => {
    const bench = await openBench({ archiveSize: 20_000 });
    const body = ofType("GEO", 1000);
    const [ours, theirs] = await Promise.all([
      findGranules(bench, body),
      findGranules(bench, body, bench.outsider),
    ]);
    const visible = new Set(theirs.map(({ granuleId }) => granuleId));
    const held = ours.find(({ granuleId }) => !visible.has(granuleId));
    if (held === undefined) throw new Error("nothing is held back for A among the newest collects");
    expect((await placeOrder(bench, [archiveItem(held)])).status).toBe(201);
    const refused = await placeOrder(bench, [archiveItem(held)], bench.outsider);
    expect([refused.status, refused.json.error.code]).toEqual([422, "ITEM_NOT_FOUND"]);
    const generated = await placeOrder(
      bench,
      [{ productType: "GEO", collectIds: [held.collectId] }],
      bench.outsider,
    );
    expect([generated.status, generated.json.error.detail[0].path]).toEqual([422, "items[0].collectIds[0]"]);
  });

  it("ORDER-03 an unknown product type and an unknown collect, both reported", async () => {
    const bench = await openBench();
    const { status, json } = await placeOrder(bench, [
      { productType: "ACD", collectIds: ["nobody"] },
      { productType: "GEC", collectIds: ["nobody"] },
    ]);
    expect(status).toBe(422);
    expect(json.error.detail.map(({ path }: { path: string }) => path)).toEqual([
      "items[0].productType",
      "items[0].collectIds[0]",
      "items[1].collectIds[0]",
    ]);
    expect(json.error.detail[0].message).toContain("known types: GEO, GEC, SLC, SICD, SIDD, CPHD, VS");
  });

  it("ORDER-05 VS without the GEO item of the same collect, per collect", async () => {
    const bench = await openBench();
    const [one, two] = await findGranules(bench, ofType("GEO", 2));
    const [other] = await findGranules(bench, ofType("GEC"));
    if (one === undefined || two === undefined || other === undefined) throw new Error("archive too small");
    const vessels = { productType: "VS", collectIds: [one.collectId, two.collectId] };
    const foreign = archiveItem(other);
    for (const company of [
      [],
      [archiveItem(one)],
      [foreign],
      [{ productType: "GEO", collectIds: [one.collectId] }],
    ]) {
      const { status, json } = await placeOrder(bench, [vessels, ...company]);
      expect([status, json.error.code]).toEqual([422, "VS_WITHOUT_GEO"]);
      const reported = JSON.stringify(json.error.detail);
      expect(reported).toContain(two.collectId);
      expect(reported.includes(one.collectId)).toBe(company.length === 0 || company[0] === foreign);
    }
    const whole = [vessels, archiveItem(one), { productType: "GEO", collectIds: [two.collectId] }];
    expect((await placeOrder(bench, whole)).status).toBe(201);
  });

  it("ERRORS-08 a product type that is marked unavailable", async () => {
    const bench = await openBench({ settings: { unavailableProductTypes: ["GEC"] } });
    const [granule] = await findGranules(bench, ofType("GEC"));
    const { status, json } = await placeOrder(bench, [archiveItem(granule!)]);
    expect([status, json.error.code]).toEqual([422, "PRODUCT_TYPE_UNAVAILABLE"]);
  });
});
