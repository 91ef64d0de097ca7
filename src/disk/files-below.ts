import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns the files in and below a folder. Rejects with the system's error for an unreadable folder, unless `onUnreadable` handles it. Symbolic
 * links are not followed.
 */
export async function listFilesBelow(
  root: string,
  onUnreadable: (folder: string, error: Error) => void = (_folder, error) => {
    throw error;
  },
): Promise<Dirent[]> {
  const files: Dirent[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    let entries: Dirent[] = [];
    try {
      entries = await readdir(folder, { withFileTypes: true });
    } catch (error) {
      onUnreadable(folder, error as Error);
    }
    for (const entry of entries) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      else files.push(entry);
    }
  }
  return files;
}
