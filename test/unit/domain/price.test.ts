/** Prices, their commitments, and their numbers in JSON: exact for any amount. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeCost } from "../../../src/money/terms.ts";
import { PERIODS } from "../../../src/domain/price/budget.ts";
import { readImageBound, type ImageBound } from "../../../src/domain/price/image-bound.ts";
import {
  addMoney,
  readAmount,
  isAboveLimit,
  formatMoney,
  parseMoney,
  subtractMoney,
  sumMoney,
} from "../../../src/domain/price/money.ts";
import {
  computeCommitmentAmount,
  computeCommitment,
  formatCommitment,
  toImagePrice,
  toOrderPrice,
  toPriceForm,
  readRecordedPrice,
  toRecordedPrice,
  formatShortCommitment,
} from "../../../src/domain/price/price.ts";

const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
const spell = (value: bigint): string => `${value / 100n}.${String(value % 100n).padStart(2, "0")}`;
const count = (images: number): ImageBound => ({ images });

describe("a price and its commitment", () => {
  it("a series of three at $1,125 commits to $3,375", () => {
    const price = toImagePrice("$1,125.00", count(3));
    expect(computeCommitment(price)).toBe("$3,375.00");
    expect(price && formatCommitment(price)).toBe("3 images x $1,125.00 = $3,375.00");
    expect(price && formatShortCommitment(price)).toBe("3 x $1,125.00 = $3,375.00");
    expect(toPriceForm(price)).toEqual({
      amount: 1125,
      currency: "USD",
      per: "image",
      count: 3,
      total: 3375,
    });
  });

  it("an order commits to its price", () => {
    expect(toPriceForm(toOrderPrice("EUR 1,500.50"))).toEqual({
      amount: 1500.5,
      currency: "EUR",
      per: "order",
      total: 1500.5,
    });
  });

  it.each([
    ["no limit of the images", toImagePrice("$1,125.00", {})],
    ["the price of an image is unreadable", toImagePrice("about a thousand", count(3))],
  ])("%s: no commitment, no total", (_what, price) => {
    expect(computeCommitment(price)).toBeUndefined();
    expect(computeCommitmentAmount(price)).toBeUndefined();
    expect(toPriceForm(price)?.total).toBeUndefined();
  });

  it("is exact for every price and count", () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 5000 }), (price, images) => {
        const whole = computeCommitment(toImagePrice(`$${spell(price)}`, count(images)));
        expect(parseMoney(whole ?? "")?.amount).toBe(spell(price * BigInt(images)));
      }),
    );
  });

  it("the journal returns the recorded values", () => {
    const bound = fc.oneof(fc.integer({ min: 1, max: 999 }).map(count), fc.constant<ImageBound>({}));
    const prices = fc.oneof(
      cents.map((price) => toOrderPrice(`$${spell(price)}`)),
      fc.tuple(cents, bound).map(([price, images]) => toImagePrice(`$${spell(price)}`, images)),
    );
    fc.assert(
      fc.property(prices, (price) => {
        expect(readRecordedPrice(toRecordedPrice(price))).toEqual(price);
      }),
    );
  });

  it("a recorded price per image without a count, or per another unit, has no known commitment", () => {
    expect(computeCommitment(readRecordedPrice({ price: "$1,125.00", per: "image" }))).toBeUndefined();
    expect(
      computeCommitment(readRecordedPrice({ price: "$1,125.00", per: "square kilometre" })),
    ).toBeUndefined();
    expect(computeCommitment(readRecordedPrice({ price: "$1,125.00" }))).toBe("$1,125.00");
  });

  it("a series with an end time has the images of its interval until then", () => {
    const repetition = {
      repeatStart: "2026-03-01T00:00:00Z",
      repeatEnd: "2026-03-25T00:00:00Z",
      repetitionInterval: 7,
    };
    expect(readImageBound({ properties: { repetitionProperties: repetition } })).toEqual({
      images: 4,
      isAtMost: true,
    });
  });
});

describe("the currency of a $", () => {
  it("is USD: a limit in USD applies to it", () => {
    expect(isAboveLimit("$1,125.00", { currency: "USD", amount: "1125" })).toBe(false);
    expect(isAboveLimit("$1,125.01", { currency: "USD", amount: "1125" })).toBe(true);
    expect(isAboveLimit("US$5", { currency: "$", amount: "5" })).toBe(false);
  });

  it("is the value of currency.$, and no other", () => {
    expect(isAboveLimit("$5", { currency: "CAD", amount: "5" }, "CAD")).toBe(false);
    expect(isAboveLimit("$5", { currency: "USD", amount: "5" }, "CAD")).toBe(true);
    expect(readAmount("$5.25", "CAD")).toEqual({ amount: 5.25, currency: "CAD" });
    expect(addMoney({ currency: "$", amount: "1" }, "CAD 2", "CAD")).toEqual({
      currency: "$",
      amount: "3.00",
    });
    expect(sumMoney(["$1", "USD 2"], "CAD")).toBeUndefined();
  });
});

describe("P5 --max-cost and the budget agree", () => {
  it("on every price, readable or not, in any currency", () => {
    const currency = fc.constantFrom("", "$", "USD ", "€", "EUR ", "US$", "¥");
    const priced = fc
      .tuple(currency, fc.bigInt({ min: 0n, max: 100_000n }))
      .map(([sign, value]) => sign + spell(value));
    const price = fc.oneof(priced, fc.constantFrom("on request", "", "1.250", undefined));
    fc.assert(
      fc.property(price, priced, fc.constantFrom(...PERIODS), (text, limitText, period) => {
        const limit = parseMoney(limitText)!;
        const limits = { budget: { limit, period }, dollar: "USD" };
        const reason = judgeCost({ kind: "total", total: text }, limits, []);
        expect(reason === undefined).toBe(!isAboveLimit(text, limit));
      }),
    );
  });

  it("on the rest of a budget, which is exactly the largest price that fits", () => {
    fc.assert(
      fc.property(cents, cents, (most, spent) => {
        const limit = { currency: "$", amount: spell(most) };
        const left = subtractMoney(limit, { currency: "$", amount: spell(spent) });
        const spends = [{ price: `$${spell(spent)}`, id: "i-1" }];
        const limits = { budget: { limit, period: "month" as const }, dollar: "USD" };
        const reason = judgeCost({ kind: "total", total: formatMoney(left) }, limits, spends);
        expect(reason === undefined).toBe(spent <= most);
      }),
    );
  });
});
