/**
 * Everything outside the program that a run may use, as one parameter: a plain object, which `main.ts` creates from the
 * process and a test creates itself to run the same code. A world with one thing changed is a copy:
 * `{ ...world, env: { ...world.env, ACCESSIBLE: "1" } }`. A value that changes during the run is therefore a method, such as
 * the width of a terminal; a getter would be read when the object is copied.
 */
import type { RunningProgram } from "../app/installed-as.ts";
import type { Readable, Writable } from "node:stream";
import type { Processes } from "../app/sandbox/background.ts";
import type { Secrets } from "../client/redact.ts";
import type { Send } from "../contract/send.ts";
import type { ProgramEnd } from "../app/program-end.ts";
import type { Clock } from "../time/clock.ts";
import type { Environment } from "../settings/environment.ts";
import type { Interrupts } from "../app/interrupts.ts";

export interface Input {
  readonly isTTY: boolean;
  /** Reads to the end of the stream; throws when it exceeds `maxBytes`. */
  read(maxBytes: number): Promise<Buffer>;
}

export interface Output {
  readonly isTTY: boolean;
  /** Returns the width of the terminal in columns, if known. */
  columns(): number | undefined;
  /** Returns the height of the terminal in rows, if known. */
  rows(): number | undefined;
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
  /** Returns a number in [0, 1), for jitter. */
  random(): number;
  /** Returns a new identifier, for journal entries and part files. */
  uuid(): string;
  readonly pid: number;
  isAlive(pid: number): boolean;
  /** Returns the time since the machine started; absent: the time that the system reports. */
  readonly upMs?: () => number;
  /** Starts further processes, for a sandbox in the background. */
  readonly processes?: Processes;
  /** Runs another program until it ends, without a shell. */
  readonly runProgram?: RunProgram;
  readonly platform: string;
  readonly nodeVersion: string;
  readonly program: RunningProgram;
  readonly interrupts: Interrupts;
  /** The secrets of the run: whatever it writes for people or scripts is cleaned of them last. */
  readonly secrets: Secrets;
  /** If a failure must be one JSON object on stderr, messages are held here until the end of the run. */
  readonly held?: HeldLine[];
  /** Replaces the network (tests connect client and sandbox here). */
  readonly send?: Send;
  /** Returns the streams of prompts: never stdout, which belongs to results. */
  readonly promptStreams?: () => { input: NodeJS.ReadStream; output: NodeJS.WriteStream };
  /** Returns stdin and stdout for a protocol. Nothing else may write to them. */
  readonly protocolStreams?: () => { input: Readable; output: Writable };
  /** Answers prompts instead of a person (tests). */
  readonly ask?: (question: Question) => Promise<Answer>;
}

/** The world before a run, while no secret is known. */
export type Outside = Omit<World, "secrets">;

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
  /** Keys that were typed before the question was shown do not answer an "input". */
  isDecision?: true;
  default?: boolean | string | undefined;
  /** The choices of a "select". */
  choices?: readonly Choice[];
  /** Returns the choices of a "search" or a "search-many" for the typed text. */
  find?: (typed: string) => readonly Choice[];
  /** The heading above the choices of a "search" or a "search-many". */
  head?: string;
  /** Returns the total of the ticked choices of a "search-many", such as `2 ticked, $700.00`. */
  sum?: (values: readonly string[]) => string;
}

export interface Choice {
  /** The value of the answer. */
  value: string;
  /** The label, if it differs from the value. */
  name?: string;
  /** The text of the answer afterwards, if it is not the label. */
  short?: string;
  /** An alternative to the choices to tick: Enter takes it alone, and Space does not tick it. */
  isAlone?: boolean;
}
