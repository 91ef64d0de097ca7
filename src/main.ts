/** The edge of the process: the only place that reads argv, environment, streams and signals, or sets the exit code. */
import type { ChildProcess } from "node:child_process";
import { constants, fstatSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { Interrupts, SIGNAL_EXIT, type SignalName } from "./app/interrupts.ts";
import type { Launched } from "./app/sandbox/background.ts";
import type { ProgramEnd } from "./app/program-end.ts";
import type { Input, Output, Outside, RunProgram } from "./cli/world.ts";
import { readHomeDirectory } from "./disk/home-directory.ts";
import { AppError } from "./errors.ts";
import { isAlive } from "./is-alive.ts";
import { run } from "./program.ts";
import { systemClock } from "./time/clock.ts";
import { onAbort } from "./time/on-abort.ts";

/** Returns stdout or stderr. */
function openOutput(fd: 1 | 2): Output {
  const kind = findKind(fd);
  return kind === "file" ? fileOutput(fd) : streamOutput(fd, kind === "terminal");
}

/**
 * Returns an output to a terminal or a pipe: it may be slow, and only a stream lets Ctrl-C through in the meantime. The
 * stream of a pipe is opened by the first write, because opening takes a millisecond or two.
 */
function streamOutput(fd: 1 | 2, isTerminalDevice: boolean): Output {
  // A failed write is reported to its caller; without this listener it would also end the process.
  const open = (): NodeJS.WriteStream => (fd === 1 ? process.stdout : process.stderr).on("error", () => {});
  let stream = isTerminalDevice ? open() : undefined;
  const terminal = stream?.isTTY ? stream : undefined;
  return {
    isTTY: terminal !== undefined,
    columns: () => terminal?.columns,
    rows: () => terminal?.rows,
    write: (chunk) =>
      new Promise((resolve, reject) => {
        (stream ??= open()).write(chunk, (error) => (error == null ? resolve() : reject(error)));
      }),
  };
}

/** Writes are synchronous, as in Node's own stream for files, but without loading Node's streams. */
function fileOutput(fd: 1 | 2): Output {
  let isClosed: boolean | undefined;
  return {
    isTTY: false,
    columns: () => undefined,
    rows: () => undefined,
    // Rejects when the disk is full, as a stream does.
    write: async (chunk) => {
      isClosed ??= fd === 1 && wasClosedByShell(fd);
      if (isClosed) throw Object.assign(new Error("stdout is closed"), { code: "EBADF" });
      writeFileSync(fd, chunk);
    },
  };
}

const SHELLS = new Set(["bash", "dash", "sh", "ash", "busybox", "zsh", "ksh", "mksh", "fish"]);

/**
 * Returns whether the shell that started us has closed this descriptor (`>&-`). Node replaces it by /dev/null for
 * reading and writing, so that a write would succeed and the output be lost. A shell opens `>/dev/null` for writing
 * only, but passes on its own /dev/null. Known on Linux and for shells only: other programs open /dev/null for both
 * on purpose.
 */
function wasClosedByShell(fd: number): boolean {
  const { platform, ppid } = process;
  // A process without a parent has 1 as its parent's id. In a container, process 1 may be a shell.
  if (platform !== "linux" || ppid === 1) return false;
  try {
    if (!isOpenNull("self", fd)) return false;
    const shell = readFileSync(`/proc/${ppid}/comm`, "utf8").trim();
    return SHELLS.has(shell) && !isOpenNull(ppid, fd);
  } catch {
    return false;
  }
}

/**
 * Returns whether a process has /dev/null open there for reading and writing. Throws EACCES for another user's
 * process.
 */
function isOpenNull(pid: number | "self", fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, "utf8"))?.[1];
    const isForBoth = (Number.parseInt(flags ?? "0", 8) & 0b11) === constants.O_RDWR;
    return isForBoth && readlinkSync(`/proc/${pid}/fd/${fd}`) === "/dev/null";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

const MEMORY_DEVICES = 1n; // major number of /dev/null, /dev/full and similar devices on Linux

/** Returns the kind of file that a descriptor has open. A device in memory counts as a file: a write to it does not wait. */
function findKind(fd: number): "file" | "terminal" | "other" {
  try {
    // Node has a fault: after an fstat of a pipe without `bigint`, symbolic links of modules are no longer resolved.
    const status = fstatSync(fd, { bigint: true });
    if (status.isFile()) return "file";
    if (!status.isCharacterDevice()) return "other";
    return status.rdev >> 8n === MEMORY_DEVICES ? "file" : "terminal";
  } catch {
    // The descriptor is closed.
    return "other";
  }
}

/** Returns true also for a closed terminal, for which `isatty` returns false. */
const isTerminal = (fd: number): boolean => findKind(fd) === "terminal";

/** Returns stdin, which is opened only when it is read: opening costs time and may keep the process alive. */
const openInput = (): Input => ({
  isTTY: isTerminal(0) && process.getBuiltinModule("node:tty").isatty(0),
  read: async (maxBytes) => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) {
        throw new AppError("usage", "INPUT_NOT_READABLE", `stdin is longer than ${maxBytes} bytes`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  },
});

/** Starts a detached process: without the terminal, and without a pipe to us, which would close when we end. */
async function launch(words: readonly string[], logPath: string): Promise<Launched> {
  const [{ spawn }, { open }, { isSea }] = await Promise.all([
    import("node:child_process"),
    import("node:fs/promises"),
    import("node:sea"),
  ]);
  const log = await open(logPath, "a", 0o600);
  try {
    // A single executable is the program itself.
    const program = isSea() ? [] : [...process.execArgv, process.argv[1] ?? ""];
    const child = spawn(process.execPath, [...program, ...words], {
      detached: true,
      stdio: ["ignore", "ignore", log.fd],
      windowsHide: true,
    });
    child.unref();
    return { pid: child.pid, ended: new Promise((resolve) => watchEnd(child, "exit", resolve)) };
  } catch (error) {
    // Node throws some failures synchronously.
    return { pid: undefined, ended: Promise.resolve(toNotStarted(error)) };
  } finally {
    await log.close();
  }
}

const toNotStarted = (error: unknown): ProgramEnd => {
  const { code, message } = error as NodeJS.ErrnoException;
  return { notStarted: code ?? message };
};

/** Calls `resolve` with the end of the program, at the given event. */
function watchEnd(child: ChildProcess, event: "exit" | "close", resolve: (end: ProgramEnd) => void): void {
  child.once("error", (error) => resolve(toNotStarted(error)));
  child.once(event, (exitCode: number | null, signal: string | null) =>
    resolve(exitCode === null ? { killedBy: signal ?? "a signal" } : { exitCode }),
  );
}

/**
 * Runs a program. Both of its streams are pipes: `onOutput` decides where the output goes, and nothing goes
 * directly to our stdout.
 */
async function runProgram(
  ...[program, args, { cwd, env, signal, onOutput }]: Parameters<RunProgram>
): Promise<ProgramEnd> {
  const { spawn } = await import("node:child_process");
  const start =
    process.platform === "win32"
      ? (await import("./disk/windows-program.ts")).toWindowsStart(program, args, { cwd, env })
      : { file: program, args, isVerbatim: false };
  if ("notStarted" in start) return start;
  return new Promise<ProgramEnd>((resolve) => {
    const child = spawn(start.file, start.args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      windowsVerbatimArguments: start.isVerbatim,
    });
    child.on(
      "close",
      onAbort(signal, () => void child.kill()),
    );
    for (const stream of [child.stdout, child.stderr]) stream.on("data", onOutput);
    watchEnd(child, "close", resolve);
    // Node throws some failures synchronously: ENOTDIR, ENAMETOOLONG, E2BIG.
  }).catch(toNotStarted);
}

/**
 * Ends the process after a hangup. On exit Node restores the terminal's mode, and crashes when the terminal
 * has closed. So the process ends itself by the same signal, as other programs do. Windows has no such signal and no such mode: a
 * closed console is reported as SIGHUP, and the process exits by itself.
 */
function endByHangup(): void {
  if (process.platform === "win32") process.exit(SIGNAL_EXIT.SIGHUP);
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}

function findWorkingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** Runs the program with the process's arguments, environment and streams, and ends the process. */
export function main(): void {
  const cwd = findWorkingFolder();
  if (cwd === undefined) {
    process.stderr.write(
      "Error: the folder that this runs in has been removed\n  Go to one that exists: cd ~\n  code INPUT_NOT_READABLE, exit 2\n",
    );
    process.exitCode = 2;
    return;
  }
  const interrupts = new Interrupts((message) => {
    process.stderr.write(`\n${message}\n`);
  });

  const press = (name: SignalName): void => {
    if (interrupts.press(name) !== "exit") return;
    if (name === "SIGHUP" && [0, 1, 2].some(isTerminal)) endByHangup();
    process.exit(SIGNAL_EXIT[name]);
  };
  for (const name of Object.keys(SIGNAL_EXIT) as SignalName[]) process.on(name, () => press(name));
  // Ctrl-Break, which only Windows has.
  process.on("SIGBREAK", () => press("SIGINT"));

  const isSingleExecutable = process.getBuiltinModule("node:sea").isSea();
  const world: Outside = {
    argv: process.argv.slice(2),
    env: process.env,
    cwd,
    homeDir: readHomeDirectory(),
    stdin: openInput(),
    stdout: openOutput(1),
    stderr: openOutput(2),
    clock: systemClock,
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    pid: process.pid,
    isAlive,
    processes: { launch, terminate: (pid) => process.kill(pid, "SIGTERM") },
    runProgram,
    platform: process.platform,
    nodeVersion: process.versions.node,
    program: { file: isSingleExecutable ? process.execPath : import.meta.filename, isSingleExecutable },
    interrupts,
    promptStreams: () => ({ input: process.stdin, output: process.stderr }),
    protocolStreams: () => ({ input: process.stdin, output: process.stdout }),
  };

  // Node ends a process that waits for nothing, with exit code 0: that would claim success.
  process.once("beforeExit", () => {
    process.exitCode = 1;
    process.stderr.write(
      "Error: unexpected failure: the run stopped before its end\n  This is a bug in swath. Please report it with the command\n  code INTERNAL, exit 1\n",
    );
  });

  void run(world).then((exitCode) => {
    if (exitCode === SIGNAL_EXIT.SIGHUP && [0, 1, 2].some(isTerminal)) endByHangup();
    // All writes were awaited, so exiting now loses no output.
    process.exit(exitCode);
  });
}
