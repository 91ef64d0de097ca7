import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../disk/make-folder.ts";

/**
 * Writes a file anew: whole or not at all, on disk before it returns, for its owner only. One writer at a time (see
 * settings-lock.ts). Throws what node:fs throws.
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
