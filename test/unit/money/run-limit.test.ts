/** The limit of a run that buys several things, for any sequence of prices and outcomes. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMoney } from "../../../src/domain/price/money.ts";
import { RunLimit } from "../../../src/money/terms.ts";
import "../../property-seed.ts";

const text = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const centsOf = (price: string | undefined): number => Math.round(Number(price?.replace(/[$,]/g, "")) * 100);

/** A request of a run: its reviewed price, and what the service makes of it. `more`: its response has a higher price by this. */
interface Request {
  review: number;
  state: "refused" | "unknown" | "accepted";
  more: number;
}

const requests = (more: fc.Arbitrary<number>): fc.Arbitrary<Request[]> =>
  fc.array(
    fc.record({
      review: fc.integer({ min: 0, max: 50_000 }),
      state: fc.constantFrom("refused" as const, "unknown" as const, "accepted" as const),
      more,
    }),
    { maxLength: 40 },
  );

/** Sends the requests, up to `atOnce` before the outcome of the first one is known. Returns those that were sent, in order. */
function send(limit: RunLimit, all: readonly Request[], atOnce: number): Request[] {
  const sent: Request[] = [];
  const open: (() => void)[] = [];
  for (const one of all) {
    const settle = limit.reserve(text(one.review));
    if (settle !== undefined) {
      sent.push(one);
      const price = one.more > 0 ? text(one.review + one.more) : undefined;
      open.push(() => settle(one.state === "accepted" ? { state: "accepted", price } : { state: one.state }));
    }
    if (open.length >= atOnce) open.shift()?.();
  }
  for (const settle of open) settle();
  return sent;
}

const charged = (sent: readonly Request[]): number =>
  sent.reduce((sum, { review, state, more }) => (state === "refused" ? sum : sum + review + more), 0);

describe("the limit of a run", () => {
  it("P5 what may have been charged never exceeds it, while responses have the prices of their reviews", () => {
    fc.assert(
      fc.property(
        requests(fc.constant(0)),
        fc.integer({ min: 0, max: 200_000 }),
        fc.integer({ min: 1, max: 4 }),
        (all, limit, atOnce) => {
          const run = new RunLimit(parseMoney(text(limit)), "USD");
          const sent = send(run, all, atOnce);
          expect(charged(sent)).toBeLessThanOrEqual(limit);
          const accepted = sent.filter(({ state }) => state === "accepted");
          expect(centsOf(`$${run.accepted.amount}`)).toBe(charged(accepted));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("P3 P5 nothing more is sent after an unknown outcome, or after a response with a higher price", () => {
    fc.assert(
      fc.property(
        requests(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100_000 }))),
        fc.option(fc.integer({ min: 0, max: 500_000 })),
        (all, limit) => {
          const run = new RunLimit(limit === null ? undefined : parseMoney(text(limit)), "USD");
          const sent = send(run, all, 1);
          const stops = sent.map(
            ({ state, more }) => state === "unknown" || (state === "accepted" && more > 0),
          );
          expect(stops.slice(0, -1)).not.toContain(true);
          expect(run.stop !== undefined).toBe(stops.at(-1) === true);
          // The limit holds for all but the one that was charged above its review.
          if (limit !== null) expect(charged(sent.slice(0, -1))).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("P5 a refused request gives back its price, exactly", () => {
    const run = new RunLimit(parseMoney("500"), "USD");
    for (let at = 0; at < 20; at += 1) run.reserve("$499.99")?.({ state: "refused" });
    expect(run.left).toBeUndefined();
    run.reserve("$499.99")?.({ state: "accepted", price: undefined });
    expect([run.left, run.reserve("$0.02"), run.reserve("$0.01") !== undefined]).toEqual([
      { currency: "$", amount: "0.01" },
      undefined,
      true,
    ]);
  });

  it.each(["€10.00", "on request", undefined])(
    "P5 a price of %s does not fit a limit in dollars",
    (price) => {
      const run = new RunLimit(parseMoney("$500"), "USD");
      expect(run.reserve(price)).toBeUndefined();
    },
  );

  it("P5 a response in another currency stops the run", () => {
    const run = new RunLimit(parseMoney("$500"), "USD");
    run.reserve("$100.00")?.({ state: "accepted", price: "€90.00" });
    expect(run.stop).toEqual({ because: "higherPrice", reviewed: "$100.00", charged: "€90.00" });
    expect(run.reserve("$1.00")).toBeUndefined();
  });
});
