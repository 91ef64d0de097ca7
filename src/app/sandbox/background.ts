/** Starts, stops and resets the sandbox in the background, a separate process that outlives this one. */
import { join } from "node:path";
import { onDisk } from "../../disk/disk-error.ts";
import { ensurePrivateDirectory } from "../../disk/durable-files.ts";
import { removeFile } from "../../disk/held-file.ts";
import { AppError, ERROR_CODES, type ErrorCode, type ErrorKind } from "../../errors.ts";
import { countText } from "../../counted.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { requireConsent } from "../../money/consent.ts";
import type { AppContext } from "../context.ts";
import { describeProgramEnd, type ProgramEnd } from "../program-end.ts";
import { askToStop, findRunning, readRunning, getSandboxDir, getStorePath } from "../service/find-sandbox.ts";
import { withControl } from "./control.ts";
import { toAlreadyRunning, readIfPresent, describeSandbox, type StartedSandbox } from "./run-sandbox.ts";
import { advice, swath, systemCommand } from "../../hint.ts";

export interface Processes {
  /** Runs this program with other arguments as a separate process that outlives us; its stderr goes to a file. */
  launch(words: readonly string[], logPath: string): Promise<Launched>;
  /** Asks a process to stop. Errors: those of the operating system. */
  terminate(pid: number): void;
}

export interface Launched {
  /** Undefined when the start failed. */
  readonly pid: number | undefined;
  /** Resolves when it has ended, or could not be started. */
  readonly ended: Promise<ProgramEnd>;
}

const START_POLL_MS = 10;
const START_PATIENCE_MS = 20_000;

/**
 * Starts the process with these arguments, and returns when the sandbox responds. Errors: those in the process's log.
 */
export async function detachSandbox(
  context: AppContext,
  processes: Processes,
  words: readonly string[],
): Promise<StartedSandbox> {
  const { machine, clock, directories } = context;
  const running = await findRunning(directories, machine);
  if (running !== undefined) throw toAlreadyRunning(running);
  const dir = getSandboxDir(directories);
  const log = join(dir, "sandbox.log");
  // Earlier lines of the log belong to earlier runs.
  const before = await onDisk(dir, async () => {
    await ensurePrivateDirectory(dir);
    return (await readLogSince(log, 0)).length;
  });
  const { pid, ended } = await processes.launch(words, log);
  let end: ProgramEnd | undefined;
  void ended.then((reason) => (end = reason));
  // If the wait fails, the started process must be stopped.
  const stop = (): void => {
    if (pid !== undefined && end === undefined) processes.terminate(pid);
  };
  const deadline = clock.now() + START_PATIENCE_MS;
  try {
    while ((await readRunning(directories))?.pid !== pid) {
      if (end !== undefined || pid === undefined)
        throw readFailure(await readLogSince(log, before), log, await ended);
      if (clock.now() > deadline) {
        throw new AppError("local", "TIMEOUT", `the sandbox does not answer yet; its log is ${log}`, {
          next: "Raise --timeout",
        });
      }
      await clock.sleep(START_POLL_MS, context.signal);
    }
  } catch (error) {
    stop();
    throw error;
  }
  return withControl(context, { changes: false }, async ({ running, ask }) => {
    if (running === undefined) {
      stop();
      throw readFailure(await readLogSince(log, before), log, await ended);
    }
    return { ...(await describeSandbox(ask, running, directories)), log };
  });
}

const readLogSince = async (log: string, start: number): Promise<string> =>
  ((await readIfPresent(log)) ?? "").slice(start);

interface Reported {
  code: ErrorCode;
  message: string;
  source: ErrorKind;
  hint?: string;
}

/**
 * Converts the failure in the background process's log to an error of this run. Without one, for example because the
 * system ended the process, the error has the end of the process and the last line of its log.
 */
function readFailure(logged: string, log: string, end: ProgramEnd): AppError {
  const lines = logged.split("\n").filter((line) => line.trim() !== "");
  for (const line of lines.toReversed()) {
    const error = readLine(line);
    if (error !== undefined) {
      return new AppError(error.source, error.code, error.message, { next: error.hint });
    }
  }
  const last = lines.at(-1);
  return new AppError(
    "local",
    "SANDBOX_NOT_STARTED",
    `the process of the sandbox ${describeProgramEnd(end)}${last === undefined ? "" : `: ${last.trim().slice(0, MAX_SHOWN)}`}`,
    {
      next:
        last === undefined
          ? advice`Start it in this terminal: ${swath`sandbox start`}`
          : `Read its log: ${log}`,
    },
  );
}

/** Maximum number of characters of a log's line in a message. */
const MAX_SHOWN = 200;

function readLine(line: string): Reported | undefined {
  if (!line.startsWith('{"error"')) return undefined;
  try {
    const { error } = JSON.parse(line) as { error: Reported };
    return Object.hasOwn(ERROR_CODES, error.code) ? error : undefined;
  } catch {
    return undefined;
  }
}

export interface StopReport {
  stopped: boolean;
  url?: string;
  pid?: number;
}

const STOP_POLL_MS = 20;
const STOP_PATIENCE_MS = 10_000;

export async function stopSandbox(
  { directories, machine, clock, signal }: AppContext,
  processes: Processes | undefined,
): Promise<StopReport> {
  // `findRunning` has verified that this process responds at its address, so no other process with a reused id is
  // stopped.
  const running = await findRunning(directories, machine);
  if (running === undefined) return { stopped: false };
  const { pid, url } = running;
  try {
    // On Windows a signal ends a process before it can close its store.
    if (!(await askToStop(running))) processes?.terminate(pid);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    // It may have ended before its response arrived.
    if (reason !== "ESRCH")
      throw new AppError(
        "local",
        "CONFLICT",
        `the sandbox at ${url} (process ${pid}) cannot be ended: ${reason}`,
        { cause: error },
      );
  }
  const deadline = clock.now() + STOP_PATIENCE_MS;
  // Removing its file is the last step of the sandbox; the process itself may remain as a zombie if its parent does
  // not reap it.
  while ((await readRunning(directories))?.pid === pid && machine.isAlive(pid)) {
    if (clock.now() > deadline) {
      throw new AppError("local", "TIMEOUT", `the sandbox at ${url} (process ${pid}) has not stopped yet`, {
        next: advice`End it: ${systemCommand("endProcess", pid)}`,
      });
    }
    await clock.sleep(STOP_POLL_MS, signal);
  }
  return { stopped: true, url, pid };
}

export interface ResetReport {
  /** True when all orders, requests and other changes are deleted. */
  reset: boolean;
  /** True when the store itself was deleted. */
  removed: boolean;
  /** Folder of the store, or `memory`. */
  store: string;
}

export async function resetSandbox(context: AppContext): Promise<ResetReport> {
  const folder = getSandboxDir(context.directories);
  return withControl(context, { changes: false }, async ({ running, hasStore, ask }) => {
    const store = running?.ephemeral === true ? "memory" : folder;
    if (!hasStore) return { reset: false, removed: false, store };
    if (!context.service.isDryRun) {
      const place = running === undefined ? `in ${store}` : `at ${running.url}`;
      await requireConsent(
        context,
        `Forget all orders, faults, settings and the clock of the sandbox ${place}?`,
      );
    }
    await ask("POST", "/reset", {});
    await forgetIntents(context);
    return { reset: true, removed: false, store };
  });
}

/**
 * Removes the sandbox's journal records. Ids are computed from the seed, so old records would be taken for new ones.
 */
async function forgetIntents({ service, events }: AppContext): Promise<void> {
  const count = await (await service.journal()).forget(SANDBOX_PROFILE);
  if (count > 0) events.note(`Removed from the spend journal: ${countText(count, "request")} to the sandbox`);
}

/** The files of the store, including SQLite's two extra ones. */
const SUFFIXES = ["", "-wal", "-shm"];

export async function removeStore(context: AppContext): Promise<ResetReport> {
  const { directories, machine } = context;
  const store = getSandboxDir(directories);
  const running = await findRunning(directories, machine);
  if (running !== undefined) {
    throw new AppError("local", "CONFLICT", `the sandbox at ${running.url} is using the store in ${store}`, {
      next: advice`Stop it: ${swath`sandbox stop`}`,
    });
  }
  await requireConsent(context, `Remove the sandbox's store in ${store}, with all that is in it?`);
  await onDisk(store, async () => {
    for (const suffix of SUFFIXES) await removeFile(`${getStorePath(directories)}${suffix}`);
  });
  await forgetIntents(context);
  return { reset: true, removed: true, store };
}
