import { constants } from "node:fs";
import { lstat, open, rm, type FileHandle } from "node:fs/promises";
import { errnoOf } from "../../disk/disk-error.ts";

/** Opens our part, never through a link: neither a planted symlink nor a second name of a finished file is written to. */
export async function openOwn(path: string): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;
  try {
    const { nlink } = await lstat(path);
    if (nlink > 1) await rm(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
  try {
    const handle = await open(path, O_RDWR | O_NOFOLLOW);
    const isFile = (await handle.stat()).isFile();
    if (isFile) return handle;
    await handle.close();
    await rm(path, { force: true });
  } catch (error) {
    if (!["ENOENT", "ELOOP", "EMLINK"].includes(errnoOf(error) ?? "")) throw error;
    await rm(path, { force: true });
  }
  return open(path, O_RDWR | O_CREAT | O_EXCL, 0o666);
}
