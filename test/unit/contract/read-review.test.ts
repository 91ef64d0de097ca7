import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReview } from "../../../src/contract/read-review.ts";
import { findHighest } from "../../../src/domain/price/money.ts";

const linesOf = (reply: unknown): unknown => readReview(reply)?.lines.map(({ label, cost }) => [label, cost]);
const mostIn = (reply: unknown): string | undefined => {
  const { total, amounts = [], lists = [] } = readReview(reply) ?? {};
  return findHighest({ total, amounts: amounts.map(({ text }) => text), lists }, "USD");
};

describe("ORDER-08 the cost of each product is read", () => {
  const lines = [
    ["GEO", "USD 10"],
    ["SICD", "USD 25.50"],
  ];
  const cost = (amount: number | string): object => ({ amount, currency: "USD" });
  const list = [
    { productType: "GEO", cost: cost(10) },
    { productType: "SICD", cost: cost("25.50") },
  ];

  it.each([
    ["costPerProduct", list],
    ["product_costs", list],
    ["costsPerProduct", list],
    ["pricePerProduct", list.map(({ productType: product, cost: price }) => ({ product, price }))],
    ["productPrices", list.map(({ productType: product_type, ...rest }) => ({ product_type, ...rest }))],
    ["cost_per_product", { GEO: cost(10), SICD: cost("25.50") }],
    ["perProduct", [{ GEO: cost(10) }, { SICD: cost("25.50") }]],
  ])("under %s", (name, value) => {
    const reply = { total: cost("35.50"), [name]: value };
    expect(linesOf(reply)).toEqual(lines);
    expect(mostIn(reply)).toBe("USD 35.50");
    expect(linesOf({ summary: { ...reply } })).toEqual(lines);
  });

  it("in place of items without a cost", () => {
    const items = [{ granuleId: "a" }, { granuleId: "b" }];
    expect(linesOf({ total: "$35.50", items, costPerProduct: list })).toEqual(lines);
    expect(linesOf({ total: "$35.50", items })).toEqual([
      ["a", undefined],
      ["b", undefined],
    ]);
  });

  it("an element without a name or a cost is no map of products", () => {
    expect(linesOf({ total: "$1", items: [{ note: "in stock" }] })).toEqual([[undefined, undefined]]);
  });

  it("P4 the most that an order may cost is never below the sum of a list of costs", () => {
    const names = ["costPerProduct", "product_costs", "productPrices", "lineItems", "products"];
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom("object", "text", "number"),
        (name, amounts, form) => {
          const written = (amount: number): unknown =>
            form === "object" ? cost(amount) : form === "text" ? `$${amount}` : amount;
          const costs = amounts.map((amount, at) => ({ productType: `P${at}`, cost: written(amount) }));
          const sum = amounts.reduce((all, amount) => all + amount, 0);
          const most = mostIn({ total: "$1", [name]: costs }) ?? "";
          expect(Number(most.replaceAll(/[^\d.]/g, ""))).toBeGreaterThanOrEqual(sum);
        },
      ),
    );
  });
});
