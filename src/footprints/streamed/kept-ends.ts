import type { RandomAccessFile } from "../random-access-file.ts";

/** Where the directory of a zip archive and the footer of a Parquet file are: the last bytes, as many as stay in memory. */
const TAIL_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 4;

/** First and last bytes of a streamed file, to be read like a file when the stream has ended. */
export class KeptEnds implements RandomAccessFile {
  length = 0;
  #head = Buffer.alloc(0);
  #tail: Uint8Array[] = [];
  #tailBytes = 0;

  /** Keeps what is needed of every chunk, and yields the chunk. */
  async *through(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#keep(chunk);
      yield chunk;
    }
  }

  /** True when the last `count` bytes are all here. */
  holdsLast(count: number): boolean {
    return count <= this.#tailBytes;
  }

  /** Fewer bytes than asked for where they are neither among the first nor among the last. */
  async read(start: number, end = this.length): Promise<Buffer> {
    if (end <= this.#head.length) return this.#head.subarray(Math.max(0, start), end);
    const tail = Buffer.concat(this.#tail);
    const tailStart = this.length - tail.length;
    const bytes = tail.subarray(Math.max(0, start - tailStart), Math.max(0, end - tailStart));
    // The readers use the whole underlying memory.
    const own = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(own);
    return own;
  }

  async close(): Promise<void> {
    this.#tail = [];
  }

  #keep(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    while (this.#tailBytes - this.#tail[0]!.length >= TAIL_BYTES)
      this.#tailBytes -= this.#tail.shift()!.length;
  }
}
