import { WrongFile } from "../wrong-file.ts";

/** Exact pieces of bytes that arrive in chunks. */
export class ByteStream {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next `length` bytes; undefined at the end of the stream. Throws WrongFile when it ends in between. */
  async take(length: number): Promise<Buffer | undefined> {
    if (this.#rest.length < length) await this.#fill(length);
    if (this.#rest.length === 0 && length > 0) return undefined;
    if (this.#rest.length < length) throw new WrongFile("it breaks off within a record");
    const piece = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return piece;
  }

  /** Whatever comes next, at least one byte; undefined at the end of the stream. */
  async next(): Promise<Buffer | undefined> {
    if (this.#rest.length === 0) await this.#fill(1);
    const piece = this.#rest;
    this.#rest = Buffer.alloc(0);
    return piece.length === 0 ? undefined : piece;
  }

  /** Takes back the end of the last piece. */
  putBack(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([bytes, this.#rest]);
  }

  /** Gives up the stream, and what it reads from. */
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
