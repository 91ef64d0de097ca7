import { describe, expect, it } from "vitest";
import { isProductBuilt } from "../../../../src/sandbox/imagery/product-files.ts";
import { DELIVERABLE_TYPES, UNWRITTEN_TYPES } from "../../../../src/sandbox/orders/product-types.ts";
import { formatCents } from "../../../../src/sandbox/orders/prices.ts";
import { findCollectWithout, findGranules, ofType } from "./granules.ts";
import { openBench, type Bench } from "./open.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const archiveItem = ({ collectionId, granuleId }: { collectionId: string; granuleId: string }) => ({
  collectionId,
  granuleId,
});
const place = ({ ask }: Bench, items: object[], as?: Bench["member"]) =>
  ask("POST", "/orders", { body: { items }, as });

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
      ...{ query: { "sar:product_type": { eq: "GEO" } } },
    });
    for (const item of [
      { collectionId: "vendor-archive", granuleId: "../../etc/passwd" },
      { collectionId: "vendor-open-data", granuleId: granule?.granuleId },
      {
        collectionId: "vendor-archive",
        granuleId: granule?.granuleId.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      },
    ]) {
      const { status, json } = await place(bench, [item]);
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
    expect((await place(bench, [archiveItem(held)])).status).toBe(201);
    const refused = await place(bench, [archiveItem(held)], bench.outsider);
    expect([refused.status, refused.json.error.code]).toEqual([422, "ITEM_NOT_FOUND"]);
    const generated = await place(
      bench,
      [{ productType: "GEO", collectIds: [held.collectId] }],
      bench.outsider,
    );
    expect([generated.status, generated.json.error.detail[0].path]).toEqual([422, "items[0].collectIds[0]"]);
  });

  it("ORDER-03 an unknown product type and an unknown collect, telling both", async () => {
    const bench = await openBench();
    const { status, json } = await place(bench, [
      { productType: "ACD", collectIds: ["nobody"] },
      { productType: "GEC", collectIds: ["nobody"] },
    ]);
    expect(status).toBe(422);
    expect(json.error.detail.map(({ path }: { path: string }) => path)).toEqual([
      "items[0].productType",
      "items[0].collectIds[0]",
      "items[1].collectIds[0]",
    ]);
    expect(json.error.detail[0].message).toContain("known are GEO, GEC, SLC, VS, SICD, SIDD, CPHD");
  });

  it("ORDER-05 A78 VS without the GEO item of the same collect, per collect", async () => {
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
      const { status, json } = await place(bench, [vessels, ...company]);
      expect([status, json.error.code]).toEqual([422, "VS_WITHOUT_GEO"]);
      const told = JSON.stringify(json.error.detail);
      expect(told).toContain(two.collectId);
      expect(told.includes(one.collectId)).toBe(company.length === 0 || company[0] === foreign);
    }
    const whole = [vessels, archiveItem(one), { productType: "GEO", collectIds: [two.collectId] }];
    expect((await place(bench, whole)).status).toBe(201);
  });

  it("product types that it cannot write yet, saying so, ordered or generated", async () => {
    const bench = await openBench();
    for (const type of UNWRITTEN_TYPES) {
      const [granule] = await findGranules(bench, ofType(type));
      if (granule === undefined) throw new Error(`no ${type} in the archive`);
      for (const item of [archiveItem(granule), { productType: type, collectIds: [granule.collectId] }]) {
        const { status, json } = await place(bench, [item]);
        expect([status, json.error.code]).toEqual([422, "PRODUCT_TYPE_UNAVAILABLE"]);
        expect(json.error.message).toContain(`${type} is not delivered by this sandbox yet`);
      }
    }
    expect([...DELIVERABLE_TYPES, ...UNWRITTEN_TYPES].filter(isProductBuilt)).toEqual(DELIVERABLE_TYPES);
  });

  it("ERRORS-08 a product type that is marked unavailable", async () => {
    const bench = await openBench({ settings: { unavailableProductTypes: ["GEC"] } });
    const [granule] = await findGranules(bench, ofType("GEC"));
    const { status, json } = await place(bench, [archiveItem(granule!)]);
    expect([status, json.error.code]).toEqual([422, "PRODUCT_TYPE_UNAVAILABLE"]);
  });
});

describe("POST /orders", () => {
  it("ORDER-11 ORDER-12 ORDER-13 answers 201 with the caller's ids, a UUID and seven days", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("GEO"));
    const { status, json } = await place(bench, [archiveItem(granule!)]);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      userId: bench.member.userId,
      organizationId: bench.member.organizationId,
      orderDate: "2026-03-10T11:47:00Z",
      expirationDate: "2026-03-17T11:47:00Z",
      orderStatus: "completed",
    });
    expect(json.orderId).toMatch(UUID);
    expect(json.items).toEqual([
      {
        ...archiveItem(granule!),
        previouslyOrdered: false,
        type: expect.stringMatching(/^(spotlight|sliding_spotlight|stripmap)$/),
        collectionDate: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it("ORDER-10 A14 serves /orders/ without redirect, and A81 ignores further fields", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("GEO"));
    const body = { items: [archiveItem(granule!)], contractId: "c" };
    expect((await bench.ask("POST", "/orders/", { body })).status).toBe(201);
  });

  it("ORDER-15 A80 remembers what the organization ordered before, and merges duplicates", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("GEO"));
    const twice = [
      archiveItem(granule!),
      { productType: "GEO", collectIds: [granule!.collectId, granule!.collectId] },
    ];
    const flags = async (as: Bench["member"]) =>
      (await place(bench, twice, as)).json.items.map(
        (item: { previouslyOrdered: boolean }) => item.previouslyOrdered,
      );
    expect(await flags(bench.member)).toEqual([false]);
    expect(await flags(bench.manager)).toEqual([true]);
    expect(await flags(bench.outsider)).toEqual([false]);
  });

  it("ORDER-06 ORDER-07 generates what does not exist: in progress with a reserved id, then found by everybody", async () => {
    const bench = await openBench({ settings: { generationDelay: 90 } });
    const source = await findCollectWithout(bench, "GEC");
    const { json } = await place(bench, [{ productType: "GEC", collectIds: [source.collectId] }]);
    expect(json.orderStatus).toBe("in-progress");
    const { granuleId } = json.items[0];
    expect(granuleId).toBe(source.granuleId.replace("_GEO_", "_GEC_"));
    const search = { ids: [granuleId] };
    expect(await findGranules(bench, search)).toEqual([]);
    const again = await place(
      bench,
      [{ productType: "GEC", collectIds: [source.collectId] }],
      bench.outsider,
    );
    expect([again.json.orderStatus, again.json.items[0].granuleId]).toEqual(["in-progress", granuleId]);
    bench.clock.ms += 89_999;
    expect(await findGranules(bench, search)).toEqual([]);
    bench.clock.ms += 1;
    expect((await findGranules(bench, search, bench.outsider))[0]?.collectId).toBe(source.collectId);
    const late = await place(bench, [{ collectionId: source.collectionId, granuleId }], bench.outsider);
    expect([late.status, late.json.orderStatus, late.json.items[0].previouslyOrdered]).toEqual([
      201,
      "completed",
      true,
    ]);
  });

  it("ORDER-03 a generated type that exists already is the archive's item, at once", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("SLC"));
    const { json } = await place(bench, [{ productType: "SLC", collectIds: [granule!.collectId] }]);
    expect([json.orderStatus, json.items[0].granuleId]).toEqual(["completed", granule!.granuleId]);
  });

  it("A92 two equal requests are two orders; A4 the variant create-200 answers 200", async () => {
    const bench = await openBench({ settings: { variant: "create-200" } });
    const [granule] = await findGranules(bench, ofType("GEO"));
    const [one, two] = [
      await place(bench, [archiveItem(granule!)]),
      await place(bench, [archiveItem(granule!)]),
    ];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.json.orderId).not.toBe(one.json.orderId);
  });

  it("same seed, same clock, same requests: the same bytes, down to ids and signatures", async () => {
    const run = async () => {
      const bench = await openBench();
      const [granule] = await findGranules(bench, ofType("GEO"));
      const placed = await place(bench, [archiveItem(granule!)]);
      const download = await bench.ask("GET", `/orders/${placed.json.orderId}/download`);
      return [placed.text, download.text];
    };
    expect(await run()).toEqual(await run());
  });

  it("a reply lost after the order was placed leaves the order in place", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("GEO"));
    const fault = { route: "placeOrder", when: "after", status: 502, count: 1 };
    await bench.ask("POST", "/_sandbox/faults", { body: fault });
    expect((await place(bench, [archiveItem(granule!)])).status).toBe(502);
    expect((await bench.ask("GET", "/_sandbox/status")).json.orders).toBe(1);
    await bench.ask("POST", "/_sandbox/faults", { body: { ...fault, when: "before" } });
    expect((await place(bench, [archiveItem(granule!)])).status).toBe(502);
    expect((await bench.ask("GET", "/_sandbox/status")).json.orders).toBe(1);
  });
});

describe("POST /orders/review", () => {
  it("ORDER-08 A75 prices each product and changes nothing", async () => {
    const bench = await openBench({
      settings: {
        priceTable: {
          GEO: 1000.4,
          VS: 234,
          "mode.stripmap": 1,
          "mode.spotlight": 1,
          "mode.sliding_spotlight": 1,
        },
      },
    });
    const [granule] = await findGranules(bench, { ...ofType("GEO"), collections: ["vendor-archive"] });
    const items = [archiveItem(granule!), { productType: "VS", collectIds: [granule!.collectId] }];
    const { status, json } = await bench.ask("POST", "/orders/review", { body: { items } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ authorized: true, summary: { total: "$1,234.40", subtotal: "$1,234.40" } });
    expect(json.items.map(({ cost }: { cost: string }) => cost)).toEqual(["$1,000.40", "$234.00"]);
    expect((await bench.ask("GET", "/_sandbox/status")).json.orders).toBe(0);
    expect((await bench.ask("POST", "/orders", { body: { items } })).json.items[1].previouslyOrdered).toBe(
      false,
    );
  });

  it("ORDER-08 refuses what placing would refuse", async () => {
    const { ask } = await openBench();
    const body = { items: [{ collectionId: "vendor-archive", granuleId: "nobody" }] };
    expect((await ask("POST", "/orders/review", { body })).json.error.code).toBe("ITEM_NOT_FOUND");
  });

  it("A75 can imitate orderDetails, and a denial with its reason", async () => {
    const bench = await openBench({ settings: { variant: "review-order-details" } });
    const [granule] = await findGranules(bench, ofType("GEO"));
    const body = { items: [archiveItem(granule!)] };
    const { json } = await bench.ask("POST", "/orders/review", { body });
    expect(json.orderDetails).toMatchObject({
      lineItems: [{ granuleId: granule!.granuleId }],
      summary: { total: expect.stringMatching(/^\$[\d,]+\.\d\d$/) },
    });
    await bench.ask("POST", "/_sandbox/settings", { body: { variant: "review-denied" } });
    const denied = await bench.ask("POST", "/orders/review", { body });
    expect([denied.status, denied.json]).toMatchObject([
      200,
      { authorized: false, authorizationDenialReason: {} },
    ]);
  });

  it("A56 money is written $1,234.00", () => {
    expect([0, 5, 99_999, 100_000, 123_456_789].map(formatCents)).toEqual([
      "$0.00",
      "$0.05",
      "$999.99",
      "$1,000.00",
      "$1,234,567.89",
    ]);
  });
});
