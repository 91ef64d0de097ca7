/** When one file is worth several connections, by lines that behave as real ones do, under a clock of their own. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MOST_CONNECTIONS, SegmentPace } from "../../../../src/transfer/segments/segment-pace.ts";

const MB = 1e6;
const TURN_MS = 5;

interface Line {
  /** Bytes per second of each connection, and of all together. */
  each: number;
  all?: number;
  roundTripMs?: number;
  /** A connection reaches its rate by doubling each round trip from a 64th. */
  startsSlowly?: boolean;
  /** Fraction of the time that the server waits for us. */
  busy?: number;
  /** And in which the connections wait for our disk. */
  paused?: number;
  bytes?: number;
  spare?: number;
  limit?: number;
  /** Other files that have ended by then. */
  changes?: (nowMs: number) => number;
  /** What other files have brought by then. */
  others?: (bytes: number, nowMs: number) => number;
  /** Multiplies what comes in a turn. */
  weather?: (turn: number) => number;
}

/** Rides a file over the line; lists each number of connections with the moment it began, and what was opened. */
function ride(line: Line, forMs = 60_000, pace = new SegmentPace()) {
  const { each, all = Infinity, roundTripMs = 45, bytes: size = 1e12, spare = 127, busy = 0 } = line;
  let born: number[] = [-2 * roundTripMs];
  const steps: [number, number][] = [[0, 1]];
  let opened = 1;
  let bytes = 0;
  let busyMs = 0;
  for (let nowMs = 0; nowMs < forMs && bytes < size; nowMs += TURN_MS) {
    const rates = born.map((bornMs) => {
      const age = nowMs - bornMs - 2 * roundTripMs;
      if (age < 0) return 0;
      return line.startsSlowly === true ? Math.min(each, (each / 64) * 2 ** (age / roundTripMs)) : each;
    });
    const wanted = rates.reduce((sum, rate) => sum + rate, 0) * (line.weather?.(nowMs / TURN_MS) ?? 1);
    bytes += (Math.min(all, wanted) * TURN_MS) / 1000;
    busyMs += TURN_MS * busy;
    const flowing = rates.filter((rate) => rate > 0).length;
    pace.read({
      nowMs,
      bytes,
      changes: line.changes?.(nowMs) ?? 0,
      runBytes: bytes + (line.others?.(bytes, nowMs) ?? 0),
      busyMs,
      pausedMs: nowMs * (line.paused ?? 0),
      leftBytes: size - bytes,
      flowing,
      spare: Math.max(0, spare + 1 - born.length),
      limit: line.limit ?? Infinity,
    });
    while (born.length < pace.connections) {
      born.push(nowMs);
      opened++;
    }
    born = born.slice(0, pace.connections);
    if (pace.connections !== steps.at(-1)![1]) steps.push([nowMs, pace.connections]);
  }
  const [usual] = steps
    .map(([fromMs, connections], index) => [connections, (steps[index + 1]?.[0] ?? forMs) - fromMs] as const)
    .toSorted(([, a], [, b]) => b - a)[0]!;
  return { pace, opened, steps, usual, most: Math.max(...steps.map(([, connections]) => connections)) };
}

test("a server that asks for a wait gets it: no connection is added before", () => {
  const pace = new SegmentPace();
  pace.shrink(0, 20_000);
  const { steps } = ride({ each: 4 * MB }, 60_000, pace);
  expect(steps[1]![0]).toBeGreaterThanOrEqual(20_000);
});

describe("a connection that is held back", () => {
  test("by a cap: as many as there may be, within a second", () => {
    const { steps, pace } = ride({ each: 20 * MB }, 1000);
    expect(steps.map(([, connections]) => connections)).toEqual([1, 2, 16, MOST_CONNECTIONS]);
    expect(pace.connections).toBe(MOST_CONNECTIONS);
  });

  test("by a cap, on a machine that is busy with other things: a burst after a pause is not what the line brings", () => {
    // Nothing for a second, and then all of it at once.
    const weather = (turn: number): number => (turn % 240 < 200 ? (turn % 240 === 0 ? 200 : 0) : 1);
    expect(ride({ each: 20 * MB, weather }, 20_000).most).toBeGreaterThan(8);
  });

  test("by latency, where each starts slowly: the first is let speed up before it is judged", () => {
    const { pace, steps } = ride({ each: 20 * MB, startsSlowly: true, roundTripMs: 90 }, 20_000);
    expect(pace.connections).toBe(MOST_CONNECTIONS);
    expect(steps[1]![0]).toBeGreaterThan(5 * 90);
  });

  test("by a cap below the line's: no more than fill the line", () => {
    const { usual } = ride({ each: 20 * MB, all: 120 * MB }, 30_000);
    expect(usual).toBeGreaterThanOrEqual(6);
    expect(usual).toBeLessThanOrEqual(7);
  });

  test("no more than may be opened", () => {
    expect(ride({ each: 20 * MB, spare: 4 }).pace.connections).toBe(5);
    expect(ride({ each: 20 * MB, spare: 0 }).opened).toBe(1);
  });

  test("not for a file that is soon over, however long the way", () => {
    expect(ride({ each: 20 * MB, bytes: 30 * MB }).opened).toBe(1);
    expect(ride({ each: 60 * MB, bytes: 60 * MB }).opened).toBe(1);
  });
});

describe("a connection that nothing holds back", () => {
  test("a fast line stays one stream, and nothing is tried", () => {
    expect(ride({ each: 1300 * MB, all: 1300 * MB, roundTripMs: 0 }).opened).toBe(1);
    expect(ride({ each: 250 * MB }).opened).toBe(1);
  });

  test("what is fast on the whole is not capped, whatever slows it down for a while", () => {
    // The machine has other things to do from time to time.
    const weather = (turn: number): number => (turn % 400 < 160 ? 1 : 0.1);
    expect(ride({ each: 600 * MB, weather }).opened).toBe(1);
  });

  test("a line that waits for us (our disk, our thread, --limit-rate) stays one stream", () => {
    expect(ride({ each: 20 * MB, busy: 0.8 }).opened).toBe(1);
    expect(ride({ each: 20 * MB, paused: 0.3 }).opened).toBe(1);
    expect(ride({ each: 20 * MB, busy: 0.5, paused: 0.2 }, 1000).most).toBe(MOST_CONNECTIONS);
  });

  test("a rate that is near the limit needs no more connections", () => {
    expect(ride({ each: 20 * MB, limit: 24 * MB }).opened).toBe(1);
    expect(ride({ each: 20 * MB, limit: 100 * MB }).pace.connections).toBe(5);
  });

  test("what a file would take from the others is no gain", () => {
    const line = { each: 20 * MB, others: (bytes: number, nowMs: number) => 90_000 * nowMs - bytes };
    expect(ride(line, 20_000).most).toBe(2);
    // One of them ends while a step is on trial.
    const ends = (_: number, nowMs: number): number => 900_000 * Math.min(nowMs, 180);
    const changes = (nowMs: number): number => (nowMs < 180 ? 0 : 1);
    expect(ride({ each: 20 * MB, others: ends, changes }, 2000).pace.connections).toBe(MOST_CONNECTIONS);
    // They have a line of their own.
    const others = (_: number, nowMs: number): number => 90_000 * nowMs;
    expect(ride({ each: 20 * MB, others }, 2000).pace.connections).toBe(MOST_CONNECTIONS);
  });

  test("a line that is full: each trial is taken back, and seldom made again", () => {
    const { pace, most, opened } = ride({ each: 100 * MB, all: 12 * MB }, 300_000);
    expect(pace.connections).toBe(1);
    expect(most).toBe(2);
    // At 0, 5, 13, 27, 53, 103 and 201 s.
    expect(opened).toBeLessThanOrEqual(8);
  });

  test("weather on a full line is not taken for a gain that lasts", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0.9, max: 1.1, noNaN: true })), (noise) => {
        const { most } = ride({ each: 100 * MB, all: 12 * MB, weather: () => noise.next().value }, 20_000);
        expect(most).toBeLessThanOrEqual(2);
      }),
      { numRuns: 20 },
    );
  });
});

describe("what the server says", () => {
  test("429 halves, and it is long before more are tried", () => {
    const { pace } = ride({ each: 20 * MB }, 2000);
    pace.shrink(2000, 0);
    expect(pace.connections).toBe(MOST_CONNECTIONS / 2);
    for (let times = 0; times < 9; times++) pace.shrink(2000, 0);
    expect(pace.connections).toBe(1);
    expect(pace.isOnTrial).toBe(false);
    expect(ride({ each: 20 * MB }, 12_000, pace).opened).toBe(1);
  });

  test("a connection that did not do is not opened again at once", () => {
    const { pace } = ride({ each: 20 * MB }, 2000);
    pace.lose(2000);
    expect(pace.connections).toBe(MOST_CONNECTIONS - 1);
  });

  test("no ranges: alone, for good", () => {
    const { pace } = ride({ each: 20 * MB }, 2000);
    pace.stop();
    expect(ride({ each: 20 * MB }, 600_000, pace).opened).toBe(1);
  });
});

test("whatever comes, the number of connections stays between one and what may be opened", () => {
  const reading = fc.record({
    ms: fc.integer({ min: 0, max: 3000 }),
    bytes: fc.integer({ min: 0, max: 100 * MB }),
    busyMs: fc.integer({ min: 0, max: 3000 }),
    pausedMs: fc.integer({ min: 0, max: 3000 }),
    left: fc.integer({ min: 0, max: 1e12 }),
    flowing: fc.nat(40),
    spare: fc.nat(40),
    deed: fc.constantFrom("", "", "", "shrink" as const, "lose" as const),
  });
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 80 }), (readings) => {
      const pace = new SegmentPace();
      let [nowMs, bytes, busyMs, pausedMs] = [0, 0, 0, 0];
      for (const { ms, left, flowing, spare, deed, ...more } of readings) {
        nowMs += ms;
        bytes += more.bytes;
        busyMs += more.busyMs;
        pausedMs += more.pausedMs;
        const before = pace.connections;
        pace.read({
          nowMs,
          bytes,
          busyMs,
          pausedMs,
          runBytes: bytes,
          changes: 0,
          leftBytes: left,
          flowing,
          spare,
          limit: Infinity,
        });
        expect(pace.connections).toBeLessThanOrEqual(Math.min(MOST_CONNECTIONS, before + spare));
        if (deed !== "") pace[deed](nowMs, 0);
        expect(pace.connections).toBeGreaterThanOrEqual(1);
      }
    }),
  );
});
