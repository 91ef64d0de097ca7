import { link, readFile, rename, rm } from "node:fs/promises";

const GONE_OR_THERE = new Set<unknown>(["ENOENT", "EEXIST"]);

/**
 * Moves a stale lock aside and removes it; if a living one was caught instead, it is put back.
 * @param judged what the stale one says @param token makes the name aside unique
 */
export async function takeAway(path: string, judged: string, token: string): Promise<void> {
  const aside = `${path}.${token}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, "utf8")) !== judged) await link(aside, path);
  } catch (error) {
    if (!GONE_OR_THERE.has((error as NodeJS.ErrnoException).code)) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
