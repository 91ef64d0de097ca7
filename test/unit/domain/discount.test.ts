/** A total below its subtotal: the price only if discounts of the same reply explain the difference exactly. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReview } from "../../../src/contract/read-review.ts";
import { findDiscount, listBounds } from "../../../src/domain/price/discount.ts";
import { findHighest, formatMoney } from "../../../src/domain/price/money.ts";

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../fixtures/recorded/order-review.json"), "utf8"),
) as { orderDetails: { lineItems: object[]; summary: Record<string, unknown> } };

const text = (cents: number): string => formatMoney({ currency: "$", amount: (cents / 100).toFixed(2) });

const most = (reply: object): string | undefined => {
  const review = readReview(reply)!;
  return findHighest({ total: review.total, ...listBounds(review) });
};

/** The recorded review with other members of its summary, and other members of the reply. */
const priced = (summary: object, more: object = {}): object => ({
  ...recorded,
  orderDetails: { ...recorded.orderDetails, summary: { ...recorded.orderDetails.summary, ...summary } },
  ...more,
});

describe("P5 ORDER-09 a total below its subtotal is the price if discounts explain it exactly", () => {
  it("the review of a deployment costs its total", () => {
    expect(most(recorded)).toBe("$450.00");
    expect(findDiscount(readReview(recorded)!)).toBe("$50.00");
  });

  it("with several discounts, a surcharge and several items", () => {
    const part = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 5 }),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        part,
        (costs, off, up) => {
          const subtotal = costs.reduce((sum, cost) => sum + cost, 0);
          const discount = off.reduce((sum, one) => sum + one, 0);
          const total = subtotal - discount + up;
          fc.pre(discount > 0 && total > 0);
          const [volume, ...others] = off.map((cents) => ({ amount: text(cents) }));
          const reply = (paid: number): object => ({
            summary: {
              subtotal: text(subtotal),
              volumeDiscount: volume,
              discounts: others,
              licenseUplift: { surcharge: "3.00%", amount: text(up) },
              total: text(paid),
            },
            items: costs.map((cents, at) => ({ granuleId: `g${at}`, cost: text(cents) })),
          });
          const read = (paid: number): number => Number(most(reply(paid))?.replace(/[$,]/g, "")) * 100;
          expect(Math.round(read(total))).toBe(Math.max(total, up));
          // One cent that is not explained: every amount bounds.
          const odd = total + 1;
          expect(Math.round(read(odd))).toBeGreaterThanOrEqual(Math.max(odd, subtotal));
        },
      ),
    );
  });

  it.each([
    ["no discount", { volumeDiscount: undefined }, {}, "$500.00"],
    ["a discount without an amount", { volumeDiscount: { discount: "10.00%" } }, {}, "$500.00"],
    ["a discount of another amount", { volumeDiscount: { amount: "$40.00" } }, {}, "$500.00"],
    [
      "a discount in another currency",
      { volumeDiscount: { amount: "EUR 50.00" } },
      {},
      "$500.00 and EUR 50.00",
    ],
    ["a total of zero", { volumeDiscount: { amount: "$500.00" }, total: "$0.00" }, {}, "$500.00"],
    ["a negative total", { volumeDiscount: { amount: "$550.00" }, total: "-$50.00" }, {}, "-$50.00"],
    ["another total", { grandTotal: "$500.00" }, {}, "$500.00"],
    ["another total elsewhere", {}, { amountDue: "$480.00" }, "$480.00"],
    ["a tax that the total lacks", { tax: "$60.00" }, {}, "$500.00"],
    ["two subtotals", { sub_total: "$600.00" }, {}, "$600.00"],
  ])("%s: a higher amount bounds", (_title, summary, more, expected) => {
    expect(most(priced(summary, more))).toBe(expected);
  });

  it("costs of items that are not the subtotal bound, and so does the price of an item beside its cost", () => {
    const items = (...lineItems: object[]): object => ({
      orderDetails: { ...recorded.orderDetails, lineItems },
    });
    expect(most(items({ cost: "$600.00" }))).toBe("$600.00");
    expect(most(items({ cost: "$400.00" }, { cost: "$300.00" }))).toBe("$700.00");
    expect(most(items({ cost: "$250.00" }, { cost: "$250.00", fee: "$460.00" }))).toBe("$710.00");
  });
});
