/** A daemon that a test starts: its log, its readiness and its end. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";

export interface Daemon {
  /** Resolves with the log as soon as it matches; rejects with the log if the daemon ends before. */
  logs(pattern: RegExp): Promise<string>;
  /** Settles as the work does; rejects with the log if the daemon ends before. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Kills the daemon. Resolves when it has ended, with all processes that write to its log. */
  stop(): Promise<void>;
}

export class DaemonEnded extends Error {
  override readonly name = "DaemonEnded";
}

/** Characters of the log that are kept, counted from its end. */
const KEPT_LOG = 200_000;

interface DaemonOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Written to stdin, which is then closed. */
  input?: string;
}

/** Starts a program that stays in the foreground and logs to stdout or stderr. */
export function startDaemon(
  program: string,
  words: readonly string[],
  { env, input = "" }: DaemonOptions,
): Daemon {
  const child = startProgram(program, words, env);
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-KEPT_LOG);
      child.emit("logged");
    });
  // A program that does not read its input closes the pipe.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`cannot be started: ${error.message}`));
    child.once("close", (code, signal) => resolve(`ended with ${signal ?? `exit code ${code}`}`));
  });
  const endedEarly = ended.then((how): never => {
    throw new DaemonEnded(`${program} ${how}:\n${log}`);
  });
  endedEarly.catch(() => {});
  const during = <T>(work: Promise<T>): Promise<T> => Promise.race([work, endedEarly]);
  return {
    during,
    logs: async (pattern) => {
      while (!pattern.test(log)) await during(once(child, "logged"));
      return log;
    },
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function startProgram(
  program: string,
  words: readonly string[],
  env: DaemonOptions["env"],
): ChildProcessWithoutNullStreams {
  try {
    return spawn(program, words, { env });
  } catch (error) {
    // Node throws some failures and emits others.
    throw new DaemonEnded(`${program} cannot be started: ${String(error)}`, { cause: error });
  }
}

/** Bytes: the path of a socket has 107 at most, and Chromium adds 43 to its folder. */
const MAX_FOLDER = 60;

/** Returns the folder for the sockets of daemons: the one for temporary files, unless its path is too long. */
export const socketFolder = (): string => (Buffer.byteLength(tmpdir()) > MAX_FOLDER ? "/tmp" : tmpdir());

const REFUSALS =
  /permission denied|operation not permitted|access denied|\bEACCES\b|\bEPERM\b|password database|no usable sandbox/i;
/** Lines at the end of a log that name the reason. */
const LAST_LINES = 20;

/** Returns the reason if a daemon ended because this machine, its container or its user does not allow it. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [ended = "", ...log] = error.message.trimEnd().split("\n");
  const reason = [ended, ...log.slice(-LAST_LINES)].find((line) => REFUSALS.test(line));
  return reason === undefined || reason === ended ? reason : `${ended} ${reason}`;
}
