import type { Take } from "../../contract/send.ts";

/** Bytes of one buffer. A page of it costs memory only once it was filled. */
export const SLAB_BYTES = 1024 * 1024;

/** The same before there was a body that needs more: a hundred connections bring small files. */
export const FIRST_BYTES = 256 * 1024;

/** Buffers of one connection at most: one that fills, one that is being written, and two that even out the pace of both. */
export const MAX_SLABS = 4;

/** Room in which a read is worth its call. */
const LEAST_ROOM_BYTES = 64 * 1024;

/**
 * The buffers of one connection, filled by the socket and emptied by a taker. The socket asks where the next bytes go
 * (`room`) and says how many came (`filled`); a taker that answers with a promise keeps its buffer until then, while
 * others fill. A taker that answers at once is all served by one buffer.
 */
export class Slabs {
  #current: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  readonly #all: Buffer[] = [this.#current];
  /** Of the current slab: bytes from `#from` to `#to` wait to be taken. */
  #from = 0;
  #to = 0;
  /** What a busy taker reads. */
  #taken: Buffer | undefined;
  /** Full slabs of which the taker has not yet seen these bytes. */
  readonly #waiting: Buffer[] = [];

  /** Tells that a taker's promise settled: `error` when it failed. */
  onSettled: (error?: unknown) => void = () => undefined;

  /** Where the next bytes go. Stays valid until `filled` is told of them. */
  get room(): Buffer {
    return this.#current.subarray(this.#to);
  }

  /** Bytes that wait in the current slab. */
  get bytes(): Buffer {
    return this.#current.subarray(this.#from, this.#to);
  }

  get isBusy(): boolean {
    return this.#taken !== undefined;
  }

  get isEmpty(): boolean {
    return this.#to === this.#from && this.#waiting.length === 0 && !this.isBusy;
  }

  /** True when the socket needs another slab than this. */
  get isFull(): boolean {
    return this.#current.length - this.#to < LEAST_ROOM_BYTES;
  }

  /**
   * False = as much is held as there should be: stop reading until a taker settles. One buffer is empty then, for a TLS
   * layer hands over what it had read before.
   */
  get hasReserve(): boolean {
    return this.#waiting.length < MAX_SLABS - 2;
  }

  filled(count: number): void {
    this.#to += count;
  }

  /** Forgets the last bytes that came. */
  drop(count: number): void {
    this.#to -= count;
  }

  /** Forgets bytes at the front that are no body. */
  skip(count: number): void {
    this.#from += count;
  }

  /**
   * As `skip`, before a body of so many bytes: a short one will come to stand in one piece, a long one in large buffers.
   * Only when `turn` may be called, and while nothing else waits.
   */
  begin(headBytes: number, bodyBytes: number): void {
    this.skip(headBytes);
    const needed = Math.max(0, bodyBytes - this.bytes.length) + LEAST_ROOM_BYTES;
    if (this.#current.length - this.#to >= needed) return;
    if (bodyBytes + LEAST_ROOM_BYTES <= this.#current.length) this.#move(this.#current);
    else if (this.#current.length < SLAB_BYTES) this.#move(this.#grow());
  }

  /**
   * Turns to another slab when this one is as good as full. False = all are: stop reading until a taker settles.
   * Only between `filled` and the next `room`, for the socket remembers where it was told to write.
   */
  turn(): boolean {
    if (!this.isFull) return this.hasReserve;
    if (this.#from < this.#to) this.#waiting.push(this.bytes);
    if (this.#isHeld(this.#current))
      this.#current = this.#all.find((slab) => !this.#isHeld(slab)) ?? this.#grow();
    this.#from = this.#to = 0;
    return this.hasReserve;
  }

  /** As `turn`, while what waits is a head: it stays in one piece. Nothing has been taken then. */
  gather(): void {
    if (this.#from > 0 && this.isFull) this.#move(this.#current);
  }

  /** What waits goes to the front of this slab. */
  #move(slab: Buffer): void {
    this.#to = this.#current.copy(slab, 0, this.#from, this.#to);
    this.#from = 0;
    if (this.#current.length < slab.length) this.#all.splice(this.#all.indexOf(this.#current), 1);
    this.#current = slab;
  }

  /** From the front again. As `turn`, and only when nothing waits. */
  rewind(): void {
    this.#from = this.#to = 0;
  }

  /** Hands over what waits, as long as the taker keeps up. Throws what it throws. */
  give(take: Take): void {
    while (!this.isBusy) {
      const bytes = this.#waiting.shift() ?? this.bytes;
      if (bytes.length === 0) return;
      if (bytes.buffer === this.#current.buffer) this.#from = this.#to;
      const done = take(bytes);
      if (done === undefined) continue;
      this.#taken = bytes;
      done.then(
        () => this.#settle(),
        (error: unknown) => this.#settle(error),
      );
    }
  }

  /** Never beyond the maximum while the reserve lasts; but rather more memory than bytes lost. */
  #grow(): Buffer {
    const slab = newSlab();
    this.#all.push(slab);
    return slab;
  }

  #settle(error?: unknown): void {
    this.#taken = undefined;
    this.onSettled(error);
  }

  #isHeld(slab: Buffer): boolean {
    const views = this.#taken === undefined ? this.#waiting : [this.#taken, ...this.#waiting];
    return views.some(({ buffer }) => buffer === slab.buffer);
  }
}

/** Memory that a thread can look at too, where the bytes are. */
const newSlab = (): Buffer => Buffer.from(new SharedArrayBuffer(SLAB_BYTES));
