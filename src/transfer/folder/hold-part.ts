import { stat } from "node:fs/promises";
import type { LockWorld } from "../../disk/lock-holder.ts";
import type { Clock } from "../../time/clock.ts";
import type { FileRef, TransferEvent } from "../events.ts";
import { lockExists } from "../file-exists.ts";
import { lockFile, type FileLock } from "../../disk/file-lock.ts";
import type { PartPaths } from "./part-paths.ts";

/** What waiting for a lock needs of a run. */
interface Waiting {
  settings: LockWorld & { clock: Clock };
  emit: (event: TransferEvent) => void;
  signal: AbortSignal;
}

const POLL_MS = 500;
/**
 * Checks without any change of the part or its lock after which the holder is reported as stuck: eleven minutes, by when
 * a holder whose process cannot be seen has been given up.
 */
const PATIENCE = 1320;

/**
 * The lock of a part. Two runs in one directory share the work: a file that the other one has is first passed over
 * ("busy"), and waited for when nothing else is left; then it is either finished or ours to continue.
 */
export async function holdPart(
  run: Waiting,
  ref: FileRef,
  paths: PartPaths,
  mayWait: boolean,
): Promise<FileLock | "busy"> {
  let seen = "";
  for (let idle = 0; idle < PATIENCE; idle++) {
    const lock = await lockFile(paths.lock, run.settings, paths.part);
    if (!("heldBy" in lock)) return lock;
    if (!mayWait) return "busy";
    if (seen === "") run.emit({ type: "waiting", file: ref, pid: lock.heldBy });
    const now = `${await traceOf(paths.part)} ${await traceOf(paths.lock)}`;
    if (now !== seen) idle = 0;
    seen = now;
    await run.settings.clock.sleep(POLL_MS, run.signal);
  }
  throw lockExists(
    paths.lock,
    "another process holds this download and makes no progress; end it, or remove the lock",
  );
}

async function traceOf(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0 }));
  return `${mtimeMs}:${size}`;
}
