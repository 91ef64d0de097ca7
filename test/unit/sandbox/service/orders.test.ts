import { describe, expect, it } from "vitest";
import { archiveItem, findCollectWithout, findGranules, ofType, placeOrder } from "./granules.ts";
import { openBench, type Bench } from "./open.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("POST /orders", () => {
  it("ORDER-11 ORDER-12 ORDER-13 answers 201 with the caller's ids, a UUID and seven days", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("GEO"));
    const { status, json } = await placeOrder(bench, [archiveItem(granule!)]);
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

  it("ORDER-10 serves /orders/ without redirect, and ignores further fields", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("GEO"));
    const body = { items: [archiveItem(granule!)], comment: "c" };
    expect((await bench.ask("POST", "/orders/", { body })).status).toBe(201);
  });

  it("ORDER-15 remembers the organization's earlier orders, and merges duplicates", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("GEO"));
    const twice = [
      archiveItem(granule!),
      { productType: "GEO", collectIds: [granule!.collectId, granule!.collectId] },
    ];
    const flags = async (as: Bench["member"]) =>
      (await placeOrder(bench, twice, as)).json.items.map(
        (item: { previouslyOrdered: boolean }) => item.previouslyOrdered,
      );
    expect(await flags(bench.member)).toEqual([false]);
    expect(await flags(bench.manager)).toEqual([true]);
    expect(await flags(bench.outsider)).toEqual([false]);
  });

  it("ORDER-06 ORDER-07 generates a missing product: in progress with a reserved id, then public in the catalog", async () => {
    const bench = await openBench({ settings: { generationDelay: 90 } });
    const source = await findCollectWithout(bench, "GEC");
    const { json } = await placeOrder(bench, [{ productType: "GEC", collectIds: [source.collectId] }]);
    expect(json.orderStatus).toBe("in-progress");
    const { granuleId } = json.items[0];
    expect(granuleId).toBe(source.granuleId.replace("_GEO_", "_GEC_"));
    const search = { ids: [granuleId] };
    expect(await findGranules(bench, search)).toEqual([]);
    const again = await placeOrder(
      bench,
      [{ productType: "GEC", collectIds: [source.collectId] }],
      bench.outsider,
    );
    expect([again.json.orderStatus, again.json.items[0].granuleId]).toEqual(["in-progress", granuleId]);
    bench.clock.ms += 89_999;
    expect(await findGranules(bench, search)).toEqual([]);
    bench.clock.ms += 1;
    expect((await findGranules(bench, search, bench.outsider))[0]?.collectId).toBe(source.collectId);
    const late = await placeOrder(bench, [{ collectionId: source.collectionId, granuleId }], bench.outsider);
    expect([late.status, late.json.orderStatus, late.json.items[0].previouslyOrdered]).toEqual([
      201,
      "completed",
      true,
    ]);
  });

  it.each(["SICD", "SIDD", "CPHD"])(
    "ORDER-06 SBX-08 a %s is made on order, unless it is marked unavailable",
    async (type) => {
      const bench = await openBench();
      const source = await findCollectWithout(bench, type);
      const wanted = [{ productType: type, collectIds: [source.collectId] }];
      const mark = (types: string[]) =>
        bench.ask("POST", "/_sandbox/settings", { body: { unavailableProductTypes: types } });
      await mark([type]);
      const refused = await placeOrder(bench, wanted);
      expect([refused.status, refused.json.error.code]).toEqual([422, "PRODUCT_TYPE_UNAVAILABLE"]);
      await mark([]);
      const { status, json } = await placeOrder(bench, wanted);
      expect([status, json.orderStatus]).toEqual([201, "in-progress"]);
      bench.clock.ms += 60_000;
      const [item] = (await bench.ask("GET", `/orders/${json.orderId}/download`)).json;
      expect(item.id).toContain(`_${type}_`);
      expect(item.assets.HH ?? item.assets.VV).toMatchObject({ roles: ["data"] });
    },
  );

  it("ORDER-03 an existing generated type is the archive's item, at once", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("SLC"));
    const { json } = await placeOrder(bench, [{ productType: "SLC", collectIds: [granule!.collectId] }]);
    expect([json.orderStatus, json.items[0].granuleId]).toEqual(["completed", granule!.granuleId]);
  });

  it("two equal requests are two orders; the variant create-200 answers 200", async () => {
    const bench = await openBench({ settings: { variant: "create-200" } });
    const [granule] = await findGranules(bench, ofType("GEO"));
    const [one, two] = [
      await placeOrder(bench, [archiveItem(granule!)]),
      await placeOrder(bench, [archiveItem(granule!)]),
    ];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.json.orderId).not.toBe(one.json.orderId);
  });

  it("same seed, same clock, same requests: the same bytes, down to ids and signatures", async () => {
    const run = async () => {
      const bench = await openBench();
      const [granule] = await findGranules(bench, ofType("GEO"));
      const placed = await placeOrder(bench, [archiveItem(granule!)]);
      const download = await bench.ask("GET", `/orders/${placed.json.orderId}/download`);
      return [placed.text, download.text];
    };
    expect(await run()).toEqual(await run());
  });

  it("a reply lost after the order was placed keeps the order", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("GEO"));
    const fault = { route: "placeOrder", when: "after", status: 502, count: 1 };
    await bench.ask("POST", "/_sandbox/faults", { body: fault });
    expect((await placeOrder(bench, [archiveItem(granule!)])).status).toBe(502);
    expect((await bench.ask("GET", "/_sandbox/status")).json.orders).toBe(1);
    await bench.ask("POST", "/_sandbox/faults", { body: { ...fault, when: "before" } });
    expect((await placeOrder(bench, [archiveItem(granule!)])).status).toBe(502);
    expect((await bench.ask("GET", "/_sandbox/status")).json.orders).toBe(1);
  });
});
