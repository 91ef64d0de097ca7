/** New folders for tests. The end of the run removes those that are left (temporary-folder.mjs). */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Returns a folder that stays until the end of the run. */
export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "swath-"));

/** Returns a folder that is removed with the test. */
export async function testFolder(): Promise<string> {
  const folder = await newFolder();
  // A sandbox in the background may still be writing as it ends.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
