/** Allows one writer at a time for settings and keys: each write reads the file, changes it and replaces it. */
import { join } from "node:path";
import { makeFolder } from "../disk/make-folder.ts";
import { AppError } from "../errors.ts";
import type { Clock } from "../time/clock.ts";
import type { Directories } from "./environment.ts";

/** A write takes milliseconds; a longer wait means that the other writer hangs. */
const PATIENCE_MS = 10_000;
const RETRY_MS = 25;

interface Writer {
  directories: Pick<Directories, "config">;
  clock: Clock;
  machine: { pid: number; isAlive: (pid: number) => boolean };
  /** Aborts the wait for another writer. */
  signal: AbortSignal;
}

/** Runs `work` while no other process writes settings or keys. Errors: DISK_WRITE_FAILED. */
export async function withSettingsLock<T>(
  { directories, clock, machine, signal }: Writer,
  work: () => Promise<T>,
): Promise<T> {
  const folder = directories.config;
  try {
    await makeFolder(folder, 0o700);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw makeWriteError(
      `cannot make the settings folder ${folder}: ${reason}`,
      "Choose another folder",
      error,
    );
  }
  const { lockFile } = await import("../disk/file-lock.ts");
  const untilMs = clock.now() + PATIENCE_MS;
  for (;;) {
    const lock = await lockFile(join(folder, "write.lock"), { clock, self: machine });
    if (!("heldBy" in lock)) {
      try {
        return await work();
      } finally {
        await lock.releaseOrLeave();
      }
    }
    if (clock.now() >= untilMs && lock.isDoubtful !== true)
      throw makeWriteError(
        `process ${lock.heldBy} keeps writing to ${folder}: nothing was changed`,
        "Run the same command again in a minute",
      );
    await clock.sleep(RETRY_MS, signal);
  }
}

const makeWriteError = (message: string, next: string, cause?: unknown): AppError =>
  new AppError("io", "DISK_WRITE_FAILED", message, { next, cause });
