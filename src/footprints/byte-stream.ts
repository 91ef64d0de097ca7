import { WrongFile } from "./wrong-file.ts";

/** Exact pieces of bytes that arrive in chunks. */
export class ByteStream {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next `length` bytes; undefined at the end of the stream. Throws WrongFile when it ends in between. */
  async take(length: number): Promise<Buffer | undefined> {
    const parts: Uint8Array[] = [this.#rest];
    let have = this.#rest.length;
    while (have < length) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      parts.push(next.value);
      have += next.value.length;
    }
    if (have === 0 && length > 0) return undefined;
    if (have < length) throw new WrongFile("it breaks off within a record");
    const all = Buffer.concat(parts, have);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }
}
