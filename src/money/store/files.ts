import { constants, lstatSync, opendirSync, statSync, type Dir } from "node:fs";
import { copyFile, lstat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import {
  createDurably,
  draftDurably,
  ensurePrivateDirectory,
  replaceDurably,
  syncDirectory,
  type Draft,
} from "../../disk/durable-files.ts";
import { BUSY, CLOSE_PROGRAM, toPosixErrno } from "../../disk/disk-error.ts";
import { removeFile, renameFile, retryWhileHeld } from "../../disk/held-file.ts";
import { readPlain } from "../../disk/plain-file.ts";
import { IS_WINDOWS } from "../../disk/system.ts";
import {
  toAsideName,
  parseAttempt,
  toFileName,
  findIdInName,
  isSameAttempt,
  MAKE_WRITABLE,
  parseRecord,
  type IntentRecord,
  type ReadRecord,
} from "../record.ts";
import type { FileStamp } from "./index-lines.ts";
import { openRecordIndex, type RecordIndex } from "./record-index.ts";

/** The files of a journal. Every method but `read` throws the error of the file system unchanged. */
export interface RecordFiles {
  readonly dir: string;
  readonly index: RecordIndex;
  /** The latest reading of the folder; undefined if the folder is known to have changed since then. */
  latest: KnownFolder | undefined;
  /** Number of changes by this process. */
  changes: number;
  /** Makes the folder once per run. */
  ensureDirectory(): Promise<void>;
  /** Calls `take` with each file name, in no order; never without a folder. */
  visitNames(take: (file: string) => void): Promise<void>;
  /** Returns the file names; none without a folder. */
  listNames(): Promise<string[]>;
  /** Returns the ids of the attempts with this stem, the latest first, by the latest reading. `create` fails if one is missing. */
  listAttempts(stem: string): Promise<string[]>;
  /** Reads a record; undefined without a file. A file that cannot be read is a record with a problem. */
  read(id: string): Promise<ReadRecord | undefined>;
  /** Reads a record with the version of its file, synchronously, which is faster for many records. */
  readStamped(id: string): StampedRecord | undefined;
  /** Reads a file of any name in the folder; undefined without one. */
  readText(file: string): ReadFile | undefined;
  /** Returns the version of a file; undefined if it is unknown. */
  readStamp(file: string): FileStamp | undefined;
  /** Returns true while this process changes the file. */
  isChanging(file: string): boolean;
  /** Creates a record; false if the attempt exists already. */
  create(record: IntentRecord): Promise<boolean>;
  /** Writes a record that can be published later. `sync` makes a published one durable. */
  draft(record: IntentRecord): Promise<Draft>;
  sync(): Promise<void>;
  replace(record: IntentRecord): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes this attempt, and no other record under its id. */
  withdraw(record: IntentRecord): Promise<void>;
  /** Renames a file, so that it is not a record, and returns its new path. */
  setAside(file: string): Promise<string>;
  /** Copies a file under a name that is not a record's, and returns its path; undefined if it is not a plain file. */
  copyAside(file: string): Promise<string | undefined>;
}

/** A reading of the folder. It looks again at each file that this process changes. */
export interface KnownFolder {
  look(file: string): void;
  /** Returns the ids of all attempts with this stem. */
  listAttempts(stem: string): string[];
}

/** A file in the journal's folder: its text, or the reason why it is unreadable. */
interface ReadFile {
  text?: string;
  problem?: string;
  stamp?: FileStamp;
}

interface StampedRecord extends ReadRecord {
  stamp?: FileStamp;
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "ENOENT";

/** More than a record of the largest body that is sent, and of its response. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

const formatRecord = (record: IntentRecord): string => `${JSON.stringify(record, undefined, 2)}\n`;

function findReadProblem(error: unknown): { problem: string } | undefined {
  if (isMissing(error)) return undefined;
  const { code } = error as { code?: string };
  return { problem: code === "EFTYPE" ? "not a file" : (code ?? "unknown reason") };
}

/** Names that are listed without a turn of the event loop, for signals. */
const AT_ONCE = 10_000;
/** Names that are read from the disk at once. */
const BUFFERED = 1024;

/** Opens the files of a journal. `token` returns a new word at each call, for the names of temporary files. */
export const openRecordFiles = (dir: string, token: () => string): RecordFiles => new FolderFiles(dir, token);

class FolderFiles implements RecordFiles {
  readonly dir: string;
  readonly index: RecordIndex;
  latest: KnownFolder | undefined;
  changes = 0;
  readonly #token: () => string;
  readonly #changing = new Set<string>();
  #ensured: Promise<void> | undefined;

  constructor(dir: string, token: () => string) {
    this.dir = dir;
    this.index = openRecordIndex(dir);
    this.#token = token;
  }

  ensureDirectory(): Promise<void> {
    return (this.#ensured ??= ensurePrivateDirectory(this.dir));
  }

  // `readdir` takes twice as long for 100,000 names.
  async visitNames(take: (file: string) => void): Promise<void> {
    let folder: Dir;
    try {
      folder = opendirSync(this.dir, { bufferSize: BUFFERED });
    } catch (error) {
      // Windows reports a file in place of a folder as missing.
      if (!isMissing(error) || toPosixErrno("ENOENT", join(this.dir, "record")) !== "ENOENT") throw error;
      return;
    }
    try {
      for (let count = 1, entry = folder.readSync(); entry !== null; count += 1, entry = folder.readSync()) {
        take(entry.name);
        if (count % AT_ONCE === 0) await nextTurn();
      }
    } finally {
      folder.closeSync();
    }
  }

  async listNames(): Promise<string[]> {
    const found: string[] = [];
    await this.visitNames((file) => found.push(file));
    return found;
  }

  async listAttempts(stem: string): Promise<string[]> {
    const ids =
      this.latest?.listAttempts(stem) ??
      (await this.listNames()).filter((name) => name.startsWith(`${stem}-`)).map(findIdInName);
    return ids.filter((id) => id !== undefined).sort((a, b) => parseAttempt(b) - parseAttempt(a));
  }

  async read(id: string): Promise<ReadRecord | undefined> {
    const read = (): ReadRecord | undefined => {
      const found = this.readStamped(id);
      if (!BUSY.has(found?.problem)) return found;
      throw Object.assign(new Error(found?.problem), { code: found?.problem });
    };
    // Another program may have the file for itself.
    return retryWhileHeld(join(this.dir, toFileName(id)), read).catch(() => this.readStamped(id));
  }

  readStamped(id: string): StampedRecord | undefined {
    const { text, stamp, ...failed } = this.readText(toFileName(id)) ?? {};
    if (text === undefined) return failed.problem === undefined ? undefined : failed;
    return { ...parseRecord(text, id), ...(stamp && { stamp }) };
  }

  readText(file: string): ReadFile | undefined {
    try {
      const { text, isWhole, stat: of } = readPlain(join(this.dir, file), MAX_RECORD_BYTES);
      const stamp = { writtenMs: of.mtimeMs, size: of.size };
      return isWhole ? { text, stamp } : { problem: "too long" };
    } catch (error) {
      return findReadProblem(error);
    }
  }

  readStamp(file: string): FileStamp | undefined {
    try {
      // `join` takes longer than the check itself.
      const { mtimeMs, size } = statSync(`${this.dir}${sep}${file}`);
      return { writtenMs: mtimeMs, size };
    } catch {
      return undefined;
    }
  }

  isChanging(file: string): boolean {
    return this.#changing.has(file);
  }

  async create(record: IntentRecord): Promise<boolean> {
    const file = toFileName(record.id);
    return this.#publish(file, () => createDurably(this.dir, file, formatRecord(record), this.#token()));
  }

  async draft(record: IntentRecord): Promise<Draft> {
    const file = toFileName(record.id);
    const draft = await draftDurably(this.dir, file, formatRecord(record), this.#token());
    return { ...draft, publish: () => this.#publish(file, () => draft.publish()) };
  }

  sync(): Promise<void> {
    return syncDirectory(this.dir);
  }

  async replace(record: IntentRecord): Promise<void> {
    const file = toFileName(record.id);
    await this.#change(file, () => replaceDurably(this.dir, file, formatRecord(record), this.#token()));
  }

  remove(id: string): Promise<void> {
    return this.#change(toFileName(id), () => removeFile(join(this.dir, toFileName(id))));
  }

  async withdraw(record: IntentRecord): Promise<void> {
    const { record: found } = (await this.read(record.id)) ?? {};
    if (found !== undefined && isSameAttempt(found, record)) await this.remove(record.id);
  }

  async setAside(file: string): Promise<string> {
    const path = this.#chooseAsidePath(file);
    await this.#change(file, () => renameFile(join(this.dir, file), path));
    return path;
  }

  async copyAside(file: string): Promise<string | undefined> {
    if (!(await lstat(join(this.dir, file))).isFile()) return undefined;
    const path = this.#chooseAsidePath(file);
    await copyFile(join(this.dir, file), path, constants.COPYFILE_EXCL);
    return path;
  }

  /** Returns a free path, under which a file does not count as a record. */
  #chooseAsidePath(file: string): string {
    for (let count = 1; ; count += 1) {
      const path = join(this.dir, toAsideName(file, count));
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
    }
  }

  /** Changes a file. The index has no line of an open record. */
  async #change<T>(file: string, work: () => Promise<T>): Promise<T> {
    const state = this.readStamped(findIdInName(file) ?? "")?.record?.state;
    this.#changing.add(file);
    try {
      if (state === undefined || state === "confirmed" || state === "refused")
        await this.index.remove([file]);
      return await work();
    } finally {
      this.#changing.delete(file);
      this.changes += 1;
      this.latest?.look(file);
    }
  }

  /** Makes a record. If the attempt exists already, the folder has changed since it was read. */
  async #publish(file: string, work: () => Promise<boolean>): Promise<boolean> {
    const isNew = await this.#change(file, work);
    if (!isNew) this.latest = undefined;
    return isNew;
  }
}

/** Returns the error of a journal that cannot be written: no request that costs money is sent without its record. */
export function makeUnwritable(dir: string, cause: unknown, isWindows = IS_WINDOWS): AppError {
  const { code, path, dest } = (cause ?? {}) as { code?: unknown; path?: string; dest?: string };
  const [why, next] = explainUnwritable(code, { path: dest ?? path ?? dir, cause, isWindows });
  return new AppError(
    "io",
    "JOURNAL_UNWRITABLE",
    `the spend journal in ${dir} cannot be written (${why}): no request is sent without it`,
    { cause, next },
  );
}

function explainUnwritable(
  code: unknown,
  { path, cause, isWindows }: { path: string; cause: unknown; isWindows: boolean },
): [why: string, next: string] {
  if (typeof code !== "string") return ["unreadable", MAKE_WRITABLE];
  if (code === "EFTYPE") return [`${path} is not a file`, `Remove ${path}, and run the same command again`];
  const errno = toPosixErrno(code, path, { cause, verb: "write", isWindows });
  return isWindows && errno === "EBUSY"
    ? [`another program has ${basename(path)} open`, CLOSE_PROGRAM]
    : [errno, MAKE_WRITABLE];
}

/** Returns the result of work on the journal in `dir`; an error of the file system becomes JOURNAL_UNWRITABLE. */
export const runInJournal = <T>(dir: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof AppError ? error : makeUnwritable(dir, error);
  });
