import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { diskError, errnoOf } from "../../disk/disk-error.ts";

/** Errors of systems that cannot sync a folder; the name is then as durable as the system makes it. */
const WITHOUT_FOLDER_SYNC = new Set(["EPERM", "EISDIR", "EINVAL", "EACCES", "ENOTSUP"]);

export async function syncDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path, "r");
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    passUnlessUnsyncable(path, error);
  }
}

/** As `syncDirectory`, synchronously. */
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
