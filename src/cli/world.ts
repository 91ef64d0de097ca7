/**
 * The world as one parameter: everything that a run may touch outside itself. `main.ts` makes it from the process;
 * a test makes its own and goes through the same front door.
 */
import type { Processes } from "../app/sandbox/background.ts";
import type { Send } from "../contract/send.ts";
import type { ProgramEnd } from "../app/downloads/exec-hook.ts";
import type { Clock } from "../time/clock.ts";
import type { Environment } from "../settings/environment.ts";
import type { Interrupts } from "./interrupts.ts";

export interface Input {
  readonly isTTY: boolean;
  /** Everything up to the end of the stream; refuses more than `maxBytes`. */
  read(maxBytes: number): Promise<Buffer>;
}

export interface Output {
  readonly isTTY: boolean;
  /** Width of the terminal in columns, when it is known. */
  readonly columns: number | undefined;
  /** Resolves when the bytes were handed over; rejects when they could not be (EPIPE, ENOSPC ...). */
  write(chunk: string | Uint8Array): Promise<void>;
}

export interface World {
  /** The words after the program's name. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly homeDir: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly clock: Clock;
  /** A number in [0, 1), for jitter. */
  random(): number;
  /** A fresh identifier, for journal entries and part files. */
  uuid(): string;
  readonly pid: number;
  isAlive(pid: number): boolean;
  /** Further processes, for a sandbox in the background. */
  readonly processes?: Processes;
  /** Runs another program to its end, without a shell. */
  readonly runProgram?: RunProgram;
  readonly platform: string;
  readonly nodeVersion: string;
  readonly interrupts: Interrupts;
  /** Replaces the network (tests join client and sandbox here). */
  readonly send?: Send;
  /** The streams that prompts use: never stdout, which belongs to results. */
  readonly promptStreams?: () => { input: NodeJS.ReadStream; output: NodeJS.WriteStream };
  /** Answers questions in place of a person (tests). */
  readonly ask?: (question: Question) => Promise<string | boolean>;
}

export type RunProgram = (
  program: string,
  args: readonly string[],
  options: {
    cwd: string;
    env: Environment;
    /** Ends the program when it aborts. */
    signal: AbortSignal;
    /** Both of its streams, as they come. */
    onOutput: (chunk: Uint8Array) => void;
  },
) => Promise<ProgramEnd>;

export interface Question {
  kind: "confirm" | "input" | "password" | "select" | "search";
  message: string;
  default?: boolean | string;
  /** What a "select" offers. */
  choices?: readonly Choice[];
  /** What a "search" offers for the text typed so far. */
  find?: (typed: string) => readonly Choice[];
}

export interface Choice {
  /** What the answer is. */
  value: string;
  /** What is shown, where that differs. */
  name?: string;
  description?: string;
}
