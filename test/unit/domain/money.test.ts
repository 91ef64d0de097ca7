import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isAboveLimit,
  formatMoney,
  findHighest,
  multiplyMoney,
  parseMoney,
  formatPriceRange,
} from "../../../src/domain/price/money.ts";

describe("parseMoney", () => {
  it.each([
    ["$1,250.00", { currency: "$", amount: "1250.00" }],
    ["$900.00", { currency: "$", amount: "900.00" }],
    ["$0.50", { currency: "$", amount: "0.50" }],
    ["500", { currency: "", amount: "500" }],
    ["USD 1,250", { currency: "USD", amount: "1250" }],
    ["US$1,250.5", { currency: "US$", amount: "1250.5" }],
    ["1.250,00 €", { currency: "€", amount: "1250.00" }],
    ["12,50 EUR", { currency: "EUR", amount: "12.50" }],
    ["¥1,250,000", { currency: "¥", amount: "1250000" }],
    ["A$5", { currency: "A$", amount: "5" }],
    ["NT$ 1,250", { currency: "NT$", amount: "1250" }],
    ["CN¥5", { currency: "CN¥", amount: "5" }],
  ])("COST-04 reads %s", (text, money) => {
    expect(parseMoney(text)).toEqual(money);
  });

  it.each([
    "",
    "free",
    "$",
    "-$5",
    "$-5",
    "€1.250",
    "1,25,000",
    "12,5000",
    "1.2.3",
    "$5 or so",
    "$5 EUR",
    "1e9",
    "٣",
    "M$5",
    "K$5",
    "MM$5",
    "B$5",
    "T€5",
    "k$5",
  ])("COST-04 does not guess at %j", (text) => {
    expect(parseMoney(text)).toBeUndefined();
  });
});

describe("isAboveLimit", () => {
  const limit = (text: string): { currency: string; amount: string } => {
    const money = parseMoney(text);
    if (money === undefined) throw new Error(`not money: ${text}`);
    return money;
  };

  it.each([
    ["$1,250.00", "1250", false],
    ["$1,250.01", "1250", true],
    ["$1,250.00", "$1249.999", true],
    ["$99.99", "$100", false],
    ["€99.99", "$100", true],
    ["99.99", "USD 100", true],
    ["on request", "1000000", true],
    [undefined, "1000000", true],
  ])("APPROVE-11 a price of %s under --max-cost %s is above: %s", (price, text, isAbove) => {
    expect(isAboveLimit(price, limit(text))).toBe(isAbove);
  });

  it("APPROVE-11 compares exactly, beyond the precision of numbers", () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 24n });
    const spell = (value: bigint): string => `${value / 100n}.${String(value % 100n).padStart(2, "0")}`;
    fc.assert(
      fc.property(cents, cents, (price, most) => {
        expect(isAboveLimit(`$${spell(price)}`, { currency: "", amount: spell(most) })).toBe(price > most);
      }),
    );
  });
});

describe("moneyText", () => {
  it("puts a code before a space and a symbol before the digits", () => {
    expect(
      ["$1,250.00", "EUR 5", "7"].map((text) =>
        formatMoney(parseMoney(text) ?? { currency: "?", amount: "?" }),
      ),
    ).toEqual(["$1,250.00", "EUR 5", "7"]);
  });
});

describe("multiplyMoney", () => {
  it.each([
    ["$1,125.00", 3, "$3,375.00"],
    ["$0.1", 3, "$0.30"],
    ["EUR 0.07", 100, "EUR 7.00"],
    ["500", 1, "500.00"],
    ["$90,071,992,547,409.93", 3, "$270,215,977,642,229.79"],
  ])("%s times %i is %s, exactly", (text, times, product) => {
    const money = parseMoney(text);
    expect(money && formatMoney(multiplyMoney(money, times))).toBe(product);
  });
});

describe("priceRange", () => {
  it.each([
    ["$350.00", "$650.00", "$350-650"],
    ["$350.00", "$350.00", "$350.00"],
    ["$950.00", "$1,250.00", "$950-1,250"],
    ["$350.50", "$650.00", "$350.50-650.00"],
    ["USD 350.00", "USD 650.00", "USD 350-650"],
    ["$350.00", "€650.00", "$350.00-€650.00"],
    ["free", "$650.00", "free-$650.00"],
  ])("VIEW-02 from %s to %s is %s", (least, most, range) => {
    expect(formatPriceRange(least, most)).toBe(range);
  });
});

describe("P5 the largest amount of a price", () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 });
  const textOf = (amount: number): string =>
    formatMoney({ currency: "$", amount: (amount / 100).toFixed(2) });
  const unreadable = fc.constantFrom("1e6", "$1e6", "-5", "1.250", "$1-2", "5 or so", "TBD", "٩٠٠٠");
  const limit = { currency: "$", amount: "999999999999" };
  const line = (...amounts: string[]) => ({ amounts, each: [], times: 1 });

  it("is the highest of its amounts and the sums of its lists, wherever it is", () => {
    fc.assert(
      fc.property(cents, fc.array(cents), fc.array(fc.array(cents)), (total, others, lists) => {
        const most = findHighest({
          total: textOf(total),
          amounts: others.map(textOf),
          lists: lists.map((lines) => lines.map((amount) => line(textOf(amount)))),
        });
        const sums = lists.map((lines) => lines.reduce((a, b) => a + b, 0));
        expect(Number(parseMoney(most ?? "")?.amount)).toBe(Math.max(total, ...sums, ...others) / 100);
      }),
    );
  });

  it("of a line is its highest amount, or the price of a piece times the pieces", () => {
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 2, max: 5000 }), (cost, each, times) => {
        const amounts = [cost, each].map(textOf);
        const lists = [[{ amounts, each: [textOf(each)], times }]];
        const most = findHighest({ total: "$0.01", amounts: [], lists });
        expect(Number(parseMoney(most ?? "")?.amount)).toBe(Math.max(1, cost, each * times) / 100);
      }),
    );
  });

  it("exceeds every limit beside an amount that cannot be read, or of another currency", () => {
    const odd = fc.oneof(
      unreadable,
      cents.filter((amount) => amount > 0).map((amount) => `EUR ${amount}`),
    );
    fc.assert(
      fc.property(cents, fc.array(cents), odd, fc.boolean(), (total, amounts, text, isLine) => {
        const texts = [...amounts.map(textOf), text];
        const more = isLine
          ? { amounts: [], lists: [texts.map((one) => line(one))] }
          : { amounts: texts, lists: [] };
        expect(isAboveLimit(findHighest({ total: textOf(total), ...more }), limit)).toBe(true);
      }),
    );
  });
});
