import { accessSync, constants } from "node:fs";
import { AppError } from "../errors.ts";

/** Faults of the whole disk: every other file would fail too, so the run stops and keeps its part files. */
const OF_THE_DISK = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);

const FREE_SPACE = "Free some space and run the same command again: it resumes where it stopped";
const OTHER_FOLDER = "Choose another folder";
const OWN_FOLDER = "Choose a folder that you may write to";

/** Faults of the system for people, and the next step after a write. */
const FAULTS: Record<string, readonly [words: string, next?: string]> = {
  ENOSPC: ["no space is left on the disk", FREE_SPACE],
  EDQUOT: ["the disk quota is used up", FREE_SPACE],
  EROFS: ["the file system is read-only", OTHER_FOLDER],
  EACCES: ["permission denied", OWN_FOLDER],
  EPERM: ["not permitted", OWN_FOLDER],
  EIO: ["the disk reported an I/O error"],
  EFBIG: ["the file is too large for the file system"],
  ENAMETOOLONG: ["the path is too long"],
  ENOTDIR: ["a part of the path is a file, not a folder", OTHER_FOLDER],
  EEXIST: ["something with that name exists and is not a folder", OTHER_FOLDER],
  ENOENT: ["a parent folder is missing and cannot be created", OTHER_FOLDER],
  EISDIR: ["a folder with that name exists"],
  EFTYPE: ["something with that name exists and is not a file", "Remove it, and run the same command again"],
  ELOOP: ["a symbolic link with that name exists", "Remove the link, or choose another folder"],
};

export function readErrno(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === "string" && /^E[A-Z0-9]+$/u.test(code) ? code : undefined;
}

/** Runs file-system work, synchronous or not; a system error becomes DISK_WRITE_FAILED with the path, other errors pass. */
export function onDisk<T>(path: string, work: () => T): T {
  const fail = (error: unknown): never => {
    const errno = readErrno(error);
    throw errno === undefined ? error : makeDiskError(errno, path, error);
  };
  try {
    const done = work();
    return done instanceof Promise ? (done.catch(fail) as T) : done;
  } catch (error) {
    return fail(error);
  }
}

export function makeDiskError(
  errno: string,
  path: string,
  cause?: unknown,
  verb: "write" | "read" = "write",
): AppError {
  const [words, next] = FAULTS[errno] ?? [errno];
  return new AppError("io", "DISK_WRITE_FAILED", `cannot ${verb} ${path}: ${words}`, {
    next: verb === "read" ? OTHER_FOLDER : (next ?? OTHER_FOLDER),
    data: { errno },
    cause,
  });
}

export function isDiskWide(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    error.code === "DISK_WRITE_FAILED" &&
    OF_THE_DISK.has(String(error.data?.["errno"]))
  );
}

// Another program keeps a file open for a moment, as a virus scanner does on Windows. The file can be neither created, renamed nor removed.
export const MAX_BUSY_MS = 500;
const RETRY_MS = 10;
const BUSY = new Set<unknown>(["EPERM", "EACCES", "EBUSY"]);

/** Reports whether another program may be the reason of an error in the folder: the folder itself can be written. */
export function isBusy(errno: string | undefined, dir: string): boolean {
  if (!BUSY.has(errno)) return false;
  try {
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Repeats `work` in the folder while another program may keep a file of it open. `findErrno` finds the error of the system. */
export async function retryWhileBusy(
  dir: string,
  clock: { sleep(ms: number): Promise<void> },
  findErrno: (error: unknown) => string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  for (let busyMs = 0; ; busyMs += RETRY_MS) {
    try {
      return await work();
    } catch (error) {
      if (busyMs >= MAX_BUSY_MS || !isBusy(findErrno(error), dir)) throw error;
      await clock.sleep(RETRY_MS);
    }
  }
}
