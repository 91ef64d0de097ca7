/** The best number of connections for a run, on simulated real lines, under their own clock. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConnectionPace } from "../../../../src/transfer/loop/connection-pace.ts";

const MB = 1e6;
const MiB = 1024 * 1024;
const TURN_MS = 5;
const MOST = 128;

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
  /** Connections with work. */
  work?: number;
  /** Multiplies the bytes of a turn. */
  weather?: (turn: number) => number;
}

/** Simulates a run over the line; lists each number of connections with its start, and the opened ones. */
function ride(line: Line, forMs = 60_000, pace = new ConnectionPace(1, MOST)) {
  const { each, all = Infinity, roundTripMs = 45, bytes: size = 1e12, work = Infinity, busy = 0 } = line;
  const steps: [number, number][] = [[0, pace.connections]];
  const first = Math.min(work, pace.connections);
  let born: number[] = Array.from({ length: first }, () => -2 * roundTripMs);
  let opened = first;
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
    pace.read({
      nowMs,
      bytes,
      busyMs,
      pausedMs: nowMs * (line.paused ?? 0),
      leftBytes: size - bytes,
      active: born.length,
      flowing: rates.filter((rate) => rate > 0).length,
    });
    while (born.length < Math.min(work, pace.connections)) {
      born.push(nowMs);
      opened++;
    }
    born = born.slice(0, pace.connections);
    if (pace.connections !== steps.at(-1)![1]) steps.push([nowMs, pace.connections]);
  }
  const [usual] = steps
    .map(([fromMs, connections], index) => [connections, (steps[index + 1]?.[0] ?? forMs) - fromMs] as const)
    .toSorted(([, a], [, b]) => b - a)[0]!;
  const numbers = steps.map(([, connections]) => connections);
  return { pace, opened, steps, numbers, usual, most: Math.max(...numbers) };
}

/** The default start of a run. */
const usualStart = (most = MOST) => new ConnectionPace(4, most);

test("a server that requests a wait gets it: no connection is added before", () => {
  const pace = new ConnectionPace(1, MOST);
  pace.shrink(0, 20_000);
  const { steps } = ride({ each: 4 * MB }, 60_000, pace);
  expect(steps[1]![0]).toBeGreaterThanOrEqual(20_000);
});

describe("a connection that is limited", () => {
  test("by a cap: as many as allowed, within a second", () => {
    expect(ride({ each: 20 * MB }, 1000).numbers).toEqual([1, 2, 16, MOST]);
    expect(ride({ each: 20 * MB }, 1000, usualStart()).numbers).toEqual([4, 8, 64, MOST]);
  });

  test("by a cap, on a machine busy with other work: a burst after a pause is not the speed of the line", () => {
    // Nothing for a second, and then all of it at once.
    const weather = (turn: number): number => (turn % 240 < 200 ? (turn % 240 === 0 ? 200 : 0) : 1);
    expect(ride({ each: 20 * MB, weather }, 20_000).most).toBeGreaterThan(8);
  });

  test("by latency, with slow starts: the first ones may speed up before they are measured", () => {
    for (const pace of [new ConnectionPace(1, MOST), usualStart()]) {
      const { steps } = ride({ each: 20 * MB, startsSlowly: true, roundTripMs: 90 }, 20_000, pace);
      expect(pace.connections).toBe(MOST);
      expect(steps[1]![0]).toBeGreaterThan(5 * 90);
    }
  });

  test("by a cap below the line's: no more than fill the line", () => {
    for (const pace of [new ConnectionPace(1, MOST), usualStart()]) {
      const { usual } = ride({ each: 20 * MB, all: 120 * MB }, 30_000, pace);
      expect(usual).toBeGreaterThanOrEqual(6);
      expect(usual).toBeLessThanOrEqual(7);
    }
  });

  test("DOWNLOAD-07 LIMITS-14 no more than allowed, also at the start", () => {
    expect(ride({ each: 20 * MB }, 60_000, new ConnectionPace(1, 5)).pace.connections).toBe(5);
    expect(ride({ each: 20 * MB }, 60_000, new ConnectionPace(1, 1)).opened).toBe(1);
    expect(ride({ each: 20 * MB }, 60_000, new ConnectionPace(4, 3)).opened).toBe(3);
  });

  test("gets no help for a short rest, however distant the server", () => {
    expect(ride({ each: 20 * MB, bytes: 30 * MB }).opened).toBe(1);
    expect(ride({ each: 60 * MB, bytes: 60 * MB }).opened).toBe(1);
    expect(ride({ each: 20 * MB, bytes: 75 * MB }, 60_000, usualStart()).opened).toBe(4);
  });

  test("gets help for a small but slow rest: the end of sixteen products on a slow line", () => {
    expect(ride({ each: 0.2 * MB, bytes: 29 * MB }, 60_000, usualStart()).most).toBeGreaterThan(8);
  });

  test("gets no help without work for others", () => {
    expect(ride({ each: 20 * MB, work: 3 }, 60_000, usualStart()).numbers).toEqual([4]);
    // Work for eight: those are opened once, whatever their gain.
    const { pace, opened } = ride({ each: 20 * MB, work: 8 }, 60_000, usualStart());
    expect(opened).toBe(8);
    expect(pace.connections).toBeLessThanOrEqual(16);
  });
});

describe("an unlimited connection", () => {
  test("on a fast line is unchanged, without a trial", () => {
    expect(ride({ each: 1300 * MB, all: 1300 * MB, roundTripMs: 0 }).opened).toBe(1);
    expect(ride({ each: 1300 * MB, all: 1300 * MB, roundTripMs: 0 }, 60_000, usualStart()).opened).toBe(4);
    expect(ride({ each: 250 * MB }).opened).toBe(1);
  });

  test("is not capped when it is fast on the whole, despite a slow phase", () => {
    // The machine does other work from time to time.
    const weather = (turn: number): number => (turn % 400 < 160 ? 1 : 0.1);
    expect(ride({ each: 600 * MB, weather }).opened).toBe(1);
    expect(ride({ each: 600 * MB, weather }, 60_000, usualStart()).opened).toBe(4);
  });

  test("on a line that waits for us (our disk, our thread, --limit-rate) is unchanged", () => {
    expect(ride({ each: 20 * MB, busy: 0.8 }).opened).toBe(1);
    expect(ride({ each: 20 * MB, paused: 0.3 }).opened).toBe(1);
    expect(ride({ each: 20 * MB, busy: 0.8 }, 60_000, usualStart()).opened).toBe(4);
    expect(ride({ each: 20 * MB, busy: 0.5, paused: 0.2 }, 1000).most).toBe(MOST);
  });

  test("near the rate limit needs no others", () => {
    expect(ride({ each: 20 * MB }, 60_000, new ConnectionPace(1, MOST, 24 * MB)).opened).toBe(1);
    expect(ride({ each: 20 * MB }, 60_000, new ConnectionPace(1, MOST, 100 * MB)).pace.connections).toBe(5);
    expect(ride({ each: 20 * MB }, 60_000, new ConnectionPace(4, MOST, 90 * MB)).opened).toBe(4);
  });

  test("a full line: each trial is reversed, and seldom repeated", () => {
    const { pace, most, opened } = ride({ each: 100 * MB, all: 12 * MB }, 300_000);
    expect(pace.connections).toBe(1);
    expect(most).toBe(2);
    // At 0, 5, 13, 27, 53, 103 and 201 s.
    expect(opened).toBeLessThanOrEqual(8);
    const usual = ride({ each: 100 * MB, all: 12 * MB }, 300_000, usualStart());
    expect(new Set(usual.numbers)).toEqual(new Set([4, 8]));
    expect(usual.pace.connections).toBe(4);
    expect(usual.opened).toBeLessThanOrEqual(4 + 7 * 4);
  });

  test("fluctuation on a full line does not count as a lasting gain", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 4),
        fc.infiniteStream(fc.double({ min: 0.9, max: 1.1, noNaN: true })),
        (start, noise) => {
          const line = { each: 100 * MB, all: 12 * MB, weather: () => noise.next().value };
          const { most } = ride(line, 20_000, new ConnectionPace(start, MOST));
          expect(most).toBeLessThanOrEqual(2 * start);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe("many small files, each with its own round trip", () => {
  /** Each connection fetches a file of 64 KiB every `turnMs`, up to `most` of them at a time. */
  const files = (turnMs: number, most = Infinity): Line => {
    const each = (65_536 * 1000) / turnMs;
    return { each, all: each * most, roundTripMs: turnMs / 2 };
  };

  test("DOWNLOAD-07 to a distant server their number grows quickly up to its limit", () => {
    const { numbers, steps } = ride(files(50), 10_000, usualStart(256));
    expect(numbers).toEqual([4, 8, 64, 256]);
    expect(steps.at(-1)![0]).toBeLessThan(1500);
  });

  test("P15 without a gain each step is reversed, and seldom tried", () => {
    const { numbers, opened } = ride(files(5, 4), 120_000, usualStart());
    expect(new Set(numbers)).toEqual(new Set([4, 8]));
    expect(opened).toBeLessThanOrEqual(4 + 6 * 4);
  });

  test("P15 to a near server a slow start of the first files is not a reason for many connections", () => {
    const line = files(5, 4);
    // A tenth of the speed for the first while.
    const weather = (turn: number): number => (turn < 60 ? 0.1 : 1);
    expect(ride({ ...line, weather }, 30_000, usualStart()).usual).toBeLessThanOrEqual(8);
  });

  test("P15 growth stops near the limit of the server", () => {
    const { usual } = ride(files(50, 40), 60_000, usualStart());
    expect(usual).toBeGreaterThanOrEqual(32);
    expect(usual).toBeLessThanOrEqual(64);
  });

  test("one window on a busy machine reverses no step", () => {
    // A tenth of the speed for a quarter of a second after each step.
    const pace = usualStart();
    let since = 0;
    let before = 4;
    const weather = (turn: number): number => {
      if (pace.connections !== before) since = turn;
      before = pace.connections;
      return since > 0 && turn - since < 50 ? 0.1 : 1;
    };
    const { numbers } = ride({ ...files(50), weather }, 20_000, pace);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers.at(-1)).toBe(MOST);
  });
});

describe("replies of the server", () => {
  test("429 halves the number, and more are tried only after a long time", () => {
    const { pace } = ride({ each: 20 * MB }, 2000);
    pace.shrink(2000, 0);
    expect(pace.connections).toBe(MOST / 2);
    for (let times = 0; times < 9; times++) pace.shrink(2000, 0);
    expect(pace.connections).toBe(1);
    expect(ride({ each: 20 * MB }, 12_000, pace).opened).toBe(1);
  });

  test("a connection without a gain is not opened again at once", () => {
    const { pace } = ride({ each: 20 * MB }, 2000);
    pace.noteFailure(2000);
    expect(pace.connections).toBe(MOST - 1);
    // The next trial is one of three seconds later.
    expect(ride({ each: 20 * MB }, 4900, pace).most).toBe(MOST - 1);
  });
});

describe("a share of a file for another connection", () => {
  test("is empty before the speed of one connection is known, or when nothing limits that one", () => {
    expect(usualStart().isWorth(1000 * MiB)).toBe(false);
    const fast = ride({ each: 900 * MB }, 1000, usualStart()).pace;
    expect(fast.isWorth(1000 * MiB)).toBe(false);
  });

  test("is taken from a segment with more than a second left", () => {
    const { pace } = ride({ each: 20 * MB, bytes: 100 * MB }, 1000, usualStart(4));
    expect(pace.isWorth(21 * MB)).toBe(true);
    expect(pace.isWorth(18 * MB)).toBe(false);
    const slow = ride({ each: MB, bytes: 20 * MB }, 3000, usualStart()).pace;
    expect(slow.isWorth(4 * MiB)).toBe(true);
    expect(slow.isWorth(4 * MiB - 1)).toBe(false);
  });

  test("is empty while the rate is near the limit", () => {
    const near = new ConnectionPace(4, MOST, 90 * MB);
    expect(ride({ each: 20 * MB }, 1000, near).pace.isWorth(1e12)).toBe(false);
    const far = new ConnectionPace(4, 4, 200 * MB);
    expect(ride({ each: 20 * MB }, 1000, far).pace.isWorth(1e12)).toBe(true);
  });

  test("is the work of one second, at most a share of the rest, and not too small", () => {
    expect(usualStart().segmentBytes(2000 * MiB)).toBe(64 * MiB);
    expect(usualStart().segmentBytes(100 * MiB)).toBe(25 * MiB);
    expect(usualStart().segmentBytes(MiB)).toBe(4 * MiB);
    const { pace } = ride({ each: 20 * MB, bytes: 100 * MB }, 1000, usualStart());
    expect(pace.segmentBytes(1e12) / (20 * MB)).toBeCloseTo(1, 1);
    expect(ride({ each: MB, bytes: 20 * MB }, 3000, usualStart()).pace.segmentBytes(1e12)).toBe(4 * MiB);
  });
});

test("the number of connections always stays between one and the limit", () => {
  const reading = fc.record({
    ms: fc.integer({ min: 0, max: 3000 }),
    bytes: fc.integer({ min: 0, max: 100 * MB }),
    busyMs: fc.integer({ min: 0, max: 3000 }),
    pausedMs: fc.integer({ min: 0, max: 3000 }),
    left: fc.oneof(fc.integer({ min: 0, max: 1e12 }), fc.constant(Infinity)),
    active: fc.nat(40),
    flowing: fc.nat(40),
    deed: fc.constantFrom("", "", "", "shrink" as const, "noteFailure" as const),
  });
  const bounds = fc.record({
    start: fc.integer({ min: 1, max: 16 }),
    most: fc.integer({ min: 1, max: 256 }),
    limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 1e9 })),
  });
  fc.assert(
    fc.property(bounds, fc.array(reading, { maxLength: 80 }), ({ start, most, limit }, readings) => {
      const pace = new ConnectionPace(start, most, limit);
      let [nowMs, bytes, busyMs, pausedMs] = [0, 0, 0, 0];
      for (const { ms, left, active, flowing, deed, ...more } of readings) {
        nowMs += ms;
        bytes += more.bytes;
        busyMs += more.busyMs;
        pausedMs += more.pausedMs;
        pace.read({ nowMs, bytes, busyMs, pausedMs, leftBytes: left, active, flowing });
        if (deed !== "") pace[deed](nowMs, 0);
        expect(pace.connections).toBeLessThanOrEqual(most);
        expect(pace.connections).toBeGreaterThanOrEqual(1);
        expect(Number.isInteger(pace.connections)).toBe(true);
        const share = pace.segmentBytes(left);
        expect(share).toBeGreaterThanOrEqual(4 * MiB);
        expect(share).toBeLessThanOrEqual(64 * MiB);
      }
    }),
  );
});
