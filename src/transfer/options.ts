import { performance } from "node:perf_hooks";
import type { LockWorld } from "../disk/lock-holder.ts";
import type { Send } from "../contract/send.ts";
import type { ChecksumMode } from "../domain/orders/download-options.ts";
import type { Clock } from "../time/clock.ts";
import type { TransferEvent } from "./events.ts";
import type { PlannedFile } from "./plan.ts";
import type { LinkSource } from "./transfer-source.ts";

/**
 * The policy for an existing file. `resume` keeps a verified file, and refuses any other (FILE_EXISTS). `overwrite` fetches and replaces
 * it. `skip-existing` keeps every file of that name.
 */
export type ExistingPolicy = "resume" | "overwrite" | "skip-existing";

export interface TransferOptions extends LinkSource {
  send: Send;
  /** Plain settings from which another thread makes its own `send`; absent = no other thread may fetch files. */
  sendSettings?: object;
  clock: Clock;
  /** 0 <= random() < 1. */
  random: () => number;
  /** Output folder; made when missing. */
  dir: string;
  /** This process, and a check whether another process runs (for the locks of killed runs). */
  self: LockWorld["self"];
  onEvent?: (event: TransferEvent) => void;
  /** Called with a fault that fails no file, such as a digest file that cannot be read. */
  onWarning?: (warning: string) => void;
  signal?: AbortSignal;
  /**
   * Inspects a complete part file before it is published; returns the check that passed, or the fault. A faulty part file is fetched again,
   * as after a digest mismatch. A bucket or a stream has no part file, and is not inspected.
   */
  inspect?: (path: string, file: PlannedFile) => Promise<{ how: string } | { fault: string } | undefined>;
  /** True when the service has remade the file, under its old name, after it was verified. */
  isOutdated?: (file: PlannedFile, sinceMs: number) => boolean;
  /** Written into every manifest line. */
  order?: string;
  policy?: ExistingPolicy;
  /** False to never resume a part file of an earlier run. Retries of this run still resume. */
  resume?: boolean;
  checksum?: ChecksumMode;
  /** Bytes per second that all files share; absent = no limit. */
  bytesPerSecond?: number;
  /** Milliseconds of work of this thread so far; default: the measurement of Node. */
  busyMs?: () => number;
  /** Initial number of connections; a run with many files starts with more. */
  concurrency?: number;
  /** Maximum number of parallel requests, for files and segments; the number grows while that pays. Default: `concurrency`. */
  maxConnections?: number;
  /** Retries without a new byte. */
  retries?: number;
  headersTimeoutMs?: number;
  idleTimeoutMs?: number;
  /**
   * Minimum rate of a body over `rateWindowMs` of reading time. A slower body is given up and resumed on a new connection; 0
   * allows any rate. The effective value stays below the share of a connection in `bytesPerSecond`. Default: 1000.
   */
  minBytesPerSecond?: number;
  rateWindowMs?: number;
  /** The longest Retry-After to wait for; a longer one ends the file, because the server would refuse an earlier request. */
  maxRetryAfterMs?: number;
  userAgent?: string;
  /** True only for a loopback base URL: links may then be http. */
  allowHttp?: boolean;
}

const DEFAULTS = {
  policy: "resume" as ExistingPolicy,
  resume: true,
  checksum: "full" as ChecksumMode,
  busyMs: () => performance.eventLoopUtilization().active,
  concurrency: 4,
  // With their pauses, all retries take half a minute on average.
  retries: 7,
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 60_000,
  minBytesPerSecond: 1000,
  rateWindowMs: 60_000,
  maxRetryAfterMs: 300_000,
  allowHttp: false,
};

/** The options of a transfer that writes nothing to this disk. */
export type StreamOptions = Omit<TransferOptions, "dir" | "self" | "inspect" | "resume">;

type Defaulted = Required<Pick<TransferOptions, keyof typeof DEFAULTS | "maxConnections">>;

export type TransferSettings = TransferOptions & Defaulted;
export type StreamSettings = StreamOptions & Defaulted;

export function withDefaults<Options extends StreamOptions>(options: Options): Options & Defaulted {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings = { ...DEFAULTS, ...(Object.fromEntries(given) as unknown as Options) };
  const { bytesPerSecond = Number.POSITIVE_INFINITY, minBytesPerSecond } = settings;
  const maxConnections = settings.maxConnections ?? settings.concurrency;
  const concurrency = Math.min(settings.concurrency, maxConnections);
  // A quarter of the fair share is enough, so that --limit-rate itself never makes a connection count as stalled.
  const fairShare = bytesPerSecond / maxConnections;
  return {
    ...settings,
    concurrency,
    maxConnections,
    minBytesPerSecond: Math.min(minBytesPerSecond, fairShare / 4),
  };
}
