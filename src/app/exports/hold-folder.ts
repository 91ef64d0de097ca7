/** One run at a time in a folder of exports: the second waits, and then finds the work done. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileExists } from "../../transfer/file-exists.ts";
import { lockFile, type FileLock } from "../../disk/file-lock.ts";
import { openRoot } from "../../disk/safe-parent.ts";
import type { AppContext } from "../context.ts";

const LOCK_NAME = ".swath-exports.lock";
const POLL_MS = 500;
/** Checks after which the pause between two becomes ten times as long. */
const SOON = 60;
/** Checks (half an hour of them) without a sign of progress, after which the process that holds the folder counts as stuck. */
const PATIENCE = 414;
/** Between signs of progress, for machines that cannot see our process. */
const TOUCH_MS = 60_000;

type Holds = Pick<AppContext, "clock" | "machine" | "events" | "signal">;

/**
 * Runs `work` with the real path of the folder, which is made when missing, and a function that shows other processes that
 * the work goes on. Throws FILE_EXISTS when the process that holds the folder makes no more progress.
 */
export async function whileHoldingFolder<T>(
  context: Holds,
  dir: string,
  work: (root: string, touch: () => void) => Promise<T>,
): Promise<T> {
  const { clock } = context;
  const root = await openRoot(dir);
  const lock = await lockOf(context, dir, join(root, LOCK_NAME));
  let touchedMs = clock.now();
  const touch = (): void => {
    if (clock.now() - touchedMs < TOUCH_MS) return;
    touchedMs = clock.now();
    void lock.touch();
  };
  try {
    return await work(root, touch);
  } finally {
    await lock.release();
  }
}

async function lockOf(
  { clock, machine, events, signal }: Holds,
  dir: string,
  path: string,
): Promise<FileLock> {
  let seen: number | undefined;
  for (let idle = 0; idle < PATIENCE; idle++) {
    signal.throwIfAborted();
    const lock = await lockFile(path, { clock, self: machine });
    if (!("heldBy" in lock)) return lock;
    if (seen === undefined) events.note(`process ${lock.heldBy} is at work in ${dir}; waiting`);
    const touchedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (touchedMs !== seen) idle = 0;
    seen = touchedMs;
    await clock.sleep(idle < SOON ? POLL_MS : POLL_MS * 10, signal);
  }
  const stuck = "another process holds this folder and makes no progress; end it, or remove the lock";
  throw fileExists(path, stuck, "Then run the same command again: what is here is kept");
}
