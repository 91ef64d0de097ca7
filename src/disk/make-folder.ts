/** Folders on the way to a file. */
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { requireWritableNow } from "./writable.ts";

/**
 * Makes a folder and its missing parents. Rejects with the system's error. `mkdir` with `recursive` is not used: Node retries for ever if a
 * folder can never be made (below /proc, say).
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const parent = dirname(path);
  if ((await classifyPath(path)) === "folder") return;
  if (parent !== path && (await classifyPath(parent)) === "nothing") await makeFolder(parent, mode);
  try {
    await mkdir(path, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || (await classifyPath(path)) !== "folder")
      throw error;
  }
}

/** Rejects with the system's error if a folder, or the nearest existing one above it, takes no new file. Creates no folder. */
export async function requireWritable(path: string): Promise<void> {
  const parent = dirname(path);
  if (parent !== path && (await classifyPath(path)) === "nothing") return requireWritable(parent);
  requireWritableNow(path);
}

async function classifyPath(path: string): Promise<"folder" | "other" | "nothing"> {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "other";
  } catch {
    return "nothing";
  }
}
