import type { HashName } from "../hashing/digest.ts";
import { hashFile, HashSet, type ReadableFile } from "../hashing/hash-set.ts";

/**
 * The digests of a part file. Bytes that arrive in order are hashed at once. Other bytes are read back when the gap before
 * them is filled, usually from the page cache.
 */
export class PartDigest {
  #hashes: HashSet;
  /** Number of bytes from the start that are hashed. */
  #hashed = 0;
  /** Number of bytes from the start that can be hashed. */
  #there = 0;
  #reading: Promise<void> | undefined;
  /** Stops the running read. */
  #stop: AbortController | undefined;

  constructor(
    readonly file: ReadableFile,
    readonly algorithms: readonly HashName[] | "nothing",
  ) {
    this.#hashes = new HashSet(algorithms);
  }

  /** Notes bytes written at `at`; the file has its first `there` bytes without a hole. */
  update(bytes: Uint8Array, at: number, there: number): void {
    if (at === this.#hashed && this.#reading === undefined && this.algorithms !== "nothing") {
      this.#hashes.update(bytes);
      this.#hashed += bytes.length;
    }
    this.catchUp(there);
  }

  /** Starts to hash the first `there` bytes, except bytes that are already hashed. */
  catchUp(there: number): void {
    if (this.algorithms === "nothing") return;
    this.#there = there;
    if (there > this.#hashed) this.#reading ??= this.#read((this.#stop = new AbortController()).signal);
  }

  async #read(signal: AbortSignal): Promise<void> {
    try {
      for (let end = this.#hashed; this.#hashed === end && end < this.#there;) {
        end = this.#there;
        this.#hashed = await hashFile(this.file, end, this.#hashes, signal, this.#hashed);
      }
    } catch {
      // `values` reads again from the start, and reports the fault.
      this.#hashed = Infinity;
    } finally {
      this.#reading = undefined;
    }
  }

  /** Returns the digests of the first `there` bytes: hex by algorithm. */
  async computeValues(there: number, signal?: AbortSignal): Promise<ReadonlyMap<HashName, string>> {
    await this.#reading;
    if (this.algorithms === "nothing") return this.#hashes.computeValues();
    if (this.#hashed > there) {
      this.#hashes = new HashSet(this.algorithms);
      this.#hashed = 0;
    }
    this.#hashed = await hashFile(this.file, there, this.#hashes, signal, this.#hashed);
    return this.#hashes.computeValues();
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** Resolves when nothing reads the file. */
  async drop(): Promise<void> {
    this.#stop?.abort();
    await this.#reading;
  }
}
