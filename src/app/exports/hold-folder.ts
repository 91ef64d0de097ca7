/** Locks a folder of exports for one run at a time. A second run waits, and then finds the files in place. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { lockFile, type FileLock } from "../../disk/file-lock.ts";
import { openRoot } from "../../disk/safe-parent.ts";
import type { AppContext } from "../context.ts";
import { RERUN } from "../../hint.ts";

const LOCK_NAME = ".swath-exports.lock";
const POLL_MS = 500;
/** Number of checks after which the interval becomes ten times as long. */
const MAX_QUICK_CHECKS = 60;
/** Number of checks (half an hour) without a renewal after which a running process counts as stuck. */
const MAX_IDLE_CHECKS = 414;

/**
 * Locks the folder, creating it when missing, and runs `work` with its real path. Throws FILE_EXISTS when the process
 * with the lock makes no progress.
 */
export async function holdFolder<T>(
  context: AppContext,
  dir: string,
  work: (root: string) => Promise<T>,
): Promise<T> {
  const root = await openRoot(dir);
  const lock = await lockFolder(context, dir, join(root, LOCK_NAME));
  try {
    return await work(root);
  } finally {
    if (!(await lock.releaseOrLeave()))
      context.events.warn(
        `the lock of ${dir} was lost during the run: another run may also have used the folder`,
      );
  }
}

async function lockFolder(
  { clock, machine, events, signal }: AppContext,
  dir: string,
  path: string,
): Promise<FileLock> {
  let lastTouchedMs: number | undefined;
  for (let idle = 0; idle < MAX_IDLE_CHECKS; idle++) {
    signal.throwIfAborted();
    const lock = await lockFile(path, { clock, self: machine });
    if (!("heldBy" in lock)) return lock;
    if (lastTouchedMs === undefined) events.note(`process ${lock.heldBy} is using ${dir}; waiting`);
    const touchedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (touchedMs !== lastTouchedMs) idle = 0;
    lastTouchedMs = touchedMs;
    await clock.sleep(idle < MAX_QUICK_CHECKS ? POLL_MS : POLL_MS * 10, signal);
  }
  const stuck = "another process has locked this folder and makes no progress; end it, or remove the lock";
  throw new AppError("local", "FILE_EXISTS", `${path} exists: ${stuck}`, { next: RERUN });
}
