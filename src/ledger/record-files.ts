import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { createDurably, ensurePrivateDirectory, replaceDurably } from "../disk/durable-files.ts";
import {
  asideOf,
  attemptOf,
  idInFileName,
  type IntentRecord,
  type IsAlive,
  parseRecord,
  type ReadRecord,
} from "./intent-record.ts";
import type { FileStamp } from "./index-row.ts";
import { NEWEST, openRecordIndex, type RecordIndex } from "./record-index.ts";

/** The files of a journal. Every method but `read` throws the error of the file system unchanged. */
export interface RecordFiles {
  readonly dir: string;
  readonly index: RecordIndex;
  /** Makes the folder once per run. */
  ensureDirectory(): Promise<void>;
  /** Returns the file names; none without a folder. */
  names(): Promise<string[]>;
  /** Returns the ids of the listed attempts with this stem, the latest first. `create` fails if one is missing. */
  attemptsOf(stem: string): Promise<string[]>;
  /** Reads a record; undefined without a file. A file that cannot be read is a record with a problem. */
  read(id: string): Promise<ReadRecord | undefined>;
  /** Reads a record with the version of its file, synchronously, which is faster for many records. */
  readStamped(id: string): StampedRecord | undefined;
  /** Returns the time of the file's last change; undefined if it is unknown. */
  writtenMs(id: string): Promise<number | undefined>;
  /** Creates a record; false if the attempt exists already. */
  create(record: IntentRecord): Promise<boolean>;
  replace(record: IntentRecord): Promise<void>;
  remove(id: string): Promise<void>;
  /** Renames the file, so that it is not a record, and returns its new path. */
  setAside(id: string): Promise<string>;
}

export interface StampedRecord extends ReadRecord {
  stamp?: FileStamp;
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "ENOENT";

const fileOf = (id: string): string => `${id}.json`;
const textOf = (record: IntentRecord): string => `${JSON.stringify(record, undefined, 2)}\n`;

function problemOf(error: unknown): ReadRecord | undefined {
  if (isMissing(error)) return undefined;
  const { code } = error as { code?: string };
  return { problem: code ?? "unknown reason" };
}

/** Returns the time of the file's last change; 0 if it was removed. */
const writtenAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/**
 * Opens the files of a journal. `token` returns a new word at each call, for the names of temporary files. The index compares
 * the `newest` records with their files.
 */
export function openRecordFiles(dir: string, token: () => string, newest = NEWEST): RecordFiles {
  let listed: string[] | undefined;
  const names = async (): Promise<string[]> => {
    try {
      listed = await readdir(dir);
    } catch (error) {
      if (!isMissing(error)) throw error;
      listed = [];
    }
    return listed;
  };
  const index = openRecordIndex(dir, newest);
  let ensured: Promise<void> | undefined;
  /** Does not follow links, and does not wait for the writer of a pipe. */
  const readStamped = (id: string): StampedRecord | undefined => {
    const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
    let fd: number | undefined;
    try {
      fd = openSync(join(dir, fileOf(id)), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      const file = fstatSync(fd);
      if (!file.isFile()) return { problem: "not a file" };
      return {
        ...parseRecord(readFileSync(fd, "utf8"), id),
        stamp: { writtenMs: file.mtimeMs, size: file.size },
      };
    } catch (error) {
      return problemOf(error);
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  };
  /** Changes a record. The index has a line for it unless it is open. */
  async function change<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = readStamped(id);
    const isClosed = before?.record?.state === "confirmed" || before?.record?.state === "refused";
    return isClosed || before?.problem !== undefined ? index.change(id, work) : work();
  }
  return {
    dir,
    index,
    names,
    ensureDirectory: () => (ensured ??= ensurePrivateDirectory(dir)),
    async attemptsOf(stem) {
      const ids = (listed ?? (await names())).filter((name) => name.startsWith(`${stem}-`)).map(idInFileName);
      return ids.filter((id) => id !== undefined).sort((a, b) => attemptOf(b) - attemptOf(a));
    },
    read: async (id) => readStamped(id),
    readStamped,
    writtenMs: async (id) => (await writtenAt(join(dir, fileOf(id)))) || undefined,
    async create(record) {
      const isNew = await createDurably(dir, fileOf(record.id), textOf(record), token());
      if (!isNew) listed = undefined;
      return isNew;
    },
    replace: (record) =>
      change(record.id, () => replaceDurably(dir, fileOf(record.id), textOf(record), token())),
    remove: (id) => change(id, () => rm(join(dir, fileOf(id)), { force: true })),
    async setAside(id) {
      const taken = new Set(await names());
      let name = asideOf(id);
      for (let count = 2; taken.has(name); count += 1) name = asideOf(id, count);
      const path = join(dir, name);
      await change(id, () => rename(join(dir, fileOf(id)), path));
      return path;
    },
  };
}

/** Returns the error of a journal that cannot be written: no request that costs money is sent without its record. */
export function journalUnwritable(dir: string, cause: unknown): AppError {
  const code = (cause as { code?: unknown } | null)?.code;
  const why = typeof code === "string" ? code : "unreadable";
  return new AppError(
    "io",
    "JOURNAL_UNWRITABLE",
    `the spend journal in ${dir} cannot be written (${why}): no request is sent without it`,
    { cause },
  );
}

/** Returns the result of work on the journal in `dir`; an error of the file system becomes JOURNAL_UNWRITABLE. */
export const inJournal = <T>(dir: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof AppError ? error : journalUnwritable(dir, error);
  });

/** The surroundings of the journal: its files, the time, the process and the profile. */
export interface LedgerWorld {
  files: RecordFiles;
  now: () => number;
  pid: number;
  profile: string;
  isAlive: IsAlive;
  /** The currency of a `$` in the prices of this profile; default: USD. */
  dollar?: string | undefined;
}
