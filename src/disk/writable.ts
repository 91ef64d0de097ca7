/** Whether a folder takes new files. */
import { randomBytes } from "node:crypto";
import { accessSync, closeSync, constants, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { IS_WINDOWS } from "./system.ts";

/** On Windows a file with this flag is removed when it is closed, also by a kill (`_O_TEMPORARY`). Node has no name for the flag. */
const O_TEMPORARY = 0x40;

/**
 * Throws the system's error if the folder takes no new file. On Windows a file is made and removed: access() reports every folder as
 * writable there.
 */
export function requireWritableNow(folder: string, isWindows = IS_WINDOWS): void {
  const { O_CREAT, O_EXCL, O_RDWR, W_OK, X_OK } = constants;
  if (!isWindows) return accessSync(folder, W_OK | X_OK);
  // In the journal's folder this is the name of a draft, which no listing shows.
  const path = join(folder, `.swath-${randomBytes(8).toString("hex")}.tmp`);
  closeSync(openSync(path, O_CREAT | O_EXCL | O_RDWR | O_TEMPORARY, 0o600));
  try {
    unlinkSync(path);
  } catch {
    // Windows has removed the file.
  }
}

export function isWritable(folder: string, isWindows = IS_WINDOWS): boolean {
  try {
    requireWritableNow(folder, isWindows);
    return true;
  } catch {
    return false;
  }
}
