import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createDurably, ensurePrivateDirectory, replaceDurably } from "../disk/durable-files.ts";
import {
  asideOf,
  attemptOf,
  idInFileName,
  type IntentRecord,
  parseRecord,
  type ReadRecord,
} from "./intent-record.ts";
import type { IsAlive } from "./open-state.ts";

/** The files of one journal directory. Every method but `read` throws the error of the file system as it is. */
export interface RecordFiles {
  readonly dir: string;
  ensureDirectory(): Promise<void>;
  /** File names, none when there is no directory yet. */
  names(): Promise<string[]>;
  /** Ids of the files that were written last, the latest first. */
  newest(count: number): Promise<string[]>;
  /** Ids of all attempts that share a stem, the latest first. */
  attemptsOf(stem: string): Promise<string[]>;
  /** Undefined when there is no such file. One that the disk does not give is a record with a problem. */
  read(id: string): Promise<ReadRecord | undefined>;
  /** When the file was written last; undefined when that cannot be seen. */
  writtenMs(id: string): Promise<number | undefined>;
  /** False when the attempt exists already. */
  create(record: IntentRecord): Promise<boolean>;
  replace(record: IntentRecord): Promise<void>;
  remove(id: string): Promise<void>;
  /** Gives the file a name that is no record's, and returns its new path: its bytes stay. */
  setAside(id: string): Promise<string>;
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "ENOENT";

const fileOf = (id: string): string => `${id}.json`;
const textOf = (record: IntentRecord): string => `${JSON.stringify(record, undefined, 2)}\n`;

/** 0 for a file that was removed meanwhile. */
const writtenAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** `token` gives a new word at each call, so that no two temporary files have one name. */
export function openRecordFiles(dir: string, token: () => string): RecordFiles {
  const names = async (): Promise<string[]> => {
    try {
      return await readdir(dir);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  return {
    dir,
    names,
    ensureDirectory: () => ensurePrivateDirectory(dir),
    async newest(count) {
      const ids = (await names()).map(idInFileName).filter((id) => id !== undefined);
      const times = await Promise.all(
        ids.map(async (id) => ({ id, ms: await writtenAt(join(dir, fileOf(id))) })),
      );
      return times
        .sort((a, b) => b.ms - a.ms)
        .slice(0, count)
        .map(({ id }) => id);
    },
    async attemptsOf(stem) {
      const ids = (await names()).map(idInFileName).filter((id) => id?.startsWith(`${stem}-`));
      return (ids as string[]).sort((a, b) => attemptOf(b) - attemptOf(a));
    },
    async read(id) {
      try {
        return parseRecord(await readFile(join(dir, fileOf(id)), "utf8"), id);
      } catch (error) {
        if (isMissing(error)) return undefined;
        const { code } = error as { code?: string };
        return { problem: `cannot be read (${code ?? "unknown reason"})` };
      }
    },
    writtenMs: async (id) => (await writtenAt(join(dir, fileOf(id)))) || undefined,
    create: (record) => createDurably(dir, fileOf(record.id), textOf(record), token()),
    replace: (record) => replaceDurably(dir, fileOf(record.id), textOf(record), token()),
    remove: (id) => rm(join(dir, fileOf(id)), { force: true }),
    async setAside(id) {
      const taken = new Set(await names());
      let name = asideOf(id);
      for (let count = 2; taken.has(name); count += 1) name = asideOf(id, count);
      const path = join(dir, name);
      await rename(join(dir, fileOf(id)), path);
      return path;
    },
  };
}

/** What every step of the journal works with: its files, the time, and which process asks for which profile. */
export interface LedgerWorld {
  files: RecordFiles;
  now: () => number;
  pid: number;
  profile: string;
  isAlive: IsAlive;
  /** The currency of a `$` in the prices of this profile; USD when left out. */
  dollar?: string | undefined;
}
