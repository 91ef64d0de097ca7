/**
 * The environment of a run besides the service: settings, clock, this process, and the ways to report to its caller.
 * A front end (the command line, a library user, an agent) creates one per run.
 */
import type { Secrets } from "../client/redact.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { Send } from "../contract/send.ts";
import type { DialectLearner } from "../settings/dialect-learner.ts";
import type { Consent, Reports } from "../money/context.ts";
import type { Directories, Environment } from "../settings/environment.ts";
import type { Settings } from "../settings/settings.ts";
import type { Clock } from "../time/clock.ts";
import type { TransferEvent } from "../transfer/events.ts";
import type { TransferPlan } from "../transfer/plan.ts";
import type { Hint } from "../hint.ts";
import type { Interrupts } from "./interrupts.ts";

export interface Surroundings {
  readonly settings: Settings;
  readonly profileName: string;
  /** The profile is the stored default: neither the run nor the environment sets one. */
  readonly isStoredDefault: boolean;
  /** Changes while the run learns: read a value at the moment of its use. */
  readonly dialect: Dialect;
  /** Changes `dialect` by what the service shows. */
  readonly learner: DialectLearner;
  readonly directories: Directories;
  /** Environment variables: keys, proxies, the credentials of buckets. */
  readonly env: Environment;
  /** The base folder of relative paths: an absolute path. */
  readonly folder: string;
  readonly homeFolder: string;
  /** Removed from everything that the run writes for others. A key is added as soon as it is read. */
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly machine: Machine;
  readonly events: Events;
  readonly consent: Consent;
  /** Ctrl-C, or its equivalent in another front end. */
  readonly interruption: Pick<Interrupts, "giveUpSignal" | "pressSignal" | "shield" | "expose">;
  /** Aborts when the run is to end. */
  readonly signal: AbortSignal;
  /** Replaces the network: tests connect client and sandbox here. */
  readonly send?: Send | undefined;
}

/** This process, as locks and records identify it. */
export interface Machine {
  readonly pid: number;
  isAlive(pid: number): boolean;
  /** Returns the time since the machine started; absent: the time that the system reports. */
  readonly upMs?: () => number;
  /** Returns a new identifier. */
  uuid(): string;
  /** Returns a number in [0, 1), to spread retries. */
  random(): number;
}

/** Reports while a function works. Its return value is the result; these messages are extra. */
export interface Events extends Reports {
  /** Suggests what to do next. */
  hint(step: Hint): void;
  /** Called when a request is sent. The returned function is called when its response has arrived or cannot arrive. */
  inFlight(request: RequestInFlight): () => void;
  /** Follows a transfer. Its title is shown when the first file starts: a run that finds everything here has none. */
  transfer(plan: TransferPlan, title?: string): Promise<TransferProgress>;
  /** Shows a wait; undefined if nothing can be redrawn, and then notes report each change. */
  waiting(): Promise<WaitProgress | undefined>;
}

/** Returns the context with other handlers of some events. */
export const withEvents = <Run extends { readonly events: Events }>(
  run: Run,
  handlers: Partial<Events>,
): Run => ({ ...run, events: { ...run.events, ...handlers } });

/** Returns the context without notes, for a search that the person did not type. */
export const withoutNotes = <Run extends { readonly events: Events }>(run: Run): Run =>
  withEvents(run, { note: () => {} });

export interface RequestInFlight {
  /** The purpose of the request, for people. */
  readonly what: string;
  /** The host, or the sandbox. */
  readonly host: string;
}

export interface TransferProgress {
  report(event: TransferEvent): void;
  stop(): void;
}

export interface WaitProgress {
  update(text: string): void;
  stop(): void;
}
