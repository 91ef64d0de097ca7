/**
 * What the functions of `app/` are given besides their input. A front end (the command line, a library user, an agent)
 * makes one for each run. Functions name only the members that they use: `Pick<AppContext, "service" | "clock">`.
 */
import type { Dialect } from "../contract/dialect.ts";
import type { AppError } from "../errors.ts";
import type { Directories } from "../settings/directories.ts";
import type { Settings } from "../settings/settings.ts";
import type { Clock } from "../time/clock.ts";
import type { TransferEvent } from "../transfer/events.ts";
import type { TransferPlan } from "../transfer/plan.ts";
import type { Service } from "./service/service.ts";

export interface AppContext {
  /** The service connection of the profile, with the spend journal that guards it. */
  readonly service: Service;
  readonly settings: Settings;
  readonly profileName: string;
  readonly dialect: Dialect;
  readonly directories: Directories;
  /** The folder that relative paths start from: an absolute path. */
  readonly folder: string;
  readonly clock: Clock;
  readonly machine: Machine;
  readonly events: Events;
  readonly consent: Consent;
  /** Aborts when the run is to end. */
  readonly signal: AbortSignal;
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
