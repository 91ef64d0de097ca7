import type { Spans } from "./spans.ts";

/** A range of bytes that one connection fetches: from `at`, which grows as bytes arrive, up to `to`, which may shrink. */
export interface Segment {
  at: number;
  to: number;
}

export const leftOf = ({ at, to }: Segment): number => Math.max(0, to - at);

/** Who fetches which bytes of one file. No byte belongs to two segments, or to a segment and to what is there already. */
export class SegmentPlan {
  readonly #segments = new Set<Segment>();

  /** `done`: what is there, as of now. */
  constructor(
    readonly done: () => Spans,
    public size: number,
  ) {}

  /** The first bytes that have not arrived and belong to no segment, `most` at most. */
  free(most: number): Segment | undefined {
    const taken = this.done().copy();
    for (const { at, to } of this.#segments) taken.add(at, to);
    const [gap] = taken.gaps(this.size);
    if (gap === undefined) return undefined;
    return this.#segment(gap[0], Math.min(gap[1], gap[0] + most));
  }

  /** Everything, from the first byte. */
  whole(): Segment {
    return this.#segment(0, this.size);
  }

  /** The end of the longest segment, half of it at most, and none that would be shorter than `least`. */
  halve(most: number, least: number): Segment | undefined {
    const [longest] = [...this.#segments].toSorted((a, b) => leftOf(b) - leftOf(a));
    if (longest === undefined) return undefined;
    const bytes = Math.min(most, Math.floor(leftOf(longest) / 2));
    if (bytes < least) return undefined;
    longest.to -= bytes;
    return this.#segment(longest.to, longest.to + bytes);
  }

  /** What lies more than `bytes` ahead is free again. */
  shorten(segment: Segment, bytes: number): void {
    segment.to = Math.min(segment.to, segment.at + bytes);
  }

  learnSize(size: number): void {
    this.size = size;
    for (const segment of this.#segments) segment.to = Math.min(segment.to, size);
  }

  /**
   * What is left of it is free again, and nothing more may be written for it. Where it was cut off from another segment of
   * which nothing came in between, that one has it again: a stream that was to end there need not.
   */
  giveBack(segment: Segment): void {
    const { at, to } = segment;
    segment.to = at;
    this.#segments.delete(segment);
    const before = [...this.#segments].find((other) => other.to === at && leftOf(other) > 0);
    if (before !== undefined) before.to = Math.max(at, to);
  }

  #segment(at: number, to: number): Segment {
    const segment = { at, to };
    this.#segments.add(segment);
    return segment;
  }
}
