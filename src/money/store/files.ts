import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import {
  createDurably,
  draftDurably,
  ensurePrivateDirectory,
  replaceDurably,
  syncDirectory,
  type Draft,
} from "../../disk/durable-files.ts";
import { readPlain } from "../../disk/plain-file.ts";
import {
  asideOf,
  attemptOf,
  fileOf,
  idInFileName,
  type IntentRecord,
  isSameAttempt,
  parseRecord,
  type ReadRecord,
} from "../record.ts";
import type { Present } from "./open-state.ts";
import type { FileStamp } from "./index-line.ts";
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
  /** Reads a file of any name in the folder; undefined without one. */
  readText(file: string): ReadFile | undefined;
  /** Returns the time of a file's last change; undefined if it is unknown. */
  writtenMs(file: string): Promise<number | undefined>;
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
}

/** A file in the journal's folder: its text, or the reason why it is unreadable. */
export interface ReadFile {
  text?: string;
  problem?: string;
  stamp?: FileStamp;
}

export interface StampedRecord extends ReadRecord {
  stamp?: FileStamp;
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "ENOENT";

/** More than a record of the largest body that is sent, and of its response. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

const textOf = (record: IntentRecord): string => `${JSON.stringify(record, undefined, 2)}\n`;

function problemOf(error: unknown): { problem: string } | undefined {
  if (isMissing(error)) return undefined;
  const { code } = error as { code?: string };
  return { problem: code === "EFTYPE" ? "not a file" : (code ?? "unknown reason") };
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
  const readText = (file: string): ReadFile | undefined => {
    try {
      const { text, isWhole, stat: of } = readPlain(join(dir, file), MAX_RECORD_BYTES);
      const stamp = { writtenMs: of.mtimeMs, size: of.size };
      return isWhole ? { text, stamp } : { problem: "too long" };
    } catch (error) {
      return problemOf(error);
    }
  };
  const readStamped = (id: string): StampedRecord | undefined => {
    const { text, stamp, ...failed } = readText(fileOf(id)) ?? {};
    if (text === undefined) return failed.problem === undefined ? undefined : failed;
    return { ...parseRecord(text, id), ...(stamp && { stamp }) };
  };
  /** Changes a record. The index has a line for it unless it is open. */
  async function change<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = readStamped(id);
    const isClosed = before?.record?.state === "confirmed" || before?.record?.state === "refused";
    return isClosed || before?.problem !== undefined ? index.change(id, work) : work();
  }
  const remove = (id: string): Promise<void> => change(id, () => rm(join(dir, fileOf(id)), { force: true }));
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
    readText,
    writtenMs: async (file) => (await writtenAt(join(dir, file))) || undefined,
    async create(record) {
      const isNew = await createDurably(dir, fileOf(record.id), textOf(record), token());
      if (!isNew) listed = undefined;
      return isNew;
    },
    async draft(record) {
      const draft = await draftDurably(dir, fileOf(record.id), textOf(record), token());
      const publish = async (): Promise<boolean> => {
        const isNew = await draft.publish();
        if (!isNew) listed = undefined;
        return isNew;
      };
      return { ...draft, publish };
    },
    sync: () => syncDirectory(dir),
    replace: (record) =>
      change(record.id, () => replaceDurably(dir, fileOf(record.id), textOf(record), token())),
    remove,
    async withdraw(record) {
      const { record: found } = readStamped(record.id) ?? {};
      if (found === undefined || !isSameAttempt(found, record)) return;
      // Its number is free again.
      listed = undefined;
      await remove(record.id);
    },
    async setAside(file) {
      const taken = new Set(await names());
      let name = asideOf(file);
      for (let count = 2; taken.has(name); count += 1) name = asideOf(file, count);
      const path = join(dir, name);
      const work = (): Promise<void> => rename(join(dir, file), path);
      const id = idInFileName(file);
      await (id === undefined ? work() : change(id, work));
      return path;
    },
  };
}

/** Returns the error of a journal that cannot be written: no request that costs money is sent without its record. */
export function journalUnwritable(dir: string, cause: unknown): AppError {
  const { code, path } = (cause ?? {}) as { code?: unknown; path?: string };
  const why = code === "EFTYPE" ? `${path} is not a file` : typeof code === "string" ? code : "unreadable";
  return new AppError(
    "io",
    "JOURNAL_UNWRITABLE",
    `the spend journal in ${dir} cannot be written (${why}): no request is sent without it`,
    { cause, ...(code === "EFTYPE" && { next: `Remove ${path}, and run the same command again` }) },
  );
}

/** Returns the result of work on the journal in `dir`; an error of the file system becomes JOURNAL_UNWRITABLE. */
export const inJournal = <T>(dir: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof AppError ? error : journalUnwritable(dir, error);
  });

/** The surroundings of the journal: its files, the time, the process and the profile. */
export interface LedgerWorld extends Present {
  files: RecordFiles;
  pid: number;
  profile: string;
  /** The currency of a `$` in the prices of this profile; default: USD. */
  dollar?: string | undefined;
}
