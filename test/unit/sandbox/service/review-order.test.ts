import { describe, expect, it } from "vitest";
import { formatCents } from "../../../../src/sandbox/orders/orders-table.ts";
import { archiveItem, findGranules, ofType } from "./granules.ts";
import { openBench } from "./open.ts";

describe("POST /orders/review", () => {
  it("ORDER-08 prices each product and changes nothing", async () => {
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

  it("SBX-08 one price of priceTable changes one price", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, { ...ofType("GEO"), collections: ["vendor-archive"] });
    const review = async (): Promise<string> =>
      (await bench.ask("POST", "/orders/review", { body: { items: [archiveItem(granule!)] } })).json.summary
        .total;
    const total = await review();
    expect(total).not.toBe("$0.00");
    await bench.ask("POST", "/_sandbox/settings", { body: { priceTable: { "type.spotlight": 0 } } });
    expect(await review()).toBe(total);
    await bench.ask("POST", "/_sandbox/settings", { body: { priceTable: { GEO: 0 } } });
    expect(await review()).toBe("$0.00");
  });

  it("ORDER-08 refuses the same requests as the order", async () => {
    const { ask } = await openBench();
    const body = { items: [{ collectionId: "vendor-archive", granuleId: "nobody" }] };
    expect((await ask("POST", "/orders/review", { body })).json.error.code).toBe("ITEM_NOT_FOUND");
  });

  it("can imitate orderDetails, and a denial with its reason", async () => {
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

  it("money is written $1,234.00", () => {
    expect([0, 5, 99_999, 100_000, 123_456_789].map(formatCents)).toEqual([
      "$0.00",
      "$0.05",
      "$999.99",
      "$1,000.00",
      "$1,234,567.89",
    ]);
  });
});
