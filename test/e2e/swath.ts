/** The built program as a process: real argv, pipes, signals, disk. Each run has its own home folder. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import { newFolder } from "../new-folder.ts";

export const PROGRAM = resolve(import.meta.dirname, "../../bin/swath.js");

/** The words that start the program: the executable in SWATH_TEST_EXECUTABLE, or Node with the build. */
export const COMMAND: readonly [string, ...string[]] =
  process.env["SWATH_TEST_EXECUTABLE"] === undefined
    ? [process.execPath, PROGRAM]
    : [process.env["SWATH_TEST_EXECUTABLE"]];

/** The same for a shell. */
export const QUOTED_COMMAND = COMMAND.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");

/**
 * A new folder with a running sandbox, which every `--sandbox` there asks: without it each process would generate the complete
 * archive, most of its CPU time. Ends with the test, or when the caller of `cleanUp` ends it.
 */
export async function sandboxHome(
  cleanUp: (end: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const home = await newFolder();
  const sandbox = startSwath(["sandbox", "start", "--port", "0"], { home });
  cleanUp(async () => {
    sandbox.child.kill();
    await sandbox.ended;
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  });
  await sandbox.until("stdout", /http:\/\/127[^]*Next/u);
  return home;
}

/** The same with an order of the newest GEO products over Lisbon. */
export async function orderedHome(
  products: number,
  ...cleanUp: Parameters<typeof sandboxHome>
): Promise<{ home: string; orderId: string }> {
  const home = await sandboxHome(...cleanUp);
  const search =
    "catalog search --point -9.14,38.71 --product-type GEO --sandbox --output order-items --limit";
  const { stdout } = await swath([...search.split(" "), String(products)], { home });
  const place = "order place --items - --yes --sandbox --output id".split(" ");
  const placed = await swath(place, { home, input: stdout });
  if (placed.code !== 0) throw new Error(placed.stderr);
  return { home, orderId: placed.stdout.trim() };
}

/** A sandbox as a process, with a clean store; returns its address and a key. It ends like that of `sandboxHome`. */
export async function openSandbox(
  home: string,
  flags: readonly string[] = ["--archive-size", "3000"],
  cleanUp: (end: () => Promise<void>) => void = onTestFinished,
): Promise<{ url: string; key: string }> {
  const start = "sandbox start --port 0 --ephemeral --json".split(" ");
  const server = startSwath([...start, ...flags], { home });
  cleanUp(async () => {
    server.child.kill();
    await server.ended;
  });
  const { url, users } = JSON.parse(await server.until("stdout", /\n\}\n$/u)) as {
    url: string;
    users: { apiKey: string }[];
  };
  return { url, key: users[0]!.apiKey };
}

export interface ProcessOptions {
  /** HOME and current folder. */
  home: string;
  env?: Record<string, string>;
  input?: string | Uint8Array;
}

export interface Ended {
  /** Exit code, or null if a signal ended the process. */
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** The variables that a program needs on this machine, without settings of its owner. */
export function cleanEnv(home: string, env: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: home, TERM: "xterm", ...env };
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Resolves with everything on the stream so far, as soon as it matches. */
  until(stream: "stdout" | "stderr", pattern: RegExp): Promise<string>;
}

export function startSwath(args: readonly string[], options: ProcessOptions): Running {
  const [program, ...words] = COMMAND;
  return start(program, [...words, ...args], options);
}

/** A line of shell with `swath` on its PATH; fails like `bash -o pipefail`. */
export function startShell(line: string, options: ProcessOptions): Running {
  const swath = `swath() { ${QUOTED_COMMAND} "$@"; }\n`;
  return start("bash", ["-o", "pipefail", "-c", swath + line], options);
}

function start(command: string, args: readonly string[], { home, env, input }: ProcessOptions): Running {
  const child = spawn(command, args, { cwd: home, env: cleanEnv(home, env), stdio: "pipe" });
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      text[name] += chunk;
    });
  }
  // A program that does not read its input closes the pipe, which is allowed.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const ended = once(child, "close").then(([code, signal]): Ended => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ...text,
  }));
  const until = async (stream: "stdout" | "stderr", pattern: RegExp): Promise<string> => {
    while (!pattern.test(text[stream])) {
      const more = await Promise.race([once(child[stream], "data"), ended.then(() => undefined)]);
      if (more === undefined && !pattern.test(text[stream])) {
        throw new Error(`ended before ${stream} matched ${pattern}:\n${text.stdout}\n${text.stderr}`);
      }
    }
    return text[stream];
  };
  return { child, ended, until };
}

export const swath = (args: readonly string[], options: ProcessOptions): Promise<Ended> =>
  startSwath(args, options).ended;

export const shell = (line: string, options: ProcessOptions): Promise<Ended> =>
  startShell(line, options).ended;
