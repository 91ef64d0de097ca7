import { statSync, type Stats } from "node:fs";
import { dirname, parse, resolve, sep } from "node:path";
import { AppError } from "../errors.ts";
import { IS_WINDOWS } from "./system.ts";
import { isWritable } from "./writable.ts";

/** Faults of the whole disk: every other file would fail too, so the run stops and keeps its part files. */
const OF_THE_DISK = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);

const FREE_SPACE = "Free some space and run the same command again: it resumes where it stopped";
const OTHER_FOLDER = "Choose another folder";
const OWN_FOLDER = "Choose a folder that you may write to";
const HELD = "another program has it open";
export const CLOSE_PROGRAM =
  "Close the program that has it open (an indexer, a backup or a virus scanner can be told to leave the folder out), and run the same command again";

const FEWER_FILES =
  "Raise the limit (ulimit -n 1024), and run the same command again: it resumes where it stopped";

/** Faults of the system for people, and the next step after a write. */
const FAULTS: Record<string, readonly [words: string, next?: string]> = {
  ENOSPC: ["no space is left on the disk", FREE_SPACE],
  EDQUOT: ["the disk quota is used up", FREE_SPACE],
  EROFS: ["the file system is read-only", OTHER_FOLDER],
  EACCES: ["permission denied", OWN_FOLDER],
  EPERM: ["not permitted", OWN_FOLDER],
  EBUSY: [HELD, CLOSE_PROGRAM],
  EMFILE: ["this process has too many open files", FEWER_FILES],
  ENFILE: ["the system has too many open files", FEWER_FILES],
  EIO: ["the disk reported an I/O error"],
  EFBIG: ["the file is too large for the file system"],
  ENAMETOOLONG: ["the path is too long"],
  ENOTDIR: ["a part of the path is a file, not a folder", OTHER_FOLDER],
  EEXIST: ["something with that name exists and is not a folder", OTHER_FOLDER],
  ENOENT: ["the file or its folder is missing", OTHER_FOLDER],
  mkdir: ["a parent folder is missing and cannot be created", OTHER_FOLDER],
  EISDIR: ["a folder with that name exists"],
  EFTYPE: ["something with that name exists and is not a file", "Remove it, and run the same command again"],
  ELOOP: ["a symbolic link with that name exists", "Remove the link, or choose another folder"],
};

/** Faults that another folder would have as well. */
const OF_NO_FOLDER = new Set(["EBUSY", "EMFILE", "ENFILE"]);

export function readErrno(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  // Node has no name for some errors of Windows, such as those of files in the cloud.
  return typeof code === "string" && /^(?:E[A-Z0-9]+|UNKNOWN)$/u.test(code) ? code : undefined;
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

/** Returns DISK_WRITE_FAILED. Windows has one `errno` for several faults, so the path is looked at as well. */
export function makeDiskError(
  errno: string,
  path: string,
  cause?: unknown,
  verb: "write" | "read" = "write",
  isWindows = IS_WINDOWS,
): AppError {
  const found = toPosixErrno(errno, path, { cause, verb, isWindows });
  const isMissing = found === "ENOENT";
  const isMade = (cause as NodeJS.ErrnoException | undefined)?.syscall === "mkdir";
  const [words, next] = FAULTS[isMissing && isMade ? "mkdir" : found] ?? [found];
  return new AppError("io", "DISK_WRITE_FAILED", `cannot ${verb} ${path}: ${words}`, {
    next: verb === "read" && !OF_NO_FOLDER.has(found) ? OTHER_FOLDER : (next ?? OTHER_FOLDER),
    data: { errno: found },
    cause,
  });
}

/** Returns the reason and the next step of a failed write, for messages that name the file themselves. */
export function explainWriteFault(
  error: unknown,
  path: string,
  isWindows = IS_WINDOWS,
): { reason: string; next: string } {
  const errno = readErrno(error);
  const isHeld =
    isWindows &&
    errno !== undefined &&
    toPosixErrno(errno, path, { cause: error, verb: "write", isWindows }) === "EBUSY";
  return isHeld
    ? { reason: HELD, next: CLOSE_PROGRAM }
    : { reason: errno ?? (error as Error).message, next: OTHER_FOLDER };
}

/** Reports whether the error is that of a file which another program has open. */
export const isHeldFault = (error: unknown): boolean =>
  error instanceof AppError && error.code === "DISK_WRITE_FAILED" && error.data?.["errno"] === "EBUSY";

export function isDiskWide(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    error.code === "DISK_WRITE_FAILED" &&
    OF_THE_DISK.has(String(error.data?.["errno"]))
  );
}

/** Errors of a file that another program has open, which may also mean that a right is missing. */
export const BUSY: ReadonlySet<unknown> = new Set(["EPERM", "EACCES", "EBUSY"]);

/** The longest name of a file or folder on Windows. */
const MAX_NAME_LENGTH = 255;

/**
 * Returns the errno that other systems report for a fault of Windows, by a look at the path. Windows reports ENOENT if a part of the path is a
 * file, and for a name that is too long; and EPERM for a folder in place of a file, and for a file that another program has open (EBUSY here).
 */
export function toPosixErrno(
  errno: string,
  path: string,
  {
    cause,
    verb = "read",
    isWindows = IS_WINDOWS,
  }: { cause?: unknown; verb?: "write" | "read"; isWindows?: boolean } = {},
): string {
  if (!isWindows) return errno;
  if (errno === "ENOENT") return findPathFault(resolve(path)) ?? errno;
  if (!BUSY.has(errno)) return errno;
  const { path: from, dest = from } = (cause ?? {}) as { path?: string; dest?: string };
  const stats = statIfThere(path);
  const isFolder = stats?.isDirectory() === true;
  if (isFolder && verb === "write" && dest === path) return "EISDIR";
  const isReadOnly = stats !== undefined && !isFolder && (stats.mode & 0o222) === 0;
  const mayBeHeld = verb === "write" && !isReadOnly && isWritable(isFolder ? path : dirname(path), true);
  return mayBeHeld ? "EBUSY" : errno;
}

/** Returns the reason why nothing can be at a full path; undefined if there is none. */
function findPathFault(path: string): "ENOTDIR" | "ENAMETOOLONG" | undefined {
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
    const stats = statIfThere(above);
    if (stats?.isDirectory() === true) break;
    if (stats !== undefined) return "ENOTDIR";
  }
  const names = path.slice(parse(path).root.length).split(sep);
  return names.some(({ length }) => length > MAX_NAME_LENGTH) ? "ENAMETOOLONG" : undefined;
}

function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
