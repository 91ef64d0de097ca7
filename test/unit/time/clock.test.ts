import { expect, it } from "vitest";
import { systemClock } from "../../../src/time/clock.ts";

const MONTH_MS = 30 * 86_400_000;

it.each([MONTH_MS, 2 ** 31, Infinity])(
  "P15 a pause of %s ms is not over at once, and causes no storm of requests",
  async (ms) => {
    const stop = new AbortController();
    const long = systemClock.sleep(ms, stop.signal).then(
      () => "over",
      (error: Error) => error.message,
    );
    // Node turns a timer that is too long into one of 1 ms, and timers of 1 ms end in the order of their start.
    const short = (async () => {
      for (let sleeps = 0; sleeps < 5; sleeps += 1) await systemClock.sleep(1);
      return "the short one first";
    })();
    expect(await Promise.race([long, short])).toBe("the short one first");
    stop.abort(new Error("interrupted"));
    expect(await long).toBe("interrupted");
  },
);
