/**
 * The front door of the tests: words in; exit code, stdout, stderr and sent requests out. A complete run goes through
 * `run(world)`, joined to a sandbox in memory, under a stopped clock, with its own home folder.
 */
import { rm } from "node:fs/promises";
import { normalize } from "node:path";
import { Interrupts } from "../../src/app/interrupts.ts";
import { Secrets } from "../../src/client/redact.ts";
import type { Output, Question, World } from "../../src/cli/world.ts";
import type { Send } from "../../src/contract/send.ts";
import type { ExitCode } from "../../src/errors.ts";
import { run } from "../../src/program.ts";
import type { Clock } from "../../src/time/clock.ts";
import { NODE_OF_TESTS } from "../machine-facts.ts";
import { newFolder } from "../new-folder.ts";
import { stoppedClock } from "./stopped-clock.ts";
import { words } from "./split-line.ts";

/** The address of the sandbox of a bench: with a path prefix, which must be kept. */
export const BASE_URL = "https://sar.example/v1";

export const tempHome = newFolder;

/** Process id of every run: the only living one. */
export const PID = 100;

/** The environment of one run; the defaults are a pipe, an empty stdin and a machine without settings. */
export interface Surroundings {
  env?: Record<string, string | undefined>;
  /** The content of stdin. */
  stdin?: string | Uint8Array;
  stdinTTY?: boolean;
  stdoutTTY?: boolean;
  stderrTTY?: boolean;
  /** Columns of the terminal. */
  columns?: number;
  /** Rows of the terminal. */
  rows?: number;
  /** The output of both streams, in order, as a terminal shows it. */
  onWrite?: (text: string) => void;
  /** Replaces writing to stdout: a full disk, a closed pipe. */
  writeStdout?: Output["write"];
  send?: Send;
  clock?: Clock;
  runProgram?: World["runProgram"];
  ask?: (question: Question) => Promise<string | boolean | readonly string[]>;
  interrupts?: Interrupts;
  promptStreams?: World["promptStreams"];
  /** The operating system, by the name of Node: of messages, quotes and folders. Linux unless given, wherever the tests run; the disk is real. */
  platform?: string;
  /** Folder that is HOME and the current folder; its content outlives the run. */
  home?: string;
}

export interface Screen {
  stdout: string;
  stderr: string;
  /** How often stdout was written to. */
  writes: number;
}

/** A world for one run, and the screen that it writes to. */
export function testWorld({
  argv,
  home,
  ...given
}: Surroundings & { argv: readonly string[]; home: string }): { world: World; screen: Screen } {
  const screen: Screen = { stdout: "", stderr: "", writes: 0 };
  const decoder = new TextDecoder();
  // Messages are broken between words only on a terminal whose width the test gives.
  const output = (name: "stdout" | "stderr", isTTY: boolean): Output => ({
    isTTY,
    columns: () => (isTTY ? (given.columns ?? (name === "stdout" ? 80 : undefined)) : undefined),
    rows: () => (isTTY ? given.rows : undefined),
    write: async (chunk) => {
      const text = typeof chunk === "string" ? chunk : decoder.decode(chunk);
      screen[name] += text;
      given.onWrite?.(text);
      if (name === "stdout") screen.writes += 1;
    },
  });
  const stdout = output("stdout", given.stdoutTTY ?? false);
  const clock = given.clock ?? stoppedClock();
  let serial = 0;
  const world: World = {
    argv,
    env: given.env ?? {},
    cwd: home,
    homeDir: home,
    secrets: new Secrets(),
    stdin: {
      isTTY: given.stdinTTY ?? false,
      read: async () => Buffer.from(given.stdin ?? ""),
    },
    stdout: given.writeStdout === undefined ? stdout : { ...stdout, write: given.writeStdout },
    stderr: output("stderr", given.stderrTTY ?? given.stdinTTY ?? false),
    clock,
    random: () => 0.5,
    uuid: () => `00000000-0000-4000-8000-${String((serial += 1)).padStart(12, "0")}`,
    pid: PID,
    isAlive: (pid) => pid === PID,
    // The machine runs on while a test passes hours.
    upMs: () => clock.now() + 86_400_000,
    platform: given.platform ?? "linux",
    nodeVersion: NODE_OF_TESTS,
    program: { file: normalize("/usr/lib/node_modules/swath/dist/start.cjs"), isSingleExecutable: false },
    interrupts: given.interrupts ?? new Interrupts(),
    ...(given.send !== undefined && { send: given.send }),
    ...(given.runProgram !== undefined && { runProgram: given.runProgram }),
    ...(given.ask !== undefined && { ask: given.ask }),
    ...(given.promptStreams !== undefined && { promptStreams: given.promptStreams }),
  };
  return { world, screen };
}

export interface SentRequest {
  method: string;
  url: string;
  /** Path and query below the base URL. */
  path: string;
  headers: Record<string, string>;
  /** Parsed when it is JSON. */
  body?: unknown;
}

export interface Run extends Screen {
  exitCode: ExitCode;
  requests: SentRequest[];
}

/** Runs words, given as a list or as a line, with `send` as the network. */
export async function runWords(argv: string | readonly string[], given: Surroundings): Promise<Run> {
  const requests: SentRequest[] = [];
  const { send } = given;
  const recording: Send = async (request) => {
    requests.push(sent(request));
    if (send === undefined) throw new Error(`this run should send nothing, and sent ${request.url}`);
    return send(request);
  };
  const home = given.home ?? (await tempHome());
  try {
    const { world, screen } = testWorld({
      ...given,
      argv: typeof argv === "string" ? words(argv) : argv,
      home,
      send: recording,
    });
    const exitCode = await run(world);
    return { exitCode, requests, ...screen };
  } finally {
    if (given.home === undefined) await rm(home, { recursive: true, force: true });
  }
}

function sent({ method, url, headers, body }: Parameters<Send>[0]): SentRequest {
  const path = url.startsWith(BASE_URL) ? url.slice(BASE_URL.length) : url;
  const text = body === undefined ? undefined : Buffer.from(body).toString("utf8");
  const isJson = headers["content-type"]?.startsWith("application/json") === true;
  return {
    method,
    url,
    path,
    headers,
    ...(text !== undefined && { body: isJson ? (JSON.parse(text) as unknown) : text }),
  };
}
