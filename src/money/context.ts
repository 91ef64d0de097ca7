/** The needs of a purchase: a run, whose terminal, commands and questions are behind these functions. */
import type { Client } from "../client/client.ts";
import type { EndpointName } from "../contract/endpoints.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { AppError } from "../errors.ts";
import type { Hint } from "../hint.ts";
import type { Directories } from "../settings/environment.ts";
import type { Settings } from "../settings/settings.ts";
import type { Clock } from "../time/clock.ts";
import type { Journal } from "./journal.ts";
import type { Reconcile } from "./outcome.ts";

export interface MoneyContext {
  readonly service: MoneyService;
  readonly settings: Settings;
  readonly profileName: string;
  /** Changes while the run learns: read a value at the moment of its use. */
  readonly dialect: Dialect;
  readonly directories: Directories;
  readonly clock: Clock;
  readonly events: Reports;
  readonly consent: Consent;
  readonly interruption: Interruption;
}

/** The service of the run's profile, and the journal of this machine. */
export interface MoneyService {
  /** Requests are shown and not sent. */
  readonly isDryRun: boolean;
  readonly client: Pick<Client, EndpointName>;
  connect(): Promise<Client>;
  journal(): Promise<Journal>;
  /** Returns the service's time if it is known, else this machine's. Sends nothing. */
  time(): Promise<ServiceTime>;
  /** Returns the service's time by its last response; before the first response, this machine's. */
  now(): number;
  /** Returns the service's clock minus this machine's in milliseconds, by the last response of this run; undefined before it. */
  skewMs(): number | undefined;
  /** Finds the result of an earlier request with an unknown outcome. */
  reconcile: Reconcile;
}

export interface ServiceTime {
  nowMs: number;
  /** The service's clock minus ours; 0 when it is unknown or insignificant. */
  skewMs: number;
  /** True for the sandbox's clock, which this machine sets: a wrong `Date` of a response cannot change it. */
  isTrusted: boolean;
}

/** Reports while a function works. */
export interface Reports {
  /** Reports what happened, with a next step in parentheses. */
  note(message: string, next?: Hint): void;
  /** Warns about something although the work continues. */
  warn(message: string, next?: Hint): void;
  /** Details that are shown on request. */
  detail(message: string): void;
  /**
   * Records that a part of the work failed; the rest continues, and the run ends with this error after its result.
   */
  failed(error: AppError): void;
}

/** Ctrl-C, or its equivalent in another front end. */
interface Interruption {
  /** Aborts on the second signal while a request that spends is in flight: its outcome is then unknown. */
  readonly giveUpSignal: AbortSignal;
  /** Aborts on the first signal, also while a request that spends is in flight: for pauses that can end without loss. */
  readonly pressSignal: AbortSignal;
  /** Runs `work`, a request that spends together with the recording of its outcome. The first signal does not abort it. */
  shield<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` within `shield`, before anything has been sent: a wait that the first signal ends. */
  expose<T>(work: () => Promise<T>): Promise<T>;
}

/** The consent before a payment or an irreversible action. */
export interface Consent {
  /** The person agreed to everything beforehand. */
  readonly isGiven: boolean;
  /** Whether the person can be asked, at a terminal. */
  readonly canAsk: boolean;
  /** The person asked to repeat purchases that are already in the journal. */
  readonly resend: boolean;
  ask(question: string): Promise<boolean>;
}
