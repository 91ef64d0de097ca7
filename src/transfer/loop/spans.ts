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
  gaps(size: number): Span[] {
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
  until(end: number): Spans {
    return new Spans(this.#list.map(([from, to]) => [from, Math.min(to, end)]));
  }

  copy(): Spans {
    return new Spans(this.#list);
  }
}

/** Reports whether a stored value is sorted spans of whole numbers. */
export function areSpans(value: unknown): value is readonly Span[] {
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
