/** Files that may be missing. */
import { access, readFile, stat } from "node:fs/promises";
import { makeDiskError, readErrno } from "./disk-error.ts";

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Returns undefined for a missing file. Throws DISK_WRITE_FAILED for an unreadable one. */
export async function readExisting(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const errno = readErrno(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return undefined;
    throw errno === undefined ? error : makeDiskError(errno, path, error, "read");
  }
}
