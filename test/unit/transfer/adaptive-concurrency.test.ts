/** How many files at a time: more as long as it pays. */
import { expect, test } from "vitest";
import { AdaptiveConcurrency } from "../../../src/transfer/pacing/adaptive-concurrency.ts";

/** A line on which every place brings a file of 64 KiB each `turnMs`, up to `most` files at a time. */
function ride(
  concurrency: AdaptiveConcurrency,
  clock: { ms: number },
  { turnMs, most, files }: Record<"turnMs" | "most" | "files", number>,
) {
  const steps = [concurrency.parallel];
  for (let file = 0; file < files; file++) {
    clock.ms += turnMs / Math.min(concurrency.parallel, most);
    concurrency.noteDone(65_536);
    if (steps.at(-1) !== concurrency.parallel) steps.push(concurrency.parallel);
  }
  return steps;
}

function world(start: number, max: number) {
  const clock = { ms: 0 };
  const concurrency = new AdaptiveConcurrency(
    { now: () => clock.ms, sleep: () => Promise.resolve() },
    start,
    max,
  );
  return { clock, concurrency };
}

test("DOWNLOAD-07 on a long way it grows quickly up to its bound", () => {
  const { clock, concurrency } = world(4, 256);
  const steps = ride(concurrency, clock, { turnMs: 50, most: 1000, files: 5000 });
  expect(steps).toEqual([4, 32, 256]);
});

test("P15 where more bring nothing, each step is taken back, and seldom tried", () => {
  const { clock, concurrency } = world(4, 128);
  const steps = ride(concurrency, clock, { turnMs: 1, most: 4, files: 20_000 });
  expect(new Set(steps)).toEqual(new Set([4, 8]));
  expect(steps.length).toBeLessThan(20_000 / 8 / 4);
});

test("on a long way one turn of each place is enough to see it", () => {
  const { clock, concurrency } = world(4, 256);
  ride(concurrency, clock, { turnMs: 50, most: 1000, files: 3 });
  expect(concurrency.parallel).toBe(4);
  ride(concurrency, clock, { turnMs: 50, most: 1000, files: 1 });
  expect(concurrency.parallel).toBe(32);
});

test("P15 near by, what the first files took to get going is no reason for many connections", () => {
  const { clock, concurrency } = world(4, 256);
  ride(concurrency, clock, { turnMs: 50, most: 1000, files: 4 });
  expect(concurrency.parallel).toBe(32);
  ride(concurrency, clock, { turnMs: 5, most: 32, files: 5000 });
  expect(concurrency.parallel).toBeLessThanOrEqual(64);
});

test("where files take their time for other reasons the first step is a short one", () => {
  const { clock, concurrency } = world(4, 256);
  const steps = ride(concurrency, clock, { turnMs: 15, most: 1000, files: 100 });
  expect(steps.slice(0, 2)).toEqual([4, 8]);
});

test("P15 it stops near what the server can serve", () => {
  const { clock, concurrency } = world(4, 128);
  ride(concurrency, clock, { turnMs: 50, most: 40, files: 5000 });
  expect(concurrency.parallel).toBeGreaterThanOrEqual(32);
  expect(concurrency.parallel).toBeLessThanOrEqual(128);
});

test("DOWNLOAD-07 LIMITS-14 a bound that is the start leaves it alone, and work waits for its turn", async () => {
  const { clock, concurrency } = world(2, 2);
  expect(ride(concurrency, clock, { turnMs: 50, most: 100, files: 1000 })).toEqual([2]);
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await concurrency.each(Array.from({ length: 9 }), work);
  expect(most).toBe(2);
});

test("DOWNLOAD-07 of those that wait nothing is begun, and a step up is used at once", async () => {
  const { clock, concurrency } = world(4, 128);
  const waiting: (() => void)[] = [];
  const ended = concurrency.each(
    Array.from({ length: 100 }),
    () => new Promise<void>((resolve) => waiting.push(resolve)),
  );
  expect(waiting).toHaveLength(4);
  ride(concurrency, clock, { turnMs: 50, most: 1000, files: 4 });
  expect(concurrency.parallel).toBe(32);
  waiting.shift()?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(waiting).toHaveLength(32);
  while (waiting.length > 0) {
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
});

test("a failure of the work is reported, and nothing more is begun", async () => {
  const { concurrency } = world(1, 1);
  const begun: number[] = [];
  const work = (item: number): Promise<void> => {
    begun.push(item);
    return item === 2 ? Promise.reject(new Error("broken")) : Promise.resolve();
  };
  await expect(concurrency.each([1, 2, 3], work)).rejects.toThrow("broken");
  await concurrency.each([], work);
  expect(begun).toEqual([1, 2]);
});

test("one window in which the machine was busy takes no step back", () => {
  const { clock, concurrency } = world(4, 256);
  ride(concurrency, clock, { turnMs: 50, most: 1000, files: 4 });
  expect(concurrency.parallel).toBe(32);
  ride(concurrency, clock, { turnMs: 500, most: 1000, files: 64 });
  expect(concurrency.parallel).toBe(32);
  ride(concurrency, clock, { turnMs: 50, most: 1000, files: 96 });
  expect(concurrency.parallel).toBe(256);
});
