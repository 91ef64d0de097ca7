/** Buffer size until a long body arrives: hundreds of connections fetch small files. A head fits into half of it. */
export const MIN_BUFFER_BYTES = 256 * 1024;

/**
 * Buffers of all connections. A connection without unread bytes reads into the shared one: its bytes are judged and written before another
 * connection reads. The others are lent to connections with a part of a response.
 */
export class ReadBuffers {
  readonly shared: Buffer = Buffer.allocUnsafeSlow(MIN_BUFFER_BYTES);
  readonly #free: Buffer[] = [];

  lend(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(MIN_BUFFER_BYTES);
  }

  takeBack(buffer: Buffer): void {
    if (buffer !== this.shared && buffer.length === MIN_BUFFER_BYTES) this.#free.push(buffer);
  }
}
