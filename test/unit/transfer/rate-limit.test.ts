import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeUndiciSend } from "../../../src/client/undici-send.ts";
import { withDefaults, type TransferOptions } from "../../../src/transfer/options.ts";
import { systemClock, type Clock } from "../../../src/time/clock.ts";
import { RateLimit } from "../../../src/transfer/loop/run.ts";
import { testFolder } from "../../new-folder.ts";
import { sceneBytes, sendObject, serve } from "./data-server.ts";
import { source, transfer } from "./transfer-world.ts";
import { skippingClock } from "../../skipping-clock.ts";

const never = new AbortController().signal;

describe("the rate that all transfers share", () => {
  test("bytes never exceed the rate plus a burst of a quarter second", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1000, max: 1e9 }),
        fc.array(fc.integer({ min: 1, max: 2 ** 20 }), { minLength: 1, maxLength: 40 }),
        async (rate, chunks) => {
          // Soon after 1970: milliseconds of today leave too few digits after the point to count bytes.
          const clock = skippingClock(1000);
          const start = clock.now();
          const limit = new RateLimit(clock, rate);
          let passed = 0;
          for (const bytes of chunks) {
            await limit.take(bytes, never);
            passed += bytes;
            expect(passed).toBeLessThanOrEqual(((clock.now() - start + 250) / 1000) * rate * 1.000001 + 1);
          }
        },
      ),
    );
  });

  test("a pause accumulates no more than the burst", async () => {
    const clock = skippingClock();
    const limit = new RateLimit(clock, 1000);
    await limit.take(100, never);
    await clock.sleep(3_600_000);
    clock.slept.length = 0;
    await limit.take(1250, never);
    expect(clock.slept).toEqual([1000]);
  });

  test("several files together take the time that their bytes require", async () => {
    const bytes = sceneBytes(500_000);
    const server = await serve((request, response) => sendObject(request, response, bytes));
    const sources = ["HH", "HV", "VV"].map((assetKey) =>
      source(`${server.origin}/${assetKey}.tif`, { assetKey }),
    );
    const clock = skippingClock();
    const start = clock.now();
    const { summary } = await transfer(await testFolder(), sources, { clock, bytesPerSecond: 100_000 });
    expect(summary.downloaded).toBe(3);
    expect(clock.now() - start).toBeGreaterThanOrEqual(14_000);
  });

  test("small files also obey a rate: each begins once, and no faster than requested", async () => {
    const bytes = sceneBytes(20_000);
    const server = await serve((request, response) => sendObject(request, response, bytes));
    const sources = Array.from({ length: 50 }, (_, index) =>
      source(`${server.origin}/${index}.tif`, { assetKey: `A${index}` }),
    );
    const clock = skippingClock();
    const start = clock.now();
    const dir = await testFolder();
    const send = makeUndiciSend({ clock: systemClock });
    onTestFinished(() => send.close());
    const options = { send, clock, bytesPerSecond: 100_000, maxConnections: 32 };
    const run = await transfer(dir, sources, options);
    expect(run.summary).toMatchObject({ downloaded: 50, failed: 0 });
    expect(server.requests).toHaveLength(50);
    expect(clock.now() - start).toBeGreaterThanOrEqual(9_500);
    const begun = run.events.flatMap((event) => (event.type === "started" ? [event.file.path] : []));
    expect(begun).toHaveLength(50);
    expect(new Set(begun).size).toBe(50);
  });

  test("DOWNLOAD-07 received bytes are kept at once, and the next ones wait", async () => {
    const bytes = sceneBytes(500_000);
    const server = await serve((request, response) => sendObject(request, response, bytes));
    const dir = await testFolder();
    const controller = new AbortController();
    const clock = skippingClock();
    // Interrupted in the first wait.
    const sleep: Clock["sleep"] = async (ms, signal) => {
      controller.abort(new Error("SIGINT"));
      return clock.sleep(ms, signal);
    };
    const sources = [source(`${server.origin}/HH.tif`)];
    const stopped = {
      clock: { now: () => clock.now(), sleep },
      bytesPerSecond: 10_000,
      signal: controller.signal,
    };
    let arrived = 0;
    const onEvent: TransferOptions["onEvent"] = (event) => {
      if (event.type === "progress") arrived = event.done;
    };
    await expect(transfer(dir, sources, { ...stopped, onEvent })).rejects.toThrow("SIGINT");
    expect(arrived).toBeGreaterThan(0);
    const again = await transfer(dir, sources);
    expect(again.events).toContainEqual(expect.objectContaining({ type: "resumed", done: arrived }));
    expect(server.requests.at(-1)?.headers.range).toBe(`bytes=${arrived}-`);
    expect(again.summary.downloaded).toBe(1);
  });

  test("a requested slow rate is not ended as a trickle", () => {
    const options = { concurrency: 8 } as TransferOptions;
    expect(withDefaults(options).minBytesPerSecond).toBe(1000);
    expect(withDefaults({ ...options, bytesPerSecond: 1000 }).minBytesPerSecond).toBe(31.25);
    // All connections share the limit, whatever the number of files.
    const many = { ...options, maxConnections: 256, bytesPerSecond: 100_000, minBytesPerSecond: 50_000 };
    expect(withDefaults(many).minBytesPerSecond).toBeLessThan(100_000 / 256);
    expect(withDefaults({ ...options, minBytesPerSecond: 0 }).minBytesPerSecond).toBe(0);
  });

  test("an abort ends the wait", async () => {
    const reason = new Error("stop");
    const limit = new RateLimit(skippingClock(), 1000);
    await expect(limit.take(5000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
