import { stat } from "node:fs/promises";
import { AppError } from "../../errors.ts";
import type { FileRef } from "../events.ts";
import type { Run } from "../loop/run.ts";
import type { TransferSettings } from "../options.ts";
import { lockFile, type FileLock } from "../../disk/file-lock.ts";
import type { PartPaths } from "./part-paths.ts";

const POLL_MS = 500;
/**
 * Number of checks without a change of the part file or its lock after which the holder is reported as stuck:
 * eleven minutes. A holder whose process is invisible is given up earlier.
 */
const PATIENCE = 1320;

/**
 * Acquires the lock of a part file. Two runs in one folder share the work. A file that the other run is fetching is first skipped ("busy"). When
 * no other file is left, the run waits: the file is then finished, or is resumed here.
 */
export async function holdPart(
  run: Run<TransferSettings>,
  ref: FileRef,
  paths: PartPaths,
  mayWait: boolean,
): Promise<FileLock | "busy"> {
  let seen = "";
  for (let idle = 0; idle < PATIENCE; idle++) {
    const lock = await lockFile(paths.lock, run.settings, { trace: paths.part });
    if (!("heldBy" in lock)) return lock;
    if (!mayWait) return "busy";
    if (seen === "") run.emit({ type: "waiting", file: ref, pid: lock.heldBy });
    const now = `${await traceOf(paths.part)} ${await traceOf(paths.lock)}`;
    if (now !== seen) idle = 0;
    seen = now;
    await run.settings.clock.sleep(POLL_MS, run.signal);
  }
  const message = `${paths.lock} exists: another process has locked this download and makes no progress; end that process, or remove the lock`;
  throw new AppError("local", "FILE_EXISTS", message, { next: { do: "replaceFile" } });
}

async function traceOf(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0 }));
  return `${mtimeMs}:${size}`;
}
