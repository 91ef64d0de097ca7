/**
 * Which scenes cover an area with the least cost, to the resolution of its sample points. The best choice is not
 * computable for hundreds of scenes (set cover is NP-hard), so this is a greedy choice, scene after scene the one that
 * adds most for its cost, improved afterwards: a scene comes in where it makes dearer or more ones needless.
 */
export interface Candidate {
  /** The sample points that it covers. */
  points: readonly number[];
  /** 1 for the fewest; a price for the cheapest. */
  cost: number;
}

/** The places of the chosen ones in `candidates`, in their order. All of what the candidates cover together is covered. */
export function chooseCover(weights: Float64Array, candidates: readonly Candidate[]): number[] {
  const cover = new Cover(weights.length, candidates);
  addGreedily(weights, candidates, cover);
  for (let round = 0; round < ROUNDS; round++) if (!improve(candidates, cover)) break;
  return [...cover.chosen].toSorted((a, b) => a - b);
}

/** Each round looks at every candidate once; the first few find nearly everything. */
const ROUNDS = 10;

/** How often each point is covered by those chosen. */
class Cover {
  readonly chosen = new Set<number>();
  private readonly counts: Uint32Array;
  private readonly candidates: readonly Candidate[];

  constructor(size: number, candidates: readonly Candidate[]) {
    this.counts = new Uint32Array(size);
    this.candidates = candidates;
  }

  add(index: number): void {
    this.chosen.add(index);
    for (const point of this.candidates[index]!.points) this.counts[point]!++;
  }

  remove(index: number): void {
    this.chosen.delete(index);
    for (const point of this.candidates[index]!.points) this.counts[point]!--;
  }

  isCovered(point: number): boolean {
    return this.counts[point]! > 0;
  }

  /** Whether the others cover all that this one does. */
  isNeedless(index: number): boolean {
    return this.candidates[index]!.points.every((point) => this.counts[point]! > 1);
  }
}

/**
 * What a candidate adds only shrinks while others are chosen. So the candidates wait in the order of what they added when
 * they were last looked at, and only the first one is looked at again.
 */
function addGreedily(weights: Float64Array, candidates: readonly Candidate[], cover: Cover): void {
  const gain = ({ points, cost }: Candidate): number => {
    let added = 0;
    for (const point of points) if (!cover.isCovered(point)) added += weights[point]!;
    return added / Math.max(cost, CHEAPEST);
  };
  const waiting = new MaxHeap();
  for (const [index, candidate] of candidates.entries()) waiting.push(index, gain(candidate));
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const now = gain(candidates[index]!);
    if (now <= 0) continue;
    if (now >= waiting.best()) cover.add(index);
    else waiting.push(index, now);
  }
}

/** What is free is still compared by what it adds. */
export const CHEAPEST = 1e-6;

/** One round of exchanges; false when none helped. */
function improve(candidates: readonly Candidate[], cover: Cover): boolean {
  const before = cover.chosen.size;
  const dearestFirst = (): number[] =>
    [...cover.chosen].toSorted((a, b) => candidates[b]!.cost - candidates[a]!.cost);
  for (const index of dearestFirst()) if (cover.isNeedless(index)) cover.remove(index);
  let isBetter = cover.chosen.size < before;
  for (const [index, { points, cost }] of candidates.entries()) {
    if (cover.chosen.has(index) || points.length === 0) continue;
    cover.add(index);
    const needless: number[] = [];
    for (const other of dearestFirst()) {
      if (other === index || !cover.isNeedless(other)) continue;
      cover.remove(other);
      needless.push(other);
    }
    if (needless.reduce((sum, other) => sum + candidates[other]!.cost, 0) > cost + CHEAPEST) isBetter = true;
    else {
      for (const other of needless) cover.add(other);
      cover.remove(index);
    }
  }
  return isBetter;
}

/** Candidates by what they add, the most first. */
class MaxHeap {
  private readonly entries: [index: number, gain: number][] = [];

  /** The most that one of those waiting adds. */
  best(): number {
    return this.entries[0]?.[1] ?? 0;
  }

  push(index: number, gain: number): void {
    const { entries } = this;
    let at = entries.length;
    entries.push([index, gain]);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (entries[parent]![1] >= gain) break;
      [entries[at], entries[parent]] = [entries[parent]!, entries[at]!];
      at = parent;
    }
  }

  pop(): number | undefined {
    const { entries } = this;
    const [top, last] = [entries[0], entries.pop()];
    if (top === undefined || last === undefined || entries.length === 0) return top?.[0];
    entries[0] = last;
    for (let at = 0; ;) {
      let larger = 2 * at + 1;
      if (larger >= entries.length) break;
      if (larger + 1 < entries.length && entries[larger + 1]![1] > entries[larger]![1]) larger++;
      if (entries[larger]![1] <= entries[at]![1]) break;
      [entries[at], entries[larger]] = [entries[larger]!, entries[at]!];
      at = larger;
    }
    return top[0];
  }
}
