/**
 * What a run stands on besides the service: settings, clock, this process, and how it speaks with whoever started it.
 * A front end (the command line, a library user, an agent) makes one for each run.
 */
import type { Dialect } from "../contract/dialect.ts";
import type { Send } from "../contract/send.ts";
import type { AppError } from "../errors.ts";
import type { Directories } from "../settings/directories.ts";
import type { Environment } from "../settings/environment.ts";
import type { Settings } from "../settings/settings.ts";
import type { Clock } from "../time/clock.ts";
import type { TransferEvent } from "../transfer/events.ts";
import type { TransferPlan } from "../transfer/plan.ts";

export interface Surroundings {
  readonly settings: Settings;
  readonly profileName: string;
  readonly dialect: Dialect;
  readonly directories: Directories;
  /** Environment variables: keys, proxies, the credentials of buckets. */
  readonly env: Environment;
  /** The folder that relative paths start from: an absolute path. */
  readonly folder: string;
  readonly homeFolder: string;
  readonly clock: Clock;
  readonly machine: Machine;
  readonly events: Events;
  readonly consent: Consent;
  readonly interruption: Interruption;
  /** Aborts when the run is to end. */
  readonly signal: AbortSignal;
  /** A complete command that can be typed next: `swath`, the words, and the flags that chose the service of this run. */
  command(words: readonly string[]): string;
  /** Replaces the network: tests join client and sandbox here. */
  readonly send?: Send | undefined;
}

/** This process, as locks and records name it. */
export interface Machine {
  readonly pid: number;
  isAlive(pid: number): boolean;
  /** A fresh identifier. */
  uuid(): string;
  /** A number in [0, 1), to spread retries. */
  random(): number;
}

/** What happens while a function works. What it returns is the result; these lines are beside it. */
export interface Events {
  /** What happened. */
  note(message: string): void;
  /** Something that the person should know although the work goes on. */
  warn(message: string): void;
  /** A command that may come next. */
  hint(command: string): void;
  /** For those who follow every step. */
  detail(message: string): void;
  /** A part of the work failed; the rest goes on, and the run ends with this error after its result. */
  failed(error: AppError): void;
  /** Follows a transfer from here on. */
  transfer(plan: TransferPlan): Promise<TransferProgress>;
  /** Follows a wait; undefined where nothing can be redrawn, and then notes say each change. */
  waiting(): Promise<WaitProgress | undefined>;
}

export interface TransferProgress {
  report(event: TransferEvent): void;
  stop(): void;
}

export interface WaitProgress {
  update(text: string): void;
  stop(): void;
}

/** The deliberate yes before money moves, or before something happens that cannot be taken back. */
export interface Consent {
  /** Everything was agreed to beforehand. */
  readonly isGiven: boolean;
  /** A person can be asked. */
  readonly canAsk: boolean;
  /** Buying a second time what the journal knows already was asked for. */
  readonly resend: boolean;
  ask(question: string): Promise<boolean>;
}

/** Ctrl-C, or what stands for it in another front end. */
export interface Interruption {
  /** Aborts when a request that may cost money is given up while it is in flight: its outcome is then unknown. */
  readonly giveUpSignal: AbortSignal;
  /** Aborts at the first wish to stop, also while such a request is in flight: for pauses that nothing is lost by ending. */
  readonly pressSignal: AbortSignal;
  /** Runs a request that may cost money, and the saving of its outcome, out of reach of the first wish to stop. */
  shield<T>(work: () => Promise<T>): Promise<T>;
  /** Within `shield`, while nothing is in flight yet: a question to the person, which the first wish to stop ends. */
  expose<T>(work: () => Promise<T>): Promise<T>;
}
