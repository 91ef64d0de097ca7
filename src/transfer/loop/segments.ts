/**
 * A range of bytes that one connection fetches. `at` is the next byte, and grows as bytes arrive; `to` is exclusive, and
 * shrinks when another connection takes a share. A segment of 0-100 becomes, after 40 bytes and a cut at 70, `{at: 40, to:
 * 70}`; the other connection has `{at: 70, to: 100}`. Segments are smaller than files, so that several connections share
 * a file, and a slow connection delays little. Connections look at `to` for each read, so a cut needs no message.
 */
export interface Segment {
  at: number;
  to: number;
}

export const countLeft = ({ at, to }: Segment): number => Math.max(0, to - at);

/** The segments of one file. No byte belongs to two segments, or to a segment and to the bytes on disk. */
export class SegmentPlan {
  readonly #segments = new Set<Segment>();

  /** `done` returns the spans on disk now. */
  constructor(
    readonly done: () => Spans,
    public size: number,
  ) {}

  /** Returns the first missing bytes without a segment, at most `most`. */
  findFree(most: number): Segment | undefined {
    const taken = this.done().copy();
    for (const { at, to } of this.#segments) taken.add(at, to);
    const [gap] = taken.listGaps(this.size);
    if (gap === undefined) return undefined;
    return this.#segment(gap[0], Math.min(gap[1], gap[0] + most));
  }

  /** Returns a segment of the whole file. */
  coverWhole(): Segment {
    return this.#segment(0, this.size);
  }

  /** Cuts off and returns the end of the longest segment: at most half of it, and at least `least` bytes. */
  halve(most: number, least: number): Segment | undefined {
    const [longest] = [...this.#segments].toSorted((a, b) => countLeft(b) - countLeft(a));
    if (longest === undefined) return undefined;
    const bytes = Math.min(most, Math.floor(countLeft(longest) / 2));
    if (bytes < least) return undefined;
    longest.to -= bytes;
    return this.#segment(longest.to, longest.to + bytes);
  }

  /** Frees the bytes of a segment that are more than `bytes` ahead. */
  shorten(segment: Segment, bytes: number): void {
    segment.to = Math.min(segment.to, segment.at + bytes);
  }

  learnSize(size: number): void {
    this.size = size;
    for (const segment of this.#segments) segment.to = Math.min(segment.to, size);
  }

  /**
   * Frees the rest of a segment, for which nothing more may be written. If another running segment ends where the rest
   * begins, the rest joins that segment again, so that one stream can continue.
   */
  giveBack(segment: Segment): void {
    const { at, to } = segment;
    segment.to = at;
    this.#segments.delete(segment);
    const before = [...this.#segments].find((other) => other.to === at && countLeft(other) > 0);
    if (before !== undefined) before.to = Math.max(at, to);
  }

  #segment(at: number, to: number): Segment {
    const segment = { at, to };
    this.#segments.add(segment);
    return segment;
  }
}

/** Bytes from `from` to `to`, exclusive. */
export type Span = readonly [from: number, to: number];

/** The present bytes of a file: sorted spans that neither overlap nor touch. */
export class Spans {
  #list: Span[] = [];
  #total = 0;

  constructor(spans: Iterable<Span> = []) {
    for (const [from, to] of spans) this.add(from, to);
  }

  /** Number of bytes from the start without a hole. */
  get prefix(): number {
    const [first] = this.#list;
    return first !== undefined && first[0] === 0 ? first[1] : 0;
  }

  get total(): number {
    return this.#total;
  }

  /** The position after the last present byte. */
  get end(): number {
    return this.#list.at(-1)?.[1] ?? 0;
  }

  get list(): readonly Span[] {
    return this.#list;
  }

  add(from: number, to: number): void {
    if (to <= from) return;
    let first = 0;
    while (first < this.#list.length && this.#list[first]![1] < from) first++;
    let behind = first;
    let [low, high] = [from, to];
    for (; behind < this.#list.length && this.#list[behind]![0] <= to; behind++) {
      const [start, end] = this.#list[behind]!;
      low = Math.min(low, start);
      high = Math.max(high, end);
      this.#total -= end - start;
    }
    this.#list.splice(first, behind - first, [low, high]);
    this.#total += high - low;
  }

  /** Returns the missing spans of a file of this size. */
  listGaps(size: number): Span[] {
    const gaps: Span[] = [];
    let position = 0;
    for (const [from, to] of this.#list) {
      if (from >= size) break;
      if (from > position) gaps.push([position, from]);
      position = to;
    }
    if (position < size) gaps.push([position, size]);
    return gaps;
  }

  /** Returns the spans before `end`. */
  cutAt(end: number): Spans {
    return new Spans(this.#list.map(([from, to]) => [from, Math.min(to, end)]));
  }

  copy(): Spans {
    return new Spans(this.#list);
  }
}

/** Reports whether a stored value is sorted spans of whole numbers. */
export function isSpanList(value: unknown): value is readonly Span[] {
  let last = -1;
  const isNext = (number: unknown): boolean => {
    const isMore = Number.isSafeInteger(number) && (number as number) > last;
    last = number as number;
    return isMore;
  };
  return (
    Array.isArray(value) &&
    value.every((span) => Array.isArray(span) && span.length === 2 && span.every(isNext))
  );
}
