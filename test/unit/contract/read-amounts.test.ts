/** Every amount of a reply bounds its price, whatever its name and place; what is not money does not. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findAmounts } from "../../../src/contract/read-amounts.ts";
import { readReview } from "../../../src/contract/read-review.ts";
import { isAboveLimit, findHighest } from "../../../src/domain/price/money.ts";

const most = (reply: object): string | undefined => {
  const { total, amounts = [], lists = [] } = readReview(reply) ?? {};
  return findHighest({ total, amounts: amounts.map(({ text }) => text), lists });
};
const LIMIT = { currency: "$", amount: "500" };

describe("ORDER-09 P5 an amount of a review counts", () => {
  /** No dictionary has these names. */
  const name = fc
    .tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.constantFrom("", "_", "-", " "), fc.boolean())
    .map(([word, mark, isLoud]) => (isLoud ? `${word}${mark}zq`.toUpperCase() : `${word}${mark}zq`));
  const amount = fc.integer({ min: 501, max: 9_000_000 }).chain((value) =>
    fc.constantFrom<unknown>(value, `${value}`, `$${value}.00`, `USD ${value}`, {
      amount: value,
      currency: "USD",
    }),
  );
  const place = fc.array(
    fc.oneof(name, fc.constantFrom("summary", "orderDetails", "items", "data", "lineItems", "[]", "pricing")),
    { maxLength: 6 },
  );
  const placed = (path: readonly string[], value: unknown): unknown =>
    path.reduceRight<unknown>((at, key) => (key === "[]" ? [{}, at] : { [key]: at }), value);

  it("under a name that no list has, at any depth", () => {
    fc.assert(
      fc.property(place, name, amount, (path, key, value) => {
        const reply = { total: "$10.00", more: placed(path, { [key]: value }) };
        expect(isAboveLimit(most(reply), LIMIT), JSON.stringify(reply)).toBe(true);
      }),
    );
  });

  it("under a name of a price with a text that is no amount: it exceeds every limit", () => {
    const price = fc.constantFrom("cost", "Price", "unit_cost", "TOTAL", "fees", "sub-total amount");
    const text = fc.constantFrom(
      "on request",
      "TBD",
      "９０００",
      "٩٠٠٠",
      "1e6",
      "$1-2",
      "9.000 or so",
      "-5",
      "?",
    );
    fc.assert(
      fc.property(place, price, text, (path, key, value) => {
        const reply = { total: "$10.00", more: placed(path, { [key]: value }) };
        expect(isAboveLimit(most(reply), { ...LIMIT, amount: "999999999" }), JSON.stringify(reply)).toBe(
          true,
        );
      }),
    );
  });

  it.each<[string, object, string]>([
    ["a total in other letters", { grand_total: "$9,000.00" }, "$9,000.00"],
    ["a total with tax", { summary: { tax: "$300.00", totalWithTax: "$790.00" } }, "$790.00"],
    ["a second summary", { orderDetails: { summary: { total: "$9,000.00" } } }, "$9,000.00"],
    ["an object", { charge: { amount: 9000, currency: "USD" } }, "USD 9,000"],
    ["a currency beside it", { currency: "USD", betrag: 9000 }, "USD 9,000"],
    ["the larger one of a line", { items: [{ cost: "$1", total: "$9,000" }] }, "$9,000"],
    ["a list behind an empty one", { items: [], lineItems: [{ cost: "$9,000" }] }, "$9,000"],
    ["the sum of a list", { fees: [{ amount: "$300.00" }, { amount: "$400.00" }] }, "$700.00"],
    ["the sum of a map", { costPerProduct: { GEO: "$300.00", SICD: "$400.00" } }, "$700.00"],
    ["the pieces of a line", { items: [{ cost: "$10", quantity: 900 }] }, "$9,000.00"],
    ["the price of a piece", { items: [{ unitPrice: 10, cost: "$1", qty: "900" }] }, "$9,000.00"],
    ["a price that is an object without an amount", { cost: { status: "pending" } }, '{"status":"pending"}'],
    ["a number of three decimals", { betrag: 9000.125 }, "$9,000.1250"],
    ["the maximum of a fee", { feeMax: 9000 }, "$9,000"],
    ["the maximum of an estimate", { estimate: { min: 9, max: 9000 } }, "$9,000"],
    ["a currency in words", { handling: "9000 dollars" }, "9000 dollars"],
    ["a code under a name that no list has", { perImage: "USD 9000" }, "USD 9,000"],
  ])("%s", (_what, more, text) => {
    expect(most({ total: "$10.00", ...more })).toBe(text);
  });
});

describe("ORDER-09 P5 what is not money does not stop an order", () => {
  it.each<[string, object]>([
    ["an area", { items: [{ accountingSize: { unit: "sqkm", value: 2500 } }] }],
    [
      "an area as a quantity",
      { items: [{ cost: "$10.00", unitPrice: "$0.40", quantity: 2500, unit: "km2" }] },
    ],
    ["the price of a square kilometre", { costPerKm2: "$20.00", pricePerSqkm: 20 }],
    ["counts", { itemCount: 900, totalItems: 900, total_count: 900, scenes: 900, pages: 900 }],
    [
      "ids, codes and versions",
      { granuleId: "20231118130010", contractId: 90_000, code: 9000, version: "2026" },
    ],
    ["times", { expiresAt: 1_900_000_000_000, orderDate: "2026-11-29", duration: 604_800 }],
    [
      "the validity of a price",
      { priceValidUntil: 1_893_456_000, expires: 1_893_456_000, valid: { end: 1_893_456_000 } },
    ],
    ["metadata of an image", { items: [{ size: 100_000_000, bbox: [-122, 37, -121, 38], resolution: 900 }] }],
    ["a tax and a discount that are parts", { tax: "$1.60", discount: { percent: 900, amount: "$5.00" } }],
    ["a ratio", { volumeDiscount: { discount: "900.00%" } }],
    ["a discount", { adjustment: "-$9,000.00", discount: -9000 }],
    [
      "the amount of a discount",
      {
        volumeDiscount: { amount: "-$9,000.00" },
        rebate: { amount: "90%" },
        discounts: [{ cost: "-9000 USD" }],
      },
    ],
    [
      "the state and the lifetime of a response",
      { status: 200, expiresIn: 3600, ttl: "3600", validFor: 3600 },
    ],
    ["the address of a reseller", { contact: { phone: "15551234567", zip: "94107" }, reseller: 4711 }],
    ["limits of angles", { offNadir: { min: 25, max: 40 }, offNadirMax: 40, pages: { max: 900 } }],
    [
      "an id or a kind that looks like riyals",
      { items: [{ granuleId: "SAR20231118130010", productType: "SAR 2" }] },
    ],
    [
      "words for zero",
      {
        items: [{ cost: "free" }, { cost: "included" }, { cost: "No charge" }, { cost: "$0.00" }],
        fees: "none",
        charges: { tax: null },
      },
    ],
    [
      "the funds and the name of the customer",
      { budget: "$50,000.00", user: { credit: 9000 }, accountBalance: 9000 },
    ],
    ["notes", { description: "Worth $9,000", priceNote: "without VAT", costCenter: "EMEA" }],
  ])("%s", (_what, more) => {
    expect(most({ total: "$10.00", ...more })).toBe("$10.00");
  });

  it("the review of a deployment has its total, its subtotal and its discount", () => {
    const review = {
      authorized: true,
      user: {
        id: "00000000-0000-4000-8000-000000000001",
        verified: true,
        createdAt: "2020-01-01T00:00:00.000Z",
      },
      orderDetails: {
        lineItems: [
          { granuleId: "G_20231118130010", previouslyOrdered: false, type: "stripmap", cost: "$500.00" },
        ],
        summary: {
          subtotal: "$500.00",
          volumeDiscount: { discount: "10.00%", amount: "$50.00" },
          licenseUplift: { surcharge: "0.00%", amount: "$0.00" },
          total: "$450.00",
        },
      },
    };
    expect(readReview(review)?.total).toBe("$450.00");
    expect(findAmounts(review).all.map(({ text }) => text)).toEqual([
      "$500.00",
      "$500.00",
      "$50.00",
      "$450.00",
    ]);
  });
});
