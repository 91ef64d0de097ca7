import { closeSync, constants, fdatasync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { onDisk } from "./disk-error.ts";
import { retryWhileHeld } from "./held-file.ts";

const sync = promisify(fdatasync);

interface Appending {
  /** True = the bytes are on disk when the promise resolves. */
  isDurable?: boolean;
  /** True = only the owner can read the file, whatever the umask. */
  isPrivate?: boolean;
}

/**
 * Appends lines to a file in a single write; a torn line before them is ended first. Synchronous except for the sync: the calls take less time
 * than a round trip to the thread pool. Throws DISK_WRITE_FAILED.
 */
export async function appendLines(
  path: string,
  lines: readonly string[],
  { isDurable = true, isPrivate = false }: Appending = {},
): Promise<void> {
  await onDisk(path, async () => {
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
    const flags = O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW;
    const fd = await retryWhileHeld(path, () => openSync(path, flags, isPrivate ? 0o600 : 0o666));
    try {
      const text = lines.map((line) => `${line}\n`).join("");
      const bytes = Buffer.from(`${isTorn(fd) ? "\n" : ""}${text}`);
      let done = 0;
      while (done < bytes.length) done += writeSync(fd, bytes, done);
      if (isDurable) await sync(fd);
    } finally {
      closeSync(fd);
    }
  });
}

function isTorn(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1, "\n");
  if (size > 0) readSync(fd, last, 0, 1, size - 1);
  return last.toString() !== "\n";
}
