import { describe, expect, test } from "vitest";
import { poll, type Progress, type PollOptions } from "../../../src/time/poll.ts";
import { AppError } from "../../../src/errors.ts";
import { failureOf, steppedClock } from "../client/doubles.ts";
import { skippingClock } from "../../skipping-clock.ts";

function polling(looks: (Progress<string> | Error)[], options: Partial<PollOptions<string>> = {}) {
  const clock = skippingClock();
  let count = 0;
  const check = async (): Promise<Progress<string>> => {
    const found = looks[Math.min(count, looks.length - 1)]!;
    count += 1;
    if (found instanceof Error) throw found;
    return found;
  };
  const work = poll({
    check,
    clock,
    intervalMs: 5000,
    timeoutMs: 60_000,
    what: "order o-1",
    onWait: () => {},
    signal: new AbortController().signal,
    ...options,
  });
  return { work, clock, looked: () => count };
}

const notYet: Progress<string> = { done: false, state: "in-progress" };
const done: Progress<string> = { done: true, value: "completed" };
const down = new AppError("service", "SERVICE_ERROR", "503", { status: 503 });

describe("waiting", () => {
  test("asks at once, then in the interval, until the end", async () => {
    const { work, clock } = polling([notYet, notYet, done]);
    expect(await work).toBe("completed");
    expect(clock.slept).toEqual([5000, 5000]);
    const ready = polling([done]);
    await ready.work;
    expect(ready.clock.slept).toEqual([]);
  });

  test("obeys a longer wait from the service, not a shorter one", async () => {
    const busy = (retryAfterSeconds: number): AppError =>
      new AppError("service", "RATE_LIMITED", "429", { status: 429, data: { retryAfterSeconds } });
    const { work, clock } = polling([busy(9), busy(1), busy(20), done]);
    await work;
    expect(clock.slept).toEqual([9000, 5000, 20_000]);
  });

  test("has an exact time limit, ends with a last request, and reports the last state", async () => {
    const { work, clock, looked } = polling([notYet], { timeoutMs: 12_000 });
    expect(await failureOf(work)).toMatchObject({
      code: "WAIT_TIMEOUT",
      exitCode: 11,
      message: "order o-1 is not finished after 12s (last state: in-progress)",
      data: { state: "in-progress" },
    });
    expect([clock.slept, looked()]).toEqual([[5000, 5000, 2000], 4]);
  });

  test("with a time limit of zero asks once", async () => {
    const { work, looked } = polling([notYet], { timeoutMs: 0 });
    expect(await failureOf(work)).toMatchObject({ code: "WAIT_TIMEOUT" });
    expect(looked()).toBe(1);
  });

  test("survives a short outage, but no long one and no refusal", async () => {
    const short = polling([down, down, notYet, down, down, down, down, done]);
    expect(await short.work).toBe("completed");
    const long = polling([down]);
    expect(await failureOf(long.work)).toBe(down);
    expect(long.looked()).toBe(5);
    const gone = new AppError("service", "ORDER_NOT_FOUND", "404", { status: 404 });
    const refused = polling([notYet, gone]);
    expect(await failureOf(refused.work)).toBe(gone);
  });

  test("ends its pause at once on an interruption", async () => {
    const stop = new AbortController();
    const work = failureOf(
      poll({
        check: async () => notYet,
        clock: steppedClock(),
        intervalMs: 5000,
        timeoutMs: Infinity,
        what: "order o-1",
        signal: stop.signal,
        onWait: (state) => {
          expect(state).toBe("in-progress");
          setImmediate(() => stop.abort(new Error("SIGINT")));
        },
      }),
    );
    expect((await work).message).toBe("SIGINT");
  });
});
