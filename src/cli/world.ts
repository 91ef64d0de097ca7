/**
 * Everything outside the program that a run may use, as one parameter. `main.ts` makes it from the process; a test
 * makes its own and runs the same code.
 */
import type { Processes } from "../app/sandbox/background.ts";
import type { Send } from "../contract/send.ts";
import type { ProgramEnd } from "../app/downloads/exec-hook.ts";
import type { Clock } from "../time/clock.ts";
import type { Environment } from "../settings/environment.ts";
import type { Interrupts } from "./interrupts.ts";

export interface Input {
  readonly isTTY: boolean;
  /** Reads to the end of the stream; throws when there are more than `maxBytes`. */
  read(maxBytes: number): Promise<Buffer>;
}

export interface Output {
  readonly isTTY: boolean;
  /** Width of the terminal in columns, when it is known. */
  readonly columns: number | undefined;
  /** Height of the terminal in rows, when it is known. */
  readonly rows?: number | undefined;
  /** Resolves when the bytes are written; rejects when they cannot be (EPIPE, ENOSPC ...). */
  write(chunk: string | Uint8Array): Promise<void>;
}

export interface World {
  /** The arguments after the program's name. */
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
  /** Names the session of the terminal, the same for every command typed in it; undefined when it cannot be named. */
  terminalSession?(): string | undefined;
  /** Starts further processes, for a sandbox in the background. */
  readonly processes?: Processes;
  /** Runs another program until it ends, without a shell. */
  readonly runProgram?: RunProgram;
  readonly platform: string;
  readonly nodeVersion: string;
  readonly interrupts: Interrupts;
  /** If a failure must be one JSON object on stderr, messages wait here for the end of the run. */
  readonly held?: HeldLine[];
  /** Replaces the network (tests join client and sandbox here). */
  readonly send?: Send;
  /** The streams that prompts use: never stdout, which belongs to results. */
  readonly promptStreams?: () => { input: NodeJS.ReadStream; output: NodeJS.WriteStream };
  /** Answers prompts in place of a person (tests). */
  readonly ask?: (question: Question) => Promise<Answer>;
}

/** A line for stderr, and whether it warns. */
export interface HeldLine {
  isWarning: boolean;
  /** Without its prefix. */
  message: string;
  line: string;
}

export type RunProgram = (
  program: string,
  args: readonly string[],
  options: {
    cwd: string;
    env: Environment;
    /** Ends the program when it aborts. */
    signal: AbortSignal;
    /** Receives the chunks of the program's stdout and stderr. */
    onOutput: (chunk: Uint8Array) => void;
  },
) => Promise<ProgramEnd>;

/** A text, yes or no, or the values of the ticked choices of a "search-many". */
export type Answer = string | boolean | readonly string[];

export interface Question {
  kind: "confirm" | "input" | "password" | "select" | "search" | "search-many";
  message: string;
  default?: boolean | string;
  /** The choices of a "select". */
  choices?: readonly Choice[];
  /** The choices of a "search" or a "search-many" for the text typed so far. */
  find?: (typed: string) => readonly Choice[];
  /** The choices of a "search" were loaded meanwhile: earlier keys are not a search of them. */
  isLoaded?: true;
  /** The heading above the choices of a "search" or a "search-many". */
  head?: string;
  /** The total of the ticked choices of a "search-many", such as `2 ticked, $700.00`. */
  sum?: (values: readonly string[]) => string;
}

export interface Choice {
  /** The value of the answer. */
  value: string;
  /** The label, where it differs from the value. */
  name?: string;
  /** The text of the chosen one afterwards, if it is not the label. */
  short?: string;
  description?: string;
  /** Something else than the choices to tick: Enter takes it alone, and Space does not tick it. */
  isAlone?: boolean;
}
