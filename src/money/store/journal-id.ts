/**
 * The id of a journal, which lies beside its folder. A quote and the state of a watch name it, so that no other journal buys
 * what they allow.
 */
import { basename, dirname } from "node:path";
import { createDurably, syncDirectory } from "../../disk/durable-files.ts";
import { removeFile } from "../../disk/held-file.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { FOLLOWING, readPlain } from "../../disk/plain-file.ts";

/** Far more than a UUID. */
const MAX_BYTES = 1024;

export interface JournalId {
  /** Returns the id; undefined if the journal has none yet. */
  find(): Promise<string | undefined>;
  /** Returns the id, and makes one if the journal has none. */
  make(): Promise<string>;
  /** Gives the journal this id. Returns false if it has one. */
  adopt(id: string): Promise<boolean>;
  /** Removes the id: the journal gets another one when it is needed. */
  remove(): Promise<void>;
}

/** Opens the id of the journal in `dir`. `uuid` returns a new identifier at each call. Errors are those of the file system. */
export function openJournalId(dir: string, uuid: () => string): JournalId {
  const path = `${dir}.id`;
  const [folder, name] = [dirname(path), basename(path)];
  const find = async (): Promise<string | undefined> => {
    try {
      return readPlain(path, MAX_BYTES, FOLLOWING).text.trim() || undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return undefined;
    }
  };
  const adopt = async (id: string): Promise<boolean> => {
    await makeFolder(folder, 0o700);
    return createDurably(folder, name, id, uuid());
  };
  return {
    find,
    adopt,
    make: async () => {
      // If two runs create it, one of them succeeds.
      await adopt(uuid());
      const id = await find();
      if (id === undefined) throw new Error(`${path} is empty`);
      return id;
    },
    remove: async () => {
      await removeFile(path);
      await syncDirectory(folder);
    },
  };
}
