/** Proves that work does not grow faster than its input. A limit in seconds would measure the machine. */

/** Each size is compared with one that is this many times smaller. */
const STEP = 8;

/** In one step, linear work grows 8 times, sorting 9 to 10 times, quadratic work 64 times. */
const MAX_GROWTH = 32;

/** Shorter work is not measured: a garbage collection takes as long. Quadratic work takes longer than this. */
const NOTABLE_MS = 1000;

/** A growth above the limit counts only if it repeats: the shortest of several runs is compared. */
const RUNS = 3;

/**
 * Runs the work for a 512th, a 64th, an 8th of `size` and for `size`. Throws at the first step in which its processor time
 * grows much faster than the time of sorting. No other work may run in this process meanwhile.
 */
export async function expectLinear<T>(
  size: number,
  make: (size: number) => T,
  work: (input: T) => unknown,
  notableMs = NOTABLE_MS,
): Promise<void> {
  let smaller: Measured | undefined;
  for (const part of [STEP ** 3, STEP ** 2, STEP, 1]) {
    const larger: Measured = { size: Math.ceil(size / part), shortestMs: Infinity };
    const run = async (one: Measured): Promise<void> => {
      one.shortestMs = Math.min(one.shortestMs, await processorMs(work, make(one.size)));
    };
    await run(larger);
    if (smaller !== undefined) await requireLittleGrowth(smaller, larger, run, notableMs);
    smaller = larger;
  }
}

interface Measured {
  size: number;
  shortestMs: number;
}

async function requireLittleGrowth(
  smaller: Measured,
  larger: Measured,
  run: (one: Measured) => Promise<void>,
  notableMs: number,
): Promise<void> {
  for (let runs = 1; larger.shortestMs > notableMs; runs += 1) {
    await run(smaller);
    if (larger.shortestMs <= MAX_GROWTH * smaller.shortestMs) return;
    if (runs === RUNS) throw new Error(`grows too fast: ${wordsOf(smaller)}, ${wordsOf(larger)}`);
    await run(larger);
  }
}

const wordsOf = ({ size, shortestMs }: Measured): string => `${shortestMs} ms for ${size}`;

async function processorMs<T>(work: (input: T) => unknown, input: T): Promise<number> {
  const before = process.cpuUsage();
  await work(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
