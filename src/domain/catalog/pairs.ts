/** Pairs of a stack: their order, and the one that suits interferometry. */

/** Two scenes, by what orders their pair. */
interface ComparedPair {
  days: number;
  lookDegrees: number;
  squintDegrees: number;
  first: { timeMs: number };
  second: { timeMs: number };
}

/**
 * Maximum difference of look angles, in degrees, for interferometry. The perpendicular baseline is about the slant range times this angle:
 * 2 km at 600 km. All coherence is lost at wavelength * bandwidth * tan(incidence) / c radians, at any range. This is 0.4 degrees
 * for X-band with 100 MHz at 35 degrees, and half of it leaves half of the coherence. A larger bandwidth allows more.
 */
export const MAX_INTERFEROMETRIC_DEGREES = 0.2;

/** Order of pairs: by the days between their scenes, or by the difference of their angles. */
export type PairOrder = "days" | "look";

const SORT_KEYS: Readonly<Record<PairOrder, (pair: ComparedPair) => number>> = {
  // Repeat passes differ by minutes, so intervals that are equal to a tenth of a day are in order of time.
  days: ({ days }) => Math.round(days * 10),
  look: ({ lookDegrees, squintDegrees }) => Math.round((lookDegrees + squintDegrees) * 100),
};

/** Returns the pairs in this order; equal ones by their interval, then by their time. */
export function sortPairs<Pair extends ComparedPair>(pairs: readonly Pair[], order: PairOrder): Pair[] {
  const readKey = SORT_KEYS[order];
  return pairs.toSorted(
    (a, b) =>
      readKey(a) - readKey(b) ||
      SORT_KEYS.days(a) - SORT_KEYS.days(b) ||
      a.first.timeMs - b.first.timeMs ||
      a.second.timeMs - b.second.timeMs,
  );
}

/** Reports whether the look angles of a pair are near enough for interferometry. */
export const isInterferometric = ({ lookDegrees }: Pick<ComparedPair, "lookDegrees">): boolean =>
  lookDegrees <= MAX_INTERFEROMETRIC_DEGREES;

/** Returns the recommended pair: the shortest interval that suits interferometry, else the most alike pair. */
export const findBestPair = <Pair extends ComparedPair>(pairs: readonly Pair[]): Pair | undefined =>
  sortPairs(pairs.filter(isInterferometric), "days")[0] ??
  pairs.reduce<Pair | undefined>(
    (best, pair) => (best === undefined || pair.lookDegrees < best.lookDegrees ? pair : best),
    undefined,
  );
