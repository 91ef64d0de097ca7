/** Items of export files by time, newest first, in bounded memory. */

/** An item as it was found. */
export interface Found<Item> {
  item: Item;
  /** Milliseconds since 1970; without one it comes last. */
  timeMs: number | undefined;
}

/** The newest first; of equal times in the order in which they were found. */
export const newestFirst = <Item>(found: readonly Found<Item>[]): Found<Item>[] =>
  found.toSorted((a, b) => (b.timeMs ?? EARLIEST) - (a.timeMs ?? EARLIEST));

const EARLIEST = -Number.MAX_VALUE;

/** Keeps the newest items of many. */
export class NewestItems<Item> {
  #kept: Found<Item>[] = [];
  #oldestMs: number | undefined;

  /** `most`: how many are wanted. */
  constructor(readonly most: number) {}

  add(found: Found<Item>): void {
    this.#kept.push(found);
    // Sorting as soon as twice as many are there costs each item the same few comparisons, however many there are.
    if (this.#kept.length < 2 * this.most) return;
    this.#kept = newestFirst(this.#kept).slice(0, this.most);
    this.#oldestMs = this.#kept.at(-1)?.timeMs;
  }

  /** What is older than this is none of them; undefined as long as that is not known. */
  get oldestMs(): number | undefined {
    return this.#oldestMs;
  }

  newestFirst(): Found<Item>[] {
    return newestFirst(this.#kept).slice(0, this.most);
  }
}
