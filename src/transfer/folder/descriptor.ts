import * as fs from "node:fs";
import { promisify } from "node:util";
import { readErrno } from "../../disk/disk-error.ts";
import { retryWhileHeldNow } from "../../disk/held-file.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = fs.constants;
const read = promisify(fs.read);
const write = promisify(fs.write) as (
  fd: number,
  bytes: Uint8Array,
  from: number,
  length: number,
  at: number,
) => Promise<{ bytesWritten: number }>;
const sync = promisify(fs.fdatasync);

/** An open part file, opened synchronously: a `FileHandle` would cost a thread round trip for each of thousands of files. */
export class Descriptor {
  /** The number of the descriptor; -1 after `close`. */
  fd: number;

  private constructor(path: string, flags: number) {
    this.fd = fs.openSync(path, flags, 0o666);
  }

  /** Creates a part file; undefined if the file exists. */
  static createNew(path: string): Descriptor | undefined {
    try {
      return new Descriptor(path, O_RDWR | O_CREAT | O_EXCL);
    } catch (error) {
      if (readErrno(error) !== "EEXIST") throw error;
      return undefined;
    }
  }

  /** Creates a part file; replaces a leftover one. */
  static create(path: string): Descriptor {
    const created = Descriptor.createNew(path);
    if (created !== undefined) return created;
    retryWhileHeldNow(path, () => fs.unlinkSync(path));
    return new Descriptor(path, O_RDWR | O_CREAT | O_EXCL);
  }

  /** Opens a part file, never through a link: a planted symlink or a second name of a finished file is replaced. */
  static open(path: string): Descriptor {
    const stats = fs.lstatSync(path, { throwIfNoEntry: false });
    const isOwn = stats?.isFile() === true && stats.nlink === 1;
    return isOwn ? new Descriptor(path, O_RDWR | O_NOFOLLOW) : Descriptor.create(path);
  }

  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    return read(this.fd, buffer, offset, length, position);
  }

  /** Writes all bytes in a thread. */
  async write(bytes: Uint8Array, at: number): Promise<void> {
    for (let done = 0; done < bytes.length;)
      done += (await write(this.fd, bytes, done, bytes.length - done, at + done)).bytesWritten;
  }

  /** Writes all bytes synchronously. */
  writeNow(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length;)
      done += fs.writeSync(this.fd, bytes, done, bytes.length - done, at + done);
  }

  get size(): number {
    return fs.fstatSync(this.fd).size;
  }

  truncate(length: number): void {
    fs.ftruncateSync(this.fd, length);
  }

  /** Syncs the bytes and the size (fdatasync). */
  sync(): Promise<void> {
    return sync(this.fd);
  }

  syncNow(): void {
    fs.fdatasyncSync(this.fd);
  }

  close(): void {
    if (this.fd !== -1) fs.closeSync(this.fd);
    this.fd = -1;
  }
}
