import { AppError } from "../errors.ts";

/** Faults of the whole disk: every other file would fail too, so the run stops and keeps its part files. */
const OF_THE_DISK = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);

const WORDS: Record<string, string> = {
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EIO: "the disk reported an I/O error",
  EFBIG: "the file is too large for the file system",
  ENAMETOOLONG: "the path is too long",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "something with that name exists and is not a folder",
  ENOENT: "a parent folder is missing and cannot be created",
  EISDIR: "a folder with that name exists",
  ELOOP: "a symbolic link with that name exists",
};

const HINTS: Record<string, string> = {
  ENOSPC: "Free some space and run the same command again: it resumes where it stopped",
  EDQUOT: "Free some space and run the same command again: it resumes where it stopped",
  EROFS: "Choose another folder",
  EEXIST: "Choose another folder",
  ENOENT: "Choose another folder",
  ENOTDIR: "Choose another folder",
  ELOOP: "Remove the link, or choose another folder",
  EACCES: "Choose a folder that you may write to",
  EPERM: "Choose a folder that you may write to",
};

export function errnoOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === "string" && /^E[A-Z0-9]+$/u.test(code) ? code : undefined;
}

/** Runs file-system work; a system error becomes DISK_WRITE_FAILED with the path, other errors pass. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const errno = errnoOf(error);
    throw errno === undefined ? error : diskError(errno, path, error);
  }
}

/** Does the same as `onDisk` for synchronous work. */
export function onDiskNow<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const errno = errnoOf(error);
    throw errno === undefined ? error : diskError(errno, path, error);
  }
}

export function diskError(
  errno: string,
  path: string,
  cause?: unknown,
  verb: "write" | "read" = "write",
): AppError {
  return new AppError("io", "DISK_WRITE_FAILED", `cannot ${verb} ${path}: ${WORDS[errno] ?? errno}`, {
    next: verb === "read" ? undefined : HINTS[errno],
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
