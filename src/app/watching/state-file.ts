/** The state of a watch: a file that is locked while a watch runs, or an object of a bucket. It is replaced as a whole. */
import type { AppContext } from "../context.ts";
import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { onDisk } from "../../disk/disk-error.ts";
import { replaceAlone } from "../../disk/durable-files.ts";
import { lockFile, type FileLock } from "../../disk/file-lock.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { NO_STATE, readState, writeState, type WatchState } from "../../domain/watching/watch-state.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { AppError } from "../../errors.ts";
import { formatDuration } from "../../time/duration.ts";
import { RERUN } from "../../hint.ts";

export interface StateFile {
  /** The state as it was read. */
  readonly state: WatchState;
  /** Replaces the file. Throws DISK_WRITE_FAILED. */
  save(state: WatchState): Promise<void>;
  /** Releases the lock, or the connection to the bucket. */
  close(): Promise<void>;
}

export interface StateOptions {
  /** As given. */
  path: string;
  lockTimeoutMs: number;
  /** The service of this run; undefined if it reads export files without one. */
  origin: string | undefined;
  /** The run does not save the state: no lock is taken, and nothing is written. */
  isReadOnly: boolean;
}

/**
 * Locks and reads the state. Throws FILE_EXISTS if another run keeps the lock, and INPUT_NOT_READABLE for a file that is not
 * a state of this service: nothing is overwritten. Errors of a bucket: also DESTINATION_REFUSED.
 */
export async function openState(context: AppContext, options: StateOptions): Promise<StateFile> {
  if (isS3Url(options.path)) return openStateObject(context, options);
  const path = resolve(context.folder, options.path);
  const lock = options.isReadOnly ? undefined : await lockState(context, path, options);
  try {
    return {
      state: await loadState(path, options),
      save: async (state) => {
        if (lock?.isOurs() === false) throw toConflict(options.path);
        await onDisk(path, () => replaceAlone(dirname(path), basename(path), writeState(state)));
      },
      close: async () => void (await lock?.releaseOrLeave()),
    };
  } catch (error) {
    await lock?.releaseOrLeave();
    throw error;
  }
}

const POLL_MS = 500;

async function lockState(
  { clock, machine, events, signal }: AppContext,
  path: string,
  { path: given, lockTimeoutMs }: StateOptions,
): Promise<FileLock> {
  await onDisk(path, () => makeFolder(dirname(path)));
  const untilMs = clock.now() + lockTimeoutMs;
  for (let isFirst = true; ; isFirst = false) {
    signal.throwIfAborted();
    const lock = await lockFile(`${path}.lock`, { clock, self: machine });
    if (!("heldBy" in lock)) return lock;
    if (clock.now() >= untilMs && lock.isDoubtful !== true)
      throw new AppError(
        "local",
        "FILE_EXISTS",
        `process ${lock.heldBy} is using the state ${given}, and did not end within ${formatDuration(lockTimeoutMs)}: nothing was sent`,
        { next: RERUN },
      );
    if (isFirst) events.note(`process ${lock.heldBy} is using the state ${given}; waiting`);
    await clock.sleep(POLL_MS, signal);
  }
}

async function loadState(path: string, options: StateOptions): Promise<WatchState> {
  const given = options.path;
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return NO_STATE;
    throw toUnusable(`the state ${given} cannot be read (${code})`);
  }
  return parseState(text, options);
}

/** Reads the text of a state, and checks that it belongs to the service of the run. */
function parseState(
  text: string,
  { path: given, origin }: Pick<StateOptions, "path" | "origin">,
): WatchState {
  const reading = readState(text);
  if ("problem" in reading) throw toUnusable(`the state ${given} ${reading.problem}`);
  const { state } = reading;
  if (origin !== undefined && state.origin !== undefined && state.origin !== origin)
    throw toUnusable(`the state ${given} belongs to ${state.origin}, and this run uses ${origin}`);
  return state;
}

/** Returns CONFLICT: the lock of the state is gone, or the object has changed. */
const toConflict = (given: string): AppError =>
  new AppError(
    "local",
    "CONFLICT",
    `another run has changed the state ${given}, or has removed its lock: this run did not write it`,
    { next: RERUN },
  );

const toUnusable = (message: string): AppError =>
  new AppError("usage", "INPUT_NOT_READABLE", `${message}: nothing was sent, and it was not changed`, {
    next: "Give another file with --state",
  });

/**
 * Opens a state in a bucket. Without a lock, a run whose state was changed by another one ends before its next order, and
 * writes nothing.
 */
async function openStateObject(
  context: AppContext,
  { path: given, origin, isReadOnly }: StateOptions,
): Promise<StateFile> {
  const [{ openBucket, toStoreOptions }, { makeJsonObject }] = await Promise.all([
    import("../transfers/bucket.ts"),
    import("../../transfer/bucket-files.ts"),
  ]);
  const { bucket, close } = await openBucket(context, given);
  const object = makeJsonObject(toStoreOptions(context, bucket));
  const save = async (state: WatchState): Promise<void> => {
    if (await object.write(writeState(state))) return;
    throw toConflict(given);
  };
  try {
    const found = await object.read();
    const state = found === undefined ? NO_STATE : parseState(found, { path: given, origin });
    if (!isReadOnly) {
      if (found === undefined) await save(state);
      if (!(await object.hasConditions(found ?? writeState(state))))
        throw new AppError(
          "io",
          "DESTINATION_REFUSED",
          `the store of ${given} ignores the conditions of writes: two runs could overwrite each other's state`,
          { next: "Give another file with --state" },
        );
    }
    return { state, save, close };
  } catch (error) {
    await close();
    throw error;
  }
}
