import type { Spans } from "../part/spans.ts";

/** What one connection fetches: the bytes from `at`, which moves as they come, up to `to`, which may come nearer. */
export interface Claim {
  at: number;
  to: number;
}

export const leftOf = ({ at, to }: Claim): number => Math.max(0, to - at);

/** Who fetches which bytes of one file. No byte belongs to two claims, or to a claim and to what is there already. */
export class RangePlan {
  readonly #claims = new Set<Claim>();

  /** `done`: what is there, as of now. */
  constructor(
    readonly done: () => Spans,
    public size: number,
  ) {}

  /** The first bytes that are neither there nor anybody's, `most` at most. */
  free(most: number): Claim | undefined {
    const taken = this.done().copy();
    for (const { at, to } of this.#claims) taken.add(at, to);
    const [gap] = taken.gaps(this.size);
    if (gap === undefined) return undefined;
    return this.#claim(gap[0], Math.min(gap[1], gap[0] + most));
  }

  /** The end of the longest claim, half of it at most, and none that would be shorter than `least`. */
  halve(most: number, least: number): Claim | undefined {
    const [longest] = [...this.#claims].toSorted((a, b) => leftOf(b) - leftOf(a));
    if (longest === undefined) return undefined;
    const bytes = Math.min(most, Math.floor(leftOf(longest) / 2));
    if (bytes < least) return undefined;
    longest.to -= bytes;
    return this.#claim(longest.to, longest.to + bytes);
  }

  /** All that is left of it, for another. */
  pass(claim: Claim): Claim {
    const { at, to } = claim;
    claim.to = at;
    return this.#claim(at, to);
  }

  /** What lies more than `bytes` ahead is free again. */
  shorten(claim: Claim, bytes: number): void {
    claim.to = Math.min(claim.to, claim.at + bytes);
  }

  learnSize(size: number): void {
    this.size = size;
    for (const claim of this.#claims) claim.to = Math.min(claim.to, size);
  }

  /**
   * What is left of it is free again, and nothing more may be written for it. Where it was cut off from another claim of
   * which nothing came in between, that one has it again: a stream that was to end there need not.
   */
  giveBack(claim: Claim): void {
    const { at, to } = claim;
    claim.to = at;
    this.#claims.delete(claim);
    const before = [...this.#claims].find((other) => other.to === at && leftOf(other) > 0);
    if (before !== undefined) before.to = Math.max(at, to);
  }

  #claim(at: number, to: number): Claim {
    const claim = { at, to };
    this.#claims.add(claim);
    return claim;
  }
}
