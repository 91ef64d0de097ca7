import { WrongFile } from "../wrong-file.ts";

/** Reads exact numbers of bytes from a stream of chunks. */
export class ByteStream {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next `length` bytes; undefined at the end of the stream. Throws WrongFile when it ends in between. */
  async take(length: number): Promise<Buffer | undefined> {
    if (this.#rest.length < length) await this.#fill(length);
    if (this.#rest.length === 0 && length > 0) return undefined;
    if (this.#rest.length < length) throw new WrongFile("it breaks off within a record");
    const piece = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return piece;
  }

  /** Closes the stream and its source. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(length: number): Promise<void> {
    const parts: Uint8Array[] = [this.#rest];
    let have = this.#rest.length;
    while (have < length) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      parts.push(next.value);
      have += next.value.length;
    }
    this.#rest = Buffer.concat(parts, have);
  }
}
