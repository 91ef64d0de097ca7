/** Files that can be created again: replaced at once, but not durably. */
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { removeFile, renameFile } from "./held-file.ts";
import { makeFolder } from "./make-folder.ts";

/** Replaces a file that only its owner can read, and makes its folder. `token` makes the name of the draft unique. */
export async function replaceCached(path: string, text: string, token: string): Promise<void> {
  const draft = `${path}.${token}`;
  try {
    await makeFolder(dirname(path), 0o700);
    await writeFile(draft, text, { mode: 0o600 });
    await renameFile(draft, path);
  } catch (error) {
    await removeFile(draft).catch(() => {});
    throw error;
  }
}
