/** Sorts items of export files by time, newest first, with limited memory. */

/** An item with its time. */
export interface Found<Item> {
  item: Item;
  /** Milliseconds since 1970; items without a time come last. */
  timeMs: number | undefined;
}

/** Sorts the newest first; items with equal times keep their order. */
export const sortNewestFirst = <Item>(found: readonly Found<Item>[]): Found<Item>[] =>
  found.toSorted((a, b) => (b.timeMs ?? EARLIEST) - (a.timeMs ?? EARLIEST));

const EARLIEST = -Number.MAX_VALUE;

/** Keeps the newest items of many. */
export class NewestItems<Item> {
  #kept: Found<Item>[] = [];
  #oldestMs: number | undefined;

  /** `most`: the number of items to keep. */
  constructor(readonly most: number) {}

  add(found: Found<Item>): void {
    this.#kept.push(found);
    // Sorting at twice the limit costs a constant number of comparisons per item.
    if (this.#kept.length < 2 * this.most) return;
    this.#kept = sortNewestFirst(this.#kept).slice(0, this.most);
    this.#oldestMs = this.#kept.at(-1)?.timeMs;
  }

  /** Returns the time below which items are not needed; undefined until enough items are found. */
  get oldestMs(): number | undefined {
    return this.#oldestMs;
  }

  newestFirst(): Found<Item>[] {
    return sortNewestFirst(this.#kept).slice(0, this.most);
  }
}
