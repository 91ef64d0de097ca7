/**
 * The journal's index: a cache beside the journal's folder, with one line for each closed record, so that a run reads only
 * the records that matter to it. It can be deleted at any time. The records are the truth:
 *
 * - Each run lists the folder and reads every record without a line. Open records have no line.
 * - A line is written after its record is durable, by a run that read the record.
 * - `change` is durable before a closed record is replaced, set aside or deleted, and voids its line; `changed` follows. Lines
 *   from a reading that began before either of them, or between them, do not count.
 * - The files of the newest records are compared with their lines, so that a restored or edited record is noticed: before
 *   anything is decided, but not for a hint.
 *
 * The file is a header and chunks: `# <length> <crc32> <basis>` followed by that many bytes of lines. `basis` is the length of the index
 * when the reading of these records began. The first chunk of a long index begins with `S`: its lines are sorted, so that
 * the listed folder is compared with them line by line. A chunk that cannot be read makes the index void: it is replaced.
 */
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  linkSync,
  lstatSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, sep } from "node:path";
import { crc32 } from "node:zlib";
import { syncDirectory } from "../../disk/durable-files.ts";
import { openPlain } from "../../disk/plain-file.ts";
import { isOfVersion, nameIn, ROW_FORMAT } from "./index-line.ts";

export interface RecordIndex {
  /** Reads the new lines of the index. `isCompared`: the newest lines are compared with their files, once. */
  refresh(isCompared: boolean): void;
  /** Sorts file names, and divides them: the lines of those with a line, and the other names. */
  divide(names: string[]): { lines: string[]; others: string[] };
  /** Returns the lines that were added last, at most `count`, the newest last. */
  newest(count: number): string[];
  /** Returns the basis for new lines. Call it before reading `count` records without a line. */
  begin(count: number): number;
  /** Adds lines of records that were read after `begin`, the newest last, and writes them once they are many. */
  add(lines: readonly string[], basis: number): Promise<void>;
  /** Runs `work`, which replaces, sets aside or deletes a closed record. Throws if the old line cannot be removed. */
  change<T>(id: string, work: () => Promise<T>): Promise<T>;
}

/** Fewer new lines are not written. */
const WORTH_WRITING = 64;
/** Number of newest lines that are compared with their files. */
export const NEWEST = 4000;
const ATTEMPTS = 5;
/** More than the lines of a million records. A longer file is not an index. */
const MAX_BYTES = 512 * 1024 * 1024;
const SORTED = "S".charCodeAt(0);

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

const chunkOf = (kind: "#" | "S", lines: readonly string[], basis: number): Buffer => {
  const body = Buffer.from(lines.map((line) => `${line}\n`).join(""), "latin1");
  return Buffer.concat([Buffer.from(`${kind} ${body.length} ${crc32(body).toString(16)} ${basis}\n`), body]);
};

/** Chunks of lines, the newest last: these keep their order, and those before them are sorted if they are many. */
function chunksOf(lines: readonly string[], basis: number, newest: number): Buffer {
  if (lines.length < 2 * newest) return chunkOf("#", lines, basis);
  const [before, after] = [lines.slice(0, -newest).sort(), lines.slice(-newest)];
  return Buffer.concat([chunkOf("S", before, basis), chunkOf("#", after, basis)]);
}

/** The lines of an index by the names of their files. */
class Lines {
  /** The lines of the sorted chunk. */
  #sorted: readonly string[] = [];
  /** Names whose line in the sorted chunk is out of date. */
  readonly #dead = new Set<string>();
  readonly #others = new Map<string, string>();

  get counts(): { sorted: number; others: number } {
    return { sorted: this.#sorted.length, others: this.#others.size };
  }

  takeSorted(text: string): void {
    this.#sorted = text.split("\n").slice(0, -1);
  }

  /** Adds a line. An earlier line of another version was deleted. */
  set(name: string, line: string): void {
    // The newest lines come last.
    this.#others.delete(name);
    this.#others.set(name, line);
  }

  delete(name: string): void {
    if (this.#sorted.length > 0) this.#dead.add(name);
    this.#others.delete(name);
  }

  newest(count: number): [name: string, line: string][] {
    return [...this.#others].slice(-count);
  }

  all(): string[] {
    return [...this.#sorted.filter((line) => !this.#isDead(nameIn(line))), ...this.#others.values()];
  }

  get(name: string): string | undefined {
    return this.#others.get(name);
  }

  #isDead(name: string): boolean {
    return this.#dead.size > 0 && this.#dead.has(name);
  }

  divide(names: string[]): { lines: string[]; others: string[] } {
    const lines: string[] = [];
    const others: string[] = [];
    const sorted = this.#sorted;
    let at = 0;
    for (const name of names.sort()) {
      while (at < sorted.length && isBefore(sorted[at] as string, name)) at += 1;
      const line = isOf(sorted[at], name) && !this.#isDead(name) ? sorted[at++] : this.#others.get(name);
      if (line === undefined) others.push(name);
      else lines.push(line);
    }
    return { lines, others };
  }
}

const isOf = (line: string | undefined, name: string): line is string =>
  line !== undefined && line.startsWith(name) && line[name.length] === "\t";

const isBefore = (line: string, name: string): boolean => !line.startsWith(name) && line < name;

/** Announced changes of one record: the number in progress, and the position of the latest. */
interface Changes {
  underWay: number;
  lastAt: number;
}

/** The part of an index that this process has read. */
class Reading {
  /** Inode number of the file; undefined without a file. */
  file: number | undefined;
  /** Number of bytes read. */
  end = 0;
  /** Unsorted lines, including dead ones and changes. */
  lineCount = 0;
  isVoid = false;
  /** Whether the newest lines were compared with their files. */
  isCompared = false;
  lines = new Lines();
  readonly changes = new Map<string, Changes>();
  readonly header: string;

  constructor(header: string) {
    this.header = header;
  }

  /** Returns true if all earlier readings are out of date. */
  isStale({ ino, size }: { ino: number; size: number }): boolean {
    return ino !== this.file || size < this.end;
  }

  read(fd: number): void {
    const { ino, size } = fstatSync(fd);
    this.file = ino;
    if (size > MAX_BYTES) this.isVoid = true;
    if (this.isVoid || size === this.end) return;
    const bytes = Buffer.allocUnsafeSlow(size - this.end);
    this.#parse(bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, this.end)));
  }

  #parse(bytes: Buffer): void {
    const { header, end: start } = this;
    let at = start === 0 ? header.length : 0;
    this.isVoid = start === 0 && bytes.toString("latin1", 0, header.length) !== header;
    while (!this.isVoid) {
      this.end = start + at;
      const headEnd = bytes.indexOf(10, at);
      if (headEnd < 0) return;
      const head = /^[#S] (\d{1,12}) ([0-9a-f]{1,8}) (\d{1,15})$/.exec(bytes.toString("latin1", at, headEnd));
      const bodyEnd = headEnd + 1 + Number(head?.[1]);
      // Another process is writing the rest.
      if (bodyEnd > bytes.length) return;
      const body = bytes.subarray(headEnd + 1, bodyEnd);
      this.isVoid = head === null || crc32(body).toString(16) !== head[2];
      const isSorted = bytes[at] === SORTED && this.end === header.length;
      if (isSorted && !this.isVoid) this.lines.takeSorted(body.toString("latin1"));
      else if (!this.isVoid) this.#take(body.toString("latin1"), Number(head?.[3]));
      at = bodyEnd;
    }
    this.lines = new Lines();
  }

  #take(text: string, basis: number): void {
    for (let start = 0, stop = 0; start < text.length; start = stop + 1) {
      stop = text.indexOf("\n", start);
      this.lineCount += 1;
      const first = text[start];
      if (first === "-" || first === "=") this.#change(text.slice(start + 1, stop), first === "-" ? 1 : -1);
      else this.keep(text.slice(start, stop), basis);
    }
  }

  #change(id: string, step: number): void {
    const underWay = Math.max(0, (this.changes.get(id)?.underWay ?? 0) + step);
    this.changes.set(id, { underWay, lastAt: this.end });
    this.lines.delete(`${id}.json`);
  }

  /** Adds a line unless its record changed since this basis was read, or may be changing. */
  keep(line: string, basis: number): void {
    const name = nameIn(line);
    const change = this.changes.size === 0 ? undefined : this.changes.get(name.slice(0, -".json".length));
    if (change === undefined || (change.underWay === 0 && change.lastAt < basis)) this.lines.set(name, line);
  }
}

/**
 * Opens the index of the journal in `dir`. The `newest` lines keep their order, and are compared with their files.
 */
export function openRecordIndex(dir: string, newest: number): RecordIndex {
  const path = `${dir}.index`;
  // The folder's inode number tells an index that was copied from another journal.
  const headerNow = (): string => {
    const inode = statSync(dir, { throwIfNoEntry: false })?.ino ?? 0;
    return `swath journal index ${ROW_FORMAT} ${inode}\n`;
  };
  let reading = new Reading("");
  let unwritten = new Set<string>();
  let oldestBasis = 0;

  const startOver = (header: string): void => {
    reading = new Reading(header);
    unwritten = new Set();
  };

  function readNew(isCompared: boolean): void {
    let fd: number | undefined;
    try {
      fd = openPlain(path);
      if (reading.isStale(fstatSync(fd))) startOver(headerNow());
      reading.read(fd);
      if (isCompared && !reading.isCompared) dropOutdated(dir, reading.lines, newest);
      reading.isCompared ||= isCompared;
    } catch (error) {
      if (reading.file !== undefined) startOver("");
      reading.isVoid = codeOf(error) !== "ENOENT";
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }

  /** Appends to the file at the path. Returns false if it is not `only`, or was replaced meanwhile. */
  function append(bytes: Buffer, isDurable: boolean, only?: number): boolean {
    const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
    let fd: number;
    let all = bytes;
    try {
      fd = openPlain(path, O_APPEND | O_WRONLY | O_NOFOLLOW);
    } catch (error) {
      if (codeOf(error) !== "ENOENT" || only !== undefined) throw error;
      all = Buffer.concat([Buffer.from(headerNow()), bytes]);
      fd = openPlain(path, O_APPEND | O_WRONLY | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600);
    }
    try {
      const { ino } = fstatSync(fd);
      if (only !== undefined && ino !== only) return false;
      if (writeSync(fd, all) !== all.length) throw new Error("the disk is full");
      if (isDurable) fdatasyncSync(fd);
      return statSync(path, { throwIfNoEntry: false })?.ino === ino;
    } finally {
      closeSync(fd);
    }
  }

  /** Announces a change to every process. Removes an index that cannot be written. */
  function tell(line: string, isDurable: boolean): void {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      try {
        if (append(chunkOf("#", [line], 0), isDurable)) return;
      } catch (error) {
        // Another process created the file at the same moment.
        if (codeOf(error) !== "EEXIST") break;
      }
    // A folder in its place has no lines for anybody.
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) rmSync(path, { force: true });
  }

  /**
   * Replaces an index that is mostly dead lines. It loses its name before it is read for the last time: a process that
   * adds to it later sees that, and adds to the new one.
   */
  async function rewrite(): Promise<void> {
    const [old, next] = [`${path}.old`, `${path}.new`];
    renameSync(path, old);
    try {
      await syncDirectory(dirname(path));
      const last = new Reading(headerNow());
      const fd = openPlain(old);
      last.read(fd);
      closeSync(fd);
      const open = [...last.changes].flatMap(([id, { underWay }]) =>
        Array.from({ length: underWay }, () => `-${id}`),
      );
      rmSync(next, { force: true });
      const chunks = [chunksOf(last.lines.all(), 0, newest), chunkOf("#", open, 0)];
      writeFileSync(next, Buffer.concat([Buffer.from(last.header), ...chunks]), {
        flag: "wx",
        mode: 0o600,
        flush: true,
      });
      linkSync(next, path);
    } finally {
      rmSync(old, { force: true });
      rmSync(next, { force: true });
    }
  }

  const write = async (): Promise<void> => {
    const { file, lines, lineCount } = reading;
    if (file === undefined) return;
    const added = [...unwritten].flatMap((name) => lines.get(name) ?? []);
    if (added.length >= WORTH_WRITING) {
      // Puts the names of these records on the disk before their lines.
      await syncDirectory(dir);
      append(chunksOf(added, oldestBasis, newest), false, file);
      unwritten = new Set();
    }
    const { sorted, others } = lines.counts;
    const isDead = lineCount > 2 * others + 1000;
    if (isDead || others > sorted / 4 + 3 * newest) await rewrite();
  };

  return {
    refresh: readNew,
    divide: (names) => reading.lines.divide(names),
    newest: (count) => reading.lines.newest(count).map(([, line]) => line),
    begin(count) {
      try {
        const isWorthIt = reading.file === undefined && count + unwritten.size >= WORTH_WRITING;
        if (reading.isVoid || isWorthIt) {
          if (reading.isVoid) rmSync(path, { force: true });
          // The new file may have the inode number of the old one.
          startOver("");
          append(Buffer.alloc(0), false);
          readNew(true);
        }
      } catch {
        // Every record is read again next time.
      }
      return reading.end;
    },
    async add(lines, basis) {
      // Changes by other processes would be missed.
      if (reading.isVoid) return;
      if (unwritten.size === 0) oldestBasis = basis;
      for (const line of lines) {
        reading.keep(line, basis);
        unwritten.add(nameIn(line));
      }
      // The disk may be full, or belong to another user.
      await write().catch(() => undefined);
    },
    async change(id, work) {
      tell(`-${id}`, true);
      try {
        return await work();
      } finally {
        tell(`=${id}`, false);
      }
    },
  };
}

/** Drops lines of the newest records whose files are not those that were read: someone restored or edited them. */
function dropOutdated(dir: string, lines: Lines, newest: number): void {
  for (const [name, line] of lines.newest(newest)) {
    // `join` takes longer than the check itself.
    const file = statSync(`${dir}${sep}${name}`, { throwIfNoEntry: false });
    if (file !== undefined && !isOfVersion(line, { writtenMs: file.mtimeMs, size: file.size }))
      lines.delete(name);
  }
}
