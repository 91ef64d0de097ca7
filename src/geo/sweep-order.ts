/** Segments per block; a longer block is halved. Blocks keep insertion cheap without a balanced tree. */
const BLOCK = 256;

/** A place in the order: block, and index within it. Past the last segment it is the end of the last block. */
export interface Slot {
  block: number;
  index: number;
}

/** The segments under a sweep line, from south to north: found by bisection, changed in place. */
export class SweepOrder {
  /** No block is empty, except the only one. */
  private readonly blocks: number[][] = [[]];

  /** The first place whose segment is not below; `isBelow` is true, then false, along the order. */
  find(isBelow: (segment: number) => boolean): Slot {
    const block = bisect(this.blocks.length - 1, (at) => isBelow(this.blocks[at]!.at(-1)!));
    const segments = this.blocks[block]!;
    return { block, index: bisect(segments.length, (at) => isBelow(segments[at]!)) };
  }

  at({ block, index }: Slot): number | undefined {
    return this.blocks[block]![index];
  }

  before({ block, index }: Slot): number | undefined {
    return index > 0 ? this.blocks[block]![index - 1] : this.blocks[block - 1]?.at(-1);
  }

  after({ block, index }: Slot): number | undefined {
    const segments = this.blocks[block]!;
    return index + 1 < segments.length ? segments[index + 1] : this.blocks[block + 1]?.[0];
  }

  replace({ block, index }: Slot, segment: number): void {
    this.blocks[block]![index] = segment;
  }

  insert({ block, index }: Slot, lower: number, upper: number): void {
    const segments = this.blocks[block]!;
    segments.splice(index, 0, lower, upper);
    if (segments.length > BLOCK) this.blocks.splice(block + 1, 0, segments.splice(BLOCK >> 1));
  }

  /** Takes the segment out and gives the place where its successor now is. */
  remove({ block, index }: Slot): Slot {
    const segments = this.blocks[block]!;
    segments.splice(index, 1);
    if (segments.length === 0 && this.blocks.length > 1) {
      this.blocks.splice(block, 1);
      const isPastEnd = block === this.blocks.length;
      return isPastEnd ? { block: block - 1, index: this.blocks[block - 1]!.length } : { block, index: 0 };
    }
    const isLast = index === segments.length && block + 1 < this.blocks.length;
    return isLast ? { block: block + 1, index: 0 } : { block, index };
  }
}

/** The first number below `count` for which `isBefore` is false, or `count`. */
function bisect(count: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
