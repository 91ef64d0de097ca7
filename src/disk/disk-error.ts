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

export function errnoOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === "string" && /^E[A-Z0-9]+$/u.test(code) ? code : undefined;
}

/** Runs file-system work, synchronous or not; a system error becomes DISK_WRITE_FAILED with the path, other errors pass. */
export function onDisk<T>(path: string, work: () => T): T {
  const fail = (error: unknown): never => {
    const errno = errnoOf(error);
    throw errno === undefined ? error : diskError(errno, path, error);
  };
  try {
    const done = work();
    return done instanceof Promise ? (done.catch(fail) as T) : done;
  } catch (error) {
    return fail(error);
  }
}

export function diskError(
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
