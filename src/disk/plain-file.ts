/**
 * Reads files of ours, whose names anything may have: a pipe is not waited for, a device is not read, and a file of any length is
 * read up to a limit.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Opens a regular file, and no link. Throws the system's error, EFTYPE for anything else. */
export function openPlain(path: string, flags: number = O_RDONLY | O_NOFOLLOW, mode?: number): number {
  const fd = openSync(path, flags | O_NONBLOCK, mode);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw makeNotAFile(path);
}

/** Returns a system error for a path that is not a regular file. */
export const makeNotAFile = (path: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${path} is not a file`), { code: "EFTYPE", path });

export interface PlainFile {
  /** At most the first `maxBytes` bytes, as UTF-8. */
  text: string;
  isWhole: boolean;
  stat: Stats;
}

/** Reads the beginning of a regular file. `flags`: those of `openPlain`. Throws the system's error, EFTYPE for anything else. */
export function readPlain(path: string, maxBytes: number, flags?: number): PlainFile {
  const fd = openPlain(path, flags);
  try {
    const stat = fstatSync(fd);
    const bytes = Buffer.allocUnsafe(Math.min(stat.size, maxBytes));
    let length = 0;
    for (let count = 1; count > 0 && length < bytes.length; length += count)
      count = readSync(fd, bytes, length, bytes.length - length, length);
    return { text: bytes.toString("utf8", 0, length), isWhole: stat.size <= maxBytes, stat };
  } finally {
    closeSync(fd);
  }
}

/** Flags for a file that may be a link to one. */
export const FOLLOWING = O_RDONLY;
