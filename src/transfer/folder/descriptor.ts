import * as fs from "node:fs";
import { promisify } from "node:util";

const read = promisify(fs.read);
const write = promisify(fs.write) as (
  fd: number,
  bytes: Uint8Array,
  from: number,
  length: number,
  at: number,
) => Promise<{ bytesWritten: number }>;
const [stat, truncate, sync, close] = [
  promisify(fs.fstat),
  promisify(fs.ftruncate),
  promisify(fs.fdatasync),
  promisify(fs.close),
];

/** An open file, opened synchronously: a `FileHandle` would cost a thread round trip for each of thousands of files. */
export class Descriptor {
  /** -1 once it is closed. */
  fd: number;

  constructor(path: string, flags: number, mode?: number) {
    this.fd = fs.openSync(path, flags, mode);
  }

  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    return read(this.fd, buffer, offset, length, position);
  }

  write(bytes: Uint8Array, from: number, length: number, at: number): Promise<{ bytesWritten: number }> {
    return write(this.fd, bytes, from, length, at);
  }

  stat(): Promise<fs.Stats> {
    return stat(this.fd);
  }

  truncate(length: number): Promise<void> {
    return truncate(this.fd, length);
  }

  /** Syncs the bytes and the size (fdatasync). */
  sync(): Promise<void> {
    return sync(this.fd);
  }

  async close(): Promise<void> {
    const { fd } = this;
    if (fd === -1) return;
    this.fd = -1;
    await close(fd);
  }

  closeNow(): void {
    const { fd } = this;
    if (fd === -1) return;
    this.fd = -1;
    fs.closeSync(fd);
  }
}
