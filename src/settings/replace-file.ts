import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../disk/make-folder.ts";

/**
 * Replaces a file atomically: synced to disk before it returns, readable by its owner only. Only one writer may run
 * at a time (see settings-lock.ts). Throws the errors of node:fs.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await makeFolder(dirname(path), 0o700);
  await rm(draft, { force: true });
  const file = await open(draft, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
