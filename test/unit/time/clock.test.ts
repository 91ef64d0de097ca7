import { expect, it } from "vitest";
import { systemClock } from "../../../src/time/clock.ts";

const MONTH_MS = 30 * 86_400_000;

it.each([MONTH_MS, 2 ** 31, Infinity])(
  "P15 a pause of %i ms is not over at once: looking every month was a storm of requests",
  async (ms) => {
    const stop = new AbortController();
    const long = systemClock.sleep(ms, stop.signal).then(
      () => "over",
      (error: Error) => error.message,
    );
    const short = systemClock.sleep(20).then(() => "the short one first");
    expect(await Promise.race([long, short])).toBe("the short one first");
    stop.abort(new Error("interrupted"));
    expect(await long).toBe("interrupted");
  },
);
