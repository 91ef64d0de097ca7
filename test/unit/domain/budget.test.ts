import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeCost } from "../../../src/money/terms.ts";
import { parseBudget, PERIODS, computePeriodStartMs } from "../../../src/domain/price/budget.ts";
import { addMoney, isAboveLimit } from "../../../src/domain/price/money.ts";

const judged = (budget: string, total: string | undefined, ...earlier: (string | undefined)[]) =>
  judgeCost(
    { kind: "total", total },
    { budget: parseBudget(budget), dollar: "USD" },
    earlier.map((price, index) => ({ price, id: `i-${index}` })),
  );

describe("P5 a budget", () => {
  it.each([
    ["5000/month", { limit: { currency: "", amount: "5000" }, period: "month" }],
    ["$1,200.50/week", { limit: { currency: "$", amount: "1200.50" }, period: "week" }],
    ["EUR 10/day", { limit: { currency: "EUR", amount: "10" }, period: "day" }],
  ])("%s", (text, parsed) => {
    expect(parseBudget(text)).toEqual(parsed);
  });

  it.each(["", "/month", "5000", "5000/", "5000/year", "-5/day", "1.250/day", "5000 / "])(
    "%j is not a budget",
    (text) => {
      expect(parseBudget(text)).toBeUndefined();
    },
  );

  it.each([
    ["exactly the rest fits", "1000/month", "$300.00", ["$700.00"], undefined],
    ["a cent more does not", "1000/month", "$300.01", ["$700.00"], { kind: "overBudget" }],
    ["an unreadable price", "1000/month", "about 3", [], { kind: "priceUnreadable" }],
    ["no price", "1000/month", undefined, [], { kind: "priceUnreadable" }],
    [
      "an earlier one without a price",
      "1000/month",
      "$1.00",
      [undefined],
      { kind: "spendsUnknown", ids: ["i-0"] },
    ],
    ["another currency", "$1000/month", "€1.00", [], { kind: "otherCurrency" }],
    ["an earlier one in another currency", "$1000/month", "$1.00", ["€5.00"], { kind: "spendsForeign" }],
  ])("%s", (_what, budget, price, earlier, reason) => {
    const found = judged(budget, price, ...earlier);
    if (reason === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(reason);
  });

  it("allows exactly the prices whose sum stays within it", () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 });
    const price = (value: number) => `$${Math.floor(value / 100)}.${String(value % 100).padStart(2, "0")}`;
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 8 }), cents, (limit, earlier, next) => {
        const reason = judged(`${price(limit)}/day`, price(next), ...earlier.map(price));
        expect(reason === undefined).toBe(earlier.reduce((sum, value) => sum + value, next) <= limit);
      }),
    );
  });
});

describe("has calendar periods, in UTC", () => {
  it.each([
    ["day", "2031-03-30T23:59:59.999Z", "2031-03-30T00:00:00.000Z"],
    ["week", "2031-03-30T23:59:59.999Z", "2031-03-24T00:00:00.000Z"],
    ["week", "2031-03-31T00:00:00.000Z", "2031-03-31T00:00:00.000Z"],
    ["month", "2032-02-29T12:00:00.000Z", "2032-02-01T00:00:00.000Z"],
    ["week", "1969-12-31T00:00:00.000Z", "1969-12-29T00:00:00.000Z"],
  ] as const)("%s of %s", (period, at, start) => {
    expect(new Date(computePeriodStartMs(period, Date.parse(at))).toISOString()).toBe(start);
  });

  it("has a period that begins before now, and less than its length before", () => {
    const longest = { day: 1, week: 7, month: 31 };
    fc.assert(
      fc.property(fc.constantFrom(...PERIODS), fc.integer({ min: -1e12, max: 4e12 }), (period, nowMs) => {
        const startMs = computePeriodStartMs(period, nowMs);
        expect(startMs).toBeLessThanOrEqual(nowMs);
        expect(nowMs - startMs).toBeLessThan(longest[period] * 86_400_000);
      }),
    );
  });
});

describe("sums", () => {
  it("are exact beyond the precision of numbers", () => {
    const sum = Array.from({ length: 10 }).reduce<ReturnType<typeof addMoney>>(
      (total) => total && addMoney(total, "$0.10"),
      { currency: "$", amount: "0" },
    );
    expect(sum).toEqual({ currency: "$", amount: "1.00" });
    expect(isAboveLimit("$1.00", sum!)).toBe(false);
  });
});
