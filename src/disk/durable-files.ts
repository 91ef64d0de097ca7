import { closeSync, openSync } from "node:fs";
import { chmod, link, open, stat } from "node:fs/promises";
import { join } from "node:path";
import { readErrno } from "./disk-error.ts";
import { removeFile, renameFile, retryWhileHeld, type Waiting } from "./held-file.ts";
import { makeFolder } from "./make-folder.ts";

/** Files that exist completely or not at all, also after a power cut, and that only their owner can read. */

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/** Makes the folder, or removes the rights of other users from an existing one. */
export async function ensurePrivateDirectory(dir: string): Promise<void> {
  await makeFolder(dir, DIRECTORY_MODE);
  const { mode } = await stat(dir);
  if ((mode & 0o077) !== 0) await chmod(dir, DIRECTORY_MODE);
}

// Errors of systems that cannot sync a folder (Windows), and of folders that may be written but not read: the rename
// itself is as durable as it gets.
const DIRECTORY_SYNC_UNSUPPORTED = new Set<string | undefined>([
  "EISDIR",
  "EPERM",
  "EACCES",
  "EINVAL",
  "ENOTSUP",
]);

/** Makes the names in a folder durable, as far as the system can. */
export async function syncDirectory(dir: string): Promise<void> {
  try {
    const handle = await open(dir, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!DIRECTORY_SYNC_UNSUPPORTED.has(readErrno(error))) throw error;
  }
}

/** Writes a new file next to the target, synced on return. `token` makes its name unique. */
async function writeBeside(
  dir: string,
  name: string,
  contents: string | Uint8Array,
  token: string,
): Promise<string> {
  const path = join(dir, `.${name}.${token}.tmp`);
  const handle = await open(path, "wx", FILE_MODE);
  try {
    await handle.writeFile(contents);
    await handle.sync();
  } catch (error) {
    await removeFile(path);
    throw error;
  } finally {
    await handle.close();
  }
  return path;
}

/**
 * Errors of `link` on file systems without hard links (FAT, exFAT, some network mounts). Windows reports EISDIR for a disk that does not know
 * the call, and UNKNOWN for a file in the cloud and for one with too many links.
 */
const LINK_UNSUPPORTED: ReadonlySet<string | undefined> = new Set([
  "EISDIR",
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EINVAL",
  "EXDEV",
  "UNKNOWN",
]);

export type MakeLink = (from: string, to: string) => void | Promise<void>;

/** Gives a file a second name, if that is free. Returns false if the file system has no links. Throws the system's error, EEXIST for an existing name. */
export async function linkFile(
  from: string,
  to: string,
  makeLink: MakeLink = link,
  waiting: Waiting = {},
): Promise<boolean> {
  // EPERM leads to `claimName`, which waits as well.
  const findErrno = (error: unknown): string | undefined =>
    LINK_UNSUPPORTED.has(readErrno(error)) ? undefined : readErrno(error);
  try {
    await retryWhileHeld(to, () => makeLink(from, to), { ...waiting, findErrno });
    return true;
  } catch (error) {
    if (LINK_UNSUPPORTED.has(readErrno(error))) return false;
    throw error;
  }
}

/** Publishes a file without `link`: an empty file claims the name first. Throws the system's error, EEXIST for an existing name. */
export async function claimName(temporary: string, path: string): Promise<void> {
  closeSync(openSync(path, "wx", FILE_MODE));
  try {
    await renameFile(temporary, path);
  } catch (error) {
    await removeFile(path);
    throw error;
  }
}

/** Publishes the file unless the name exists, which link(2) decides atomically. */
async function publishNew(temporary: string, path: string, makeLink?: MakeLink): Promise<boolean> {
  try {
    // No reader takes the empty file of a claim for a record.
    if (!(await linkFile(temporary, path, makeLink))) await claimName(temporary, path);
    return true;
  } catch (error) {
    if (readErrno(error) === "EEXIST") return false;
    throw error;
  }
}

/** A file whose contents are on the disk, and which has no name yet that counts. */
export interface Draft {
  /** Gives the file its name, visible to every process; false if the name exists already. The name is durable after `syncDirectory`. */
  publish(): Promise<boolean>;
  /** Removes what is left of the draft; a published file stays. */
  discard(): Promise<void>;
}

/** Writes a file that can get the name `name` later. `token` makes the name of the draft unique. */
export async function draftDurably(
  dir: string,
  name: string,
  contents: string | Uint8Array,
  token: string,
  makeLink?: MakeLink,
): Promise<Draft> {
  const temporary = await writeBeside(dir, name, contents, token);
  return {
    publish: () => publishNew(temporary, join(dir, name), makeLink),
    discard: () => removeFile(temporary),
  };
}

/** Creates `name` with these contents; false when it exists already. */
export async function createDurably(
  dir: string,
  name: string,
  contents: string | Uint8Array,
  token: string,
  makeLink?: MakeLink,
): Promise<boolean> {
  const draft = await draftDurably(dir, name, contents, token, makeLink);
  try {
    const isNew = await draft.publish();
    if (isNew) await syncDirectory(dir);
    return isNew;
  } finally {
    await draft.discard();
  }
}

/** Replaces the contents of `name`: a reader sees the old or the new contents, never a part. */
export async function replaceDurably(
  dir: string,
  name: string,
  contents: string | Uint8Array,
  token: string,
): Promise<void> {
  const temporary = await writeBeside(dir, name, contents, token);
  try {
    await renameFile(temporary, join(dir, name));
  } catch (error) {
    await removeFile(temporary);
    throw error;
  }
  await syncDirectory(dir);
}

/**
 * Does the same as `replaceDurably`, under a lock on `dir`: it overwrites the draft of a killed run, so that
 * drafts do not accumulate.
 */
export async function replaceAlone(dir: string, name: string, text: string): Promise<void> {
  await removeFile(join(dir, `.${name}.draft.tmp`));
  await replaceDurably(dir, name, text, "draft");
}
