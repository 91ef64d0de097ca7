import { closeSync, fsyncSync, openSync } from "node:fs";
import { link as linkFile, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { diskError, errnoOf, onDisk } from "../../disk/disk-error.ts";
import { fileExists } from "../file-exists.ts";
import type { PartFile } from "./part-file.ts";

/** What `link` says on file systems that have no links. */
export const WITHOUT_LINKS = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EINVAL",
  "EXDEV",
]);

export interface PublishOptions {
  /** True: the final name may be somebody's, and is replaced. */
  replace: boolean;
  /** `link(2)`; file systems without it (FAT, some network mounts) refuse it. */
  link?: (from: string, to: string) => Promise<void>;
}

/**
 * Gives a complete, verified part its final name, in one step and for good. A file that appeared there meanwhile is
 * left alone (FILE_EXISTS) unless it may be replaced.
 */
export async function publish(part: PartFile, options: PublishOptions): Promise<void> {
  const { final, part: from } = part.paths;
  if (options.replace) {
    await onDisk(final, () => rename(from, final));
  } else {
    try {
      await (options.link ?? linkFile)(from, final);
    } catch (error) {
      const errno = errnoOf(error) ?? "";
      if (errno === "EEXIST") throw fileExists("it appeared while the download ran");
      if (!WITHOUT_LINKS.has(errno)) await onDisk(final, () => Promise.reject(error as Error));
      await publishByClaim(part);
    }
  }
  await syncDirectory(dirname(final));
}

/** Creates the name exclusively, then renames over it; the sidecar remembers the claim in case we die in between. */
async function publishByClaim(part: PartFile): Promise<void> {
  const { final, part: from } = part.paths;
  part.sidecar.claimed = true;
  await part.save();
  await onDisk(final, async () => {
    try {
      await (await open(final, "wx")).close();
    } catch (error) {
      if (errnoOf(error) === "EEXIST") throw fileExists("it appeared while the download ran");
      throw error;
    }
    try {
      await rename(from, final);
    } catch (error) {
      await rm(final, { force: true });
      throw error;
    }
  });
}

/** Some systems cannot sync a directory; there the name is as durable as they make it. */
const WITHOUT_FOLDER_SYNC = new Set(["EPERM", "EISDIR", "EINVAL", "EACCES", "ENOTSUP"]);

export async function syncDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path, "r");
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    passUnlessUnsyncable(path, error);
  }
}

/** The same on the spot, where it takes no time. */
export function syncDirectoryNow(path: string): void {
  try {
    const fd = openSync(path, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    passUnlessUnsyncable(path, error);
  }
}

function passUnlessUnsyncable(path: string, error: unknown): void {
  const errno = errnoOf(error);
  if (errno !== undefined && WITHOUT_FOLDER_SYNC.has(errno)) return;
  throw errno === undefined ? error : diskError(errno, path, error);
}
