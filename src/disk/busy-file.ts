/** Files that another program keeps open for a moment, as a virus scanner does on Windows: they can be neither created, renamed nor removed. */
import { accessSync, constants } from "node:fs";

export const MAX_BUSY_MS = 500;
const RETRY_MS = 10;
const BUSY = new Set<unknown>(["EPERM", "EACCES", "EBUSY"]);

/** Reports whether another program may be the reason of an error in the folder: the folder itself can be written. */
export function isBusy(errno: string | undefined, dir: string): boolean {
  if (!BUSY.has(errno)) return false;
  try {
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Repeats `work` in the folder while another program may keep a file of it open. `errnoOf` finds the error of the system. */
export async function whileBusy(
  dir: string,
  clock: { sleep(ms: number): Promise<void> },
  errnoOf: (error: unknown) => string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  for (let busyMs = 0; ; busyMs += RETRY_MS) {
    try {
      return await work();
    } catch (error) {
      if (busyMs >= MAX_BUSY_MS || !isBusy(errnoOf(error), dir)) throw error;
      await clock.sleep(RETRY_MS);
    }
  }
}
