/**
 * The journal's index: a cache beside the journal's folder, with one line for each closed record, so that a run reads only
 * the records that matter to it. It can be deleted at any time. The records are the truth:
 *
 * - Each run lists the folder and reads every record without a line. Open records have no line.
 * - The holder of the journal's lock adds lines of closed records that it has read.
 * - The line of a closed record is removed, durably, before the record is replaced, set aside or deleted.
 * - Each line has a checksum. The first line that does not check ends the index, so an index that was changed, cut or half written
 *   has fewer lines, and never other ones.
 * - The files of the newest records are compared with their lines, so that a restored or edited record is noticed: before
 *   anything is decided, but not for a hint. It also finds the lines of a process that lost the lock in its sleep.
 *
 * The file is a header and lines (`index-lines.ts`). A line is added at the end, and removed where it is: no place in a file ever
 * gets another line. An index of another folder or format, one that was changed, and one with many removed lines is deleted and
 * begun again.
 */
import { randomInt } from "node:crypto";
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  lstatSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncDirectory } from "../../disk/durable-files.ts";
import { removeFile } from "../../disk/held-file.ts";
import { openPlain } from "../../disk/plain-file.ts";
import { IndexLines, type Line, LINE_FORMAT, WORD_BYTES } from "./index-lines.ts";

export interface RecordIndex {
  /** Reads the index. Returns the lines of the last call if they are still those of the file. */
  load(): IndexLines;
  /** Removes the lines of files that are about to change, durably. Throws if that fails. */
  remove(files: readonly string[]): Promise<void>;
  /** Makes an index to which `add` can add. Only the holder of the journal's lock may call this. */
  prepare(): Promise<void>;
  /** Adds lines of records that were read since `prepare`, the newest last: at most `MAX_ADDED`. Only the holder of the lock may call this. */
  add(lines: readonly Line[]): void;
}

/** Number of lines that are compared with their files: the last ones. */
export const NEWEST = 1000;
/** Few enough lines that all those which a process adds too late are compared with their files. */
export const MAX_ADDED = NEWEST / 4;
/** An index with more removed lines than other lines, and than this, is begun again. */
const MAX_REMOVED = 1000;
/** More than the lines of a million records. A longer file is not an index. */
const MAX_BYTES = 512 * 1024 * 1024;
/** The header is a title and a mark, which is new after each removal. */
const HEADER_BYTES = 64;
const TITLE_BYTES = HEADER_BYTES - WORD_BYTES;
const NO_LINES = new IndexLines(Buffer.alloc(0), 0);

/** Identifies the contents of an index: an addition changes the size, and a removal the mark. */
interface Version {
  ino: number;
  size: number;
  mark: number;
}

const isSame = (one: Version, other: Version | undefined): boolean =>
  one.ino === other?.ino && one.size === other.size && one.mark === other.mark;

const makeVersionMark = (): Buffer => Buffer.from(Int32Array.of(randomInt(2 ** 31)).buffer);

const isMissing = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "ENOENT";

/** Opens the index of the journal in `dir`. */
export const openRecordIndex = (dir: string): RecordIndex => new IndexFile(dir);

class IndexFile implements RecordIndex {
  readonly #dir: string;
  readonly #path: string;
  #lines = NO_LINES;
  /** The version with these lines; undefined without an index. */
  #read: Version | undefined;
  /** The version to which lines can be added. */
  #whole: Version | undefined;

  constructor(dir: string) {
    this.#dir = dir;
    this.#path = `${dir}.index`;
  }

  load(): IndexLines {
    try {
      this.#refresh();
    } catch {
      // Another file is in its place: every record is read.
    }
    return this.#lines;
  }

  async remove(files: readonly string[]): Promise<void> {
    try {
      if (!this.#refresh()) return;
      const lines = this.#lines;
      // A part that cannot be read now may be lines for other processes, or later.
      if (!lines.isWhole) throw new Error(`${this.#path} is damaged`);
      const numbers = files.map((file) => lines.numberOf(file)).filter((number) => number >= 0);
      if (numbers.length > 0) this.#removeLines(numbers);
    } catch {
      await this.#discard();
    }
  }

  async prepare(): Promise<void> {
    // The names of the records are durable before their lines.
    await syncDirectory(this.#dir);
    try {
      if (!this.#isUnchanged()) this.#refresh();
    } catch {
      // Something else is in its place.
    }
    const { removedCount, count } = this.#lines;
    if (this.#whole !== undefined && removedCount <= Math.max(MAX_REMOVED, count / 2)) return;
    await this.#discard();
    const { O_CREAT, O_EXCL, O_WRONLY } = constants;
    const fd = openPlain(this.#path, O_CREAT | O_EXCL | O_WRONLY, 0o600);
    try {
      writeSync(fd, Buffer.concat([Buffer.from(this.#makeTitle(), "latin1"), makeVersionMark()]));
    } finally {
      closeSync(fd);
    }
    this.#refresh();
  }

  add(added: readonly Line[]): void {
    this.#withFile(constants.O_RDWR | constants.O_APPEND, (fd, now) => {
      if (!isSame(now, this.#whole)) throw new Error(`${this.#path} has changed`);
      const bytes = Buffer.concat(added.map(({ page }) => page.bytes));
      const length = writeSync(fd, bytes);
      this.#whole = length === bytes.length ? { ...now, size: now.size + length } : undefined;
    });
  }

  /** Returns the first line of an index of this folder. The inode number tells one that was copied from another journal. */
  #makeTitle(): string {
    const inode = statSync(this.#dir, { throwIfNoEntry: false })?.ino ?? 0;
    return `${`swath journal index ${LINE_FORMAT} ${inode}`.padEnd(TITLE_BYTES - 1)}\n`;
  }

  /** Passes the open file and its version. Throws the error of the file system, or of a file that is not an index of this folder. */
  #withFile<T>(flags: number, work: (fd: number, now: Version) => T): T {
    const fd = openPlain(this.#path, flags | constants.O_NOFOLLOW);
    try {
      const { ino, size } = fstatSync(fd);
      const header = Buffer.alloc(HEADER_BYTES);
      readSync(fd, header);
      if (size > MAX_BYTES || header.toString("latin1", 0, TITLE_BYTES) !== this.#makeTitle())
        throw new Error(`${this.#path} is not an index of ${this.#dir}`);
      return work(fd, { ino, size, mark: header.readInt32LE(TITLE_BYTES) });
    } finally {
      closeSync(fd);
    }
  }

  #isUnchanged(): boolean {
    const whole = this.#whole;
    return whole !== undefined && this.#withFile(constants.O_RDONLY, (_fd, now) => isSame(now, whole));
  }

  #forget(): void {
    [this.#lines, this.#read, this.#whole] = [NO_LINES, undefined, undefined];
  }

  /** Reads the index, unless its lines are known. Returns false without an index; throws what `#withFile` throws otherwise. */
  #refresh(): boolean {
    try {
      this.#withFile(constants.O_RDONLY, (fd, now) => {
        if (isSame(now, this.#read)) return;
        const bytes = Buffer.allocUnsafeSlow(now.size);
        const lines = new IndexLines(bytes.subarray(0, readSync(fd, bytes, 0, now.size, 0)), HEADER_BYTES);
        [this.#lines, this.#read, this.#whole] = [lines, now, lines.isWhole ? now : undefined];
      });
      return true;
    } catch (error) {
      this.#forget();
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** Deletes what is at the path, durably. A folder stays: no process takes it for an index. */
  async #discard(): Promise<void> {
    this.#forget();
    if (lstatSync(this.#path, { throwIfNoEntry: false })?.isDirectory() === true) return;
    await removeFile(this.#path);
    await syncDirectory(dirname(this.#path));
  }

  #removeLines(numbers: readonly number[]): void {
    this.#withFile(constants.O_RDWR, (fd, now) => {
      if (!isSame(now, this.#read)) throw new Error(`${this.#path} has changed`);
      // If this process ends in between, the new mark has already made the others read the index again.
      writeSync(fd, makeVersionMark(), 0, WORD_BYTES, TITLE_BYTES);
      for (const number of numbers) {
        const { bytes, position } = this.#lines.remove(number);
        writeSync(fd, bytes, 0, bytes.length, position);
      }
      const mark = makeVersionMark();
      writeSync(fd, mark, 0, WORD_BYTES, TITLE_BYTES);
      fdatasyncSync(fd);
      this.#read = this.#whole = { ...now, mark: mark.readInt32LE() };
    });
  }
}
