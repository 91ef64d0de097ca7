/**
 * Chooses the scenes that cover an area with the lowest cost. The best choice is not computable for hundreds of
 * scenes (set cover is NP-hard), so the choice is greedy: repeatedly the scene that adds most for its cost. Exchanges
 * improve it afterwards: a scene is added if it replaces more expensive scenes.
 */
import { SHARE_ROUNDING } from "../../geo/area.ts";
import { doBoundsMeet } from "../../geo/bounds.ts";
import {
  intersectGround,
  subtractGround,
  uniteGround,
  type Ground,
  type MeasuredArea,
} from "../../geo/overlay.ts";

export interface Candidate {
  /** The part of the area that it covers. */
  ground: Ground;
  /** 1 to minimize the number; the price to minimize the total. */
  cost: number;
}

export interface ChosenCover {
  /** The indexes of the chosen candidates, sorted. */
  chosen: number[];
  /** The part that they cover together. */
  covered: Ground;
  /** The uncovered part. */
  left: Ground;
  /** The largest share of the area that one more candidate would add; undefined for estimated shapes. */
  next: number | undefined;
}

/** A smaller share of the area is not worth a scene. */
export const SLIVER = 1e-5;

/** Free scenes are still compared by their gain. */
const CHEAPEST = 1e-6;

/** Maximum rounds of exchanges, each over all candidates; the first few find nearly all improvements. */
const ROUNDS = 10;

export function chooseCover(area: MeasuredArea, candidates: readonly Candidate[]): ChosenCover {
  const chosen = new Set(chooseGreedily(area, candidates));
  const parts = new OwnParts(area, candidates, chosen);
  parts.dropNeedless([...chosen]);
  for (let round = 0; round < ROUNDS; round++) if (!tryExchanges(candidates, parts)) break;
  const covered = uniteGround([...chosen].map((place) => candidates[place]!.ground));
  const left = subtractGround(area.whole, [covered]);
  const gains = candidates.map(({ ground }, place) => (chosen.has(place) ? 0 : ground.km2));
  const [, most] = findLargestGain(gains, (place) => intersectGround(left, candidates[place]!.ground).km2);
  const next = most / area.km2;
  return {
    chosen: [...chosen].toSorted((one, other) => one - other),
    covered,
    left,
    next: candidates.some(({ ground }) => ground.isEstimate) ? undefined : next > SHARE_ROUNDING ? next : 0,
  };
}

/** Chooses until everything that the candidates cover together is covered, except slivers. */
function chooseGreedily(area: MeasuredArea, candidates: readonly Candidate[]): number[] {
  const chosen: number[] = [];
  let left = [...area.pieces];
  const worthOf = (place: number, km2: number): number =>
    km2 < SLIVER * area.km2 ? 0 : km2 / Math.max(candidates[place]!.cost, CHEAPEST);
  const worths = candidates.map(({ ground }, place) => worthOf(place, ground.km2));
  for (;;) {
    const [best, worth] = findLargestGain(worths, (place) => {
      const { ground } = candidates[place]!;
      return worthOf(
        place,
        left.reduce((sum, piece) => sum + intersectGround(piece, ground).km2, 0),
      );
    });
    if (!(worth > 0)) return chosen;
    chosen.push(best);
    worths[best] = 0;
    left = area.without(left, candidates[best]!.ground);
  }
}

/**
 * Returns the index of the largest gain, and the gain. Gains only shrink while others are chosen, so a candidate's
 * last gain is an upper bound, and only the largest bounds are measured again.
 */
function findLargestGain(gains: number[], measure: (place: number) => number): [place: number, gain: number] {
  const fresh = new Set<number>();
  for (;;) {
    let best = 0;
    for (let place = 1; place < gains.length; place++) if (gains[place]! > gains[best]!) best = place;
    if (fresh.has(best) || !(gains[best]! > 0)) return [best, gains[best] ?? 0];
    gains[best] = Math.min(gains[best]!, measure(best));
    fresh.add(best);
  }
}

/** The chosen candidates, each with the part of the area that only this candidate covers. */
class OwnParts {
  private readonly parts = new Map<number, Ground>();

  constructor(
    private readonly area: MeasuredArea,
    private readonly candidates: readonly Candidate[],
    readonly chosen: Set<number>,
  ) {}

  /** Removes candidates whose part the others cover completely, the most expensive first; returns them. */
  dropNeedless(places: readonly number[]): number[] {
    const dearestFirst = places.toSorted((one, other) => this.getCost(other) - this.getCost(one));
    return dearestFirst.filter((place) => {
      if (!this.isNothing(this.measurePart(place))) return false;
      this.remove(place);
      return true;
    });
  }

  /** Returns the chosen candidates that a new one might replace, judged one by one. */
  listReplaced(candidate: number): number[] {
    const { ground } = this.candidates[candidate]!;
    const [west, south, east, north] = ground.bounds;
    return [...this.chosen].filter((place) => {
      const part = this.measurePart(place);
      const [left, bottom, right, top] = part.bounds;
      const isWithin = left >= west && bottom >= south && right <= east && top <= north;
      return isWithin && this.isNothing(subtractGround(part, [ground]));
    });
  }

  add(place: number): void {
    this.chosen.add(place);
    this.forgetBeside(place);
  }

  remove(place: number): void {
    this.chosen.delete(place);
    this.forgetBeside(place);
  }

  getCost(place: number): number {
    return this.candidates[place]!.cost;
  }

  private measurePart(place: number): Ground {
    const known = this.parts.get(place);
    if (known !== undefined) return known;
    const others = [...this.chosen].filter((other) => other !== place);
    const part = subtractGround(
      this.candidates[place]!.ground,
      others.map((other) => this.candidates[other]!.ground),
    );
    this.parts.set(place, part);
    return part;
  }

  private forgetBeside(place: number): void {
    const { bounds } = this.candidates[place]!.ground;
    for (const other of this.parts.keys())
      if (doBoundsMeet(this.candidates[other]!.ground.bounds, bounds)) this.parts.delete(other);
  }

  private isNothing({ km2 }: Ground): boolean {
    return km2 <= SHARE_ROUNDING * this.area.km2;
  }
}

/** Runs one round of exchanges; returns false when none helped. */
function tryExchanges(candidates: readonly Candidate[], parts: OwnParts): boolean {
  const costOf = (places: readonly number[]): number =>
    places.reduce((sum, place) => sum + parts.getCost(place), 0);
  let isBetter = false;
  for (const [place, { cost, ground }] of candidates.entries()) {
    if (parts.chosen.has(place) || ground.rings.length === 0) continue;
    const replaced = parts.listReplaced(place);
    if (costOf(replaced) <= cost + CHEAPEST) continue;
    parts.add(place);
    const dropped = parts.dropNeedless(replaced);
    if (costOf(dropped) > cost + CHEAPEST) isBetter = true;
    else {
      for (const other of dropped) parts.add(other);
      parts.remove(place);
    }
  }
  return isBetter;
}
