/** The lines of an index in memory. */
import { randomInt } from "node:crypto";
import { idInFileName } from "../record.ts";
import {
  isRemoved,
  lengthAt,
  MIN_LENGTH,
  nameIn,
  nameOf,
  Page,
  removedLine,
  WORD_BYTES,
  type Line,
  type LineName,
} from "./index-line.ts";

/** The lines of an index, by their numbers in the order of the file. */
export class IndexLines {
  readonly count: number;
  /** True if nothing but lines follows the header, each of another record. */
  readonly isWhole: boolean;
  /** True if the newest lines were compared with their files. */
  isCompared = false;
  readonly #removed = new Set<number>();
  readonly #page: Page;
  /** The first word of each line. */
  readonly #starts: Int32Array;
  /** The names of the lines, one after the other, where they are compared faster: three words each. */
  readonly #names: Int32Array;
  /** A hash table: 1 + the number of a line, at the place that the hash of its name gives, or at the next free one. */
  readonly #table: Int32Array;
  /** Others choose the names of records. With these factors they cannot choose many of one hash. */
  readonly #factors = [oddNumber(), oddNumber(), oddNumber()] as const;

  /** `file` has the bytes of an index; `start` is the length of its header. */
  constructor(file: Buffer, start: number) {
    this.#page = new Page(file);
    const { words } = this.#page;
    this.#starts = new Int32Array(Math.floor(words.length / MIN_LENGTH));
    let [at, count] = [start / WORD_BYTES, 0];
    for (let length = lengthAt(words, at); length > 0; length = lengthAt(words, at)) {
      this.#starts[count++] = at;
      at += length;
    }
    this.#names = new Int32Array(3 * count);
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2)));
    let number = 0;
    while (number < count && this.#enter(number)) number += 1;
    this.count = number;
    this.isWhole = number === count && at * WORD_BYTES === file.length;
  }

  get removedCount(): number {
    return this.#removed.size;
  }

  line(number: number): Line {
    return { page: this.#page, at: this.#starts[number] as number };
  }

  /** Returns the number of the line of a file; -1 without one. */
  numberOf(file: string): number {
    if (idInFileName(file) === undefined) return -1;
    return (this.#table[this.#placeOf(nameOf(file))] as number) - 1;
  }

  /** Reports whether a line was removed since it was read. */
  isRemoved(number: number): boolean {
    return this.#removed.size > 0 && this.#removed.has(number);
  }

  /** Removes a line, and returns what has to be written into the file. An earlier reading keeps its line. */
  remove(number: number): { bytes: Buffer; position: number } {
    this.#removed.add(number);
    return removedLine(this.line(number));
  }

  /** Returns false if there is another line of this record. */
  #enter(number: number): boolean {
    const line = this.line(number);
    if (isRemoved(line)) {
      this.#removed.add(number);
      return true;
    }
    const name = nameIn(line);
    const place = this.#placeOf(name);
    if (this.#table[place] !== 0) return false;
    this.#table[place] = number + 1;
    this.#names[3 * number] = name.high;
    this.#names[3 * number + 1] = name.low;
    this.#names[3 * number + 2] = name.attempt;
    return true;
  }

  /** Returns the place of a name in the table, or the free one where it would be. */
  #placeOf({ high, low, attempt }: LineName): number {
    const [names, table, factors] = [this.#names, this.#table, this.#factors];
    const hash = Math.imul(high, factors[0]) + Math.imul(low, factors[1]) + Math.imul(attempt, factors[2]);
    for (let place = hash >>> Math.clz32(table.length - 1); ; place = (place + 1) & (table.length - 1)) {
      const at = 3 * ((table[place] as number) - 1);
      if (at < 0 || (names[at] === high && names[at + 1] === low && names[at + 2] === attempt)) return place;
    }
  }
}

const oddNumber = (): number => 2 * randomInt(2 ** 31) + 1;
